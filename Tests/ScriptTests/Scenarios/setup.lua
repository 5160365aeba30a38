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

-- Plain ones, so that a place in a film made of them says which it is.
local function plain(name, color, width, height, has_sound)
  local film = vs.composition()
  local solid = vs.generator("solid", { color = color, size = { width, height }, rate = 25, duration = 1 })
  film:add_track("video"):insert_time_range({ 0, 1 }, solid.video, 0)
  local tone = vs.generator("tone", { frequency = 440, duration = 1 })
  if has_sound then film:add_track("audio"):insert_time_range({ 0, 1 }, tone.audio, 0) end
  vs.export(film, { output = name, codec_options = fast, quality = 10 })
end
plain("red.mp4", "red", 64, 48, true)
plain("blue.mp4", "blue", 64, 48, false)
plain("green.mp4", "lime", 24, 48, true)
