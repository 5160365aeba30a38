-- vscript frame: saves single pictures of a film, exact to the frame.

local vs = require("vscript")
local film = require("vscript.film")
local samples = require("vscript.samples")

local OPTIONS = {
  { name = "output", kind = "string", short = "-o", help = "PNG or JPEG file; with several times %d is their number; without, the terminal shows it" },
  { name = "at", kind = "string", help = "the only time; the words behind a script are the script's then" },
  { name = "size", kind = "size", help = "box that the picture is made to fit into" },
  { name = "overwrite", kind = "boolean", help = "replace the file if it exists" },
}

local function run(values, words, refuse)
  local at = values.at and { values.at } or { table.unpack(words, 2) }
  if #words == 0 or #at == 0 then refuse("a film and a time are needed") end
  local count = #at
  if count > 1 and values.output and not values.output:find("%%%d*d") then
    refuse("several times need a number in the output's name, such as -o frame%02d.png")
  end

  local times = {}
  for index, word in ipairs(at) do
    local is_time, time = pcall(vs.time, tonumber(word) or word)
    if not is_time then refuse(("'%s' is no time"):format(word)) end
    times[index] = time
  end

  local it = film.open(values.at and words or { words[1] }, refuse)
  local canvas = film.canvas(it.asset, it.video_composition)
  local images <close> = vs.image_generator(it.asset, {
    applies_preferred_track_transform = canvas == nil, maximum_size = values.size,
    video_composition = canvas,
  })
  for index, time in ipairs(times) do
    local frame, begins = images:image(time)
    if values.output or not vs.show(frame) then
      local path = values.output and (count > 1 and values.output:format(index) or values.output)
        or samples.fresh_name("frame.png")
      frame:save(path, { overwrite = values.overwrite })
      print(("%s  %s  at %s"):format(path, frame.size, begins))
    end
  end
end

--- Shows the picture of the prompt's film at a time, or saves it under a name.
local function run_at_prompt(words, session)
  local subject, options = require("vscript.prompt").view(session)
  local is_time, time = pcall(vs.time, tonumber(words[1]) or words[1])
  if not words[1] or not is_time then
    vs.fail("wrong_usage", "frame: a time is needed, as in :frame 2.5",
      "A time is 2.5, 1:02:03.5, 90f@30 or 01:00:00:12@25.")
  end
  local canvas = film.canvas(subject, options.video_composition)
  local images <close> = vs.image_generator(subject, {
    applies_preferred_track_transform = canvas == nil, video_composition = canvas,
  })
  local frame, begins = images:image(time)
  if not words[2] and vs.show(frame) then return print(("%s  at %s"):format(frame.size, begins:clock())) end
  local path = words[2] or samples.fresh_name("frame.png")
  frame:save(path)
  print(("%s  %s  at %s"):format(path, frame.size, begins:clock()))
end

return {
  summary = "Saves the picture that is shown at each time, upright, and prints when it begins.",
  usage = "[options] FILM|PROJECT.json|SCRIPT.lua TIME... [-o OUTPUT]",
  options = OPTIONS,
  notes = "Times are seconds, 1:02:03.5, 90f@30 or 01:00:00:12@25.",
  run = run,
  prompt = { usage = "TIME [FILE]", help = "the frame at a time, here or in a PNG or JPEG file", run = run_at_prompt },
}
