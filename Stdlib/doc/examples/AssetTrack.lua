--- (first)
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 1 })
local picture, sound = clip.video, clip.audio
--- asset
print(picture.asset == clip) --> true
--- path
print(picture.path) --> nil
--- id, media_type
print(picture.id, picture.media_type, sound.id, sound.media_type) --> 1 video 2 audio
--- time_range
print(picture.time_range) --> 0:00–0:01
--- natural_size
print(picture.natural_size) --> 64×48
--- nominal_frame_rate
print(picture.nominal_frame_rate) --> 25
--- min_frame_duration
print(picture.min_frame_duration) --> 1/25
--- natural_time_scale
print(picture.natural_time_scale, sound.natural_time_scale) --> 25 48000
--- preferred_transform
print(picture.preferred_transform) --> [1 0 0 1 0 0]
--- preferred_volume
print(sound.preferred_volume) --> 1
--- codec
vs.export(clip, { output = "clip.mp4", overwrite = true })
print(vs.asset("clip.mp4").video.codec) --> h264
--- pixel_format, bit_depth
vs.export(clip, { output = "clip.mp4", overwrite = true })
local coded = vs.asset("clip.mp4").video
print(coded.pixel_format, coded.bit_depth) --> yuv420p 8
--- color
vs.export(clip, { output = "clip.mp4", overwrite = true })
print(vs.asset("clip.mp4").video.color.range) --> limited
print(#vs.asset("clip.mp4").video.color.assumed) --> 0
--- profile, codec_tag
vs.export(clip, { output = "clip.mp4", overwrite = true })
print(vs.asset("clip.mp4").audio.profile, vs.asset("clip.mp4").audio.codec_tag) --> LC mp4a
--- frame_count, frame_rate, max_frame_duration
print(picture.frame_count, picture.frame_rate, picture.max_frame_duration) --> 25 25 1/25
--- clean_aperture, coded_size, display_size, pixel_aspect
vs.export(clip, { output = "clip.mp4", overwrite = true })
local coded = vs.asset("clip.mp4").video
print(coded.clean_aperture, coded.coded_size) --> nil 64×48
print(coded.display_size, coded.pixel_aspect) --> 64×48 1:1
--- field_order, has_alpha, light
vs.export(clip, { output = "clip.mp4", overwrite = true })
local coded = vs.asset("clip.mp4").video
print(coded.field_order, coded.has_alpha, coded.light) --> progressive false nil
--- reorders_frames, has_open_groups, key_frame_times
vs.export(clip, {
  output = "clip.mp4", overwrite = true, codec_options = { g = 10, bf = 0, sc_threshold = 0 },
})
local coded = vs.asset("clip.mp4").video
print(coded.reorders_frames, coded.has_open_groups) --> false false
print(#coded:key_frame_times(), coded:key_frame_times()[2].seconds) --> 3 0.4
--- channel_layout, sample_format, sample_count
vs.export(clip, { output = "clip.wav", overwrite = true })
local recorded = vs.asset("clip.wav").audio
print(recorded.channel_layout, recorded.sample_format, recorded.sample_count) --> stereo s16 48000
--- priming, padding
vs.export(clip, { output = "clip.mp4", overwrite = true })
local recorded = vs.asset("clip.mp4").audio
print(recorded.priming, recorded.priming + recorded.sample_count + recorded.padding) --> 1024 49152
--- metadata
print(next(picture.metadata)) --> nil
--- channels, sample_rate
print(sound.channels, sound.sample_rate) --> 2 48000
--- language
print(sound.language) --> nil
--- enabled
print(sound.enabled) --> true
--- segments
vs.export(clip, { output = "clip.mp4", overwrite = true })
local segments = vs.asset("clip.mp4").video.segments
print(#segments, segments[1].is_empty, segments[1].time_mapping.target.duration.seconds) --> 1 false 1.0
--- estimated_data_rate
vs.export(clip, { output = "clip.mp4", overwrite = true })
print(vs.asset("clip.mp4").video.estimated_data_rate > 1000) --> true
--- segment_for_track_time
vs.export(clip, { output = "clip.mp4", overwrite = true })
print(vs.asset("clip.mp4").video:segment_for_track_time(0.5).is_empty) --> false
--- frame_times
print(#picture:frame_times(), picture:frame_times()[2]) --> 25 1/25
print(#picture:frame_times({ 0.5, 0.2 })) --> 5
--- cues
local file = io.open("talk.ass", "w")
file:write("[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\i1}Hello{\\i0},\\Nworld\n")
file:close()
for _, cue in ipairs(vs.asset("talk.ass").tracks[1]:cues()) do print(cue.range, cue.text) end
--> 0:01–0:02.5 Hello,
--> world
