-- Layers that a function computes for each frame.

local function solid(color, size)
  return vs.generator("solid", { color = color, size = size, rate = 10, duration = 1 }).video
end
local film = vs.composition()
local below, above = film:add_track("video"), film:add_track("video")
below:insert_time_range({ 0, 1 }, solid("red", { 32, 16 }), 0)
above:insert_time_range({ 0, 0.5 }, solid("lime", { 16, 16 }), 0.5)

-- A square that moves by two pixels a frame, as soon as it is there.
local calls = 0
local video = vs.video_composition.computed(film, function(frame)
  assert(frame.index == calls and frame.time == vs.time(calls, 10))
  calls = calls + 1
  if #frame.tracks == 1 then return { below } end
  return { { track = above, transform = vs.transform():translated((frame.index - 5) * 2, 0) }, below }
end)
print(video, calls, #video.instructions)
for _, instruction in ipairs(video.instructions) do print(instruction.time_range, #instruction.layers) end
print(video:validate(film))

local images <close> = vs.image_generator(film, { video_composition = video })
for _, time in ipairs({ 0.4, 0.5, 0.9 }) do
  local image = images:image(time)
  local edge = 0
  for x = 0, 31 do
    if image:pixel(x, 8).green > 0.5 then edge = x break end
  end
  print(time, image:pixel(0, 8), image:pixel(31, 8), edge)
end

-- It is a video composition like any other: it can be exported, nested and saved.
print(vs.export(film, { file_type = "null", video_composition = video }).frames)
film:save("film.json", { video_composition = video })
local loaded, again = vs.load("film.json")
print(again:validate(loaded), #again.instructions[2].layers[1]:ramps("transform"))

-- Canvas, rate and background can be chosen.
local dark = vs.video_composition.computed(film, function() return {} end,
  { render_size = { 8, 8 }, frame_duration = "1/4", background_color = "blue" })
print(dark, vs.image_generator(film, { video_composition = dark }):image(0):pixel(4, 4))

-- What goes wrong is told where it was called.
local function refused(compositor, options)
  local ok, err = pcall(vs.video_composition.computed, film, compositor, options)
  print(ok, err.code, err.number, err.message)
end
refused(function() return 5 end)
refused(function(frame) return { { opacity = 1 } } end)
refused(function(frame) return { { track = below, opacity = frame.index } } end)
refused(function(frame) return { { track = below, opcity = 1 } } end)
refused(function(frame) if frame.index == 3 then vs.fail("mine", "no more") end return {} end)
refused(function() return {} end, { frame_duration = 0 })
