-- Changes speed on the way: as recorded, then down to a third, and quickly on to twice as fast.
--
--   vscript speed_ramp.lua [CLIP] [-o OUTPUT]

-- Where in the clip, from 0 to 1, it runs how fast; in between it changes smoothly.
local curve = { { 0, 1 }, { 0.3, 1 }, { 0.5, 1 / 3 }, { 0.7, 2 }, { 1, 2 } }
local hold = vs.time(1, 2) -- seconds that the last frame stands

local samples = require("vscript.samples")
local paths, output = samples.arguments(arg, 1, "speed-ramp.mp4")
local clip = vs.asset(paths[1])
local whole = clip.video.time_range

-- Picture and sound take the same curve, so they stay together.
local film = vs.composition()
for _, source in ipairs({ clip.video, clip.audio }) do
  local track = film:add_track(source.media_type)
  track:insert_time_range(whole, source, 0)
  track:remap_time_range({ 0, whole.duration }, curve)
end

-- Of the speeds that change evenly a track keeps short pieces of one speed each.
local slowest, fastest = math.huge, 0
for _, segment in ipairs(film.video.segments) do
  slowest, fastest = math.min(slowest, segment.rate), math.max(fastest, segment.rate)
end
print(("%d pieces, speeds from %.2f to %.2f"):format(#film.video.segments, slowest, fastest))

film.video:freeze(film.video.duration, hold)

-- Voices and music keep their pitch; with "varispeed" it would follow the speed, as on tape.
local inputs = {}
if film.audio then
  inputs[1] = vs.mix_parameters(film.audio)
  inputs[1].time_pitch_algorithm = "spectral"
end

local report = vs.export(film, {
  output = output,
  video_composition = vs.video_composition.of(film), -- a steady rate: slow frames are shown again
  audio_mix = vs.audio_mix({ inputs = inputs }),
})
print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
