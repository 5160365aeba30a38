-- Makes the clips that the scenarios read, small and short.

local function test(width, height, rate, duration)
  return vs.generator("test", { size = { width, height }, rate = rate, duration = duration })
end

local silent = vs.composition()
local picture = test(48, 64, "30000/1001", vs.frames(30, 29.97)).video
silent:add_track("video"):insert_time_range(picture.time_range, picture, 0)

local fast = { preset = "ultrafast" }
vs.export(test(64, 48, 25, 1), { output = "a.mp4", codec_options = fast })
vs.export(silent, { output = "b.mp4", codec_options = fast })
vs.export(vs.generator("tone", { frequency = 220, duration = 3 }), { output = "song.m4a" })
