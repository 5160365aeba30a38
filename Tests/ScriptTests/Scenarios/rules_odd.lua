-- What is legal though nobody expects it, rule by rule: edits inside callbacks, films inside films,
-- coroutines, collected objects, and the ends of every range.

local rules = 0
local function rule(name, holds)
  assert(holds, name)
  rules = rules + 1
end
local function refuses(name, code, words, f, ...)
  local fine, err = pcall(f, ...)
  rule(name .. (fine and "" or (": " .. tostring(err))), not fine and err.code == code
    and tostring(err):find(words, 1, true) and (err.hint ~= nil or code == "compositor_failed" or code == "closed"))
end
local function clip(duration, size, rate)
  return vs.generator("test", { size = size or { 32, 16 }, rate = rate or 10, duration = duration })
end
local function film_of(duration, size)
  local film = vs.composition()
  film:insert_time_range({ 0, duration }, clip(duration, size), 0)
  return film, film.video
end
local function null(options)
  local spec = { file_type = "null", progress = "none" }
  for key, value in pairs(options or {}) do spec[key] = value end
  return spec
end
local function computed(film, function_, options) return { video_composition = vs.video_composition.computed(film, function_, options) } end

-- What a consumer was given stays what it was.
local film, track = film_of(4)
local calls = 0
local report = vs.export(film, null({ on_progress = function()
  calls = calls + 1
  film:remove_time_range({ 0, film.duration / 2 })
end }))
rule("an edit made while a film is written changes nothing of it", report.frames == 40 and report.duration == vs.time(4) and calls > 0)
film, track = film_of(2)
local reader = vs.reader(film)
local next_frame = reader:frames()
next_frame()
film:remove_track(track)
local count = 1
for _ in next_frame do count = count + 1 end
rule("nor one made while it is read", count == 20)
film, track = film_of(1)
local layer = vs.layer_instruction(track)
local video = vs.video_composition({ render_size = { 32, 16 }, frame_duration = "1/10",
  instructions = { vs.instruction({ time_range = { 0, 1 }, layers = { layer } }) } })
local images = vs.image_generator(film, { video_composition = video })
layer:set_opacity(0, 0)
video.render_size = { 64, 32 }
rule("what a consumer was given does not change afterwards",
  images:image(0).size == vs.size(32, 16) and images:image(0):pixel(2, 2) ~= vs.color("black"))
rule("what is made of it later does", vs.image_generator(film, { video_composition = video }):image(0):pixel(2, 2) == vs.color("black"))

