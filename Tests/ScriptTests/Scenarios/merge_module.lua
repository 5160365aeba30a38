-- require("vscript.merge"): options, tables for clips, music, no output.

local merge = require("vscript.merge")
local clips = os.getenv("CLIPS")
local a, b, song = clips .. "/a.mp4", clips .. "/b.mp4", clips .. "/song.m4a"

local film, canvas, mix = merge({ a, vs.asset(b), { path = a, range = { 0, 0.5 }, volume = 0.5 } }, {
  music = { path = song, volume = 0.2, fade_in = 0.5, fade_out = 1 },
})
print(film.duration, canvas.render_size, canvas.frame_duration, #mix.inputs)
print(mix.inputs[1]:volume_at(0), mix.inputs[1]:volume_at(2.2))
print(mix.inputs[2]:volume_at(0), mix.inputs[2]:volume_at(1), mix.inputs[2]:volume_at(film.duration))

print(merge({ a, a }, { output = "out.mp4", trim_first_frame = true, codec_options = { preset = "ultrafast" } }).frames)

local function message(...)
  local _, err = pcall(merge, ...)
  print(err.code, err.message, err.hint)
end
message({})
message({ song })
message({ a }, { outputt = "x.mp4" })
message({ { pathh = a } })
message({ a, b }, { transition = { name = "disolve", duration = 0.5 } })
message({ a, b }, { transition = { duration = 0 } })
message({ a, b, a }, { transition = { duration = 0.6 } })
message({ a }, { music = { path = song, duck = 2 } })
message({ a }, { music = { path = song, duck = { volume = 0.5, fades = 1 } } })
message({ a }, { music = { path = song, fade_in = 1, fade_out = 1 } })
