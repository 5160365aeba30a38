--- (first)
local range = vs.range(4, 2)
--- start, duration, end_time
print(range.start, range.duration, range.end_time) --> 4 2 6
--- is_empty
print(range.is_empty, vs.range(4, 0).is_empty) --> false true
--- contains
print(range:contains(4), range:contains(6), range:contains({ 4, 1 })) --> true false true
--- union
print(range:union({ 8, 1 })) --> 0:04–0:09
--- intersection
print(range:intersection({ from = 5, to = 9 })) --> 0:05–0:06
--- clamp
print(range:clamp(1), range:clamp(5)) --> 4 5
--- map
print(range:map(5, { 0, 20 })) --> 10
--- fold
print(range:fold(7)) --> 5
--- shifted
print(range:shifted("1/2")) --> 0:04.5–0:06.5
