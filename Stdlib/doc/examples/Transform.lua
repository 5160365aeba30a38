--- a, b, c, d, tx, ty
local map = vs.transform(2, 0, 0, 3, 10, 20) -- x' = 2·x + 10, y' = 3·y + 20
print(map.a, map.b, map.c, map.d, map.tx, map.ty) --> 2 0 0 3 10 20
--- translated
-- The move comes first, so it is scaled with the rest.
print(vs.transform():scaled(2):translated(10, 0):apply(1, 1)) --> 22 2
--- scaled
print(vs.transform():scaled(2, 3):apply(1, 1)) --> 2 3
--- rotated
local x, y = vs.transform():rotated(math.pi / 2):apply(1, 0) -- clockwise: from the right to below
print(math.floor(x + 0.5), math.floor(y + 0.5)) --> 0 1
--- concat
local double, move = vs.transform():scaled(2), vs.transform():translated(10, 0)
print(double:concat(move):apply(1, 1)) --> 12 2
print(move:concat(double):apply(1, 1)) --> 22 2
--- inverted
print(vs.transform():scaled(2):inverted():apply(10, 6)) --> 5 3
print(vs.transform():scaled(0):inverted()) --> nil
--- apply
print(vs.transform(0, 1, -1, 0, 100, 0):apply(10, 20)) --> 80 10
