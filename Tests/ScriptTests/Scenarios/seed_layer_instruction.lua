-- A known reference of layer instructions, rule by rule. Numbers are those of its headings.

local film = vs.composition()
local source = vs.generator("test", { size = { 64, 48 }, rate = 10, duration = 20 })
local track = film:add_track("video")
track:insert_time_range({ 0, 20 }, source.video, 0)

local rules = 0
local function rule(name, holds) assert(holds, name) rules = rules + 1 end
local function fresh() return vs.layer_instruction(track) end
local function is_ramp(name, from, to, start, duration, ...)
  local a, b, range = ...
  rule(name, a == from and b == to and range == vs.range(start, duration))
end
local none = function(...) return select("#", ...) == 0 end
local moved = vs.transform():translated(10, 20)
local half = vs.rect(0, 0, 32, 48)

-- One 1: trackID, the track that the instruction is for.
rule("1 trackID", fresh().track_id == track.id and fresh().track == track)

-- One 2.1: getOpacityRampForTime. A ramp that contains the time; else the first that starts after it;
-- NO where the time is past the last ramp, or there is none.
local layer = fresh()
rule("2.1 none set", none(layer:opacity_ramp(0)))
layer:set_opacity_ramp(1, 0.5, { 2, 2 })
layer:set_opacity_ramp(0.25, 0, { 8, 2 })
is_ramp("2.1 contained", 1, 0.5, 2, 2, layer:opacity_ramp(3))
is_ramp("2.1 at the start", 1, 0.5, 2, 2, layer:opacity_ramp(2))
is_ramp("2.1 the next, before the first", 1, 0.5, 2, 2, layer:opacity_ramp(0))
is_ramp("2.1 the next, from the end on", 0.25, 0, 8, 2, layer:opacity_ramp(4))
rule("2.1 past the last", none(layer:opacity_ramp(10)) and none(layer:opacity_ramp(15)))
local only_start = layer:opacity_ramp(3) -- what is not wanted is not taken, as with NULL
rule("2.1 NULL", only_start == 1)

-- One 2.2: getTransformRampForTime, by the same rule.
layer = fresh()
rule("2.2 none set", none(layer:transform_ramp(0)))
layer:set_transform_ramp(vs.transform(), moved, { 2, 2 })
is_ramp("2.2 contained", vs.transform(), moved, 2, 2, layer:transform_ramp(3.5))
is_ramp("2.2 the next", vs.transform(), moved, 2, 2, layer:transform_ramp(1))
rule("2.2 past the last", none(layer:transform_ramp(4)))

-- One 2.3: getCropRectangleRampForTime, by the same rule.
layer = fresh()
rule("2.3 none set", none(layer:crop_rectangle_ramp(0)))
layer:set_crop_rectangle_ramp({ 0, 0, 64, 48 }, half, { 2, 2 })
is_ramp("2.3 contained", vs.rect(0, 0, 64, 48), half, 2, 2, layer:crop_rectangle_ramp(2))
is_ramp("2.3 the next", vs.rect(0, 0, 64, 48), half, 2, 2, layer:crop_rectangle_ramp(0))
rule("2.3 past the last", none(layer:crop_rectangle_ramp(5)))

