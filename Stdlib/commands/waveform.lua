-- vscript waveform: the sound of a film over time.

local film = require("vscript.film")
local sheets = require("vscript.sheets")
local waveform = require("vscript.waveform")

local OPTIONS = {
  { name = "time_range", kind = "time_range", help = "the part to draw; all without" },
  { name = "size", kind = "size", help = "the sheet's size in pixels; 1200x300 without" },
  table.unpack(sheets.options),
}

local function run(values, words, refuse)
  if #words == 0 then refuse("a film or a script is needed") end
  local it = film.open(words, refuse)
  local tell, bar <close> = sheets.progress("waveform")
  local sheet = waveform(it.asset, {
    time_range = values.time_range, size = values.size, audio_mix = it.audio_mix, on_progress = tell,
  })
  bar:close()
  sheets.deliver(sheet, values, "waveform.png")
end

local function run_at_prompt(_, session)
  local tell, bar <close> = sheets.progress("waveform")
  local sheet = waveform(require("vscript.prompt").subject(session), {
    audio_mix = session.audio_mix, on_progress = tell,
  })
  bar:close()
  sheets.deliver(sheet, {}, "waveform.png")
end

return {
  summary = "Draws the sound of a film, a lane for each channel: peaks, and inside them the loudness.",
  usage = "[options] [-o OUTPUT] FILM|SCRIPT.lua [arguments]",
  options = OPTIONS,
  stops_at = film.SCRIPT,
  run = run,
  prompt = { usage = "", help = "the film's sound over time", run = run_at_prompt },
}
