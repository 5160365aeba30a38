--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
local generator <close> = vs.image_generator(clip)
--- image
local frame, actual = generator:image(0.5) -- the frame that is shown then, exactly
print(frame.size, actual) --> 64×48 12/25
--- images
for result in generator:images({ 0, 0.04, 99 }) do print(result.status, result.actual_time) end
--> succeeded 0
--> succeeded 1/25
--> failed nil
--- maximum_size
generator.maximum_size = { 32, 32 }
print(generator:image(0).size) --> 32×24
--- applies_preferred_track_transform
print(generator.applies_preferred_track_transform) --> false
--- requested_time_tolerance_before, requested_time_tolerance_after
print(generator.requested_time_tolerance_before, generator.requested_time_tolerance_after) --> 0 0
--- close
generator:close()
print((pcall(generator.image, generator, 0))) --> false
