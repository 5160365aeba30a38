-- What audio mixes, speeds and silence do, rule by rule, as the reference's model has it.

local rules = 0
local function rule(name, holds)
  assert(holds, name)
  rules = rules + 1
end
local function refuses(name, code, number, f, ...)
  local fine, err = pcall(f, ...)
  rule(name, not fine and err.code == code and err.number == number)
end
local function tone(duration, volume)
  return vs.generator("tone", { duration = duration, frequency = 480, volume = volume or 0.25 })
end
local function film_of(...)
  local film, tracks = vs.composition(), {}
  for index, clip in ipairs({ ... }) do
    tracks[index] = film:add_track("audio")
    tracks[index]:insert_time_range({ 0, clip.duration }, clip.audio, 0)
  end
  return film, table.unpack(tracks)
end
--- The loudest sample between two times.
local function peak(film, from, to, options)
  local spec = { time_range = { from = from, to = to }, sample_rate = 48000 }
  for key, value in pairs(options or {}) do spec[key] = value end
  local result = 0
  for block in vs.reader(film, spec):samples(4800) do result = math.max(result, block:peak()) end
  return result
end
local function about(a, b) return math.abs(a - b) < 0.005 end

-- Parameters.
local film, track = film_of(tone(4))
local level = vs.mix_parameters(track)
rule("a new mix has no inputs", #vs.audio_mix({}).inputs == 0)
rule("parameters name their track", level.track == track and level.track_id == track.id)
rule("no algorithm is chosen", level.time_pitch_algorithm == nil)
rule("the volume is 1 before the first entry", level:volume_at(0) == 1 and #level:ramps() == 0)
level:set_volume(1, 0)
level:set_volume_ramp(0.5, 0.2, { 4, 5 })
rule("it holds, jumps, runs and holds", level:volume_at(3.9) == 1 and level:volume_at(4) == 0.5
  and math.abs(level:volume_at(6.5) - 0.35) < 1e-12 and level:volume_at(9) == 0.2 and level:volume_at(99) == 0.2)
local from, to, range = level:volume_ramp(2)
rule("a fixed value is told up to the next entry", from == 1 and to == 1 and range == vs.range(0, 4))
from, to, range = level:volume_ramp(5)
rule("a ramp is told whole", from == 0.5 and to == 0.2 and range == vs.range(4, 5))
rule("after the last there is none", select("#", level:volume_ramp(9)) == 0)
refuses("ramps do not overlap", "overlapping_ramps", nil, level.set_volume_ramp, level, 1, 0, { 8, 2 })
refuses("a ramp does not start with a fixed value", "overlapping_ramps", nil, level.set_volume_ramp, level, 1, 0, { 0, 2 })
refuses("times are numbers", "invalid_time", nil, level.set_volume, level, 1, vs.time.invalid)
refuses("ranges are too", "invalid_time_range", nil, level.set_volume_ramp, level, 1, 0, vs.range(20, vs.time.indefinite))
refuses("a volume is 0 or more", "invalid_value", nil, level.set_volume, level, -0.1, 50)
refuses("and a number", "invalid_value", nil, level.set_volume, level, 0 / 0, 50)
rule("it may be above 1", pcall(level.set_volume, level, 2, 50))
rule("an algorithm is one of three", not pcall(function() level.time_pitch_algorithm = "fast" end))
local again = vs.mix_parameters(track)
refuses("a track is mixed once", "duplicate_mix_parameters", nil, vs.audio_mix, { inputs = { level, again } })
refuses("a picture has no volume", "not_an_audio_track", nil, vs.mix_parameters, film:add_track("video"))
local strange = vs.audio_mix({ inputs = { vs.mix_parameters(tone(4).audio) } })
rule("a source's track is told", not strange:validate(film))
refuses("and refused by an export", "invalid_audio_mix", nil, vs.export, film, { file_type = "null", audio_mix = strange })
refuses("and by a reader", "invalid_audio_mix", nil, vs.reader, film, { audio_mix = strange })

-- What is heard.
rule("without a mix a track is heard as it is", about(peak(film, 0, 4), 0.25))
local soft = vs.mix_parameters(track)
soft:set_volume(0.5, 1)
soft:set_volume_ramp(0.5, 0, { 2, 1 })
local mix = { audio_mix = vs.audio_mix({ inputs = { soft } }) }
rule("1 before the first entry", about(peak(film, 0, 1, mix), 0.25))
rule("the fixed value after it", about(peak(film, 1, 2, mix), 0.125))
rule("a linear ramp", about(peak(film, 2.5, 2.51, mix), 0.0625))
rule("its last value held", peak(film, 3, 4, mix) == 0)
rule("times are the film's in a part of it too", about(peak(film, 1.5, 1.6, mix), 0.125))
track.preferred_volume = 0.5
rule("the track's own volume multiplies", about(peak(film, 1, 2, mix), 0.0625))
track.preferred_volume = 1

local two, first, second = film_of(tone(2), tone(4))
rule("tracks are added at equal level", about(peak(two, 0.5, 1.5), 0.5))
rule("the shorter one is silent at its end", about(peak(two, 2.5, 3.5), 0.25))
second.enabled = false
rule("a disabled track is not heard", about(peak(two, 0.5, 1.5), 0.25))
second.enabled = true
local other = vs.mix_parameters(first)
other:set_volume(0, 0)
rule("tracks without parameters are mixed too", about(peak(two, 0.5, 1.5, { audio_mix = vs.audio_mix({ inputs = { other } }) }), 0.25))
local loud = film_of(tone(1, 0.9), tone(1, 0.9))
rule("peaks are held within full scale", peak(loud, 0, 1) <= 1)
local gap = film_of(tone(4))
gap:insert_empty_time_range({ 1, 1 })
rule("a gap is silence", peak(gap, 1.01, 1.99) == 0 and about(peak(gap, 2.01, 3), 0.25))

-- Speed.
local function periods(film, from, to, options)
  local spec = { time_range = { from = from, to = to }, sample_rate = 48000, channels = 1 }
  for key, value in pairs(options or {}) do spec[key] = value end
  local count, last = 0, 0
  for block in vs.reader(film, spec):samples(4800) do
    for _, sample in ipairs(block:samples(1)) do
      if last < 0 and sample >= 0 then count = count + 1 end
      last = sample
    end
  end
  return count
end
local slow, slowed = film_of(tone(2))
slowed:scale_time_range({ 0, 2 }, 4)
local function with(algorithm)
  local parameters = vs.mix_parameters(slowed)
  parameters.time_pitch_algorithm = algorithm
  return { audio_mix = vs.audio_mix({ inputs = { parameters } }) }
end
rule("by default the pitch is kept", math.abs(periods(slow, 1, 2) - 480) < 8)
rule("spectral keeps it", math.abs(periods(slow, 1, 2, with("spectral")) - 480) < 8)
rule("time_domain keeps it", math.abs(periods(slow, 1, 2, with("time_domain")) - 480) < 8)
rule("varispeed follows the speed", math.abs(periods(slow, 1, 2, with("varispeed")) - 240) < 3)
rule("the length is exact to the sample", vs.reader(slow, { sample_rate = 48000 }).sample_count == 192000)
local fast, quick = film_of(tone(40))
quick:scale_time_range({ 0, 40 }, 1)
rule("beyond 32 times the speed nothing is heard", peak(fast, 0, 1) == 0)
quick:scale_time_range({ 0, 1 }, 1.25)
rule("at 32 times it is", peak(fast, 0.2, 1) > 0.05)

-- Splices.
local joined = vs.composition():add_track("audio")
local clip = tone(1)
for _ = 1, 30 do joined:insert_time_range({ 0, vs.time(1001, 30000) }, clip.audio) end
rule("joins of odd lengths do not drift",
  vs.reader(joined.composition, { sample_rate = 48000 }).sample_count == math.floor(30 * 1001 / 30000 * 48000 + 0.5))

print(rules .. " rules hold")
