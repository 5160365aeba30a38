-- Every way to say how a ramp runs, and what is said of one that will not do.
local film = vs.composition()
local layer = vs.layer_instruction(film:add_track("video"))
local at = 0
local function half(easing)
  layer:set_opacity_ramp(0, 1, { at, 4 }, { easing = easing })
  at = at + 4
  return string.format("%.4f %.4f", layer:opacity_at(at - 3), layer:opacity_at(at - 2))
end

print("linear", half("linear"))
print("quad", half("ease_in_quad"))
print("bézier", half({ 0.25, 0.1, 0.25, 1 }))
print("spring", half("spring"), half({ "spring", damping = 40 }))
print("steps", half({ "steps", 3 }), half({ "steps", 3, "both" }))
print("function", half(function(x) return x * x end))

local function fails(easing)
  local fine, err = pcall(half, easing)
  print(fine, (tostring(err):gsub(", it is one of.*", "")))
end
fails("ease_in_qad")
fails({ 2, 0, 1, 1 })
fails({ "spring", dampin = 1 })
fails({ "spring", damping = 0 })
fails({ "steps", 0 })
fails({ "steps", 2, "middle" })
fails({ "bounce" })
fails(7)
fails(function() return "high" end)
fails(function() return math.huge end)
fails(function(x) error("no curve at " .. x, 0) end)
