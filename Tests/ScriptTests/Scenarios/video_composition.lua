-- Canvas and instructions, by hand and from the media.

local clips = os.getenv("CLIPS")
local a, b = vs.asset(clips .. "/a.mp4"), vs.asset(clips .. "/b.mp4")
local film = vs.composition()
local track = film:add_track("video")
track:insert_time_range(a.video.time_range, a.video, 0)
track:insert_time_range(b.video.time_range, b.video, 1)

local canvas = vs.video_composition.of(film, { fit = "contain" })
print(canvas.render_size, canvas.frame_duration, #canvas.instructions)
print(canvas:validate(film))
for _, instruction in ipairs(canvas.instructions) do
  print(instruction.time_range, #instruction.layers)
end
print(vs.video_composition.of(film, { render_size = { 128, 128 }, frame_duration = vs.time(1, 10) }).render_size)

local base = vs.layer_instruction(track)
local own = vs.video_composition({
  render_size = { 1920, 1080 },
  frame_duration = vs.time(1, 30),
  instructions = {
    vs.instruction({ time_range = { from = 0, to = 1 }, layers = { base }, background_color = "#102030" }),
  },
})
print(own.render_size, own.frame_duration, own.instructions[1].background_color)
local fine, problems = own:validate(film)
print(fine, #problems)
for _, problem in ipairs(problems) do print(problem.kind, problem.range) end
