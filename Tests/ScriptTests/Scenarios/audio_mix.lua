-- Volumes belong to the film's tracks; a file's track is refused by name.

local clip = vs.asset(os.getenv("CLIPS") .. "/a.mp4")
local film = vs.composition()
local sound = film:add_track("audio")
sound:insert_time_range(clip.video.time_range, clip.audio, 0)

local parameters = vs.mix_parameters(sound)
print(parameters:volume_at(0))
parameters:set_volume(0.5, 0)
parameters:set_volume_ramp(0.5, 0, { from = 0.5, to = 1 })
print(parameters:volume_at(0.75), parameters:volume_ramp(0.6))
parameters.time_pitch_algorithm = "varispeed"
print(parameters.time_pitch_algorithm)
print(#vs.audio_mix({ inputs = { parameters } }).inputs)

local function message(f, ...) print(select(2, pcall(f, ...)).message) end
message(function() parameters.time_pitch_algorithm = "fast" end)
message(vs.mix_parameters, film:add_track("video"))
message(vs.audio_mix, { inputs = { parameters, vs.mix_parameters(sound) } })
local wrong = vs.mix_parameters(clip.audio)
message(vs.export, film, { output = "x.mp4", audio_mix = vs.audio_mix({ inputs = { wrong } }) })
