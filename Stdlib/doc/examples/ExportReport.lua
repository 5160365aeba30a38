--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
local report = vs.export(clip, { output = "film.mp4", overwrite = true })
--- output
print(report.output) --> film.mp4
--- frames, copied_frames
print(report.frames, report.copied_frames) --> 25 0
--- duration
print(report.duration) --> 1
--- seconds
print(report.seconds > 0) --> true
--- size
print(report.size > 1000) --> true
--- notes
print(#report.notes) --> 0
--- profile
local measured = vs.export(clip, { file_type = "null", profile = true }).profile
print(measured.spans[1].frames, measured.stages.draw > 0) --> 25 true
--- issues
print(#report.issues) --> 0
--- reached_limit
print(report.reached_limit) --> false
