--- (first)
local film = vs.composition()
local tone = vs.generator("tone", { duration = 2 })
film:add_track("audio"):insert_time_range({ 0, 2 }, tone.audio, 0)
local level = vs.mix_parameters(film.audio)
local mix = vs.audio_mix({ inputs = { level } })
--- inputs
print(#mix.inputs, mix.inputs[1] == level) --> 1 true
mix.inputs = {}
print(#mix.inputs) --> 0
--- validate
print(mix:validate(film)) --> true
-- A volume for the source's own track would do nothing:
local fine, problems = vs.audio_mix({ inputs = { vs.mix_parameters(tone.audio) } }):validate(film)
print(fine, #problems) --> false 1
--- limiter
print(mix.limiter) --> true
mix.limiter = false -- clip instead
print(mix.limiter) --> false
--- describe
level:set_volume(0.5, 0)
print(mix:describe())
--> AudioMix (1 input)
-->   the composition's track 1 (audio)
-->     volume 0.5 from 0:00
