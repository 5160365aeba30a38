-- status: 3

-- A missing file that nobody catches: a media failure, with the line it happened at.

local function open(path)
  return vs.asset(path)
end

print("before")
open("missing.mp4")
