-- require("vscript.music"): fades, and ducking while the film's own tracks sound.

local music = require("vscript.music")
local song = vs.generator("tone", { frequency = 220, duration = 20 })

local function film_with_sound(...)
  local film = vs.composition()
  film:add_track("video"):insert_time_range({ 0, 10 }, vs.generator("solid", { size = { 16, 16 }, duration = 10 }).video, 0)
  local track = film:add_track("audio")
  for _, start in ipairs({ ... }) do track:insert_time_range({ 0, 1 }, song.audio, start) end
  return film
end

local function show(level, ...)
  for _, t in ipairs({ ... }) do io.write(("%g:%g "):format(t, level:volume_at(t))) end
  print()
end

show(music.add(film_with_sound(), { asset = song, volume = 0.8, fade_in = 1, fade_out = 2 }), 0, 0.5, 1, 8, 9, 10)
show(music.add(film_with_sound(2, 6), { asset = song, duck = true }), 0, 1.7, 1.85, 2, 3, 3.15, 3.3, 5, 6, 7, 8)
-- A pause too short to come up in stays down.
show(music.add(film_with_sound(2, 3.5), { asset = song, duck = { volume = 0.5, fade = 0.4 } }), 1.6, 2, 3.2, 4.5, 4.9)
-- Both lines at once, and sound from the start on.
show(music.add(film_with_sound(0, 9), { asset = song, volume = 0.5, fade_in = 1, duck = 0.2 }), 0, 0.5, 1, 1.3, 5, 9, 10)
show(music.add(film_with_sound(), { asset = song, duck = 0.2 }), 0, 10)

-- What is heard: the loudness of the music alone, in the film.
local film = film_with_sound(2)
film.audio.preferred_volume = 0 -- the clip's own sound, which only steers the music here
local level = music.add(film, { asset = song, volume = 0.8, duck = 0.25 })
local reader <close> = vs.reader(film, { audio_mix = vs.audio_mix({ inputs = { level } }) })
local full
for block, time in reader:samples(24000) do
  full = full or block:rms()
  io.write(("%g:%.3f "):format(time.seconds, block:rms() / full))
end
print()

-- Speech with pauses: one long segment, of which only what is loud counts.
local talk = vs.composition()
talk:add_track("video"):insert_time_range({ 0, 10 }, vs.generator("solid", { size = { 16, 16 }, duration = 10 }).video, 0)
local voice = talk:add_track("audio")
local pause = vs.generator("silence", { duration = 10 })
voice:insert_time_range({ 0, 2 }, pause.audio, 0)
voice:insert_time_range({ 0, 1 }, song.audio, 2)
voice:insert_time_range({ 0, 7 }, pause.audio, 3)
for _, part in ipairs(music.times_above(talk, 0.02)) do print(part[1], part[2]) end
show(music.add(talk, { asset = song, duck = { above = 0.02 } }), 0, 1.7, 1.85, 2, 3, 3.15, 3.3, 9)

-- A short song again and again, faded at the film's end and not at its own.
local looped = film_with_sound()
local again = music.add(looped, { asset = vs.generator("tone", { duration = 4 }), loop = true, fade_out = 1 })
for _, segment in ipairs(looped:tracks_of("audio")[2].segments) do
  print(segment.time_mapping.source, segment.time_mapping.target)
end
show(again, 3.5, 4, 8, 9, 9.5)
print(select(2, pcall(music.add, talk, { asset = song, duck = { above = 2 } })).message)
