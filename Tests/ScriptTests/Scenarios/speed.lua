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

-- The same for all tracks of a film at once: they stay in step.
local film = vs.composition()
local tone = vs.generator("tone", { duration = 6 })
film:add_track("video"):insert_time_range({ 0, 8 }, clip.video, 0)
film:add_track("audio"):insert_time_range({ 0, 6 }, tone.audio, 0)
local function show(what)
  print(what, film.duration)
  for _, track in ipairs(film.tracks) do
    for _, segment in ipairs(track.segments) do print("  " .. track.media_type, segment, segment.rate) end
  end
end
film:reverse_time_range({ 4, 4 })
show("reversed")
film:freeze(1, 0.5)
show("frozen")
film:remap_time_range({ from = 4.5, to = 8.5 }, { { 0, 2 } })
show("faster")
film:freeze(film.duration, 1)
show("held at its end")
print(pcall(film.freeze, film, 99, 1))
print(pcall(film.freeze, film, 1, 0))
print(pcall(film.reverse_time_range, film, { 20, 1 }))
print(pcall(film.remap_time_range, film, { 0, 0 }, { { 0, 2 } }))
print(pcall(film.remap_time_range, film, { 0, 1 }, { { 0, 0 } }))
