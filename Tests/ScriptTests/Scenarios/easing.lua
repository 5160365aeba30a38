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

-- What ramps says of an easing can be set again and is the same curve.
local first, second = vs.layer_instruction(film.video), vs.layer_instruction(film.video)
local easings = {
  "linear", "ease_out_back", "spring", { 0.25, 0.1, 0.25, 1 }, { 0.1, 0.2, 0.3, 0.4 },
  { "steps", 3, "both" }, { "spring", damping = 40 }, function(x) return x * x * (3 - 2 * x) end,
}
for index, easing in ipairs(easings) do
  first:set_opacity_ramp(0, 1, { index, 1 }, { easing = easing })
end
local texts = {}
for index, ramp in ipairs(first:ramps("opacity")) do
  second:set_opacity_ramp(ramp.from, ramp.to, ramp.range, { easing = ramp.easing })
  local easing = ramp.easing
  texts[index] = type(easing) == "string" and easing
    or "{ " .. table.concat(easing, " ", 1, math.min(#easing, 5)) .. (easing.damping and " damping " .. easing.damping or "")
      .. " }"
  for step = 0, 19 do
    local at = vs.time(20 * index + step, 20)
    assert(first:opacity_at(at) == second:opacity_at(at), texts[index])
  end
end
print(table.concat(texts, "\n"))
print(pcall(second.set_opacity_ramp, second, 0, 1, { 50, 1 }, { easing = { "sampled", 0, 0, 0, 1 } }))
