--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
local session = vs.export_session(clip, { output = "film.mp4", overwrite = true })
--- start, wait
session:start()
print(session:wait().frames) --> 25
--- status
print(session.status) --> pending
session:start()
session:wait()
print(session.status) --> completed
--- progress
session:start()
session:wait()
print(session.progress == 1) --> true
--- cancel, error
session:cancel()
print(session.status, session.error.code) --> cancelled cancelled
--- report
print(session.report) --> nil
session:start()
session:wait()
print(session.report.frames) --> 25
--- estimated_size
print(session.estimated_size >= 0) --> true
--- on_complete
session.on_complete = function(it) print("it is " .. it.status) end
session:start()
session:wait()
--> it is completed
--- states
session:start()
local last
for state in session:states(0.1) do last = state end
print(last.status, last.frames, last.total) --> completed 25 25
--- plan
local span = session:plan()[1]
print(span.action, span.frames, span.reason)
--> composite 25 its pictures are made, not read from a film
