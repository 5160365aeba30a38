--- Sample clips made by the toolkit itself, for examples that are run without clips of one's own.

local vs = require("vscript")

local samples = {}

--- Makes the folder `folder` with three clips and a song in it, unlike in size, rate, shape and
--- sound, as real ones are. Returns the paths of the clips, and the path of the song.
function samples.make(folder)
  vs.make_directory(folder)

  local function write(name, source)
    local path = folder .. "/" .. name
    vs.export(source, { output = path, overwrite = true, progress = "none" })
    return path
  end

  -- A clip with the picture of `source` alone.
  local function without_sound(source)
    local film = vs.composition()
    film:add_track("video"):insert_time_range(source.video.time_range, source.video, 0)
    return film
  end

  local function test(width, height, rate, frequency)
    return vs.generator("test", { size = { width, height }, rate = rate, duration = 2, frequency = frequency })
  end

  local clips = {
    write("landscape.mp4", test(640, 360, 30, 440)),
    write("portrait.mp4", test(360, 640, 25, 660)),
    write("silent.mp4", without_sound(test(480, 360, "24000/1001"))),
  }
  return clips, write("song.m4a", vs.generator("tone", { frequency = 220, duration = 10 }))
end

--- Makes a still picture in the folder; returns its path.
function samples.make_still(folder)
  local path = folder .. "/still.png"
  local generator <close> = vs.image_generator(vs.generator("test", { size = { 960, 640 } }))
  generator:image(1):save(path, { overwrite = true })
  return path
end

--- The name itself if no file has it, else the first free one: "film.mp4", "film-2.mp4", …
function samples.fresh_name(name)
  local stem, extension = name:match("^(.*)(%.%w+)$")
  local free, number = name, 1
  while true do
    local file = io.open(free)
    if not file then return free end
    file:close()
    number = number + 1
    free = ("%s-%d%s"):format(stem, number, extension)
  end
end

--- Reads the words of an example: its clips, and the film to write, after -o.
--
-- Without clips it makes samples and takes the first `count`, or those that `order` lists (numbers of
-- clips, or "still" for a picture); the film then gets a name of its own, made of `name`. Returns the clips and the film's name.
function samples.arguments(words, count, name, order)
  local clips, output = {}, nil
  local index = 1
  while index <= #words do
    if words[index] == "-o" then
      index = index + 1
      output = words[index] or error("-o needs the name of the film to write", 0)
    else
      clips[#clips + 1] = words[index]
    end
    index = index + 1
  end
  if #clips > 0 then
    if #clips < count then error(("give %d clips, or none for samples"):format(count), 0) end
    return clips, output or name
  end
  local made = samples.make("vscript-samples")
  made.still = samples.make_still("vscript-samples")
  for place = 1, count do clips[place] = made[order and order[place] or place] end
  io.stderr:write("no clips given, so samples were made: ", table.concat(clips, ", "), "\n")
  return clips, output or samples.fresh_name(name)
end

return samples
