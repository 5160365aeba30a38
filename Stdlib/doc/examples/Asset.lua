--- (first)
vs.export(vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 }), {
  output = "clip.mp4", overwrite = true, metadata = { title = "A clip" },
})
local clip = vs.asset("clip.mp4")
--- path
print(clip.path) --> clip.mp4
--- duration
print(clip.duration == vs.time(1)) --> true
--- tracks
for _, track in ipairs(clip.tracks) do print(track.id, track.media_type) end
--> 1 video
--> 2 audio
--- video, audio
print(clip.video.codec, clip.audio.codec) --> h264 aac
--- metadata
print(clip.metadata.title) --> A clip
--- chapters
print(#clip.chapters) --> 0
--- warnings
print(#clip.warnings) --> 0
--- format
print(clip.format) --> mp4
--- size, is_fragmented, truncated_at
print(clip.size > 1000, clip.is_fragmented, clip.truncated_at) --> true false nil
--- tracks_of
print(#clip:tracks_of("audio")) --> 1
--- track
print(clip:track(1) == clip.video, clip:track(7)) --> true nil
