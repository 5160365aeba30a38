-- describe(): all that is set on an edit, its layers and its sound, as people read it.

local film = vs.composition()
local base, top = film:add_track("video"), film:add_track("video")
local sound = film:add_track("audio")
local clip = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 8 })
base:insert_time_range({ 0, 8 }, clip.video, 0)
base:scale_time_range({ 4, 4 }, 2)
base:reverse_time_range({ 4, 2 })
base:freeze(6, 2)
top:insert_time_range({ 0, 8 }, clip.video, 0)
top.enabled = false
top.preferred_transform = vs.transform():scaled(0.5)
sound:insert_time_range({ 0, 8 }, clip.audio, 0)
sound.preferred_volume = 0.5
print(film:describe())

-- A layer says what it does in the order in which it is done.
local layer = vs.layer_instruction(top)
print(layer:describe())
layer.blend_mode = "multiply"
layer:add_filter("gblur=sigma=5,hue=s=0")
layer:add_filter("negate", { range = { 6, 1 } })
layer:set_crop_rectangle_ramp(vs.rect.infinite, { 0, 0, 32, 48 }, { 0, 1 }, { easing = "ease_out_bounce" })
layer:set_transform(vs.transform():translated(10, 0.5), 1)
layer:set_opacity(0.25, 0)
layer:set_opacity_ramp(0.25, 1, { 1, 1 }, { easing = { 0.1, 0, 0.2, 1 } })
layer:set_opacity_ramp(1, 0.5, { 3, 1 }, { easing = { "steps", 4, "start" } })
layer:set_opacity_ramp(0.5, 0, { 4, 1 }, { easing = { "spring", stiffness = 50 } })
layer:set_opacity_ramp(0, 1, { from = 5, to = "16/3" }, { easing = function(x) return x end })
print(layer:describe())

-- An instruction tells only what acts in its time: what is held from before, and what begins.
local below = vs.layer_instruction(base)
local canvas = vs.video_composition({
  render_size = { 64, 48 }, frame_duration = vs.time(1, 25), render_scale = 0.5, color_matrix = "bt709",
  frame_timing_track = base,
  instructions = {
    vs.instruction({ time_range = { 0, 1 }, layers = { below } }),
    vs.instruction({ time_range = { 1, 3 }, layers = { layer, below }, background_color = "red" }),
    vs.instruction({ time_range = { 4, 2 }, enable_post_processing = false, layers = { layer } }),
    vs.instruction({ time_range = { 6, 2 } }),
  },
})
print(canvas:describe())
print(canvas.instructions[3]:describe())
local computed = vs.video_composition.computed(film, function() return {} end)
print(computed:describe())

local level = vs.mix_parameters(sound)
print(level:describe())
level.time_pitch_algorithm = "varispeed"
level:add_filter("highpass", { f = 120, range = { 0, 2 } })
level:set_volume(0.8, 0)
level:set_volume_ramp(0.8, 0, { 6, 2 }, { easing = "ease_in" })
level:set_pan_ramp(-1, 1, { 0, 8 })
print(level:describe())
print(vs.audio_mix({ inputs = { level }, limiter = false }):describe())
print(vs.audio_mix():describe())
