--- (first)
local film = vs.composition()
local layer = vs.layer_instruction(film:add_track("video"))
--- track, track_id
print(layer.track == film.video, layer.track_id) --> true 1
--- blend_mode
print(layer.blend_mode) --> normal
layer.blend_mode = "multiply" -- or screen, overlay, darken, lighten, add, difference, soft_light, hard_light
print(layer.blend_mode) --> multiply
--- add_filter, filters
layer:add_filter("gblur", { sigma = 5 })
layer:add_filter("hue=s=0,vignette", { range = { from = 4, to = 5 } })
for _, filter in ipairs(layer.filters) do print(filter.name, filter.options.sigma, filter.range) end
--> gblur 5 nil
--> hue nil 0:04–0:05
--> vignette nil 0:04–0:05
local _, failure = pcall(layer.add_filter, layer, "gblr")
print(failure.code, failure.hint) --> unknown_filter did you mean 'gblur'?
layer.filters = {}
print(#layer.filters) --> 0
--- set_opacity, opacity_at
layer:set_opacity(0.5, 2)
print(layer:opacity_at(1), layer:opacity_at(2), layer:opacity_at(100)) --> 1 0.5 0.5
--- set_opacity_ramp
layer:set_opacity_ramp(1, 0, { from = 4, to = 5 })
print(layer:opacity_at(4), layer:opacity_at(4.25), layer:opacity_at(9)) --> 1 0.75 0
layer:set_opacity_ramp(0, 1, { from = 5, to = 6 }, { easing = "ease_in_out" })
print(layer:opacity_at(5.5)) --> 0.5
--- opacity_ramp
layer:set_opacity_ramp(1, 0, { from = 4, to = 5 })
print(layer:opacity_ramp(4.5)) --> 1 0 0:04–0:05
print(layer:opacity_ramp(2)) --> 1 0 0:04–0:05
print(select("#", layer:opacity_ramp(5))) --> 0
--- set_transform, transform_at
layer:set_transform(vs.transform():scaled(0.5), 1)
print(layer:transform_at(0), layer:transform_at(1)) --> [1 0 0 1 0 0] [0.5 0 0 0.5 0 0]
--- set_transform_ramp
layer:set_transform_ramp(vs.transform(), vs.transform():translated(100, 0), { 0, 2 })
print(layer:transform_at(1).tx) --> 50
--- transform_ramp
layer:set_transform_ramp(vs.transform(), vs.transform():translated(100, 0), { 0, 2 })
local from, to, range = layer:transform_ramp(1)
print(from.tx, to.tx, range) --> 0 100 0:00–0:02
--- set_crop_rectangle, crop_rectangle_at
layer:set_crop_rectangle({ 0, 0, 32, 48 }, 1)
print(layer:crop_rectangle_at(0), layer:crop_rectangle_at(1)) --> infinite 32×48 at (0, 0)
--- set_crop_rectangle_ramp
layer:set_crop_rectangle_ramp({ 0, 0, 64, 48 }, { 0, 48, 64, 0 }, { 0, 1 }) -- away to the bottom
print(layer:crop_rectangle_at(0.5)) --> 64×24 at (0, 24)
--- crop_rectangle_ramp
layer:set_crop_rectangle_ramp({ 0, 0, 64, 48 }, { 0, 48, 64, 0 }, { 0, 1 })
print(layer:crop_rectangle_ramp(0)) --> 64×48 at (0, 0) 64×0 at (0, 48) 0:00–0:01
--- ramps
layer:set_opacity(1, 0)
layer:set_opacity_ramp(1, 0, { 4, 1 }, { easing = "ease_in_cubic" })
for _, ramp in ipairs(layer:ramps("opacity")) do print(ramp.from, ramp.to, ramp.range, ramp.easing) end
--> 1 1 0:00–0:04 linear
--> 1 0 0:04–0:05 ease_in_cubic
--- describe
layer.blend_mode = "screen"
layer:add_filter("gblur", { sigma = 5, range = { from = 4, to = 5 } })
layer:set_opacity(0.5, 1)
layer:set_opacity_ramp(0.5, 0, { 4, 1 }, { easing = "ease_in" })
print(layer:describe())
--> LayerInstruction for the composition's track 1 (video)
-->   filter gblur=sigma=5 over 0:04–0:05
-->   opacity 0.5 from 0:01
-->   opacity 0.5 to 0 over 0:04–0:05, ease_in
-->   blend_mode screen
