--- (first)
local fine, err = pcall(vs.asset, "missing.mp4")
--- code, number
print(err.code, err.number) --> file_not_found nil
local track = vs.composition():add_track("video")
local _, refused = pcall(function() track.segments = { { target = { 1, 1 } } } end)
print(refused.number) --> -11824
--- message, hint
print(err.message) --> cannot open 'missing.mp4': no such file
print(err.hint) --> check the spelling; relative names start at the current directory
--- path
print(err.path) --> missing.mp4
--- time
print(err.time) --> nil
--- source, line, where
local _, raised = pcall(function() vs.time("soon") end)
print(raised.source ~= nil, raised.line > 0, raised.where ~= nil) --> true true true
--- traceback
print(err.traceback) --> nil
