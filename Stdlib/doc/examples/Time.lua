--- value, timescale
local t = vs.time(1001, 30000)
print(t.value, t.timescale) --> 1001 30000
--- seconds
print(vs.time(1, 8).seconds) --> 0.125
--- is_numeric
print(vs.time(3).is_numeric, vs.time.indefinite.is_numeric) --> true false
--- is_rounded
print(vs.time(1, 3).is_rounded) --> false
print(vs.time(1, 3):convert_scale(100).is_rounded) --> true
--- +
print(vs.time(1, 3) + vs.time(1, 2)) --> 5/6
print(vs.time(1, 2) + 1) --> 3/2
--- -
print(vs.time(5) - "1/2") --> 9/2
--- *
print(vs.time(1, 4) * 3, vs.time(3) * "2/3") --> 3/4 6/3
--- /
print(vs.time(3) / 2) --> 3/2
print(vs.time(3) / vs.time(2)) --> 1.5
--- unary -
print(-vs.time(1, 2)) --> -1/2
--- <, <=
print(vs.time(1, 3) < vs.time(1, 2), vs.time(2) <= 2) --> true true
--- equals
print(vs.time(1, 2):equals("0.5"), vs.time(1, 2) == vs.time(2, 4)) --> true true
--- convert_scale
print(vs.time(1, 3):convert_scale(600)) --> 200/600
print(vs.time(1, 3):convert_scale(10, "toward_positive_infinity")) --> 4/10
--- frames
print(vs.time(1):frames(25), vs.time(1):frames(29.97)) --> 25 29
--- timecode
print(vs.time(3600):timecode(25)) --> 01:00:00:00
print(vs.frames(1800, 29.97):timecode(29.97, true)) --> 00:01:00;02
--- clock
print(vs.time(7, 2):clock(), vs.time(3723.5):clock()) --> 0:03.5 1:02:03.5
