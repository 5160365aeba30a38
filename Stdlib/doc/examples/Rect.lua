--- x, y, width, height
local rect = vs.rect(10, 20, 300, 200)
print(rect.x, rect.y, rect.width, rect.height) --> 10 20 300 200
