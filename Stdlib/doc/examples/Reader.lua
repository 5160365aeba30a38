--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
local reader <close> = vs.reader(clip)
--- frame_count, sample_count
print(reader.frame_count, reader.sample_count) --> 25 48000
--- sample_rate, channels
print(reader.sample_rate, reader.channels) --> 48000 2
--- time_range
print(reader.time_range) --> 0:00–0:01
--- frames
local count, last = 0, nil
for frame, time in reader:frames() do count, last = count + 1, time end
print(count, last) --> 25 24/25
--- samples
local count = 0
for block, time in reader:samples(1000) do count = count + #block end
print(count) --> 48000
--- rewind
local next_frame = reader:frames()
next_frame()
reader:rewind()
print(select(2, reader:frames()()) == vs.time.zero) --> true
--- close
reader:close()
print((pcall(reader.frames, reader))) --> false
