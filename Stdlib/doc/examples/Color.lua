--- red, green, blue, alpha
local color = vs.color("#ff0080")
print(color.red, color.green, ("%.2f"):format(color.blue), color.alpha) --> 1 0 0.50 1
