--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 4 })
local film = vs.composition()
local track = film:add_track("video")
track:insert_time_range({ 1, 2 }, clip.video, 1)
local gap, segment = track.segments[1], track.segments[2]
--- time_mapping
print(segment.time_mapping.source, segment.time_mapping.target) --> 0:01–0:03 0:01–0:03
--- is_empty
print(gap.is_empty, segment.is_empty) --> true false
--- rate
track:scale_time_range({ 1, 2 }, 4)
print(track.segments[2].rate, gap.rate) --> 0.5 nil
--- source_name
print(segment.source_name, gap.source_name) --> test nil
--- source_path
vs.export(clip, { output = "clip.mp4", overwrite = true })
track:insert_time_range({ 0, 1 }, vs.asset("clip.mp4").video, 0)
print(track.segments[1].source_path, segment.source_path) --> clip.mp4 nil
--- source_track_id
print(segment.source_track_id, gap.source_track_id) --> 1 nil
--- is_reversed
track:reverse_time_range({ 1, 1 })
print(track.segments[2].is_reversed, segment.is_reversed) --> true false
--- is_frozen
track:freeze(2, 1)
print(track.segments[3].is_frozen, segment.is_frozen) --> true false
