-- A composition as a value with tracks that are objects.

local clip = vs.asset(os.getenv("CLIPS") .. "/a.mp4")
local film = vs.composition()
local video = film:add_track("video")
local audio = film:add_track("audio", 7)
print(#film.tracks, video.id, audio.id, film:track(7) == audio, film.tracks[1] == video)
print(film:add_track("audio", 7).id ~= 7)
print(film.duration, film.natural_size)

film:insert_time_range(clip.video.time_range, clip, 0)
print(film.duration, film.natural_size, video.time_range, audio.time_range)
print(film:track_compatible_with(clip.video) == video)
print(film.video == video, film.audio == audio, #film:tracks_of("audio"))

-- An edit can be inserted as a file can: its tracks, or all of it.
local outer = vs.composition()
outer:add_track("video"):insert_time_range({ 0, 0.5 }, film.video, 0)
outer:insert_time_range({ 0, 0.5 }, film, 0.25)
print(outer.duration, #outer.tracks, #outer.video.segments)

film:insert_empty_time_range({ vs.time(1, 2), 1 })
print(film.duration)
film:remove_time_range({ 0, vs.time(1, 2) })
print(film.duration)
film:scale_time_range({ 0, 1 }, 2)
print(film.duration)

video.preferred_volume = 0.5
video.preferred_transform = vs.transform():translated(1, 2)
print(video.preferred_volume, video.preferred_transform, video.enabled, video.media_type)

local copy = film:copy()
print(copy ~= film, copy.duration == film.duration, copy:track(video.id) ~= video)
film:remove_track(video)
print(#film.tracks, #copy.tracks, film:track(1))
local ok, err = pcall(function() return video.time_range end)
print(ok, err.message)
print(film:describe())
