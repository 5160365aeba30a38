-- Unknown names are errors that name the nearest known one.

local function message(f, ...)
  local _, err = pcall(f, ...)
  print(err.message or err)
end

message(function() return vs.time(1).secnds end)
message(function() return vs.compositon() end)
message(function() vs.time(1).value = 3 end)
local film = vs.composition()
message(function() return film.durration end)
message(function() film.duration = 3 end)
message(function() return film.tracks_ end)
message(function() film:add_track("vidio") end)
message(function() vs.composition({ natural_sise = { 1, 2 } }) end)
message(function() vs.export(film, { output = "x.mp4", qualty = 20 }) end)
