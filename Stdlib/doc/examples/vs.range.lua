--- call
print(vs.range(1, 2), vs.range("1/2", 0.5).end_time) --> 0:01–0:03 2/2
--- between
print(vs.range.between(1, 3).duration) --> 2
