-- Pieces that begin and end between frames: OUTPUT FIRST SECOND.
local output, first, second = arg[1], arg[2], arg[3]
require("vscript.merge")({
  { path = first, range = { from = 0.1, to = 0.77 } },
  { path = second, range = { from = vs.time(1, 3), to = "4/3" } },
  { path = first, range = vs.range.between(0.001, 1.999) },
  { path = second, range = { "5f@24", "1f@24" } },
}, { output = output, audio_codec = "pcm_s16le", codec_options = { preset = "ultrafast" } })
