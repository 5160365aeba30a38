-- Clips with nothing before and between them: OUTPUT FIRST SECOND.
local output, first, second = arg[1], vs.asset(arg[2]), vs.asset(arg[3])
local film = vs.composition()
local picture, sound = film:add_track("video"), film:add_track("audio")

local function put(clip, range, at)
  picture:insert_time_range(range, clip.video, at)
  sound:insert_time_range(range, clip.audio, at)
end

put(first, { 0, 2 }, "1/2")
put(second, { 0, 1 }, vs.time(1, 2) + 2 + vs.time(2, 3))
put(first, { from = 1, to = 2 }, film.duration + 0.1)

vs.export(film, {
  output = output,
  audio_codec = "pcm_s16le",
  codec_options = { preset = "ultrafast" },
  video_composition = vs.video_composition.of(film, { fit = "contain" }),
})