-- Two 1: a new instruction has no ramps.
layer = fresh()
for _, property in ipairs({ "opacity", "transform", "crop_rectangle" }) do
  rule("1 new: " .. property, #layer:ramps(property) == 0)
end

-- Two 3.1: setOpacity:atTime: holds until the next; before the first it is 1; after the last it stays.
layer = fresh()
layer:set_opacity(0.5, 2)
layer:set_opacity(0.25, 6)
rule("3.1 before the first", layer:opacity_at(0) == 1 and layer:opacity_at(1.9) == 1)
rule("3.1 until the next", layer:opacity_at(2) == 0.5 and layer:opacity_at(5.9) == 0.5)
rule("3.1 after the last", layer:opacity_at(6) == 0.25 and layer:opacity_at(1000) == 0.25)
is_ramp("3.1 as a flat ramp", 0.5, 0.5, 2, 4, layer:opacity_ramp(3))
for _, value in ipairs({ -0.1, 1.1, 0 / 0 }) do
  rule("3.1 between 0 and 1", not pcall(layer.set_opacity, layer, value, 9))
end
rule("3.1 0 and 1 are in it", pcall(layer.set_opacity, layer, 0, 9) and pcall(layer.set_opacity, layer, 1, 10))

-- Two 3.2: setOpacityRampFromStartOpacity: linear; 1 before the first; the last value stays.
layer = fresh()
layer:set_opacity_ramp(0.8, 0.4, { 4, 4 })
rule("3.2 before", layer:opacity_at(3.9) == 1)
for step = 0, 4 do
  rule("3.2 linear", math.abs(layer:opacity_at(4 + step) - (0.8 - 0.1 * step)) < 1e-12)
end
rule("3.2 after", layer:opacity_at(8) == 0.4 and layer:opacity_at(100) == 0.4)
for _, ends in ipairs({ { 1.5, 0 }, { 0, -1 } }) do
  rule("3.2 between 0 and 1", not pcall(layer.set_opacity_ramp, layer, ends[1], ends[2], { 20, 1 }))
end

-- Two 4.1: setTransform:atTime: identity before the first; holds until the next; the last stays.
layer = fresh()
layer:set_transform(moved, 2)
layer:set_transform(vs.transform():scaled(2), 6)
rule("4.1 before the first", layer:transform_at(1) == vs.transform())
rule("4.1 until the next", layer:transform_at(2) == moved and layer:transform_at(5.9) == moved)
rule("4.1 after the last", layer:transform_at(100) == vs.transform():scaled(2))
is_ramp("4.1 as a flat ramp", moved, moved, 2, 4, layer:transform_ramp(2))

-- Two 4.2: setTransformRampFromStartTransform: in between, number by number.
layer = fresh()
layer:set_transform_ramp(vs.transform(), vs.transform(3, 0, 0, 3, 100, 40), { 2, 2 })
rule("4.2 before", layer:transform_at(1) == vs.transform())
rule("4.2 in between", layer:transform_at(3) == vs.transform(2, 0, 0, 2, 50, 20))
rule("4.2 after", layer:transform_at(4) == vs.transform(3, 0, 0, 3, 100, 40))
local turn = fresh()
turn:set_transform_ramp(vs.transform(), vs.transform():rotated(math.pi), { 0, 2 })
rule("4.2 a half turn collapses on its way", math.abs(turn:transform_at(1).a) < 1e-12)

-- Two 5: crop rectangles: infinite before the first; the last stays.
layer = fresh()
rule("5 before the first", layer:crop_rectangle_at(0) == vs.rect.infinite)
-- Two 5.1: setCropRectangle:atTime:
layer:set_crop_rectangle(half, 2)
rule("5.1 before", layer:crop_rectangle_at(1.9) == vs.rect.infinite)
rule("5.1 from there on", layer:crop_rectangle_at(2) == half and layer:crop_rectangle_at(99) == half)
local a, b, range = layer:crop_rectangle_ramp(2)
rule("5.1 as a flat ramp", a == half and b == half and range.start == vs.time(2))
-- Two 5.2: setCropRectangleRampFromStartCropRectangle: in between, the empty one with its origin.
layer = fresh()
layer:set_crop_rectangle_ramp({ 0, 0, 64, 48 }, { 64, 48, 0, 0 }, { 0, 4 })
rule("5.2 in between", layer:crop_rectangle_at(1) == vs.rect(16, 12, 48, 36))
rule("5.2 to an empty one", layer:crop_rectangle_at(4) == vs.rect(64, 48, 0, 0))

-- Overlaps of one property are refused; touching is not; properties do not disturb each other.
layer = fresh()
layer:set_opacity_ramp(1, 0, { 2, 2 })
rule("overlap", not pcall(layer.set_opacity_ramp, layer, 0, 1, { 3, 2 }))
rule("overlap of a fixed value", not pcall(layer.set_opacity, layer, 1, 3))
rule("touching", pcall(layer.set_opacity_ramp, layer, 0, 1, { 4, 2 }))
rule("another property", pcall(layer.set_transform_ramp, layer, vs.transform(), moved, { 3, 2 }))
rule("times are numbers", not pcall(layer.set_opacity, layer, 1, vs.time.indefinite))

-- The crop is cut before the picture is placed, in square pixels from the top-left corner, and what
-- reaches beyond the picture is cut off: drawn, not only stored.
local function drawn(x, y)
  local solid = vs.generator("solid", { color = "white", size = { 64, 48 }, rate = 10, duration = 1 })
  local edit = vs.composition()
  edit:add_track("video"):insert_time_range({ 0, 1 }, solid.video, 0)
  local cut = vs.layer_instruction(edit.video)
  cut:set_crop_rectangle({ 32, 24, 1000, 1000 }, 0)
  cut:set_transform(vs.transform():translated(-16, 0), 0)
  local video = vs.video_composition({
    render_size = { 64, 48 }, frame_duration = "1/10",
    instructions = { vs.instruction({ time_range = { 0, 1 }, layers = { cut } }) },
  })
  vs.export(edit, { output = "crop.mkv", overwrite = true, codec = "ffv1", video_composition = video })
  local pipe = io.popen(("ffmpeg -v error -i crop.mkv -frames:v 1 -vf crop=2:2:%d:%d -f rawvideo -pix_fmt gray -"):format(x, y))
  local byte = pipe:read(1):byte()
  pipe:close()
  return byte
end
rule("5 drawn", drawn(20, 30) > 200 and drawn(44, 30) > 200)
rule("5 left of it", drawn(12, 30) < 20)
rule("5 above it", drawn(30, 20) < 20)
rule("5 beyond the picture", drawn(50, 30) < 20)

print(rules .. " rules hold")
