-- Filters of layers and of sound: what they do, what is known of them, and what is refused.

local film = vs.composition()
local picture, sound = film:add_track("video"), film:add_track("audio")
local clip = vs.asset(os.getenv("CLIPS") .. "/a.mp4")
picture:insert_time_range(clip.video.time_range, clip.video, 0)
sound:insert_time_range(clip.video.time_range, clip.audio, 0)

local layer, level = vs.layer_instruction(picture), vs.mix_parameters(sound)
layer:add_filter("gblur", { sigma = 5 })
layer:add_filter("hue=s=0,negate", { range = { from = 0.2, to = 0.6 } })
level:add_filter("highpass", { f = 120 })
print(layer)
print(level)
for _, filter in ipairs(layer.filters) do
  print(filter.name, filter.options.sigma, filter.options.s, filter.range)
end

-- Why nothing is copied.
local video = vs.video_composition({
  render_size = clip.video.natural_size,
  frame_duration = vs.video_composition.of(film).frame_duration,
  instructions = { vs.instruction({ time_range = { 0, film.duration }, layers = { layer } }) },
})
local plan = vs.planned(function()
  vs.export(film, { output = "filtered.mp4", video_composition = video, audio_mix = vs.audio_mix({ inputs = { level } }) })
end)[1]
for _, span in ipairs(plan.spans) do print(span.action, span.reason) end

-- Saved and loaded; a list can be assigned, and {} takes all away.
film:save("edit.json", { video_composition = video })
local _, loaded = vs.load("edit.json")
local again = loaded.instructions[1].layers[1]
print(#again.filters, again.filters[2].name, again.filters[2].range)
again.filters = { layer.filters[3], "vflip" }
print(again.filters[1].name, again.filters[1].range, again.filters[2].name)
again.filters = {}
print(#again.filters)

-- A red picture without its colour, from 0.5 s on; and a function that says of each frame how it is.
local red = vs.generator("solid", { color = "red", size = { 32, 32 }, rate = 10, duration = 1 })
local plain = vs.composition()
plain:add_track("video"):insert_time_range({ 0, 1 }, red.video, 0)
local gray = vs.layer_instruction(plain.video)
gray:add_filter("hue", { s = 0, range = { 0.5, 0.5 } })
local function colors(composition)
  local images <close> = vs.image_generator(plain, { video_composition = composition })
  for _, time in ipairs({ 0.9, 0.4, 0.5 }) do
    local pixel = images:image(time):pixel(16, 16)
    print(time, ("%.2f %.2f"):format(pixel.red, pixel.green))
  end
end
colors(vs.video_composition({
  render_size = { 32, 32 }, frame_duration = vs.time(1, 10),
  instructions = { vs.instruction({ time_range = { 0, 1 }, layers = { gray } }) },
}))
colors(vs.video_composition.computed(plain, function(frame)
  return { { track = plain.video, filters = { ("lutyuv=y=%d:u=128:v=128"):format(50 + 10 * frame.index) } } }
end))

local function refused(of, ...)
  local _, failure = pcall(of.add_filter, of, ...)
  print(failure.code, failure.message)
  if failure.hint then print("", failure.hint) end
end
print("--- pictures")
refused(layer, "gblr")
refused(layer, "gblur", { sigmaa = 5 })
refused(layer, "gblur", { sigma = -1 })
refused(layer, "gblur", { sigma = "wide" })
refused(layer, "gblur", { sigma = {} })
refused(layer, "gblur", { range = 5 })
refused(layer, "gblur", { range = { 1, 0 } })
refused(layer, "gblur=5", { steps = 2 })
refused(layer, "gblur", { enable = "gt(t,1)" })
refused(layer, "hue=h=90*t")
refused(layer, "eq=contrast=abc")
refused(layer, "curves", { psfile = "/etc/passwd" })
refused(layer, "")
refused(layer, "gblur,")
refused(layer, "gblur;hue")
refused(layer, "[in]gblur")
refused(layer, "tmix")
refused(layer, "yadif")
refused(layer, "scale=640:360")
refused(layer, "fps=10")
refused(layer, "fade")
refused(layer, "noise")
refused(layer, "movie=/etc/passwd")
refused(layer, "metadata=print:file=x")
refused(layer, "overlay")
refused(layer, "testsrc")
refused(layer, "nullsink")
refused(layer, "highpass")
refused(layer, "avgblur_opencl")
refused(layer, "showinfo")
refused(vs.layer_instruction(picture))
print("--- sound")
refused(level, "hipass")
refused(level, "highpass", { f = -3 })
refused(level, "highpass=f=0.001")
refused(level, "aecho=0.8:0.9:60000:0.3")
refused(level, "atempo=2")
refused(level, "volume=2")
refused(level, "loudnorm")
refused(level, "tremolo")
refused(level, "afftdn")
refused(level, "amix")
refused(level, "pan=mono|c0=c0")
refused(level, "gblur")
print(#layer.filters, #level.filters)
