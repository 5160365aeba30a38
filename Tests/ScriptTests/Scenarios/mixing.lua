-- Pan, gain beyond full scale and what speed does to sound, said by a script.
local tone = vs.generator("tone", { duration = 2, channels = 1 })
local film = vs.composition()
local track = film:add_track("audio")
track:insert_time_range({ 0, 2 }, tone.audio, 0)
local p = vs.mix_parameters(track)
print(p.pan)
p.pan = -0.5
print(p.pan, p:pan_at(1))
p:set_pan_ramp(-1, 1, { 1, 1 }, { easing = "ease_in_out_sine" })
print(p:pan_at(1.5), p:pan_ramp(1.2))
for _, ramp in ipairs(p:ramps("pan")) do print(ramp.from, ramp.to, ramp.range) end
p:set_volume(2.5, 0)
print(p:volume_at(1), #p:ramps())
local mix = vs.audio_mix({ inputs = { p }, limiter = false })
print(mix.limiter)
mix.limiter = true

for _, algorithm in ipairs({ "spectral", "time_domain", "varispeed" }) do
  p.time_pitch_algorithm = algorithm
  local fast = film:copy()
  fast.tracks[1]:scale_time_range({ 0, 1 }, "1/3")
  fast.tracks[1]:reverse_time_range({ 0, 1 })
  local report = vs.export(fast, { output = algorithm .. ".wav", audio_mix = mix })
  print(algorithm, report.duration)
end

print(pcall(p.set_pan, p, 2, 0))
print(pcall(function() p.pan = "left" end))
print(pcall(p.ramps, p, "opacity"))
