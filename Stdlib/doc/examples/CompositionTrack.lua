--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 4 })
local film = vs.composition()
local track = film:add_track("video")
track:insert_time_range({ 0, 4 }, clip.video, 0)
--- composition, id
print(track.composition == film, track.id) --> true 1
--- media_type
print(track.media_type) --> video
--- duration
print(track.duration) --> 4
--- time_range
local late = film:add_track("video")
late:insert_time_range({ 0, 1 }, clip.video, 2)
print(late.time_range, late.duration) --> 0:02–0:03 3
--- natural_size
print(track.natural_size) --> 64×48
--- segments
print(#track.segments, track.segments[1]) --> 1 Segment 0:00–0:04: 0:00–0:04 of 'test'
track.segments = {
  { target = { 0, 1 } },
  { track = clip.video, source = { 2, 1 }, target = { 1, 1 } },
}
print(track.duration, track.segments[1].is_empty) --> 2 true
--- preferred_transform
track.preferred_transform = vs.transform(0, 1, -1, 0, 48, 0) -- a quarter to the right
print(track.preferred_transform) --> [0 1 -1 0 48 0]
--- preferred_volume
local sound = film:add_track("audio")
sound.preferred_volume = 0.5
print(sound.preferred_volume) --> 0.5
--- enabled
track.enabled = false
print(track.enabled) --> false
--- natural_time_scale
print(track.natural_time_scale) --> 25
track.natural_time_scale = 600
print(track.natural_time_scale) --> 600
--- language
track.language = "en"
print(track.language) --> en
--- insert_time_range
track:insert_time_range({ 1, 1 }, clip.video, 2) -- what is later moves on
print(track.duration, #track.segments) --> 5 3
--- insert_time_ranges
track:insert_time_ranges({ { { 0, 1 }, clip.video }, { { 0, 0.5 } }, { { 3, 1 }, clip.video } }, 0)
print(track.duration, #track.segments, track.segments[2].is_empty) --> 13/2 4 true
--- insert_empty_time_range
track:insert_empty_time_range({ 1, 2 })
print(track.duration, #track.segments) --> 6 3
track:insert_empty_time_range({ 6, 2 }) -- a track does not end with a gap
print(track.duration) --> 6
--- remove_time_range
track:remove_time_range({ from = 1, to = 3 })
print(track.duration, #track.segments) --> 2 2
--- scale_time_range
track:scale_time_range({ 1, 1 }, 2)
print(track.duration, track.segments[2].rate) --> 5 0.5
--- validate_segments
print(track:validate_segments({ { target = { 0, 1 } } })) --> true nil
local fine, problem = track:validate_segments({ { target = { 1, 1 } } })
print(fine, problem.number) --> false -11824
--- segment_for_track_time
track:insert_empty_time_range({ 1, 1 })
print(track:segment_for_track_time(1.5).is_empty) --> true
print(track:segment_for_track_time(99).time_mapping.target) --> 0:02–0:05
--- freeze
track:freeze(1, 2)
print(track.duration, track.segments[2].is_frozen) --> 6 true
--- reverse_time_range
track:reverse_time_range({ 1, 2 })
print(track.duration, track.segments[2].is_reversed) --> 4 true
--- remap_time_range
track:remap_time_range({ 0, 4 }, { { 0, 1 }, { 1, 3 } }) -- from as it is to three times as fast
print(track.duration < 4, track.segments[1].rate < track.segments[#track.segments].rate) --> true true
