--- (first)
local film = vs.composition()
local source = vs.generator("test", { size = { 64, 48 }, rate = 25, duration = 2 })
film:add_track("video"):insert_time_range({ 0, 2 }, source.video, 0)
--- call
local video = vs.video_composition({
  render_size = { 128, 96 },
  frame_duration = vs.time(1, 50),
  instructions = {
    vs.instruction({ time_range = { 0, 2 }, layers = { vs.layer_instruction(film.video) } }),
  },
})
print(video) --> VideoComposition (128×96, 50 fps, 1 instruction)
--- of
print(vs.video_composition.of(film)) --> VideoComposition (64×48, 25 fps, 1 instruction)
local wide = vs.video_composition.of(film, { fit = "cover", render_size = { 160, 48 } })
print(wide.instructions[1].layers[1]:transform_at(0)) --> [2.5 0 0 2.5 0 -36]
--- computed
local fading = vs.video_composition.computed(film, function(frame)
  return { { track = frame.tracks[1], opacity = frame.time.seconds / 2 } }
end)
print(fading) --> VideoComposition (64×48, 25 fps, computed)
local images = vs.image_generator(film, { video_composition = fading })
print(images:image(0):pixel(32, 24)) -- not yet to be seen
--> #000000
