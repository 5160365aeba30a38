-- A piece put into the middle, and a stretch taken out: OUTPUT FIRST SECOND.
local output, first, second = arg[1], vs.asset(arg[2]), vs.asset(arg[3])
local film = vs.composition()
film:insert_time_range({ 0, 2 }, first, 0)
film:insert_time_range({ from = "1/2", to = 1 }, second, "1/2")
film:remove_time_range({ 1, "1/4" })

vs.export(film, {
  output = output,
  audio_codec = "pcm_s16le",
  codec_options = { preset = "ultrafast" },
  video_composition = vs.video_composition.of(film, { fit = "contain" }),
})
