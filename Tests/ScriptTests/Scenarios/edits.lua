-- The edits of a track, by the worked vectors of the edit model. A has 10 s, B 4 s, C 2 s.

local function source(duration)
  return vs.generator("solid", { color = "red", size = { 16, 16 }, rate = 10, duration = duration }).video
end
local A, B, C = source(10), source(4), source(2)
local name = {}

local function show(track)
  local parts = {}
  for _, segment in ipairs(track.segments) do
    local mapping = segment.time_mapping
    local text = ("[%g,%g)"):format(mapping.target.start.seconds, mapping.target.end_time.seconds)
    if segment.is_empty then
      text = text .. " empty"
    else
      text = text .. ("<-[%g,%g)"):format(mapping.source.start.seconds, mapping.source.end_time.seconds)
      if segment.rate ~= 1 then text = text .. " x" .. segment.rate end
    end
    parts[#parts + 1] = text
  end
  print(#parts == 0 and "nothing" or table.concat(parts, "  "))
end

local film = vs.composition()
local track = film:add_track("video")
track:insert_time_range({ 0, 10 }, A, 0)
track:insert_time_range({ 1, 2 }, B, 4)
show(track)
track:remove_time_range({ 5, 2 })
show(track)

track = vs.composition():add_track("video")
track:insert_time_range({ 0, 2 }, C, 3)
show(track)

track = vs.composition():add_track("video")
track:insert_time_range({ 0, 10 }, A, 0)
track:scale_time_range({ from = 2, to = 4 }, 4)
show(track)
track:scale_time_range({ 0, 12 }, 6)
show(track)

track = vs.composition():add_track("video")
track:insert_time_range({ 0, 2 }, A, 0)
track:insert_empty_time_range({ 2, 3 })
show(track)
track:insert_empty_time_range({ 1, 1 })
track:insert_time_range({ 0, 1 }, B, 5)
show(track)

-- All or nothing: the second range is outside its source.
track = vs.composition():add_track("video")
local ok, err = pcall(track.insert_time_ranges, track, { { { 0, 1 }, A }, { { 50, 1 }, B } }, 0)
print(ok, err.code)
show(track)
track:insert_time_ranges({ { { 0, 1 }, A }, { { 0, 1 }, B } }, 0)
show(track)

-- Segments can be read, changed and set; what does not fit together is refused.
local segments = track.segments
track.segments = { segments[1] }
show(track)
print(track:validate_segments(segments))
local fine, problem = track:validate_segments({ segments[2] })
print(fine, problem.code, problem.number)
track.segments = {}
show(track)
