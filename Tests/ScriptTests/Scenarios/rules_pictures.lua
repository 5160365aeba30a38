-- What video compositions, instructions and layers do, rule by rule, as the reference's model has it.

local rules = 0
local function rule(name, holds)
  assert(holds, name)
  rules = rules + 1
end
local function refuses(name, code, number, f, ...)
  local fine, err = pcall(f, ...)
  rule(name, not fine and err.code == code and err.number == number)
end
local function solid(color, duration, rate)
  return vs.generator("solid", { color = color, size = { 32, 16 }, rate = rate or 10, duration = duration })
end
local function near(a, b)
  return math.abs(a.red - b.red) < 0.02 and math.abs(a.green - b.green) < 0.02 and math.abs(a.blue - b.blue) < 0.02
end
local black, red, lime, blue = vs.color("black"), vs.color("red"), vs.color("lime"), vs.color("blue")

-- Red below from 0 to 4, lime above from 1 to 3; sound to 5.
local film = vs.composition()
local above, below = film:add_track("video"), film:add_track("video")
below:insert_time_range({ 0, 4 }, solid("red", 4).video, 0)
above:insert_time_range({ 0, 2 }, solid("lime", 2).video, 1)
film:add_track("audio"):insert_time_range({ 0, 5 }, vs.generator("tone", { duration = 5 }).audio, 0)

local function canvas(instructions, options)
  local spec = { render_size = { 32, 16 }, frame_duration = vs.time(1, 10), instructions = instructions }
  for key, value in pairs(options or {}) do spec[key] = value end
  return vs.video_composition(spec)
end
local function all(layers, color) return { vs.instruction({ time_range = { 0, 5 }, layers = layers, background_color = color }) } end
local function layer(track, change)
  local made = vs.layer_instruction(track)
  if change then change(made) end
  return made
end
local function pixel(video, time, x, y)
  return vs.image_generator(film, { video_composition = video }):image(time):pixel(x or 16, y or 8)
end

