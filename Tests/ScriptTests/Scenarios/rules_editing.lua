-- What compositions and their tracks do, rule by rule, as the reference's model has it.

local rules = 0
local function rule(name, holds)
  assert(holds, name)
  rules = rules + 1
end
local function refuses(name, code, number, f, ...)
  local fine, err = pcall(f, ...)
  rule(name, not fine and err.code == code and err.number == number)
end
local function source(duration, size)
  return vs.generator("test", { size = size or { 32, 16 }, rate = 10, duration = duration })
end
local function pieces(track)
  local parts = {}
  for _, segment in ipairs(track.segments) do
    local mapping = segment.time_mapping
    local text = ("[%g,%g)"):format(mapping.target.start.seconds, mapping.target.end_time.seconds)
    if not segment.is_empty then
      text = text .. ("<-[%g,%g)"):format(mapping.source.start.seconds, mapping.source.end_time.seconds)
    end
    parts[#parts + 1] = text
  end
  return table.concat(parts, " ")
end
local function track_of(clip, from, length)
  local track = vs.composition():add_track("video")
  track:insert_time_range({ from or 0, length or clip.duration }, clip.video, 0)
  return track
end
local A, B = source(10), source(4)

-- Compositions.
local film = vs.composition()
rule("an empty composition lasts no time", film.duration == vs.time(0))
rule("an empty composition has no size", film.natural_size == vs.size(0, 0))
local video = film:add_track("video")
rule("ids count from 1", video.id == 1)
rule("a preferred id is taken", film:add_track("audio", 7).id == 7)
rule("a preferred id in use is not", film:add_track("audio", 7).id ~= 7)
local gone = film:track(7)
film:remove_track(gone)
rule("a preferred id that was used before is not", film:add_track("audio", 7).id ~= 7)
refuses("a removed track is dead", "track_removed", nil, function() return gone.duration end)
refuses("a removed track cannot be edited", "track_removed", nil, gone.remove_time_range, gone, { 0, 1 })
refuses("a removed track makes no layer", "track_removed", nil, vs.mix_parameters, gone)

film = vs.composition()
film:insert_time_range({ 0, 2 }, A, 0)
rule("inserting an asset makes a track of each kind", #film.tracks == 2 and film.duration == vs.time(2))
rule("the size is that of the first video track", film.natural_size == vs.size(32, 16))
film.natural_size = { 64, 64 }
rule("a size can be chosen", film.natural_size == vs.size(64, 64))
film.natural_size = { 0, 0 }
rule("a size of nothing is automatic again", film.natural_size == vs.size(32, 16))
film:insert_time_range({ 0, 1 }, B, 1)
rule("the same format goes on the same track", #film.tracks == 2)
rule("existing content is pushed, never overwritten", pieces(film.video) == "[0,1)<-[0,1) [1,2)<-[0,1) [2,3)<-[1,2)")
film:insert_time_range({ 0, 1 }, source(2, { 64, 64 }), 0)
rule("another size gets a track of its own", #film:tracks_of("video") == 2)
rule("tracks that receive nothing are pushed too", pieces(film.video):sub(1, 13) == "[0,1) [1,2)<-")
rule("what may follow is found", film:track_compatible_with(B.video) == film.video)
rule("what may not is nil", film:track_compatible_with(source(1, { 8, 8 }).video) == nil)
rule("a new track may take anything", (function()
  local empty = film:add_track("video")
  return film:track_compatible_with(source(1, { 8, 8 }).video) == empty
end)())
refuses("what does not exist is refused", "range_outside_source", -11800, film.insert_time_range, film, { 20, 1 }, A, 0)
local before = film:describe()
pcall(film.insert_time_range, film, { 20, 1 }, A, 0)
rule("a failure changes nothing", film:describe() == before)

film = vs.composition()
film:insert_time_range({ 0, 4 }, A, 0)
film:scale_time_range({ 0, 4 }, 2)
rule("scaling scales picture and sound", pieces(film.video) == "[0,2)<-[0,4)" and pieces(film.audio) == "[0,2)<-[0,4)")
film:remove_time_range({ 0, 2 })
rule("removing all keeps the tracks", #film.tracks == 2 and film.duration == vs.time(0))
local copy = film:copy()
copy:insert_time_range({ 0, 1 }, A, 0)
rule("a copy is independent", film.duration == vs.time(0) and copy.duration == vs.time(1))

-- Tracks.
local track = vs.composition():add_track("video")
rule("a new track is enabled", track.enabled)
rule("its scale is 600 while it is empty", track.natural_time_scale == 600)
rule("it stands upright", track.preferred_transform == vs.transform())
rule("its volume is 1", track.preferred_volume == 1)
rule("it has no language", track.language == nil)
rule("it has no segments", #track.segments == 0)
track:insert_time_range({ 0, 1 }, A.video, 0)
rule("its scale is that of its first media", track.natural_time_scale == A.video.natural_time_scale)
track.natural_time_scale = 90000
rule("a scale can be chosen", track.natural_time_scale == 90000)
track.natural_time_scale = 0
rule("0 is automatic again", track.natural_time_scale == A.video.natural_time_scale)

track = track_of(A)
track:insert_time_range({ 1, 2 }, B.video, 4)
rule("inserting splits and pushes", pieces(track) == "[0,4)<-[0,4) [4,6)<-[1,3) [6,12)<-[4,10)")
track:remove_time_range({ 5, 2 })
rule("removing pulls", pieces(track) == "[0,4)<-[0,4) [4,5)<-[1,2) [5,10)<-[5,10)")
track = vs.composition():add_track("video")
track:insert_time_range({ 0, 2 }, A.video, 3)
rule("beyond the end a gap comes first", pieces(track) == "[0,3) [3,5)<-[0,2)")
rule("the time range begins with the media", track.time_range == vs.range(3, 2))
track = track_of(A)
track:scale_time_range({ 2, 2 }, 4)
rule("scaling changes targets only", pieces(track) == "[0,2)<-[0,2) [2,6)<-[2,4) [6,12)<-[4,10)")
rule("half the speed is a rate of a half", track.segments[2].rate == 0.5)
track:scale_time_range({ 0, 12 }, 6)
rule("speeds multiply", pieces(track) == "[0,1)<-[0,2) [1,3)<-[2,4) [3,6)<-[4,10)" and track.segments[1].rate == 2)
track = track_of(A, 0, 2)
track:insert_empty_time_range({ 2, 3 })
rule("a gap at the end has no effect", pieces(track) == "[0,2)<-[0,2)")
track:insert_empty_time_range({ 1, 1 })
track:insert_time_range({ 0, 1 }, B.video, 5)
rule("gaps within and before what is beyond the end", pieces(track) == "[0,1)<-[0,1) [1,2) [2,3)<-[1,2) [3,5) [5,6)<-[0,1)")
track:insert_empty_time_range({ 1.5, 1 })
rule("a gap in a gap makes it longer", pieces(track) == "[0,1)<-[0,1) [1,3) [3,4)<-[1,2) [4,6) [6,7)<-[0,1)")
track:remove_time_range({ 6, 1 })
rule("a track does not end in a gap", track.duration == vs.time(4))
track:remove_time_range({ 2, vs.time.positive_infinity })
rule("removing reaches no further than the track", pieces(track) == "[0,1)<-[0,1)")
track:insert_time_range({ 2, 1 }, A.video)
rule("without a time it is appended", pieces(track) == "[0,1)<-[0,1) [1,2)<-[2,3)")
track:insert_time_range({ 9, 5 }, A.video)
rule("a range beyond the source is cut", pieces(track) == "[0,1)<-[0,1) [1,2)<-[2,3) [2,3)<-[9,10)")
rule("two cut halves stay two", (function()
  local cut = track_of(A, 0, 2)
  cut:insert_time_range({ 0, 1 }, B.video, 1)
  cut:remove_time_range({ 1, 1 })
  return #cut.segments == 2
end)())
rule("the segment of a time", track:segment_for_track_time(1.5) == track.segments[2])
rule("or the nearest", track:segment_for_track_time(99) == track.segments[3] and track:segment_for_track_time(-1) == track.segments[1])
rule("of a boundary it is the one that begins", track:segment_for_track_time(1) == track.segments[2])
local outer = vs.composition():add_track("video")
outer:insert_time_range({ 0.5, 2 }, track, 0)
rule("a track of a composition is flattened", pieces(outer) == "[0,0.5)<-[0.5,1) [0.5,1.5)<-[2,3) [1.5,2)<-[9,9.5)")
refuses("the other kind of media", "media_type_mismatch", nil, track.insert_time_range, track, { 0, 1 }, A.audio, 0)
refuses("an empty range", "invalid_time_range", nil, track.insert_time_range, track, { 0, 0 }, A.video, 0)
refuses("a range that is no number", "invalid_time_range", nil, track.insert_time_range, track, vs.range(vs.time.invalid, 1), A.video, 0)
refuses("a time before 0", "invalid_time", nil, track.insert_time_range, track, { 0, 1 }, A.video, -1)
refuses("a length of 0", "invalid_duration", nil, track.scale_time_range, track, { 0, 1 }, 0)
refuses("a negative length", "invalid_duration", nil, track.scale_time_range, track, { 0, 1 }, -1)
refuses("an endless length", "invalid_duration", nil, track.scale_time_range, track, { 0, 1 }, vs.time.positive_infinity)
local state = pieces(track)
refuses("several are all or none", "range_outside_source", -11800, track.insert_time_ranges, track, { { { 0, 1 }, A.video }, { { 50, 1 }, B.video } }, 0)
rule("none of them were inserted", pieces(track) == state)
track:insert_time_ranges({ { { 0, 1 }, B.video }, { { 0, 2 } }, { { 1, 1 }, B.video } }, 0)
rule("one without source is a gap", pieces(track):sub(1, 38) == "[0,1)<-[0,1) [1,3) [3,4)<-[1,2) [4,5)<")

-- Segments.
local list = track_of(A, 0, 4).segments
local function target(range) return { { target = range, source = { 0, 1 }, track = A.video } } end
refuses("the first segment starts at 0", "invalid_segments", -11824, function() track.segments = target({ 1, 1 }) end)
refuses("a segment has a length", "invalid_segments", -11825, function() track.segments = target({ 0, 0 }) end)
refuses("a source range has a start", "invalid_segments", -11826, function()
  track.segments = { { target = { 0, 1 }, source = vs.range(vs.time.indefinite, 1), track = A.video } }
end)
refuses("a source range has a length", "invalid_segments", -11827, function()
  track.segments = { { target = { 0, 1 }, source = { 0, 0 }, track = A.video } }
end)
rule("a list is checked without being set", not track:validate_segments(target({ 1, 1 })) and track:validate_segments(list))
track.segments = list
rule("a proper list is set", pieces(track) == "[0,4)<-[0,4)")
track.segments = {}
rule("no segments is an empty track", track.duration == vs.time(0))
local empty = outer.segments[1]
rule("a segment tells its file's track", empty.source_track_id == A.video.id)

print(rules .. " rules hold")
