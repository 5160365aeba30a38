--- (first)
local film = vs.composition()
local source = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 2 })
film:add_track("video"):insert_time_range({ 0, 2 }, source.video, 0)
local layer = vs.layer_instruction(film.video)
local instruction = vs.instruction({ time_range = { 0, 2 }, layers = { layer } })
--- time_range
instruction.time_range = { from = 0, to = 1 }
print(instruction.time_range) --> 0:00–0:01
--- layers
print(#instruction.layers, instruction.layers[1] == layer) --> 1 true
instruction.layers = {} -- the background alone
print(#instruction.layers) --> 0
--- background_color
print(instruction.background_color) --> nil
instruction.background_color = "white"
print(instruction.background_color.red) --> 1
--- enable_post_processing
print(instruction.enable_post_processing) --> true
--- required_source_track_ids
print(table.concat(instruction.required_source_track_ids, ",")) --> 1
--- passthrough_track_id
print(instruction.passthrough_track_id) --> 1
layer:set_opacity(0.5, 0)
print(instruction.passthrough_track_id) --> nil
--- describe
layer:set_opacity_ramp(1, 0, { 0, 1 })
print(instruction:describe())
--> Instruction 0:00–0:02 (1 layer)
-->   the composition's track 1 (video)
-->     opacity 1 to 0 over 0:00–0:01
