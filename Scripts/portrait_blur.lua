-- Puts an upright film on a wide canvas, over a large and dim copy of itself.
--
--   vscript portrait_blur.lua [CLIP] [-o OUTPUT]
--
-- The copy is blurred where it is small, before it is enlarged: that costs least.

local size = { 640, 360 } -- the canvas
local dim = 0.4 -- how much of the copy is seen over black
local blur = 8 -- how far it is blurred, in its own pixels

local placing = require("vscript.placing")
local samples = require("vscript.samples")
local paths, output = samples.arguments(arg, 1, "portrait-blur.mp4", { 2 })
local clip = vs.asset(paths[1])
local whole = clip.video.time_range

-- One track is enough: two layers may draw the same picture.
local film = vs.composition()
local track = film:add_track("video")
track:insert_time_range(whole, clip.video, 0)
if clip.audio then film:add_track("audio"):insert_time_range(whole, clip.audio, 0) end

local canvas = { 0, 0, size[1], size[2] }
local front, back = vs.layer_instruction(track), vs.layer_instruction(track)
front:set_transform(placing.fit(clip.video, canvas, "contain"), 0)
back:set_transform(placing.fit(clip.video, canvas, "cover"), 0)
back:set_opacity(dim, 0)
back:add_filter("gblur", { sigma = blur })

local report = vs.export(film, {
  output = output,
  video_composition = vs.video_composition({
    render_size = size,
    frame_duration = vs.video_composition.of(film).frame_duration,
    instructions = { vs.instruction({ time_range = { 0, film.duration }, layers = { front, back } }) },
  }),
})
print(film:describe())
print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
