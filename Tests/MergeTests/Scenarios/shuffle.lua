-- One clip in twenty pieces, the last first: OUTPUT CLIP.
local output, clip = arg[1], arg[2]
local pieces = {}
for index = 19, 0, -1 do
  pieces[#pieces + 1] = { path = clip, range = { vs.time(index, 10), vs.time(1, 10) } }
end
require("vscript.merge")(pieces, {
  output = output,
  audio_codec = "pcm_s16le",
  codec_options = { preset = "ultrafast" },
})