-- Compositors that edit, export and look.
film, track = film_of(2)
rule("a compositor may edit its film", vs.export(film, null(computed(film, function(frame)
  if frame.index == 5 then film:remove_time_range({ 0, 1 }) end
  return { track }
end))).frames == 20 and film.duration == vs.time(1))
refuses("a track that it removed cannot be shown", "track_removed", "at 0:00.3", vs.export, film, null(computed(film, function(frame)
  if frame.index == 3 then film:remove_track(track) end
  return { track }
end)))
film, track = film_of(1)
local inner
rule("it may make another film", vs.export(film, null(computed(film, function(frame)
  inner = inner or vs.export(film_of(0.5), null()).frames
  return { track }
end))).frames == 10 and inner == 5)
local itself
itself = computed(film, function()
  vs.export(film, null(itself))
  return { track }
end)
local fine, err = pcall(vs.export, film, null(itself))
rule("a film of itself for ever is an error of few words", not fine and err.code == "compositor_failed" and #tostring(err) < 200)
local session
session = vs.export_session(film, null(computed(film, function()
  session:wait()
  return { track }
end)))
session:start()
refuses("it cannot wait for its own film", "bad_argument", "cannot wait for the film whose frame it makes", session.wait, session)
session = vs.export_session(film, null(computed(film, function(frame)
  if frame.index == 3 then session:cancel() end
  return { track }
end)))
session:start()
rule("it may cancel its film", not pcall(session.wait, session) and session.status == "cancelled")
local looked
images = vs.image_generator(film, computed(film, function(frame)
  if not looked and frame.time > vs.time(0) then looked = true; looked = images:image(0).size end
  return { track }
end))
rule("it may look at another picture", images:image(0.5).size == looked)
reader = vs.reader(film, computed(film, function(frame)
  if frame.index == 3 then reader:close() end
  return { track }
end))
refuses("what it closes is closed", "closed", "was closed at", function() for _ in reader:frames() do end end)

-- Sessions and callbacks.
local told = 0
session = vs.export_session(film, null())
session.on_complete = function(s)
  told = told + 1
  s:cancel()
  assert(s:wait().frames == 10)
  inner = vs.export(film, null()).frames
end
session:start()
rule("the end may be cancelled, waited for, and followed by another film",
  session:wait().frames == 10 and session.status == "completed" and told == 1 and inner == 10)
session = vs.export_session(film, null())
session.on_complete = function() error("mine") end
session:start()
rule("an error in it is told once", not pcall(session.wait, session) and pcall(session.wait, session))

-- Coroutines and collected objects.
local function resumed(f)
  local values = table.pack(coroutine.resume(coroutine.create(f)))
  return values[1], values[2]
end
fine, count = resumed(function() return vs.export(film, null(computed(film, function() return { track } end))).frames end)
rule("a film may be made in a coroutine", fine and count == 10)
fine, err = resumed(function() return vs.export(film_of(1), null({ on_progress = coroutine.yield })) end)
rule("its callbacks cannot yield", not fine and tostring(err):find("cannot yield", 1, true))
local states = vs.export_session(film, null())
states:start()
local each = coroutine.wrap(function()
  for state in states:states(0.01) do coroutine.yield(state.status) end
  return "over"
end)
local last
repeat
  local state = each()
  last = state ~= "over" and state or last
until state == "over"
rule("states may be told across coroutines", last == "completed")
session = coroutine.wrap(function()
  local short, only = film_of(1)
  local made = vs.export_session(short, null(computed(short, function()
    collectgarbage()
    return { { track = only, opacity = 0.5 } }
  end)))
  made.on_complete = function() told = told + 1 end
  made:start()
  return made
end)()
collectgarbage()
collectgarbage()
rule("what a running film needs is not collected", session:wait().frames == 10 and told == 2)
do
  local short = film_of(1)
  local forgotten = vs.export_session(short, { output = "forgotten.mp4", progress = "none", codec_options = { preset = "ultrafast" } })
  forgotten.on_complete = function() told = told + 1 end
  forgotten:start()
end
collectgarbage()
collectgarbage()
vs.export(film_of(4), null())
rule("a session that nobody holds goes on", told == 2 or io.open("forgotten.mp4") ~= nil)

-- Ranges, sizes and rates at their ends.
film, track = film_of(2)
for _, outside in ipairs({ { 2, 1 }, { -1, 0.5 }, { 0, 0 } }) do
  refuses("nothing to write outside of the film", "empty_time_range", "holds nothing", vs.export, film, null({ time_range = outside }))
  refuses("nor to read", "empty_time_range", "holds nothing", vs.reader, film, { time_range = outside })
end
refuses("a range of no numbers", "empty_time_range", "starts at invalid", vs.export, film, null({ time_range = vs.range(vs.time.invalid, 1) }))
refuses("nor can it be written down", "bad_argument", "needs numbers", vs.export, film, null({ time_range = { 0 / 0, 1 } }))
rule("a range that begins before the film begins with it", vs.export(film, null({ time_range = { -1, 2 } })).frames == 10)
rule("a moment is a frame", vs.export(film, null({ time_range = { 1, 1e-9 } })).frames == 1)
for _, size in ipairs({ { 1, 1 }, { 1, 48 }, { 16384, 16 }, { 16, 16384 } }) do
  local canvas = vs.video_composition.of(film, { render_size = size, fit = "stretch" })
  local picture <close> = vs.image_generator(film, { video_composition = canvas })
  local frame = picture:image(0)
  rule("any size up to 16384 is drawn", frame.size == vs.size(size[1], size[2])
    and frame:pixel(size[1] - 1, size[2] - 1) ~= vs.color("black"))
end
refuses("beyond it none is", "invalid_render_size", "16385×16", vs.export, film,
  null({ video_composition = vs.video_composition.of(film, { render_size = { 16385, 16 } }) }))
local function at(step) return vs.export(film, null({ video_composition = vs.video_composition.of(film, { frame_duration = step }) })).frames end
rule("a frame may last longer than the film", at(1000) == 1)
rule("or a thousandth of a second", at("1/1000") == 2000)
refuses("but not less", "invalid_frame_duration", "more than 1000", at, "1/1001")
refuses("speeds are above 0", "invalid_duration", "-0:01", film.scale_time_range, film, { 0, 1 }, -1)
refuses("an edit ends some day", "edit_too_long", "1099511627776", film.scale_time_range, film, { 0, 1 }, 1e15)
refuses("and no gap is longer", "edit_too_long", "track 1 (video)", track.insert_empty_time_range, track, { 0, math.maxinteger })
rule("what was refused changed nothing", film.duration == vs.time(2) and #track.segments == 1)

-- Nesting.
local deep = film_of(1)
for _ = 1, 15 do
  local around = vs.composition()
  around:insert_time_range({ 0, 1 }, vs.nested(deep), 0)
  deep = around
end
rule("fifteen edits in each other are drawn", vs.export(deep, null({ time_range = { 0, 0.2 } })).frames == 2)
refuses("no edit contains itself", "cyclic_nesting", "nested in itself", film.insert_time_range, film, { 0, 1 }, vs.nested(film), 0)
film:insert_time_range({ 0, 1 }, film, 0.5)
rule("but it may be inserted into itself", film.duration == vs.time(3))

-- Lists.
local source, target = film_of(2), vs.composition():add_track("video")
source:scale_time_range({ 0, 2 }, 1)
target:insert_time_ranges({ { { 0, 1 }, source.video }, { { 0, 1 } }, { { 0, 1 }, clip(1).video } })
rule("several ranges may come from a composition's tracks", #target.segments == 3 and target.segments[1].rate == 2)
refuses("a list has no names", "bad_argument", "a field 'range'", target.insert_time_ranges, target, { range = { 0, 1 } })
refuses("nor holes", "bad_argument", "behind a hole", vs.instruction, { time_range = { 0, 1 }, layers = { [2] = layer } })
refuses("nor an option among its elements", "bad_argument", "a field 'opacity'", vs.instruction, { time_range = { 0, 1 }, layers = { layer, opacity = 1 } })
rule("table.pack makes one", #vs.instruction({ time_range = { 0, 1 }, layers = table.pack(layer) }).layers == 1)
local sound = { { target = { 0, 1 }, source = { 0, 1 }, track = clip(1).audio } }
local lets, problem = target:validate_segments(sound)
rule("what validating lets pass can be assigned", not lets and problem.code == "media_type_mismatch"
  and not pcall(function() target.segments = sound end))

-- Sound, and tracks that hold nothing.
local loud, heard = vs.composition(), nil
heard = loud:add_track("audio")
heard:insert_time_range({ 0, 2 }, vs.generator("tone", { duration = 2, volume = 0.5 }).audio, 0)
heard:scale_time_range({ 0, 2 }, 4)
local level = vs.mix_parameters(heard)
level:set_volume(0, 2)
local function peak(from)
  return vs.reader(loud, { time_range = { from, 1 }, audio_mix = vs.audio_mix({ inputs = { level } }) }):samples(48000)():peak()
end
rule("a volume counts in the film's time where the speed changes", peak(0.5) > 0.3 and peak(2.5) == 0)
film = film_of(0.5)
film:add_track("audio")
film:add_track("video")
vs.export(film, { output = "streams.mp4", progress = "none", codec_options = { preset = "ultrafast" } })
rule("tracks without segments make no stream", #vs.asset("streams.mp4").tracks == 2)

print(rules .. " rules hold")
