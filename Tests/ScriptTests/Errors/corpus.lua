-- Mistakes, one a line, with the words that the error must have. A line is typed at the prompt after the
-- first part, so each error has a position, its line and a hint.

clips = os.getenv("CLIPS")
clip, song = vs.asset(clips .. "/a.mp4"), vs.asset(clips .. "/song.m4a")
made = vs.generator("test", { size = { 32, 32 }, rate = 10, duration = 1 })
film, other = vs.composition(), vs.composition()
picture, sound = film:add_track("video"), film:add_track("audio")
picture:insert_time_range({ 0, 1 }, made.video, 0)
layer, parameters = vs.layer_instruction(picture), vs.mix_parameters(sound)
layer:set_opacity_ramp(0, 1, { 0, 1 })
images, reader = vs.image_generator(made), vs.reader(made)
closed = vs.reader(made) closed:close()
io.open("empty.mp4", "w"):close()
io.open("text.mp4", "w"):write("this is no film\n"):close()
io.open("there.mkv", "w"):write("mine"):close()
half = io.open(clips .. "/a.mp4", "rb"):read("a") io.open("half.mp4", "wb"):write(half:sub(1, 600)):close()

--- the language
print(flim.duration) --> attempt to index a nil value (global 'flim') | did you mean 'film'?
pritn("x") --> attempt to call a nil value (global 'pritn') | did you mean 'print'?
nowhere.x = 1 --> global 'nowhere' | nothing is called 'nowhere'
film.duration.seconds.x = 1 --> attempt to index a number value | only tables, texts and objects have fields
string.uper("x") --> attempt to call a nil value (field 'uper') | there is no 'uper' in it
("x"):uper() --> attempt to call a nil value (method 'uper') | there is no 'uper' in it
x = {} + 1 --> attempt to perform arithmetic on a table value | only numbers and times
x = 1 .. {} --> attempt to concatenate a table value | tostring(x)
x = 1 < "2" --> attempt to compare number with string | each with its own kind
x = #5 --> attempt to get length of a number value
x = 1.5 | 2 --> number has no integer representation | math.floor
for i = 1, "x" do end --> bad 'for' limit (number expected, got string) | all of them numbers
x = ({})[1].y --> attempt to index a nil value | print it to see why
local n = nil; n.x = 1 --> local 'n' | 'n' has no value there
require("vscript.mrege") --> module 'vscript.mrege' not found | did you mean 'vscript.merge'?
require("nothing") --> module 'nothing' not found | $VSCRIPT_PATH
table.insert(nil, 1) --> bad argument #1 to 'insert' (table expected, got nil) | manual
table.concat({ {} }) --> invalid value (table) at index 1 | joins texts and numbers
function loop() return 1 + loop() end loop() --> stack overflow | calls itself without an end
t = {} t[nil] = 1 --> index is nil | a key is anything but nil
x = = 1 --> unexpected symbol near '=' | something before it is missing
if x = 1 then end --> 'then' expected near '=' | equal is written ==
if x != 1 then end --> near '!' | unequal is written ~=
if x && y then end --> near '&' | both is written 'and'
if x || y then end --> near '|' | either is written 'or'
x 1 --> syntax error near '1' | something before it is missing
end --> <eof> expected near 'end' | an 'end' too many
print("abc) --> unfinished string | the closing quote is missing
x = 12ab --> malformed number near '12ab' | text stands between quotes
local end = 1 --> <name> expected near 'end' | words of the language
break --> break outside loop | break ends the loop around it
goto nowhere --> no visible label 'nowhere' | ::label::
x = "\q" --> invalid escape sequence | a backslash
local c <const> = 1; c = 2 --> attempt to assign to const variable 'c' | declared <const>
function f() return ... end --> cannot use '...' outside a vararg function | declared with it
load("\27Lua", "b", "b") --> binary chunks are refused | only the text

--- names of the toolkit
vs.asett("a.mp4") --> no member 'asett' in vs; did you mean 'asset'? | vs.help("vs")
film.durration --> no property 'durration' on Composition; did you mean 'duration'? | vs.help("Composition")
film:add_trak("video") --> no property 'add_trak' on Composition; did you mean 'add_track'?
clip.vidio --> no property 'vidio' on Asset; did you mean 'video'?
clip.video.natural_syze --> no property 'natural_syze' on AssetTrack; did you mean 'natural_size'?
vs.time.zreo --> no member 'zreo' in vs.time; did you mean 'zero'?
vs.qqqqqqqq --> no member 'qqqqqqqq' in vs | vs.help("vs") lists what there is
film[1] --> Composition has no elements; it is no list | vs.help("Composition")
film.duration = 3 --> property 'duration' of Composition is read-only | lists what can be set
film.add_track = 3 --> function 'add_track' of Composition cannot be replaced | a table of your own
vs.time.zero.value = 3 --> property 'value' of Time cannot be assigned: values do not change | make a new one
vs.time = 3 --> module 'time' of vs is read-only | a table of your own
vs.new_name = 3 --> no member 'new_name' in vs
film.add_track("video") --> bad self for 'add_track' (Composition expected, got string) | call it with a colon
closed:frames() --> Reader of | was closed at stdin | make another
vs.help("Asset.durration") --> there is no help for 'Asset.durration' | did you mean 'Asset.duration'?
vs.help("qqqqqqqq") --> there is no help for 'qqqqqqqq' | 'vscript help' the topics
vs.help(12) --> there is no help for 12 | ask with a name

--- arguments
vs.time("soon") --> bad argument #1 to 'vs.time' | 'soon' | '1:02:03.5' | it is vs.time(
vs.time("1:99") --> 1:99
vs.time(1, 0) --> the timescale must be above 0, not 0 | it is vs.time(
vs.time(1.5, 2) --> with a timescale the value must be an integer | it is vs.time(
vs.time() --> bad argument #1 to 'vs.time' | it is vs.time(
vs.seconds({}) --> bad argument #1 to 'seconds' (Time expected, got table) | it is vs.seconds(
vs.seconds(1, 2) --> too many arguments to 'seconds' (1 expected, got 2) | it is vs.seconds(
vs.frames(1, 0) --> bad argument #2 to 'frames' | it is vs.frames(
vs.frames(1, "fast") --> fast | it is vs.frames(
vs.time(1) * vs.time(1) --> multiplied by a number, not by another time
1 / vs.time(1) --> cannot be divided by a time
vs.time(1) + "soon" --> bad operand #2 of '+' | soon
vs.time(1) < {} --> bad operand #2 of '<'
vs.time(1):convert_scale(0) --> the scale must be above 0, not 0 | Time.convert_scale
vs.time(1):convert_scale(2, "up") --> 'up' is none of | Time.convert_scale
vs.time(1):timecode(24, true) --> there is no drop-frame timecode at 24 | Time:timecode
vs.time.indefinite:frames(25) --> has no frame | Time:frames
vs.range(1, -1) --> a range cannot last -1 | vs.range
vs.range.between(2, 1) --> the range would end at 1, before its start 2 | vs.range.between
vs.range({}) --> bad argument #1 to 'vs.range' (Time expected, got table)
vs.size(1) --> bad argument #2 to 'size' | it is vs.size(
vs.color("gren") --> no colour 'gren'; did you mean 'green'? | it is vs.color(
vs.color("#12") --> #12
vs.color({ 2, 0, 0 }) --> the parts of a colour lie between 0 and 1 | vs.color
vs.color("red", 1) --> takes no further parts | #ff000080
vs.range.between(0, 0 / 0) --> a range needs numbers | vs.range.between
vs.drawing({ 8, 8 }):line({ { 0, 0 }, { 1, 1 } }, "red", -1) --> pixels wide, not -1 | Drawing:line
vs.transform(1, 2) --> a transform has six numbers | vs.transform
vs.rect(1, 2, 3) --> bad argument #4 to 'vs.rect'
film:add_track("vidio") --> 'vidio' is none of 'video', 'audio'; did you mean 'video'? | Composition:add_track
film:add_track() --> bad argument #1 to 'add_track' | Composition:add_track
vs.generator("tset") --> no generator 'tset'; did you mean 'test'? | vs.help("vs.generator")
vs.generator("test", { sise = { 1, 1 } }) --> 'sise' | did you mean 'size'?
vs.generator("test", { size = { 1.5, 2 } }) --> field 'size': whole pixels expected
vs.generator("test", { size = { 1, 1 } }) --> 2…16384, not 1×1 | whole pixels
vs.generator("test", { duration = 0 }) --> a duration above 0, not 0 | leave it out
vs.generator("tone", { channels = 7 }) --> in 1 or 2 channels, not | 48000
vs.instruction({ layers = {} }) --> option 'time_range' is missing | vs.instruction
vs.instruction({ time_range = { 0, 1 }, layers = { 1 } }) --> field 'layers[1]': LayerInstruction expected, got number | vs.instruction
vs.progress("x", 0) --> the total must be a number above 0 | vs.progress
vs.nearest("x", 5) --> bad argument #2 to 'nearest' (string[] expected, got number) | vs.nearest
vs.make_directory("there.mkv/x") --> cannot make the folder there.mkv: a file has this name | can be written to
vs.make_directory("there.mkv") --> a file has this name | can be written to
vs.make_directory("") --> a folder has a name | vs.make_directory

--- files
vs.asset("gone.mp4") --> cannot open 'gone.mp4': no such file | check the spelling
vs.asset("/") --> '/': it is a directory | a file inside it
vs.asset("empty.mp4") --> 'empty.mp4': the file is empty | get it again
vs.asset("text.mp4") --> 'text.mp4' | audio or video
vs.asset("half.mp4") --> 'half.mp4' | its index | get the whole file again
vs.asset("http://example.org/a.mp4") --> it is on the network | only local files
vs.asset("/dev/null") --> '/dev/null': it is not a regular file | copy the data
vs.asset({ pth = "a.mp4" }) --> 'pth' | did you mean 'path'?
vs.asset(12) --> bad argument #1 to 'asset' | vs.asset(path
vs.image("gone.png") --> 'gone.png': no such file | spelling
vs.image("text.mp4") --> 'text.mp4'
vs.image_sequence("gone-%04d.png") --> no file fits the pattern 'gone-%04d.png' | shots/*.png
vs.load("gone.json") --> 'gone.json': no such file | spelling
vs.load("text.mp4") --> text.mp4
film:save("there.mkv") --> 'there.mkv': the file exists | overwrite

--- edits
film:insert_time_range({ 5, 1 }, clip, 0) --> nothing of 0:05–0:06 exists in | use a range within
picture:insert_time_range({ 0, 1 }, clip.audio, 0) --> which takes video | clip's video track
sound:insert_time_range({ 0, 1 }, clip.video, 0) --> which takes audio | clip's audio track
picture:insert_time_range({ 0, -1 }, clip.video, 0) --> the range has a duration of -1 | CompositionTrack:insert_time_range
picture:insert_time_range({ 0, 1 }, clip.video, -1) --> cannot insert into track 1 (video) at -0:01 | run from 0
picture:remove_time_range({ from = 2, to = 1 }) --> end
picture:scale_time_range({ 0, 1 }, 0) --> to a length of 0:00 | above 0
picture:freeze(50, 1) --> 0:50 | from 0 to its end
picture:scale_time_range({ 0, 1 }, 1e15) --> track 1 (video) cannot be so long | times are in seconds
film:insert_empty_time_range({ 0, math.maxinteger }) --> the composition cannot be so long | vs.frames(n, rate)
picture:insert_time_ranges({ range = { 0, 1 } }) --> a list expected, got a table with a field 'range' | CompositionTrack:insert_time_ranges
vs.instruction({ time_range = { 0, 1 }, layers = { layer, opacity = 1 } }) --> a field 'opacity' | vs.instruction
vs.instruction({ time_range = { 0, 1 }, layers = { [2] = layer } }) --> an element [2] behind a hole | vs.instruction
layer:set_opacity_ramp(0, 1, { 5, 1 }, { easing = function() return "x" end }) --> number expected, got string | the progress, 0 to 1
vs.video_composition.of(film):validate(film, vs.range(0 / 0, 1)) --> cannot validate | a range needs numbers
film:remove_track(other:add_track("video")) --> belongs to another composition | added to
film:track("x") --> bad argument #1 to 'track' (integer expected, got string) | Composition:track
picture.preferred_volume = -1 --> a volume is 0 or more, not -1 | CompositionTrack.preferred_volume
picture.segments = { {} } --> bad value for 'segments'
picture:remap_time_range({ 0, 1 }, { { 0, -1 }, { 1, 1 } }) --> the speed cannot follow this curve | pairs of place and speed
layer:set_opacity(2, 0) --> opacity must be between 0 and 1, not 2 | within these limits
layer:set_opacity(1, "1/2") --> the opacity set at 0:00.5 overlaps the existing opacity ramp | 0:01 or later
layer:set_opacity_ramp(0, 1, { 0, 1 }, { easing = "esae" }) --> esae
layer:set_opacity_ramp(0, 1, { 0, 1 }, { esing = "linear" }) --> 'esing' | did you mean 'easing'?
layer:set_opacity_ramp(0, 1, { 0, 0 }) --> overlaps the existing opacity ramp 0:00–0:01 | or before the ramp
layer:add_filter("gblr") --> there is no such filter | did you mean 'gblur'?
layer:add_filter("gblur", { sigmaa = 5 }) --> has no such option | did you mean 'sigma'?
layer:add_filter("gblur", { sigma = -1 }) --> out of range [0 - 1024] | ffmpeg -h filter=gblur
layer:add_filter("overlay") --> several inputs | layers and tracks
parameters:add_filter("loudnorm") --> remembers all | must be the same
layer.blend_mode = "mulitply" --> did you mean 'multiply'?
parameters:set_volume(-1, 0) --> volume must be a finite number, 0 or more, not -1 | limits
parameters.pan = 3 --> pan
vs.mix_parameters(picture) --> has no volume: mix parameters are for sound | use the audio track
vs.audio_mix({ inputs = { parameters, parameters } }) --> two sets of parameters | into one object
vs.nested(12) --> bad argument #1 to 'nested' | vs.nested

--- pictures and sound
images:image(9) --> there is no picture at | 9
images:image("soon") --> bad argument #1 to 'image' | ImageGenerator:image
images.maximum_size = { -1, 1 } --> sides of 0 or more, not | ImageGenerator.maximum_size
images:image(0):pixel(99, 0) --> 99 | 32
images:image(0):save("x.gif") --> x.gif
images:image(0):save("still") --> does not say what kind of picture | .png or .jpg
images:image(0):save("there.mkv") --> there.mkv
reader:samples(0) --> 1 to 10000000 samples, not 0
reader:samples()():sample(99999) --> there is no sample 99999 | there are 1 to 4096
reader:samples()():peak(9) --> there is no channel 9 | there are 1 to
vs.reader(clip, { sample_rate = 1 }) --> 8000 to 192000 expected, got 1

--- exports
vs.export(film) --> output
vs.export(film, { output = "x.qqq" }) --> x.qqq | file type
vs.export(film, { output = "there.mkv" }) --> 'there.mkv': the file exists | overwrite
vs.export(film, { output = "gone/x.mp4" }) --> there is no directory 'gone' | make the directory
vs.export(clip, { output = clips .. "/a.mp4", overwrite = true }) --> it is also an input | never written over
vs.export(film, { output = "x.mp4", ouptut = 1 }) --> 'ouptut' | did you mean 'output'?
vs.export(film, { output = "x.mp4", preset = "hihg" }) --> there is no preset 'hihg' | did you mean 'high'?
vs.export(film, { output = "x.mp4", codec = "h265x" }) --> h265x
vs.export(film, { output = "x.mp4", codec = "libx264", codec_options = { presett = "fast" } }) --> presett | did you mean 'preset'?
vs.export(film, { output = "x.mp4", quality = -1 }) --> field 'quality': 0.0 to 1000.0 expected
vs.export(film, { output = "x.mp4", passes = 2 }) --> two passes need a bit rate | bitrate
vs.export(film, { output = "x.mp4", passes = 3, bitrate = 10000 }) --> passes is 1 or 2, not 3 | leave it out
vs.export(film, { output = "x.mp4", time_range = { 5, 1 } }) --> 0:05
vs.export(film, { output = "x.mp4", time_range = { 0 / 0, 1 } }) --> field 'time_range': a range needs numbers | vs.export
vs.export(vs.composition(), { output = "x.mp4" }) --> nothing
vs.export(film, { output = "x.mp4", reencode = "perhaps" }) --> 'perhaps' is none of | auto
vs.export(film, { output = "x.mp4", on_progress = 3 }) --> field 'on_progress': function expected, got number
vs.export(film, { output = "x.mp4", pixel_format = "yuv42" }) --> yuv42
vs.export(film, { output = "x.wav" }) --> wav
vs.export(film, { output = "x.mp4", video_composition = film }) --> field 'video_composition': VideoComposition expected, got Composition
vs.export_session(film, { file_type = "null" }):wait() --> was not started | call session:start() first
vs.video_composition.of(film, { fit = "wide" }) --> 'wide' is none of | 'contain'
require("vscript.merge")({}, { output = "x.mp4" }) --> a list with at least one clip | vs.help("vscript.merge")
require("vscript.merge")({ "gone.mp4" }, { output = "x.mp4" }) --> 'gone.mp4': no such file
require("vscript.merge")({ clip }, { outptu = "x.mp4" }) --> outptu | did you mean 'output'?
require("vscript.merge")({ clip, clip }, { output = "x.mp4", transition = { name = "disolve" } }) --> disolve | dissolve

--- the prompt's commands
:tmeline --> there is no command :tmeline; did you mean :timeline? | There are :help
:frame soon --> a time is needed, as in :frame 2.5
:frame 99 --> there is no picture at | 99
:save --> a file to save to is needed, as in :save film.lua
:save there.mkv --> there.mkv exists; :save! there.mkv replaces it | :help
:help Asset.durration --> did you mean 'Asset.duration'?
