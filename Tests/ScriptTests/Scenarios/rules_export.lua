-- What exports and image generators do, rule by rule, as the reference's model has it.

local rules = 0
local function rule(name, holds)
  assert(holds, name)
  rules = rules + 1
end
local function refuses(name, code, number, f, ...)
  local fine, err = pcall(f, ...)
  rule(name .. (fine and "" or (": " .. tostring(err.code) .. " " .. tostring(err.number))), not fine and err.code == code and err.number == number)
end
local function clip(size, duration, rate)
  return vs.generator("test", { size = size or { 64, 48 }, rate = rate or 10, duration = duration or 1 })
end
local quick = { preset = "ultrafast" }
local function export(asset, name, options)
  options = options or {}
  options.output, options.overwrite = name, true
  if not options.codec_options and not options.preset then options.codec_options = quick end
  return vs.export(asset, options)
end
local film = vs.composition()
film:insert_time_range({ 0, 1 }, clip(), 0)

-- Life cycle.
local session = vs.export_session(film, { file_type = "null" })
rule("a new session is pending", session.status == "pending" and session.progress == 0 and session.error == nil)
rule("its states begin with its start", not pcall(session.states, session))
rule("so does waiting", not pcall(session.wait, session))
session:start()
refuses("it starts once", "session_already_used", -11862, session.start, session)
session:wait()
rule("complete is a progress of 1", session.status == "completed" and session.progress == 1 and session.error == nil)
refuses("it runs once", "session_already_used", -11862, session.start, session)
rule("a state's interval is above 0", not pcall(session.states, session, 0))
local early = vs.export_session(film, { file_type = "null" })
early:cancel()
rule("cancelled before the start", early.status == "cancelled" and early.error ~= nil)
refuses("it cannot be started then", "session_already_used", -11862, early.start, early)
local told = 0
local late = vs.export_session(clip({ 64, 48 }, 3600), { output = "late.mp4", codec_options = quick })
late.on_complete = function() told = told + 1 end
late:start()
late:cancel()
pcall(late.wait, late)
pcall(late.wait, late)
rule("cancelled while it runs, told once", late.status == "cancelled" and told == 1)
rule("nothing is left of it", io.open("late.mp4") == nil)
local last = -1
export(film, "film.mp4", { on_progress = function(progress)
  assert(progress >= last)
  last = progress
end })
rule("progress never goes back", last <= 1 and last > 0)

-- Files.
refuses("what exists is not overwritten", "file_exists", -11823, vs.export, film, { output = "film.mp4", codec_options = quick })
local made = vs.asset("film.mp4")
refuses("a source is never overwritten", "output_is_input", -11862, vs.export, made, { output = "film.mp4", overwrite = true })
rule("it is as it was", vs.asset("film.mp4").duration == vs.time(1))
rule("the ending says the type", made.format:match("mp4") ~= nil)
rule("a type that is none", not pcall(vs.export, film, { output = "x.foo" }))
rule("no output", not pcall(vs.export, film, {}))
rule("an unknown preset", not pcall(vs.export, film, { output = "x.mp4", preset = "hihest" }))
rule("an unknown encoder has the reference's number", select(2, pcall(vs.export, film, { output = "x.mp4", codec = "libx2640" })).number == -11834)
rule("none of them left a file", io.open("x.mp4") == nil and io.open("x.foo") == nil)
refuses("an empty film", "nothing_to_export", -11838, vs.export, vs.composition(), { file_type = "null" })

-- Range and metadata.
local part = export(film, "part.mp4", { time_range = { 0.5, 9 } })
rule("a range is cut to the film", part.duration == vs.time(1, 2) and part.frames == 5)
rule("the output begins at 0", vs.asset("part.mp4").video.time_range.start == vs.time(0))
film.metadata = { title = "One", artist = "Two" }
export(film, "meta.mp4")
local meta = vs.asset("meta.mp4").metadata
rule("metadata are carried over", meta.title == "One" and meta.artist == "Two")
export(film, "meta.mp4", { metadata = { title = "Other" } })
meta = vs.asset("meta.mp4").metadata
rule("or replaced, all of them", meta.title == "Other" and meta.artist == nil)
export(film, "meta.mp4", { metadata = {} })
rule("by nothing too", vs.asset("meta.mp4").metadata.title == nil)

-- Presets and sizes.
local function size(asset, preset, options)
  options = options or {}
  options.preset = preset
  local name = preset:match("prores") and "size.mov" or "size.mp4"
  export(asset, name, options)
  local made = vs.asset(name)
  return tostring(made.video.natural_size), made
end
rule("highest keeps the size", size(film, "highest") == "64×48")
rule("a smaller picture is never enlarged", size(film, "640x480") == "64×48")
local wide, tall = clip({ 1400, 350 }, 0.2), clip({ 350, 1400 }, 0.2)
rule("a size bounds the picture", size(wide, "640x480") == "640×160")
rule("an upright one within the upright box", size(tall, "640x480") == "160×640")
rule("odd sizes become even", size(clip({ 33, 17 }, 0.2), "highest") == "32×16")
local _, prores = size(clip({ 64, 48 }, 0.2), "prores_422")
rule("prores is prores", prores.video.codec == "prores" and prores.audio.codec:match("^pcm") ~= nil)
local _, hevc = size(clip({ 64, 48 }, 0.2), "hevc_highest")
rule("hevc is hevc", hevc.video.codec == "hevc")
export(film, "sound.m4a", { preset = "audio" })
rule("audio has no picture", vs.asset("sound.m4a").video == nil and vs.asset("sound.m4a").audio.codec == "aac")
export(film, "fast.mp4", { optimize_for_network_use = true })
local file = io.open("fast.mp4", "rb")
local bytes = file:read("a")
file:close()
rule("for networks the index is in front", bytes:find("moov", 1, true) < bytes:find("mdat", 1, true))

-- Image generators.
local numbered = clip({ 64, 48 }, 1)
local images = vs.image_generator(numbered)
rule("nothing is turned unless asked", images.applies_preferred_track_transform == false)
rule("no size is the limit", images.maximum_size == vs.size(0, 0))
rule("times are exact", images.requested_time_tolerance_before == vs.time(0) and images.requested_time_tolerance_after == vs.time(0))
local frame, at = images:image(0.35)
rule("the picture and its own time", at == vs.time(3, 10) and frame.size == vs.size(64, 48))
images.maximum_size = { 32, 0 }
rule("a side of 0 does not limit", images:image(0).size == vs.size(32, 24))
images.maximum_size = { 16, 4 }
rule("the whole picture fits", images:image(0).size == vs.size(5, 4))
images.maximum_size = { 640, 480 }
rule("nothing is enlarged", images:image(0).size == vs.size(64, 48))
refuses("past the end there is none", "no_image_at_time", -11832, images.image, images, 1)
refuses("nor before the start", "no_image_at_time", -11832, images.image, images, -1)
local results = {}
for result in images:images({ 0.5, 7, 0 }) do results[#results + 1] = result.status end
rule("one result for each time, in order", table.concat(results, " ") == "succeeded failed succeeded")
images.requested_time_tolerance_before = vs.time.positive_infinity
rule("with tolerance the end is the last picture", select(2, images:image(1)) == vs.time(9, 10))
refuses("no pictures at all", "no_image_at_time", -11832, vs.image_generator, vs.generator("tone", { duration = 1 }))

print(rules .. " rules hold")
