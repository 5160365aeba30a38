-- arguments: $CLIPS/red.mp4 $CLIPS/song.m4a
-- A known listing that mixes a clip's sound with music, ported line for line.

local asset, music_asset = vs.asset(arg[1]), vs.asset(arg[2])
local video_time_range = asset.video.time_range
local video_volume, music_volume = 0.75, 0.25

-- 2: [AVMutableComposition composition]; [AVMutableVideoComposition videoComposition];
--    [AVMutableAudioMix audioMix];
local composition = vs.composition()
local video_composition = vs.video_composition()
local audio_mix = vs.audio_mix()
assert(#composition.tracks == 0 and #video_composition.instructions == 0 and #audio_mix.inputs == 0)

-- 3: one track of pictures, two of sound
-- [composition addMutableTrackWithMediaType:… preferredTrackID:kCMPersistentTrackID_Invalid];
local composition_video_track = composition:add_track("video")
local composition_audio_tracks = { composition:add_track("audio"), composition:add_track("audio") }
local com_track_1, com_track_2 = table.unpack(composition_audio_tracks)
assert(com_track_1.id ~= com_track_2.id and com_track_1 ~= com_track_2)
assert(com_track_1.preferred_volume == 1 and com_track_1.enabled)

-- 4: [[asset tracksWithMediaType:AVMediaTypeVideo] objectAtIndex:0]; …
local video_track = asset:tracks_of("video")[1]
composition_video_track:insert_time_range(video_time_range, video_track, vs.time.zero)
local audio_track = asset:tracks_of("audio")[1]
com_track_1:insert_time_range(video_time_range, audio_track, vs.time.zero)
local music_track = music_asset:tracks_of("audio")[1]
com_track_2:insert_time_range(video_time_range, music_track, vs.time.zero)
for _, track in ipairs(composition.tracks) do assert(track.duration == video_time_range.duration) end

-- 5: the parameters belong to the tracks of the composition, not to those of the assets
local track_mix_array = {}
do
  -- [AVMutableAudioMixInputParameters audioMixInputParametersWithTrack:_comTrack1];
  local track_mix_1 = vs.mix_parameters(com_track_1)
  -- trackMix1.trackID = _comTrack1.trackID;
  assert(track_mix_1.track_id == com_track_1.id)
  assert(track_mix_1:volume_at(0) == 1)
  -- [trackMix1 setVolume:_videoVolume atTime:kCMTimeZero]; [trackMixArray addObject:trackMix1];
  track_mix_1:set_volume(video_volume, vs.time.zero)
  assert(track_mix_1:volume_at(0) == video_volume and track_mix_1:volume_at(100) == video_volume)
  track_mix_array[#track_mix_array + 1] = track_mix_1
  local track_mix_2 = vs.mix_parameters(com_track_2)
  assert(track_mix_2.track_id == com_track_2.id)
  track_mix_2:set_volume(music_volume, vs.time.zero)
  track_mix_array[#track_mix_array + 1] = track_mix_2
end
-- audioMix.inputParameters = trackMixArray;
audio_mix.inputs = track_mix_array
assert(#audio_mix.inputs == 2 and audio_mix:validate(composition))

-- The strange trouble that the listing warns of: parameters for the track of an asset. Here that is
-- refused, and the message names the track that was meant.
local wrong = vs.audio_mix({ inputs = { vs.mix_parameters(music_track) } })
local fine, problems = wrong:validate(composition)
assert(not fine and #problems == 1)
assert((problems[1].message .. " " .. problems[1].hint):find("track " .. com_track_2.id, 1, true))
assert(not pcall(vs.export, composition, { file_type = "null", audio_mix = wrong }))
-- Two for one track, and one for pictures, are refused at once.
assert(not pcall(vs.audio_mix, { inputs = { track_mix_array[1], vs.mix_parameters(com_track_1) } }))
assert(not pcall(vs.mix_parameters, composition_video_track))

-- 6: play it; here it is written.
local report = vs.export(composition, { output = "mixed.mp4", audio_mix = audio_mix })
assert(report.frames == #asset.video:frame_times())
local mixed = vs.asset("mixed.mp4")
assert(mixed.audio.time_range.duration == video_time_range.duration)

-- What is heard is the one at three quarters and the other at one, sample by sample.
local function samples(edit, mix)
  local reader <close> = vs.reader(edit, { audio_mix = mix, sample_rate = 48000, channels = 2 })
  return reader:samples(48000)():samples(1)
end
local function alone(track)
  local edit = vs.composition()
  edit:add_track("audio"):insert_time_range(video_time_range, track, vs.time.zero)
  return samples(edit)
end
local heard, voice, music = samples(composition, audio_mix), alone(audio_track), alone(music_track)
assert(#heard == 48000)
for index = 1, #heard do
  local due = video_volume * voice[index] + music_volume * music[index]
  assert(math.abs(heard[index] - due) < 1e-5, index)
end
print("all of it holds")
