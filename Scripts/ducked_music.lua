-- Joins clips and puts music under them that steps back while the clips themselves are heard.
--
--   vscript ducked_music.lua [CLIP... SONG] [-o OUTPUT]

local samples = require("vscript.samples")

local paths, output = samples.arguments(arg, 2, "ducked-music.mp4", { 1, 3 })
local song
if #arg == 0 then
  song = "vscript-samples/song.m4a"
else
  song = table.remove(paths)
end

local merge = require("vscript.merge")
local film, canvas, mix = merge(paths, {
  music = {
    path = song,
    volume = 0.8,
    fade_out = 1,
    duck = { volume = 0.25, fade = 0.3 }, -- a quarter of it is left, after 0.3 s
  },
})

-- The music's volume over time, as it was laid down: one ramp or fixed value after the other.
local music = mix.inputs[#mix.inputs]
for _, ramp in ipairs(music:ramps()) do print(("volume %g to %g in %s"):format(ramp.from, ramp.to, ramp.range)) end

local report = vs.export(film, { output = output, video_composition = canvas, audio_mix = mix })
print(film:describe())
print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
