-- Exports: the report, a session with its states, options that are refused.

local a = vs.asset(os.getenv("CLIPS") .. "/a.mp4")
local report = vs.export(a, { output = "copy.mp4", codec_options = { preset = "ultrafast" } })
print(report.output, report.frames, report.duration, report.copied_frames, report.size > 0, report.seconds >= 0)

local seen = 0
local session = vs.export_session(a, {
  output = "second.mkv", time_range = { 0, 0.4 }, on_progress = function(progress) seen = seen + 1 end,
})
print(session.status)
local completed
session.on_complete = function(s) completed = s.status end
session:start()
for state in session:states(0.01) do assert(state.progress >= 0 and state.progress <= 1) end
print(session.status, session.progress, completed, session:wait().frames, seen > 0)

local cancelled = vs.export_session(a, { output = "never.mp4" })
cancelled:cancel()
print(cancelled.status, select(2, pcall(cancelled.start, cancelled)).code)
print(io.open("never.mp4"))

local function message(options)
  local _, err = pcall(vs.export, a, options)
  print(err.code, err.message)
end
message({})
message({ output = "copy.mp4" })
message({ output = "x.mp4", codec = "libx265x" })
message({ output = "x.mp4", codec_options = { presett = "fast" } })
message({ output = "x.mp4", reencode = "maybe" })
message({ output = "missing/x.mp4" })
message({ output = "x.mp4", quality = "good" })
message({ output = "x\0.mp4" })
message({ output = "x.mp4", quality = 1e9 })
message({ output = "x.mp4", sample_rate = -1 })
message({ output = "x.mp4", channels = 0 })
message({ output = "x.mp4", threads = 1000 })

-- Thrown away, for measuring: a picture, and sound alone.
print(vs.export(a, { file_type = "null" }).frames)
print(vs.export(vs.generator("tone", { duration = 1 }), { file_type = "null" }))
