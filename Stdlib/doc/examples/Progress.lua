--- (first)
local bar = vs.progress("looking", 40)
--- update, done, total
bar:update(10)
print(bar.done, bar.total) --> 10.0 40.0
--- close
bar:close()
print((pcall(bar.update, bar, 11))) --> false
