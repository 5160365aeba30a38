-- Puts music under a clip: its own sound and the song on two tracks, each with a volume, and the
-- song fading out at the end.
--
--   vscript music.lua [CLIP SONG [OUTPUT]]
--
-- Without a clip and a song it makes samples of both.

local own_volume = 1.0 -- 0 is silent, 1 is as recorded
local music_volume = 0.3
local fade = vs.time(2) -- seconds

local samples = require("vscript.samples")

local clip_path, song_path, output = arg[1], arg[2], arg[3]
if not clip_path then
  local clips
  clips, song_path = samples.make("vscript-samples")
  clip_path, output = clips[1], samples.fresh_name("with-music.mp4")
  io.stderr:write("no clip given, so samples were made: ", clip_path, ", ", song_path, "\n")
elseif not song_path then
  error("give the song after the clip: vscript music.lua CLIP SONG [OUTPUT]", 0)
end

local clip, song = vs.asset(clip_path), vs.asset(song_path)
local whole = clip.video.time_range
local film = vs.composition()
film:add_track("video"):insert_time_range(whole, clip.video, 0)

-- A volume belongs to a track of the film, not to a track of a file: the same file may be used
-- twice, and loudly only once.
local volumes = {}

if clip.audio then
  local own = film:add_track("audio")
  own:insert_time_range(whole, clip.audio, 0)
  local parameters = vs.mix_parameters(own)
  parameters:set_volume(own_volume, 0)
  table.insert(volumes, parameters)
end

-- As much of the song as fits under the picture.
local music = film:add_track("audio")
local part = song.audio.time_range
if part.duration > whole.duration then part = vs.range(part.start, whole.duration) end
music:insert_time_range(part, song.audio, 0)

local parameters = vs.mix_parameters(music)
parameters:set_volume(music_volume, 0)
if fade > part.duration / 2 then fade = part.duration / 2 end
parameters:set_volume_ramp(music_volume, 0, { part.duration - fade, fade })
table.insert(volumes, parameters)

local report = vs.export(film, {
  output = output or "with-music.mp4",
  audio_mix = vs.audio_mix({ inputs = volumes }),
  optimize_for_network_use = true,
})

print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
