-- vscript timeline: an edit drawn over time.

local vs = require("vscript")
local arguments = require("vscript.arguments")
local sheets = require("vscript.sheets")
local timeline = require("vscript.timeline")

local OPTIONS = {
  { name = "width", kind = "integer", help = "the sheet's width in pixels; 1200 without" },
  table.unpack(sheets.options),
}

local HELP = [[
usage: vscript timeline [options] PROJECT.json|FILM [-o OUTPUT]

Draws tracks and their segments over time, with the ramps of layers and volumes.

%s
]]

local values, words = arguments.read("timeline", arg, OPTIONS)
if values.help then
  io.write(HELP:format(arguments.help(OPTIONS)))
  return
end
if #words ~= 1 then arguments.refuse("timeline", "one project or film is needed") end
if values.width and values.width < 300 then
  arguments.refuse("timeline", ("--width is 300 or more, not %d"):format(values.width))
end

local edit, video, mix
if words[1]:lower():match("%.json$") then
  edit, video, mix = vs.load(words[1])
else
  edit = vs.composition()
  edit:insert_time_range({ 0, vs.asset(words[1]).duration }, vs.asset(words[1]), 0)
end
local sheet = timeline(edit, { video_composition = video, audio_mix = mix, width = values.width })
sheets.deliver(sheet, values, "timeline.png")
