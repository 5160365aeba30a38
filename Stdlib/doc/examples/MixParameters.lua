--- (first)
local film = vs.composition()
local level = vs.mix_parameters(film:add_track("audio"))
--- track, track_id
print(level.track == film.audio, level.track_id) --> true 1
--- add_filter, filters
level:add_filter("highpass", { f = 120 }) -- no rumble
level:add_filter("acompressor=threshold=0.1:ratio=4", { range = { from = 4, to = 60 } })
for _, filter in ipairs(level.filters) do print(filter.name, filter.options.f, filter.range) end
--> highpass 120 nil
--> acompressor nil 0:04–1:00
--- set_volume, volume_at
level:set_volume(0.5, 2)
print(level:volume_at(1), level:volume_at(2)) --> 1 0.5
--- set_volume_ramp
level:set_volume_ramp(0, 0.8, { 0, 2 })
print(level:volume_at(1), level:volume_at(9)) --> 0.4 0.8
--- volume_ramp
level:set_volume_ramp(0, 0.8, { 0, 2 })
print(level:volume_ramp(1)) --> 0 0.8 0:00–0:02
--- ramps
level:set_volume_ramp(0, 0.8, { 0, 2 })
level:set_volume_ramp(0.8, 0, { 8, 2 })
for _, ramp in ipairs(level:ramps()) do print(ramp.from, ramp.to, ramp.range) end
--> 0 0.8 0:00–0:02
--> 0.8 0 0:08–0:10
level:set_pan(1, 3)
print(#level:ramps("pan")) --> 1
--- time_pitch_algorithm
level.time_pitch_algorithm = "varispeed"
print(level.time_pitch_algorithm) --> varispeed
--- pan
print(level.pan) --> 0
level.pan = -1 -- all of it left
print(level:pan_at(5)) --> -1
--- set_pan, pan_at
level:set_pan(0.5, 2)
print(level:pan_at(0), level:pan_at(2)) --> 0 0.5
--- set_pan_ramp
level:set_pan_ramp(-1, 1, { 0, 4 }) -- from left to right
print(level:pan_at(1), level:pan_at(9)) --> -0.5 1
--- pan_ramp
level:set_pan_ramp(-1, 1, { 0, 4 })
print(level:pan_ramp(1)) --> -1 1 0:00–0:04
--- describe
level:add_filter("highpass", { f = 120 })
level:set_volume_ramp(1, 0, { 8, 2 }, { easing = "ease_out" })
level.pan = -1
print(level:describe())
--> MixParameters for the composition's track 1 (audio)
-->   filter highpass=f=120
-->   volume 1 to 0 over 0:08–0:10, ease_out
-->   pan -1 from 0:00