-- Defaults of new objects.
local new = vs.video_composition({})
rule("a new one has no frame duration", new.frame_duration == vs.time(0))
rule("and no size", new.render_size == vs.size(0, 0))
rule("and a scale of 1", new.render_scale == 1)
rule("and no instructions", #new.instructions == 0)
rule("and keeps nobody's frame times", new.frame_timing_track == nil)
rule("and nobody's colours", new.color_primaries == nil and new.color_matrix == nil and new.color_transfer == nil)
local plain = vs.instruction({ time_range = { 0, 1 } })
rule("an instruction has no colour of its own", plain.background_color == nil)
rule("and no layers", #plain.layers == 0)
rule("and is processed after", plain.enable_post_processing)
rule("and needs no tracks", #plain.required_source_track_ids == 0)
rule("and passes nothing through", plain.passthrough_track_id == nil)

-- Layers.
rule("the first layer is on top", near(pixel(canvas(all({ layer(above), layer(below) })), 2), lime))
rule("in another order the other is", near(pixel(canvas(all({ layer(below), layer(above) })), 2), red))
rule("a gap shows what is below", near(pixel(canvas(all({ layer(above), layer(below) })), 0.5), red))
rule("a track that is not named is not drawn", near(pixel(canvas(all({ layer(above) })), 0.5), black))
rule("nothing at all is opaque black", near(pixel(canvas(all({})), 2), black))
rule("or the background colour", near(pixel(canvas(all({}, "blue")), 2), blue))
rule("frames are unscaled in the top left corner", (function()
  local video = canvas(all({ layer(below) }), { render_size = { 64, 32 } })
  return near(pixel(video, 1, 28, 12), red) and near(pixel(video, 1, 35, 8), black) and near(pixel(video, 1, 8, 19), black)
end)())
local half = layer(below, function(l) l:set_opacity(0.5, 0) end)
rule("opacity lets the background through", near(pixel(canvas(all({ half }, "blue")), 1), vs.color({ 0.5, 0, 0.5 })))
local both = { layer(above, function(l) l:set_opacity(0.5, 0) end), half }
rule("half over half leaves a quarter of the background", near(pixel(canvas(all(both, "blue")), 2), vs.color({ 0.25, 0.5, 0.25 })))
local cut = layer(below, function(l) l:set_crop_rectangle({ 8, 0, 8, 16 }, 0) end)
rule("a crop cuts and moves nothing", near(pixel(canvas(all({ cut })), 1, 4), black)
  and near(pixel(canvas(all({ cut })), 1, 12), red) and near(pixel(canvas(all({ cut })), 1, 20), black))
local none = layer(below, function(l) l:set_crop_rectangle({ 8, 0, 0, 0 }, 0) end)
rule("an empty crop draws nothing", near(pixel(canvas(all({ none })), 1), black))
local outside = layer(below, function(l) l:set_crop_rectangle({ -10, -10, 100, 100 }, 0) end)
rule("a crop beyond the picture is the picture", near(pixel(canvas(all({ outside })), 1), red))
local moved = layer(below, function(l)
  l:set_crop_rectangle({ 0, 0, 8, 16 }, 0)
  l:set_transform(vs.transform():translated(16, 4), 0)
end)
rule("the crop is before the transform", near(pixel(canvas(all({ moved })), 1, 18), red)
  and near(pixel(canvas(all({ moved })), 1, 26), black) and near(pixel(canvas(all({ moved })), 1, 18, 2), black))
local turned = layer(below, function(l) l:set_transform(vs.transform():translated(16, 0):rotated(math.pi / 2), 0) end)
rule("y is down: a positive angle turns clockwise", near(pixel(canvas(all({ turned })), 1, 8, 8), red)
  and near(pixel(canvas(all({ turned })), 1, 20, 8), black))
local wiped = layer(below, function(l) l:set_crop_rectangle_ramp({ 0, 0, 32, 16 }, { 0, 16, 32, 0 }, { 0, 4 }) end)
rule("a wipe towards an empty rectangle", near(pixel(canvas(all({ wiped })), 2, 8, 4), black)
  and near(pixel(canvas(all({ wiped })), 2, 8, 12), red))
local late = layer(below, function(l) l:set_opacity_ramp(1, 0, { -2, 4 }) end)
rule("a ramp that began before counts from where it began", near(pixel(canvas(all({ late })), 0), vs.color({ 0.5, 0, 0 })))
local held = layer(below, function(l) l:set_opacity(0, -5) end)
rule("an earlier entry supplies the held value", near(pixel(canvas(all({ held })), 0), black))
local two = canvas({
  vs.instruction({ time_range = { 0, 2 }, layers = { held } }),
  vs.instruction({ time_range = { 2, 3 }, layers = { layer(below) } }),
})
rule("nothing carries over to the next instruction's layer", near(pixel(two, 1), black) and near(pixel(two, 2), red))
local odd = canvas({
  vs.instruction({ time_range = { 0, 0.25 }, layers = {} }),
  vs.instruction({ time_range = { 0.25, 4.75 }, layers = { layer(below) } }),
})
rule("a boundary between frames takes effect at the next frame", near(pixel(odd, 0.29), black) and near(pixel(odd, 0.3), red))

-- Entries.
local l = vs.layer_instruction(below)
l:set_opacity(0.5, 2)
refuses("a ramp does not start where a fixed value does", "overlapping_ramps", nil, l.set_opacity_ramp, l, 1, 0, { 2, 1 })
l:set_opacity_ramp(1, 0, { 3, 1 })
refuses("ramps do not overlap", "overlapping_ramps", nil, l.set_opacity_ramp, l, 1, 0, { 3.5, 1 })
refuses("not even around another", "overlapping_ramps", nil, l.set_opacity_ramp, l, 1, 0, { 2.5, 3 })
refuses("a fixed value does not start in a ramp", "overlapping_ramps", nil, l.set_opacity, l, 1, 3.5)
refuses("nor at its start", "overlapping_ramps", nil, l.set_opacity, l, 1, 3)
rule("ramps may touch", pcall(l.set_opacity_ramp, l, 0, 1, { 4, 1 }))
rule("other properties never conflict", pcall(l.set_transform_ramp, l, vs.transform(), vs.transform(), { 3, 1 }))
refuses("a time is a number", "invalid_time", nil, l.set_opacity, l, 1, vs.time.indefinite)
refuses("so is a ramp's range", "invalid_time_range", nil, l.set_opacity_ramp, l, 1, 0, vs.range(9, vs.time.positive_infinity))
for _, value in ipairs({ -0.01, 1.01, 0 / 0, 1 / 0 }) do
  refuses("opacity lies within 0 and 1", "invalid_value", nil, l.set_opacity, l, value, 20)
end
refuses("a transform is six finite numbers", "invalid_value", nil, l.set_transform, l, vs.transform(1 / 0, 0, 0, 1, 0, 0), 20)
local flat = vs.layer_instruction(below)
flat:set_opacity(0.25, 1)
local from, to, range = flat:opacity_ramp(0)
rule("a fixed value is told as a ramp without an end", from == 0.25 and to == 0.25 and range.start == vs.time(1)
  and range.duration == vs.time.positive_infinity)
flat:set_opacity(0.75, 1)
rule("of two at one time the last wins", flat:opacity_at(1) == 0.75 and #flat:ramps("opacity") == 1)
flat:set_opacity_ramp(0, 0.5, { 5, 0 })
rule("a ramp of no length sets its last value", flat:opacity_at(5) == 0.5)

-- Instructions.
local draws = vs.instruction({ time_range = { 0, 5 }, layers = { layer(above), half, layer(below) } })
rule("what it needs, each once, from the top", table.concat(draws.required_source_track_ids, " ") == "1 2")
rule("one plain layer is passed through", all({ layer(below) })[1].passthrough_track_id == 2)
rule("a translucent one is not", all({ half })[1].passthrough_track_id == nil)
rule("nor a moved one", all({ moved })[1].passthrough_track_id == nil)
rule("nor one of two", draws.passthrough_track_id == nil)

-- Validation.
local function problems(video, asset, part)
  local fine, list = video:validate(asset, part)
  if fine then return "fine" end
  local words = {}
  for index, problem in ipairs(list) do words[index] = problem.kind .. " " .. tostring(problem.range) end
  return table.concat(words, ", ")
end
local function at(...)
  local list = {}
  for index, span in ipairs({ ... }) do list[index] = vs.instruction({ time_range = span }) end
  return canvas(list)
end
rule("instructions reach to the end of the longest track, sound included",
  problems(at({ 0, 4 }), film) == "empty_time_range 0:04–0:05")
rule("they may reach further", problems(at({ 0, 9 }), film) == "fine")
rule("they start at 0", problems(at({ 1, 4 }), film) == "empty_time_range 0:00–0:01")
rule("every hole and overlap is told", problems(at({ 0, 1 }, { 2, 2 }, { 3, 2 }), film)
  == "empty_time_range 0:01–0:02, invalid_time_range 0:03–0:04")
rule("equal is exact", problems(at({ 0, vs.time(1, 3) }, { 0.333, 5 }), film):sub(1, 18) == "invalid_time_range")
rule("only what touches the range is looked at", problems(at({ 0, 1 }, { 2, 3 }), film, { 2, 3 }) == "fine")
rule("without an asset neither length nor tracks are", problems(at({ 0, 1 })) == "fine")
rule("canvas and rate are needed", problems(vs.video_composition({ instructions = all({}) }), film):match("^invalid_value.*invalid_value") ~= nil)
local file_track = solid("red", 4).video
rule("a source's track is not the composition's", problems(canvas(all({ vs.layer_instruction(file_track) })), film):sub(1, 13) == "invalid_track")
local wrong = canvas(all({ vs.layer_instruction(below) }))
local short = film:copy()
short:remove_track(short:track(2))
rule("a track that is gone", problems(wrong, short):sub(1, 13) == "invalid_track")
refuses("an export with problems opens no file", "invalid_video_composition", -11841, vs.export, film,
  { output = "never.mp4", video_composition = at({ 0, 1 }) })
rule("no file", io.open("never.mp4") == nil)
refuses("a picture with problems", "invalid_video_composition", -11841, vs.image_generator, film, { video_composition = at({ 0, 1 }) })
refuses("a reader with problems", "invalid_video_composition", -11841, vs.reader, film, { video_composition = at({ 0, 1 }) })
refuses("no size", "invalid_video_composition", -11841, vs.export, film,
  { file_type = "null", video_composition = canvas(all({}), { render_size = { 0, 0 } }) })
refuses("no rate", "invalid_video_composition", -11841, vs.export, film,
  { file_type = "null", video_composition = canvas(all({}), { frame_duration = 0 }) })
refuses("no instructions", "invalid_video_composition", -11841, vs.export, film, { file_type = "null", video_composition = canvas({}) })
local double = canvas(all({}), { render_scale = 2 })
rule("another scale is proper for players", double:validate(film))
refuses("but not for exports", "invalid_video_composition", -11841, vs.export, film, { file_type = "null", video_composition = double })
refuses("nor for pictures", "invalid_video_composition", -11841, vs.image_generator, film, { video_composition = double })
refuses("nor for readers", "invalid_video_composition", -11841, vs.reader, film, { video_composition = double })

-- From the media.
local auto = vs.video_composition.of(film)
rule("the rate is the highest", auto.frame_duration == vs.time(1, 10))
rule("an instruction for each interval of the same tracks", (function()
  local spans = {}
  for index, instruction in ipairs(auto.instructions) do spans[index] = tostring(instruction.time_range) .. "/" .. #instruction.layers end
  return table.concat(spans, " ") == "0:00–0:01/1 0:01–0:03/2 0:03–0:04/1 0:04–0:05/0"
end)())
rule("the first track is on top", auto.instructions[2].layers[1].track == above)
rule("it is valid", auto:validate(film))
local silent = vs.composition()
silent:add_track("audio"):insert_time_range({ 0, 5 }, vs.generator("tone", { duration = 5 }).audio, 0)
local nothing = vs.video_composition.of(silent)
rule("without pictures there is no size, and a rate of 30", nothing.render_size == vs.size(0, 0) and nothing.frame_duration == vs.time(1, 30))
local fast = vs.composition()
fast:add_track("video"):insert_time_range({ 0, 1 }, solid("red", 1, 120).video, 0)
rule("an automatic rate is 60 at most", vs.video_composition.of(fast).frame_duration == vs.time(1, 60))

-- Time.
rule("as many frames as begin in the film", vs.export(film, { file_type = "null", video_composition = auto }).frames == 50)
rule("a part begins a new grid", vs.export(film, { file_type = "null", video_composition = auto, time_range = { 0.25, 0.5 } }).frames == 5)
local reader = vs.reader(film, { video_composition = auto, time_range = { 0.25, 0.5 } })
local _, first = reader:frames()()
rule("and its times are the film's", first == vs.time(1, 4))
rule("rates that do not divide the length end in part of a frame",
  vs.export(film, { file_type = "null", video_composition = vs.video_composition.of(film, { frame_duration = vs.time(3, 10) }) }).frames == 17)
local low = vs.video_composition.of(film, { frame_duration = vs.time(1, 50) })
rule("low rates repeat frames", vs.export(film, { file_type = "null", video_composition = low }).frames == 250)

-- Without a video composition: the first enabled track only, in its own time.
local only = vs.image_generator(film)
rule("the first enabled track alone is shown", near(only:image(2):pixel(8, 8), lime) and near(only:image(0.5):pixel(8, 8), black))
above.enabled = false
rule("a disabled track is left out", near(vs.image_generator(film):image(2):pixel(8, 8), red))
above.enabled = true

print(rules .. " rules hold")
