-- Brings a still picture to life: slowly nearer, slowly to the side.
--
--   vscript ken_burns.lua [PICTURE] [-o OUTPUT]

local duration = vs.time(4) -- seconds
local rate = 30
local size = { 640, 360 } -- the canvas
local zoom = 1.4 -- how much larger the picture is at the end
local toward = { 0.7, 0.4 } -- the place in the picture that is kept in sight, from the top left
local easing = "ease_in_out"

local placing = require("vscript.placing")
local samples = require("vscript.samples")
local paths, output = samples.arguments(arg, 1, "ken-burns.mp4", { "still" })
local picture = vs.image(paths[1], { duration = duration, rate = rate })

local film = vs.composition()
film:add_track("video"):insert_time_range({ 0, duration }, picture.video, 0)

-- At first the picture covers the canvas. At the end it is larger by `zoom`, about a place that stays
-- where it is. Both transforms differ by a scale and a move alone, so what is in between is
-- straight and even.
local start = placing.fit(picture.video, { 0, 0, size[1], size[2] }, "cover")
local x, y = toward[1] * size[1], toward[2] * size[2]
local finish = start:concat(vs.transform():translated(x, y):scaled(zoom):translated(-x, -y))

local layer = vs.layer_instruction(film.video)
layer:set_transform_ramp(start, finish, { 0, duration }, { easing = easing })

local report = vs.export(film, {
  output = output,
  video_composition = vs.video_composition({
    render_size = size,
    frame_duration = vs.frames(1, rate),
    instructions = { vs.instruction({ time_range = { 0, duration }, layers = { layer } }) },
  }),
})
print(film:describe())
print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
