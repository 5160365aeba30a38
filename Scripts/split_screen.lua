-- Shows two clips side by side, each filling its half, with a line between them.
--
--   vscript split_screen.lua [LEFT RIGHT] [-o OUTPUT]

local gap = 4 -- pixels
local line = "white"

local placing = require("vscript.placing")
local samples = require("vscript.samples")
local paths, output = samples.arguments(arg, 2, "split-screen.mp4")

local film = vs.composition()
local clips, layers, length = {}, {}, nil
for place = 1, 2 do
  clips[place] = vs.asset(paths[place])
  local duration = clips[place].video.time_range.duration
  if not length or duration < length then length = duration end
end

for place, clip in ipairs(clips) do
  local part = vs.range(clip.video.time_range.start, length)
  local track = film:add_track("video")
  track:insert_time_range(part, clip.video, 0)
  if clip.audio then film:add_track("audio"):insert_time_range(part, clip.audio, 0) end
  layers[place] = vs.layer_instruction(track)
end

local canvas = vs.video_composition.of(film)
local width, height = canvas.render_size.width, canvas.render_size.height
local half = (width - gap) / 2
for place, layer in ipairs(layers) do
  -- The picture fills its half; the crop cuts what sticks out into the other.
  local pane = { (place - 1) * (half + gap), 0, half, height }
  local transform, crop = placing.fit(clips[place].video, pane, "cover")
  layer:set_transform(transform, 0)
  layer:set_crop_rectangle(crop, 0)
end
canvas.instructions = {
  vs.instruction({ time_range = { 0, film.duration }, layers = layers, background_color = line }),
}

local report = vs.export(film, { output = output, video_composition = canvas })
print(film:describe())
print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
