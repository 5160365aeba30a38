-- Wipes from one clip to the next: the new picture is cropped to nothing and uncovered from the left.
--
--   vscript crop_wipe.lua [FIRST SECOND] [-o OUTPUT]

local overlap = vs.time(1) -- seconds

local placing = require("vscript.placing")
local samples = require("vscript.samples")
local paths, output = samples.arguments(arg, 2, "crop-wipe.mp4")
local first, second = vs.asset(paths[1]), vs.asset(paths[2])
if overlap > first.video.time_range.duration / 2 then overlap = first.video.time_range.duration / 2 end

local film = vs.composition()
film:add_track("video"):insert_time_range(first.video.time_range, first.video, 0)
film:add_track("video"):insert_time_range(second.video.time_range, second.video, film.duration - overlap)

local canvas = vs.video_composition.of(film, { fit = "cover" })
local width, height = canvas.render_size.width, canvas.render_size.height
local both = canvas.instructions[2]
local below, above = both.layers[1], both.layers[2]

-- A crop is a rectangle of the source picture, before it is placed. What lies in a part of the
-- canvas is found by going back through the placing. The empty rectangle at the left edge has an
-- origin and a height too, so the crop grows from there.
local place = above:transform_at(both.time_range.start)
above:set_crop_rectangle_ramp(
  placing.crop(place, { 0, 0, 0, height }), placing.crop(place, { 0, 0, width, height }), both.time_range)
both.layers = { above, below }

local report = vs.export(film, { output = output, video_composition = canvas })
print(film:describe())
print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
