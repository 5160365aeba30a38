-- vscript frame: saves single pictures of a film, exact to the frame.

local vs = require("vscript")

local OPTIONS = {
  { name = "output", kind = "string", short = "-o", help = "PNG or JPEG file; with several times %d is their number" },
  { name = "size", kind = "size", help = "box that the picture is made to fit into" },
  { name = "overwrite", kind = "boolean", help = "replace the file if it exists" },
}

local function run(values, words, refuse)
  if #words < 2 then refuse("a film and a time are needed") end
  if not values.output then refuse("no output given; add -o OUTPUT") end
  local count = #words - 1
  if count > 1 and not values.output:find("%%%d*d") then
    refuse("several times need a number in the output's name, such as -o frame%02d.png")
  end

  local times = {}
  for index = 1, count do
    local word = words[index + 1]
    local is_time, time = pcall(vs.time, tonumber(word) or word)
    if not is_time then refuse(("'%s' is no time"):format(word)) end
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
end

return {
  summary = "Saves the picture that is shown at each time, upright, and prints when it begins.",
  usage = "[options] FILM TIME... -o OUTPUT",
  options = OPTIONS,
  notes = "Times are seconds, 1:02:03.5, 90f@30 or 01:00:00:12@25.",
  run = run,
}
