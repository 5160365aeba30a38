--- (first)
local watch <close> = vs.watch({ "." })
--- wait
local file = io.open("notes.txt", "w")
file:write("a line")
file:close()
print(watch:wait(5)[1]) --> ./notes.txt
--- close
watch:close()
print((pcall(watch.wait, watch))) --> false
