-- What is known of a file.

local clip = vs.asset(os.getenv("CLIPS") .. "/a.mp4")
print(clip)
print(clip.duration, #clip.tracks, clip.format, clip:track(clip.video.id) == clip.video)
print(clip.video == vs.asset(clip.path).video, #clip:tracks_of("audio"))

local video = clip.video
print(video)
print(video.media_type, video.time_range, video.natural_size, video.nominal_frame_rate, video.min_frame_duration)
print(video.codec, video.pixel_format, video.bit_depth, video.preferred_transform, video.enabled)
print(#video:frame_times(), video:frame_times({ 0, 0.1 })[3], #video:frame_times({ from = 0.5, to = 2 }))
print(video.channels, video.sample_rate)

local audio = clip.audio
print(audio.media_type, audio.time_range, audio.codec, audio.channels, audio.sample_rate)
print(audio.natural_size, audio.nominal_frame_rate)

local silent = vs.asset(os.getenv("CLIPS") .. "/b.mp4")
print(silent.audio, silent.video.nominal_frame_rate, silent.video.time_range.duration)
