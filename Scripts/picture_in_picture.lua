-- A small picture that travels over a large one, turning a little on its way.
--
--   vscript picture_in_picture.lua [LARGE SMALL] [-o OUTPUT]

local share = 0.35 -- of the canvas
local margin = 0.05
local tilt = 0.1 -- radians, clockwise
local easing = "ease_in_out"

local samples = require("vscript.samples")
local paths, output = samples.arguments(arg, 2, "picture-in-picture.mp4")
local large, small = vs.asset(paths[1]), vs.asset(paths[2])
local length = large.video.time_range.duration
if small.video.time_range.duration < length then length = small.video.time_range.duration end

local film = vs.composition()
film:add_track("video"):insert_time_range(vs.range(large.video.time_range.start, length), large.video, 0)
film:add_track("video"):insert_time_range(vs.range(small.video.time_range.start, length), small.video, 0)
if large.audio then
  film:add_track("audio"):insert_time_range(vs.range(large.video.time_range.start, length), large.audio, 0)
end

-- Both pictures are placed as if each had the canvas for itself; the small one is then made small.
local canvas = vs.video_composition.of(film)
local width, height = canvas.render_size.width, canvas.render_size.height
local instruction = canvas.instructions[1]
local below, placed = instruction.layers[1], instruction.layers[2]

--- The whole canvas, shrunk, turned about its middle, and put where its middle is at (x, y).
local function at(x, y, angle)
  local shrunk = vs.transform():translated(x, y):rotated(angle):scaled(share)
  return placed:transform_at(0):concat(shrunk:translated(-width / 2, -height / 2))
end

-- A ramp starts where nothing is set yet, so the moving layer is a fresh one.
local left, right = width * (share / 2 + margin), width * (1 - share / 2 - margin)
local bottom = height * (1 - share / 2 - margin)
local above = vs.layer_instruction(placed.track)
above:set_transform_ramp(at(left, bottom, 0), at(right, bottom, tilt), { 0, length }, { easing = easing })
above:set_opacity(0.9, 0)
instruction.layers = { above, below }

local report = vs.export(film, { output = output, video_composition = canvas })
print(film:describe())
print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
