-- Opacity, transform and crop over time: entries, ramps, held values, overlaps.

local film = vs.composition()
local layer = vs.layer_instruction(film:add_track("video"))

print(layer:opacity_at(0), layer:opacity_ramp(0), #layer:ramps("opacity"))
layer:set_opacity(1, 0)
layer:set_opacity_ramp(0.5, 0.2, { 4, 5 })
for _, t in ipairs({ 0, 3, 4, 6.5, 9, 20 }) do io.write(("%g "):format(layer:opacity_at(t))) end
print()
print(layer:opacity_ramp(5))
print(layer:opacity_ramp(2))
for _, ramp in ipairs(layer:ramps("opacity")) do print(ramp.from, ramp.to, ramp.range) end

layer:set_transform_ramp(vs.transform(), vs.transform():translated(10, 0), { 0, 2 })
print(layer:transform_at(1), layer:transform_at(9))
layer:set_crop_rectangle({ 0, 0, 10, 10 }, 1)
print(layer:crop_rectangle_at(0), layer:crop_rectangle_at(1))

-- A curve by name, by its handles, or as a function, which is sampled where it is set.
local curved = vs.layer_instruction(film:add_track("video"))
curved:set_opacity_ramp(0, 1, { 0, 1 }, { easing = "ease_in_out" })
curved:set_opacity_ramp(0, 1, { 2, 1 }, { easing = { 0, 0, 1, 1 } })
curved:set_opacity_ramp(0, 1, { 4, 1 }, { easing = function(x) return x * x end })
for _, t in ipairs({ 0.25, 0.5, 2.25, 4.5 }) do io.write(("%.3f "):format(curved:opacity_at(t))) end
print()

local function message(f, ...) print(select(2, pcall(f, ...)).message) end
message(layer.set_opacity_ramp, layer, 0, 1, { 8, 5 })
message(layer.set_opacity, layer, 2, 0)
message(layer.set_opacity_ramp, layer, 0, 1, { 0, vs.time.positive_infinity })
message(layer.set_opacity_ramp, layer, 0, 1, { 20, 1 }, { easing = "easy_in" })
message(layer.set_opacity_ramp, layer, 0, 1, { 20, 1 }, { easing = function() return "x" end })
message(layer.set_opacity_ramp, layer, 0, 1, { 20, 1 }, { esing = "ease" })
