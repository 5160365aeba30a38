-- What an export takes over, and how it ends: chapters, metadata, two passes, cancelling.

local fast = { preset = "ultrafast" }
local function test(duration)
  return vs.generator("test", { size = { 64, 48 }, rate = 25, duration = duration })
end

-- A file with chapters, as a camera or another program leaves it.
local words = assert(io.open("words.txt", "w"))
words:write(";FFMETADATA1\ntitle=Big Film\nartist=Somebody\n")
for number, name in ipairs({ "One", "Two", "Three" }) do
  words:write(("[CHAPTER]\nTIMEBASE=1/1\nSTART=%d\nEND=%d\ntitle=%s\n"):format(number - 1, number, name))
end
words:close()
vs.export(test(3), { output = "plain.mp4", codec_options = fast })
assert(os.execute("ffmpeg -v error -i plain.mp4 -i words.txt -map 0 -map_metadata 1 -map_chapters 1 -c copy film.mp4"))
local film = vs.asset("film.mp4")

local function show(name, asset)
  local parts = {}
  for _, chapter in ipairs(asset.chapters) do
    parts[#parts + 1] = ("%s %s"):format(chapter.title, chapter.time_range)
  end
  print(name, asset.metadata.title, asset.metadata.encoder, table.concat(parts, ", "))
end

-- A single asset hands on all it has; chapters move with an edit.
vs.export(film, { output = "whole.mp4", codec_options = fast })
show("whole", vs.asset("whole.mp4"))
local edit = vs.composition()
edit.metadata = { title = "Cut" }
edit:insert_time_range({ 2, 1 }, film, 0)
edit:insert_time_range({ 0.5, 1 }, film, 1)
for _, ending in ipairs({ "mp4", "mkv" }) do
  local report = vs.export(edit, { output = "cut." .. ending, codec_options = fast })
  show(ending, vs.asset(report.output))
end
vs.export(edit, { output = "part.mkv", codec_options = fast, time_range = { 0.5, 1 }, metadata = {} })
show("part", vs.asset("part.mkv"))

-- Two passes spend what they are given, and leave nothing behind.
vs.make_directory("scratch")
local last, falls = 0, 0
local report = vs.export(test(2), {
  output = "passes.mp4", passes = 2, bitrate = 200000, codec_options = fast, temporary_folder = "scratch",
  on_progress = function(progress)
    if progress < last then falls = falls + 1 end
    last = progress
  end,
})
print(report.frames, last, falls, os.remove("scratch"))

-- A session: pending, exporting, and one end that is told once.
local session = vs.export_session(test(2), { output = "session.mp4", codec_options = fast })
local told = 0
session.on_complete = function() told = told + 1 end
local seen = { [session.status] = true }
session:start()
for state in session:states(0.005) do seen[state.status] = true end
session:wait()
session:wait()
print(seen.pending, seen.completed, told, session.progress, session.estimated_size == session.report.size)
local ok, err = pcall(session.start, session)
print(ok, err.code, err.number)

-- Cancelled while it runs: nothing is left of it, and what was there before stays.
local keep = assert(io.open("keep.mp4", "w"))
keep:write("mine"):close()
session = vs.export_session(test(3600), { output = "keep.mp4", overwrite = true, codec_options = fast })
told = 0
session.on_complete = function(s) told = told + 1; print(s.status, s.error.code, s.error.number) end
session:start()
for state in session:states(0.01) do
  if state.progress > 0 then session:cancel() end
end
ok, err = pcall(session.wait, session)
print(ok, err.code, told, session.report, io.open("keep.mp4"):read("a"))

-- An instruction list with faults is refused with all of them before a file is opened.
local wrong = vs.video_composition({
  render_size = { 64, 48 }, frame_duration = "1/25",
  instructions = {
    vs.instruction({ time_range = { 0, 1 } }), vs.instruction({ time_range = { 1.5, 0.1 } }),
  },
})
ok, err = pcall(vs.export, edit, { output = "wrong.mp4", video_composition = wrong })
print(ok, err.code, err.number)
print(err.message)
print(io.open("wrong.mp4"))

local function refused(options)
  options.output = "x.mp4"
  local ok, err = pcall(vs.export, edit, options)
  print(ok, err.code, err.message)
end
refused({ passes = 2 })
refused({ passes = 3 })
refused({ passes = 2, bitrate = 100000, codec = "hevc" })
refused({ passes = 2, bitrate = 100000, temporary_folder = "nowhere" })
refused({ file_length_limit = -1 })
