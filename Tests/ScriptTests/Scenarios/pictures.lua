-- Single pictures, stills, sequences, and frames and samples pulled one by one.

local function refused(f, ...)
  local ok, err = pcall(f, ...)
  print(ok, err.code, err.message)
end

local a = vs.asset(os.getenv("CLIPS") .. "/a.mp4")
local generator <close> = vs.image_generator(a)
local frame, at = generator:image(0.5)
print(frame.size, at, frame.time == at)
frame, at = generator:image("0.519")
print(at, "begins before the time that was asked for")

-- The end shows nothing, unless a picture that began before it will do.
local _, err = pcall(generator.image, generator, 1)
print(err.code, err.number, err.time)
generator.requested_time_tolerance_before = "1/25"
print(select(2, generator:image(1)))
refused(generator.image, generator, -1)
generator.requested_time_tolerance_before = 0

for result in generator:images({ 0, 5, 0.04 }) do
  print(result.requested_time, result.status, result.actual_time, result.error and result.error.number)
end

generator.maximum_size = { 32, 0 }
print(generator:image(0).size)
generator.maximum_size = { 1000, 1000 }
print(generator:image(0).size, "never enlarged")
refused(function() generator.maximum_size = { -1, 2 } end)

-- A frame is saved whole or not at all.
local red = vs.generator("solid", { color = "#ff0000", size = { 6, 4 }, rate = 10, duration = 1 })
local solid = vs.image_generator(red):image(0)
print(solid, solid:pixel(0, 0), solid:pixel(5, 3))
refused(solid.pixel, solid, 6, 0)
solid:save("red.png")
solid:save("red.jpg", { quality = 1 })
refused(solid.save, solid, "red.png")
solid:save("red.png", { overwrite = true })
refused(solid.save, solid, "red.gif")
refused(solid.save, solid, "missing/red.png")

-- A still is an asset that lasts as long as it is told to.
local still = vs.image("red.png", { duration = 2 })
print(still, still.format, still.path)
print(#still.video:frame_times(), still.video.nominal_frame_rate)
print(vs.image_generator(still):image(1.9):pixel(3, 2))
local film = vs.composition()
film:insert_time_range({ 0, 2 }, still, 0)
print(vs.export(film, { file_type = "null" }).frames)
refused(vs.image, "nothing.png")
refused(vs.image, "red.png", { duration = 0 })

-- Pictures with numbers.
for index, color in ipairs({ "red", "lime", "blue" }) do
  local source = vs.generator("solid", { color = color, size = { 6, 4 }, rate = 10, duration = 1 })
  vs.image_generator(source):image(0):save(("shot%02d.png"):format(index + 8))
end
local shots = vs.image_sequence("shot%02d.png", { rate = 10 })
print(shots, #shots.video:frame_times())
local pictures = vs.image_generator(shots)
print(pictures:image(0):pixel(0, 0), pictures:image(0.1):pixel(0, 0), pictures:image(0.29):pixel(0, 0))
print(vs.image_sequence("shot*.png").duration)
os.remove("shot10.png")
refused(vs.image_sequence, "shot%02d.png")
refused(vs.image_sequence, "shut%02d.png")
refused(vs.image_sequence, "shot%s.png")

-- Frames and samples one by one.
local reader = vs.reader(vs.generator("test", { size = { 16, 16 }, rate = 10, duration = "1/2" }))
print(reader)
local count, last = 0, nil
for frame, time in reader:frames() do count, last = count + 1, time end
print(count, last)
local samples, peak = 0, 0
for block, time in reader:samples(5000) do
  samples, peak = samples + #block, math.max(peak, block:peak())
  last = time
end
print(samples, last, ("%.3f"):format(peak))
reader:rewind()
local block = reader:samples(10)()
print(block, block:sample(1), #block:samples(2))
refused(block.sample, block, 11)
reader:close()
print((select(2, pcall(reader.frames, reader)).message:gsub(":%d+$", ":LINE")))

-- What cannot be rendered is refused before anything is read.
refused(vs.image_generator, vs.composition())
refused(vs.reader, a, { time_range = { 5, 1 } })
