-- A composition as a live source of another, by its own video composition and mix.

local function solid(color, duration)
  return vs.generator("solid", { color = color, size = { 32, 16 }, rate = 10, duration = duration })
end

-- Red for 1 s, then blue for 1 s, and a tone under both.
local inner = vs.composition()
local picture, sound = inner:add_track("video"), inner:add_track("audio")
picture:insert_time_range({ 0, 1 }, solid("red", 1).video, 0)
picture:insert_time_range({ 0, 1 }, solid("blue", 1).video, 1)
sound:insert_time_range({ 0, 2 }, vs.generator("tone", { duration = 2 }).audio, 0)

local volume = vs.mix_parameters(sound)
volume:set_volume(0.5, 0)
local nested = vs.nested(inner, { audio_mix = vs.audio_mix({ inputs = { volume } }) })
print(nested, nested.format, nested.duration)
print(nested.video.natural_size, nested.video.nominal_frame_rate, #nested.video:frame_times())

-- The outer film shows its middle twice as fast.
local outer = vs.composition()
outer:insert_time_range({ 0.5, 1 }, nested, 0)
outer:scale_time_range({ 0, 1 }, 0.5)
local images = vs.image_generator(outer)
print(images:image(0):pixel(4, 4), images:image(0.2):pixel(4, 4), images:image(0.25):pixel(4, 4))
print(vs.export(outer, { file_type = "null" }).frames)

-- Sound comes through the nested mix.
local function peak(asset)
  local result = 0
  for block in vs.reader(asset):samples(4800) do result = math.max(result, block:peak()) end
  return ("%.4f"):format(result)
end
print(peak(inner), peak(nested))

-- Live: an edit of the inner film is seen in the outer one.
local film = vs.composition()
film:insert_time_range({ 0, 2 }, nested, 0)
picture:insert_time_range({ 0, 1 }, solid("lime", 1).video, 0)
print(vs.image_generator(film):image(0.5):pixel(4, 4))

-- Two levels, each with a canvas of its own.
local small = vs.video_composition.of(film, { render_size = { 16, 16 }, background_color = "white" })
local twice = vs.nested(film, { video_composition = small })
local top = vs.image_generator(twice):image(0)
print(top.size, top:pixel(8, 0), top:pixel(8, 8))

-- Where its background is transparent, what is beneath it is seen.
local title = vs.composition()
title:insert_time_range({ 0, 1 }, vs.generator("solid", { color = "lime", size = { 16, 16 }, rate = 10, duration = 1 }), 0)
local clear = vs.video_composition.of(title, { render_size = { 32, 16 }, fit = "none", background_color = "#00000000" })
local titled = vs.composition()
titled:add_track("video"):insert_time_range({ 0, 1 }, vs.nested(title, { video_composition = clear }).video, 0)
titled:add_track("video"):insert_time_range({ 0, 1 }, solid("red", 1).video, 0)
local both = vs.image_generator(titled, { video_composition = vs.video_composition.of(titled) }):image(0)
print(both:pixel(2, 8), both:pixel(30, 8))
local cut_out = vs.image_generator(title, { video_composition = clear }):image(0)
print(cut_out.pixel_format, cut_out:pixel(2, 8).alpha, cut_out:pixel(30, 8).alpha)

-- A film cannot contain itself, neither at once nor by a detour.
local function refused(f, ...)
  local ok, err = pcall(f, ...)
  print(ok, err.code, err.number, err.message)
end
refused(inner.insert_time_range, inner, { 0, 1 }, nested, 0)
refused(picture.insert_time_range, picture, { 0, 1 }, twice.video, 0)
refused(picture.insert_time_ranges, picture, { { { 0, 1 }, twice.video } }, 0)
refused(function() picture.segments = film.video.segments end)
refused(vs.nested, vs.composition())

-- A copy is another film.
local copy = inner:copy()
copy:insert_time_range({ 0, 1 }, nested, 0)
print(copy.duration)
