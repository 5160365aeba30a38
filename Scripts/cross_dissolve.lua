-- Dissolves one clip into the next: two tracks that overlap, the sound crossing over with the
-- picture.
--
--   vscript cross_dissolve.lua [FIRST SECOND] [-o OUTPUT]
--
-- `vscript merge --transition dissolve:0.5` does it for any number of clips.

local overlap = vs.time(1, 2) -- seconds

local samples = require("vscript.samples")
local paths, output = samples.arguments(arg, 2, "cross-dissolve.mp4")
local first, second = vs.asset(paths[1]), vs.asset(paths[2])
local a, b = first.video.time_range, second.video.time_range
local start = a.duration - overlap -- where the second clip begins

-- The clips overlap, so each has tracks of its own.
local film = vs.composition()
film:add_track("video"):insert_time_range(a, first.video, 0)
film:add_track("video"):insert_time_range(b, second.video, start)

-- `of` places the pictures and makes an instruction for each stretch in which the same ones are
-- there: the first alone, both, the second alone. In the middle one the second comes in over the
-- first. Only the upper picture changes: if both did, the film would darken half-way.
local canvas = vs.video_composition.of(film, { fit = "cover" })
local both = canvas.instructions[2]
local below, above = both.layers[1], both.layers[2]
above:set_opacity_ramp(0, 1, both.time_range)
both.layers = { above, below } -- the first is on top

-- The volumes cross over in the same stretch.
local volumes = {}
local function add_sound(clip, range, at, from, to)
  if not clip.audio then return end
  local track = film:add_track("audio")
  track:insert_time_range(range, clip.audio, at)
  local volume = vs.mix_parameters(track)
  volume:set_volume_ramp(from, to, both.time_range)
  volumes[#volumes + 1] = volume
end
add_sound(first, a, vs.time.zero, 1, 0)
add_sound(second, b, start, 0, 1)

local report = vs.export(film, {
  output = output,
  video_composition = canvas,
  audio_mix = vs.audio_mix({ inputs = volumes }),
})
print(film:describe())
print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
