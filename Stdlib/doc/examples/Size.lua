--- width, height
local size = vs.size(1920, 1080)
print(size.width, size.height, size) --> 1920 1080 1920×1080
