--- time
print(vs.time(1, 2)) --> 1/2
--- seconds
print(vs.seconds(0.04), vs.seconds("1:00")) --> 1/25 60
--- frames
print(vs.frames(90, 30), vs.frames(30, 29.97), vs.frames(1, 24000 / 1001)) --> 90/30 30030/30000 1001/24000
--- range
print(vs.range(1, 2)) --> 0:01–0:03
--- size
print(vs.size(1920, 1080)) --> 1920×1080
--- rect
print(vs.rect(0, 0, 64, 48)) --> 64×48 at (0, 0)
--- transform
print(vs.transform(), vs.transform(2, 0, 0, 2, 10, 20)) --> [1 0 0 1 0 0] [2 0 0 2 10 20]
--- color
print(vs.color("red").red, vs.color("#336699").blue, vs.color(1, 0.5, 0).green) --> 1 0.6 0.5
--- asset
vs.export(vs.generator("test", { size = { 64, 48 }, duration = 1 }), { output = "a.mp4", overwrite = true })
local read
local clip = vs.asset({ path = "a.mp4", on_progress = function(share) read = share end })
print(clip.video.natural_size, read) --> 64×48 1.0
local refused, why = pcall(vs.asset, { path = "http://127.0.0.1:9/a.mp4", allow_network = false })
print(why.code) --> network_refused
local fine, err = pcall(vs.asset, "missing.mp4")
print(err.code, err.path) --> file_not_found missing.mp4
--- generator
local clip = vs.generator("solid", { color = "blue", size = { 64, 48 }, rate = 25, duration = 2 })
print(clip.video.time_range, clip.video.natural_size) --> 0:00–0:02 64×48
--- composition
local film = vs.composition({ natural_size = { 64, 48 } })
print(film.natural_size, film.duration) --> 64×48 0
--- video_composition
local film = vs.composition()
print(vs.video_composition.of(film).frame_duration) --> 1/30
--- layer_instruction
local film = vs.composition()
print(vs.layer_instruction(film:add_track("video"))) --> LayerInstruction for the composition's track 1 (video)
--- instruction
print(vs.instruction({ time_range = { 0, 2 }, background_color = "red" })) --> Instruction 0:00–0:02 (0 layers)
--- mix_parameters
local film = vs.composition()
print(vs.mix_parameters(film:add_track("audio"))) --> MixParameters for the composition's track 1 (audio)
--- audio_mix
local film = vs.composition()
print(vs.audio_mix({ inputs = { vs.mix_parameters(film:add_track("audio")) } })) --> AudioMix (1 input)
--- export
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
local report = vs.export(clip, { output = "film.mp4", overwrite = true, codec_options = { preset = "fast" } })
print(report.frames, report.duration) --> 25 1
--- export_session
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
local session = vs.export_session(clip, { file_type = "null" })
session:start()
print(session:wait().frames) --> 25
--- planned
local plans = vs.planned(function()
  local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
  vs.export(clip, { output = "planned.mp4" })
end)
print(plans[1].output, plans[1].frames, plans[1].spans[1].action) --> planned.mp4 25 composite
--- export_options
local names = {}
for _, option in ipairs(vs.export_options()) do names[option.name] = option.kind end
print(names.overwrite, names.quality) --> boolean number
--- version
print(vs.version:match("^%d+%.%d+%.%d+$") ~= nil) --> true
--- note
vs.note("this goes to standard error")
print("and this to standard output") --> and this to standard output
--- fail
local fine, err = pcall(vs.fail, "too_late", "the train has left", "take the next one")
print(err.code, err.message, err.hint) --> too_late the train has left take the next one
--- help
print(vs.help("Time.seconds"):match("[^\n]+")) --> Time.seconds: number
--- annotations
print(vs.annotations():match("%-%-%-@class Time") ~= nil) --> true
--- reference
print(#vs.reference() > 10, vs.reference()[1].members[1].kind) --> true property
--- tools
print(table.concat(vs.tools(), " "):find("merge") ~= nil) --> true
--- topics
print(table.concat(vs.topics(), " "):find("times") ~= nil) --> true
--- command_line
print(vs.command_line().options[1].flag, vs.command_line().forms[1].words) --> --progress [options] SCRIPT.lua [arguments]
--- library_path
print(io.open(vs.library_path .. "/vscript/merge.lua") ~= nil) --> true
--- terminal
print(vs.terminal().columns > 0, vs.terminal().pictures) --> true none
--- filters
print(table.concat(vs.filters("video"), " "):find("gblur") ~= nil) --> true
print(table.concat(vs.filters("audio"), " "):find("highpass") ~= nil) --> true
--- encoders, decoders
print(table.concat(vs.encoders(), " "):find("libx264") ~= nil, #vs.decoders() > 100) --> true true
--- system
print(vs.system().libraries.libavcodec ~= nil, vs.system().processors > 0) --> true true
--- progress
do
  local bar <close> = vs.progress("counting", 3)
  for number = 1, 3 do bar:update(number) end
  print(bar) --> Progress of counting (100 %)
end
--- nearest
print(vs.nearest("durration", { "duration", "start" })) --> duration
--- make_directory
vs.make_directory("a/b/c")
print(io.open("a/b/c/file", "w") ~= nil) --> true
--- image_generator
local generator <close> = vs.image_generator(vs.generator("solid", { color = "red", size = { 64, 48 } }))
print(generator:image(0).size) --> 64×48
--- image
local generator <close> = vs.image_generator(vs.generator("bars", { size = { 64, 48 } }))
generator:image(0):save("still.png", { overwrite = true })
print(vs.image("still.png", { duration = 3 }).video.time_range) --> 0:00–0:03
--- text
local words = vs.text("\u{2588}", { size = { 64, 48 }, font_size = 24, place = "center", color = "red", outline = 0 })
local generator <close> = vs.image_generator(words)
print(generator:image(0):pixel(32, 24), generator:image(0):pixel(2, 2)) --> #ff0000 #00000000
print(words.video.natural_size, words.format) --> 64×48 text
--- fonts
print(#vs.fonts() > 0) --> true
local _, failure = pcall(vs.text, "a", { font = "Sanz" })
print(failure.code, failure.hint) --> unknown_font did you mean 'Sans'?
--- image_sequence
local generator <close> = vs.image_generator(vs.generator("test", { size = { 64, 48 }, rate = 25 }))
for number = 1, 3 do
  generator:image(vs.frames(number - 1, 25)):save(("shot-%d.png"):format(number), { overwrite = true })
end
print(vs.image_sequence("shot-%d.png", { rate = 25 }).video.time_range.duration) --> 3/25
--- nested
local inner, outer = vs.composition(), vs.composition()
inner:insert_time_range({ 0, 2 }, vs.generator("test", { size = { 64, 48 }, duration = 2 }), 0)
outer:insert_time_range({ 0, 2 }, vs.nested(inner), 0)
print(outer.duration, vs.nested(inner).format) --> 2 nested
local live = vs.nested(inner)
inner:scale_time_range({ 0, 2 }, 5)
print(live.duration, live.video.time_range) --> 5 0:00–0:05
print(outer.duration) -- a segment shows what it was made for, as the inner edit is when it is drawn
--> 2
--- reader
local reader <close> = vs.reader(vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 }))
print(reader.frame_count, reader.sample_count) --> 25 48000
--- watch
print(vs.watch({ "." })) --> FolderWatch of .
--- program
print(vs.program:match("[^/]+$")) --> vscript
--- drawing
print(vs.drawing({ 320, 200 }, { background = "navy" })) --> Drawing (320×200)
--- show
-- Standard output is no terminal here, so nothing is shown.
print(vs.show(vs.drawing({ 8, 8 }))) --> false
--- player
local player <close> = vs.player(vs.generator("test", { size = { 64, 48 }, duration = 1 }), { window = false })
print(player) --> Player of 'test' (paused at 0:00)
--- load
local film = vs.composition()
film:insert_time_range({ 0, 2 }, vs.generator("test", { size = { 64, 48 }, duration = 2 }), 0)
film:save("edit.json", { video_composition = vs.video_composition.of(film), overwrite = true })
local again, canvas, mix = vs.load("edit.json")
print(again.duration, canvas.render_size, mix) --> 2 64×48 nil
