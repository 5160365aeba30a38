--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 4 })
local film = vs.composition()
film:insert_time_range({ 0, 4 }, clip, 0)
--- tracks
for _, track in ipairs(film.tracks) do print(track) end
--> CompositionTrack 1 (video, 0:04, 1 segment)
--> CompositionTrack 2 (audio, 0:04, 1 segment)
--- duration
print(film.duration) --> 4
--- video, audio
print(film.video.id, film.audio.id) --> 1 2
--- tracks_of
film:add_track("audio")
print(#film:tracks_of("audio")) --> 2
--- format
print(film.format, clip.format) --> composition generator
--- natural_size
print(film.natural_size) --> 64×48
film.natural_size = { 128, 96 }
print(film.natural_size) --> 128×96
--- metadata
film.metadata = { title = "Holidays" }
print(film.metadata.title) --> Holidays
--- add_track
local track = film:add_track("audio", 10)
print(track.id, track.duration) --> 10 0
--- remove_track
film:remove_track(film.audio)
print(#film.tracks) --> 1
--- track
print(film:track(2).media_type, film:track(9)) --> audio nil
--- track_compatible_with
print(film:track_compatible_with(clip.video) == film.video) --> true
--- insert_time_range
film:insert_time_range({ 1, 2 }, clip, 0) -- at the front, on the tracks that are there
print(film.duration, #film.tracks, #film.video.segments) --> 6 2 2
--- insert_empty_time_range
film:insert_empty_time_range({ 1, 2 })
print(film.duration, film.video.segments[2].is_empty) --> 6 true
--- remove_time_range
film:remove_time_range({ 1, 2 })
print(film.duration, #film.audio.segments) --> 2 2
--- scale_time_range
film:scale_time_range({ 0, 4 }, 2) -- twice as fast
print(film.duration, film.video.segments[1].rate) --> 2 2
--- reverse_time_range
film:reverse_time_range({ 0, 4 })
print(film.video.segments[1].is_reversed, film.audio.segments[1].is_reversed) --> true true
--- freeze
film:freeze(2, 1) -- the picture stands for a second, the sound is silent
print(film.duration, film.video.segments[2].is_frozen, film.audio.segments[2].is_empty) --> 5 true true
--- remap_time_range
film:remap_time_range({ 2, 2 }, { { 0, 0.5 } }) -- the second half at half the speed
print(film.duration, film.audio.duration) --> 6 6
--- copy
local other = film:copy()
other:remove_time_range({ 0, 3 })
print(film.duration, other.duration) --> 4 1
--- describe
film:insert_empty_time_range({ 2, 1 })
print(film:describe())
--> 0:00                                                         0:05
--> |test-------------------|...........|test------------------- 1 video
--> |test-------------------|...........|test------------------- 2 audio
--- save
film:save("film.json", { overwrite = true })
print(vs.load("film.json").duration) --> 4
