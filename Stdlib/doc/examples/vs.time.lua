--- call
print(vs.time(1001, 30000)) --> 1001/30000
print(vs.time(0.1), vs.time("1:02:03.5"), vs.time("90f@30")) --> 1/10 7447/2 90/30
--- zero
print(vs.time.zero == vs.time(0)) --> true
--- invalid
print(vs.time.invalid.is_numeric) --> false
--- indefinite
print(vs.time.indefinite) --> indefinite
--- positive_infinity, negative_infinity
print(vs.time.negative_infinity < 0, vs.time(1e9) < vs.time.positive_infinity) --> true true
