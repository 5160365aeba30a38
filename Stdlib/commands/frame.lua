-- vscript frame: saves single pictures of a film, exact to the frame.

local vs = require("vscript")
local arguments = require("vscript.arguments")

local OPTIONS = {
  { name = "output", kind = "string", short = "-o", help = "PNG or JPEG file; with several times %d is their number" },
  { name = "size", kind = "size", help = "box that the picture is made to fit into" },
  { name = "overwrite", kind = "boolean", help = "replace the file if it exists" },
  { name = "help", kind = "boolean", short = "-h", help = "show this text" },
}

local HELP = [[
usage: vscript frame [options] FILM TIME... -o OUTPUT

Saves the picture that is shown at each time, upright, and prints when it begins.

%s

Times are seconds, 1:02:03.5, 90f@30 or 01:00:00:12@25.
]]

local values, words = arguments.read("frame", arg, OPTIONS)
if values.help then
  io.write(HELP:format(arguments.help(OPTIONS)))
  return
end
if #words < 2 then arguments.refuse("frame", "a film and a time are needed") end
if not values.output then arguments.refuse("frame", "no output given; add -o OUTPUT") end
local count = #words - 1
if count > 1 and not values.output:find("%%%d*d") then
  arguments.refuse("frame", "several times need a number in the output's name, such as -o frame%02d.png")
end

local times = {}
for index = 1, count do
  local word = words[index + 1]
  local is_time, time = pcall(vs.time, tonumber(word) or word)
  if not is_time then arguments.refuse("frame", ("'%s' is no time"):format(word)) end
  times[index] = time
end

local images <close> = vs.image_generator(vs.asset(words[1]), {
  applies_preferred_track_transform = true, maximum_size = values.size,
})
for index, time in ipairs(times) do
  local frame, begins = images:image(time)
  local path = count > 1 and values.output:format(index) or values.output
  frame:save(path, { overwrite = values.overwrite })
  print(("%s  %s  at %s"):format(path, frame.size, begins))
end
