--- (first)
local film = vs.composition()
local source = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 2 })
film:add_track("video"):insert_time_range({ 0, 2 }, source.video, 0)
local video = vs.video_composition.of(film)
--- render_size
video.render_size = { 32, 24 }
print(video.render_size) --> 32×24
--- frame_duration
video.frame_duration = vs.frames(1, 29.97)
print(video.frame_duration) --> 1001/30000
--- render_scale
print(video.render_scale) --> 1
--- instructions
print(#video.instructions, video.instructions[1].time_range) --> 1 0:00–0:02
video.instructions[1].background_color = "red" -- the objects are the composition's own
print(video.instructions[1].background_color.red) --> 1
--- frame_timing_track
video.frame_timing_track = film.video -- keep its own frame times
print(video.frame_timing_track == film.video) --> true
--- color_primaries, color_matrix, color_transfer
video.color_primaries, video.color_matrix, video.color_transfer = "bt709", "bt709", "bt709"
print(video.color_matrix, vs.video_composition.of(film).color_matrix) --> bt709 nil
--- validate
print(video:validate(film)) --> true
video.instructions = { vs.instruction({ time_range = { 0, 1 } }) }
local fine, problems = video:validate(film)
print(fine, problems[1].kind, problems[1].range) --> false empty_time_range 0:01–0:02
--- describe
video.instructions[1].layers[1]:set_opacity_ramp(1, 0, { 1, 1 })
print(video:describe())
--> VideoComposition (64×48, 25 fps, 1 instruction)
-->   Instruction 0:00–0:02 (1 layer)
-->     the composition's track 1 (video)
-->       transform [1 0 0 1 0 0] from 0:00
-->       opacity 1 to 0 over 0:01–0:02
