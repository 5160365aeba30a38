-- vscript waveform: the sound of a film over time.

local vs = require("vscript")
local arguments = require("vscript.arguments")
local sheets = require("vscript.sheets")
local waveform = require("vscript.waveform")

local OPTIONS = {
  { name = "time_range", kind = "time_range", help = "the part to draw; all without" },
  { name = "size", kind = "size", help = "the sheet's size in pixels; 1200x300 without" },
  table.unpack(sheets.options),
}

local HELP = [[
usage: vscript waveform [options] FILM [-o OUTPUT]

Draws the sound of a film, a lane for each channel: peaks, and inside them the loudness.

%s
]]

local values, words = arguments.read("waveform", arg, OPTIONS)
if values.help then
  io.write(HELP:format(arguments.help(OPTIONS)))
  return
end
if #words ~= 1 then arguments.refuse("waveform", "one film is needed") end
local sheet = waveform(vs.asset(words[1]), { time_range = values.time_range, size = values.size })
sheets.deliver(sheet, values, "waveform.png")
