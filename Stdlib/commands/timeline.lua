-- vscript timeline: an edit drawn over time.

local vs = require("vscript")
local film = require("vscript.film")
local sheets = require("vscript.sheets")
local timeline = require("vscript.timeline")

local OPTIONS = {
  { name = "width", kind = "integer", help = "the sheet's width in pixels; 1200 without" },
  table.unpack(sheets.options),
}

--- An edit as it is, an asset as an edit of it whole.
local function as_edit(asset)
  if film.is_edit(asset) then return asset end
  local edit = vs.composition()
  edit:insert_time_range({ 0, asset.duration }, asset, 0)
  return edit
end

local function draw(it, width)
  return timeline(as_edit(it.asset), {
    video_composition = it.video_composition, audio_mix = it.audio_mix, width = width,
  })
end

--- The edit in text: its timeline, and how its pictures are drawn and its sound is mixed.
local function describe(it)
  print(as_edit(it.asset):describe())
  if it.video_composition then print(it.video_composition:describe()) end
  if it.audio_mix then print(it.audio_mix:describe()) end
end

--- Blocks of colour would not show the words in it.
local function is_text_better() return vs.terminal().pictures == "blocks" end

local function run(values, words, refuse)
  if #words == 0 then refuse("a film, a project or a script is needed") end
  if values.width and values.width < 300 then
    refuse(("--width is 300 or more, not %d"):format(values.width))
  end
  local it = film.open(words, refuse)
  if not values.output and is_text_better() then return describe(it) end
  sheets.deliver(draw(it, values.width), values, "timeline.png")
end

--- In a terminal that shows pictures it is one; elsewhere text.
local function run_at_prompt(_, session)
  local subject, options = require("vscript.prompt").view(session)
  local it = {
    asset = subject, video_composition = options.video_composition, audio_mix = options.audio_mix,
  }
  if is_text_better() or not vs.show(draw(it)) then describe(it) end
end

return {
  summary = "Draws tracks and their segments over time, with ramps, volumes and filters.",
  usage = "[options] [-o OUTPUT] FILM|PROJECT.json|SCRIPT.lua [arguments]",
  options = OPTIONS,
  stops_at = film.SCRIPT,
  run = run,
  prompt = { usage = "", help = "the film's tracks over time", run = run_at_prompt },
}
