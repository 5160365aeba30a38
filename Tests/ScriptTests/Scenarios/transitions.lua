-- require("vscript.transitions"): the instruction of each, and one of a script's own.

local merge, transitions = require("vscript.merge"), require("vscript.transitions")

local function clip(width, height)
  return vs.generator("test", { size = { width, height }, rate = 10, duration = 1 })
end
local wide, tall = clip(64, 32), clip(16, 32)

-- A/B tracks: pass A, transition, pass B, transition, pass A.
local film, canvas, mix = merge({ wide, tall, wide }, { transition = { duration = 0.5 } })
print(film:describe())
print(canvas:validate(film), mix:validate(film))
for _, instruction in ipairs(canvas.instructions) do
  print(instruction.time_range, #instruction.layers, instruction.passthrough_track_id)
end

-- The sound crosses over in the same ranges, linearly: at every moment the volumes add up to 1.
local a, b = mix.inputs[1], mix.inputs[2]
for _, t in ipairs({ 0, 0.5, 0.75, 0.99, 1, 1.25, 2 }) do
  io.write(("%g:%g+%g "):format(t, a:volume_at(t), b:volume_at(t)))
end
print()

-- The dissolve: the new picture over the old, and where it does not reach, the old one alone.
local layers = canvas.instructions[2].layers
print(layers[1].track_id, layers[1]:opacity_at(0.75), layers[1]:transform_at(0.75))
print(layers[2].track_id, layers[2]:opacity_at(0.75), layers[2]:crop_rectangle_at(0.75))
print(layers[3].track_id, layers[3]:opacity_at(0.75), layers[3]:crop_rectangle_at(0.75))

for _, name in ipairs(transitions.names()) do
  local _, made = merge({ wide, wide }, { transition = { name = name, duration = 0.5 } })
  local to, from = table.unpack(made.instructions[2].layers)
  print(name, to:opacity_at(0.6), to:crop_rectangle_at(0.6), to:transform_at(0.6), from:opacity_at(0.6),
    from:transform_at(0.6))
end

-- The registry is open. An easing reaches the ramps.
transitions.register("drop", function(cut)
  local above = cut:placing("to"):concat(vs.transform():translated(0, -cut.size.height))
  cut.to:set_transform_ramp(above, cut:placing("to"), cut.range, cut:curve())
end, "the new picture falls in from above")
local _, dropped = merge({ wide, wide }, {
  transition = { name = "drop", duration = 0.5, easing = function(x) return x * x end },
})
print(transitions.help("drop"), dropped.instructions[2].layers[1]:transform_at(0.75).ty)

local function message(...)
  local _, err = pcall(...)
  print(err.code, err.message, err.hint)
end
message(transitions.register, "two words", print)
message(transitions.register, "x", "y")
message(transitions.help, "wipe_lft")
message(transitions.instruction, { time_range = { 0, 1 }, size = { 4, 4 } })
message(transitions.instruction, { time_range = { 0, 0 }, size = { 4, 4 } })
