-- Any pieces of any clips: OUTPUT FRAME_DURATION, then CLIP FROM TO for each piece; "-" is a gap.
local output, frame_duration = arg[1], arg[2]
local film = vs.composition()
local picture, sound = film:add_track("video"), film:add_track("audio")
local at = vs.time.zero
for index = 3, #arg, 3 do
  local range = vs.range.between(arg[index + 1], arg[index + 2])
  if arg[index] ~= "-" then
    local clip = vs.asset(arg[index])
    picture:insert_time_range(range, clip.video, at)
    sound:insert_time_range(range, clip.audio, at)
  end
  at = at + range.duration
end
vs.export(film, {
  output = output,
  audio_codec = "pcm_s16le",
  codec_options = { preset = "ultrafast" },
  video_composition = vs.video_composition.of(film, { fit = "contain", frame_duration = frame_duration }),
})
