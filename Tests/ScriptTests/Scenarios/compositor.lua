-- Layers that a function computes for each frame.

local function solid(color, size)
  return vs.generator("solid", { color = color, size = size, rate = 10, duration = 1 }).video
end
local film = vs.composition()
local below, above = film:add_track("video"), film:add_track("video")
below:insert_time_range({ 0, 1 }, solid("red", { 32, 16 }), 0)
above:insert_time_range({ 0, 0.5 }, solid("lime", { 16, 16 }), 0.5)

-- A square that moves by two pixels a frame, as soon as it is there.
local calls, last = 0, 0
local video = vs.video_composition.computed(film, function(frame)
  assert(frame.time == vs.time(frame.index, 10))
  calls, last = calls + 1, frame.index
  if #frame.tracks == 1 then return { below } end
  return { { track = above, transform = vs.transform():translated((frame.index - 5) * 2, 0) }, below }
end)
print(video, calls, #video.instructions)
print(video:validate(film))
print(pcall(function() video.instructions = {} end))

-- Frames are asked for where they are needed, in any order.
local images <close> = vs.image_generator(film, { video_composition = video })
for _, time in ipairs({ 0.4, 0.5, 0.9 }) do
  local image = images:image(time)
  local edge = 0
  for x = 0, 31 do
    if image:pixel(x, 8).green > 0.5 then edge = x break end
  end
  print(time, image:pixel(0, 8), image:pixel(31, 8), edge, last)
end
local read = {}
for frame, time in vs.reader(film, { video_composition = video, time_range = { 0.7, 0.2 } }):frames() do
  read[#read + 1] = ("%s: %s %d"):format(time, frame:pixel(31, 8), last)
end
print(table.concat(read, ", "))

-- An export asks in order, each frame once, while the script waits.
calls = 0
print(vs.export(film, { file_type = "null", video_composition = video }).frames, calls, last)
local session = vs.export_session(film, { file_type = "null", video_composition = video })
session:start()
for _ in session:states(0.05) do end
print(session.status, session.report.frames)

-- Nested it is asked for the frames of the nested film: here backward, every second one.
local outer = vs.composition()
local track = outer:add_track("video")
track:insert_time_range({ 0, 1 }, vs.nested(film, { video_composition = video }).video, 0)
track:reverse_time_range({ 0, 1 })
track:scale_time_range({ 0, 1 }, 0.5)
calls = 0
print(vs.export(outer, { file_type = "null" }).frames, last)

-- What is saved is what it says of every frame.
film:save("film.json", { video_composition = video })
local loaded, again = vs.load("film.json")
print(again:validate(loaded), #again.instructions[2].layers[1]:ramps("transform"))

-- Edits that come later are seen: the function is asked about what is there then.
above:remove_time_range({ 0.8, 0.2 })
print(vs.export(film, { file_type = "null", video_composition = video }).frames, #video.instructions)

-- Canvas, rate and background can be chosen.
local dark = vs.video_composition.computed(film, function() return {} end,
  { render_size = { 8, 8 }, frame_duration = "1/4", background_color = "blue" })
print(dark, vs.image_generator(film, { video_composition = dark }):image(0):pixel(4, 4))

-- What goes wrong is told where the film is made, with the function's line and the frame's time.
local function refused(compositor, options)
  local ok, err = pcall(function()
    local computed = vs.video_composition.computed(film, compositor, options)
    return vs.export(film, { file_type = "null", video_composition = computed }).frames
  end)
  print(ok, err.code, err.number, err.time, err)
end
local other = vs.composition():add_track("video")
refused(function() return 5 end)
refused(function(frame) return { { opacity = 1 } } end)
refused(function(frame) return { { track = below, opacity = frame.index } } end)
refused(function(frame) return { { track = below, opcity = 1 } } end)
refused(function(frame) return { { track = other } } end)
refused(function(frame) return { below, { track = above, transform = { math.huge, 0, 0, 1, 0, 0 } } } end)
refused(function(frame) if frame.index == 3 then vs.fail("mine", "no more") end return {} end)
refused(function(frame) return frame.nothing.at_all end)
refused(function() return {} end, { frame_duration = 0 })

-- A fault in a frame behind the part that is made does not matter.
local late = vs.video_composition.computed(film, function(frame)
  if frame.index >= 4 then error("too far") end
  return { below }
end)
print(vs.export(film, { file_type = "null", video_composition = late, time_range = { 0, 0.4 } }).frames)
local failed = vs.export_session(film, { file_type = "null", video_composition = late })
failed:start()
print(pcall(failed.wait, failed))
print(failed.status, failed.error)

-- A player asks while the script waits for its pictures.
local fading = vs.video_composition.computed(film, function(frame)
  return { { track = below, opacity = frame.index / 10 } }
end)
local player <close> = vs.player(film, { window = false, sound = false, video_composition = fading })
for _, number in ipairs({ 0, 5, 9, 3 }) do
  player:seek_frame(number)
  local image, at, index = player:image()
  print(index, at, ("%.2f"):format(image:pixel(5, 5).red))
end
