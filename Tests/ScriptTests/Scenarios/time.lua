-- Exact time: what it is made from, what it does, how it prints.

print(vs.time(5, 6), vs.time(3), vs.seconds(0.1), vs.seconds(1 / 3))
print(vs.time(1, 30) + vs.time(1, 25), vs.time(1, 2) - 1, 2 * vs.time(1, 3), vs.time(1, 3) / 2)
print(-vs.time(1, 3), vs.time(1, 2) == vs.time(2, 4), vs.time(1, 2) < 1, 1 <= vs.time(2, 2))
print(vs.time(2, 2):equals(1), vs.time(1, 2) == 0.5)
print(vs.time("1:02:03.5"), vs.time("90f@30"), vs.time("01:00:00:12@25"), vs.time("1001/30000"))
print(vs.time("01:00:00;12@29.97"))
print(vs.frames(1, 29.97), vs.frames(1, "30000/1001"), vs.frames(3, 25))

local t = vs.time(7, 4)
print(t.value, t.timescale, t.seconds, t.is_numeric, t.is_rounded)
print(t:convert_scale(30), t:convert_scale(1).is_rounded, t:frames(25), t:timecode(25))
print(vs.time.zero, vs.time.invalid, vs.time.indefinite, vs.time.positive_infinity, vs.time.negative_infinity)

local r = vs.range(1, 2)
print(r, r.start, r.duration, r.end_time, r.is_empty)
print(vs.range.between(1, "3.5"), r:contains(1), r:contains(3), r:contains({ from = 1, to = 3 }))
print(r:union({ 5, 1 }), r:intersection({ 2, 4 }), r:clamp(9), r:map(2, { 10, 4 }), r:fold(4), r:shifted(1))
print(r == vs.range(1, 2), r == vs.range(1, 3))
