-- Held, backward and along a curve: what becomes of a track of 10 s.
local clip = vs.generator("test", { duration = 10, rate = 25 })
local function track()
  local track = vs.composition():add_track("video")
  track:insert_time_range({ 0, 10 }, clip.video, 0)
  return track
end

local held = track()
held:freeze(4, 2)
for _, segment in ipairs(held.segments) do print(segment, segment.rate, segment.is_frozen) end

local back = track()
back:reverse_time_range({ from = 2, to = 5 })
for _, segment in ipairs(back.segments) do print(segment, segment.is_reversed) end

local slow = track()
slow:remap_time_range({ 0, 4 }, { { 0, 1 }, { 0.5, 0.5 }, { 1, 0.5 } })
print(slow.duration)
local eased = track()
eased:remap_time_range({ 0, 4 }, "ease_in_out_sine")
print(eased.duration, #eased.segments > 10)
local stepped = track()
stepped:remap_time_range({ 0, 4 }, function(x) return x < 0.5 and 0 or (x - 0.5) * 2 end)
print(stepped.duration, stepped.segments[1])

print(pcall(slow.remap_time_range, slow, { 0, 4 }, { { 0, 0 } }))
print(pcall(slow.remap_time_range, slow, { 0, 4 }, "ease_in_back"))
print(pcall(slow.remap_time_range, slow, { 0, 4 }, { { 1 } }))
print(pcall(slow.freeze, slow, 99, 1))
print(pcall(slow.freeze, slow, 1, 0))
print(pcall(slow.reverse_time_range, slow, { 1, 0 }))
