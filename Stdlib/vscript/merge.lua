--- Joining clips end to end: no frame lost, none black, the sound in step.
--
--   local merge = require("vscript.merge")
--   merge({ "a.mp4", "b.mp4" }, { output = "out.mp4" })
--
-- A clip is a path, an asset, or a table { path =, range =, volume = }. The options are those of
-- vs.export, and these:
--   fit               how a clip is placed in the picture: "contain" (default), "cover", "stretch", "none"
--   render_size       size of the picture; by default that of the first clip
--   frame_duration    time of one frame; by default that of the clip with the highest rate
--   trim_first_frame  true: leave out the first frame of every clip
--   music             { path =, volume =, fade_in =, fade_out = }: a song under the whole film
--
-- With `output` it exports and returns the report. Without, it returns the composition, the video
-- composition and the audio mix, to go on working with.

local vs = require("vscript")

local OWN_OPTIONS = { "fit", "render_size", "frame_duration", "trim_first_frame", "music", "transition" }
local CLIP_KEYS = { "path", "asset", "range", "volume" }
local MUSIC_KEYS = { "path", "volume", "fade_in", "fade_out", "duck" }

local function fail(message, hint) vs.fail("merge_refused", message, hint) end

--- Raises unless every key of `given` is in `known`; the message names the nearest known one.
local function check_keys(given, known, what)
  local is_known = {}
  for _, name in ipairs(known) do is_known[name] = true end
  for name in pairs(given) do
    if not is_known[name] then
      local nearest = vs.nearest(tostring(name), known)
      local suggestion = nearest and ("; did you mean '%s'?"):format(nearest) or ""
      fail(("no option '%s' in %s%s"):format(name, what, suggestion))
    end
  end
end

--- Splits the options into ours and those that go to vs.export as they are.
local function split_options(options)
  local known, is_own = {}, {}
  for _, name in ipairs(OWN_OPTIONS) do
    known[#known + 1], is_own[name] = name, true
  end
  for _, option in ipairs(vs.export_options()) do known[#known + 1] = option.name end
  check_keys(options, known, "the options of merge")
  for _, name in ipairs({ "video_composition", "audio_mix" }) do
    if options[name] then
      fail(name .. " is made by merge itself", "call merge without output and export with your own")
    end
  end
  if options.transition then
    fail("transition: the transition library is not part of this version", "leave it out for hard cuts")
  end

  local own, export = {}, {}
  for name, value in pairs(options) do
    if is_own[name] then own[name] = value else export[name] = value end
  end
  return own, export
end

--- Reads one entry of the list: its asset, the range to take (nil: all) and its volume.
local function open_clip(clip)
  if type(clip) == "string" then return vs.asset(clip), nil, 1 end
  if type(clip) ~= "table" then return clip, nil, 1 end
  check_keys(clip, CLIP_KEYS, "a clip")
  local asset = clip.asset or vs.asset(clip.path or fail("a clip needs a path"))
  return asset, clip.range, clip.volume or 1
end

--- The part of a picture track to take: all of it or `range`, perhaps without its first frame.
local function range_to_take(track, range, trim_first_frame)
  local part = track.time_range
  if range then part = part:intersection(range) end
  if part.is_empty then fail(("nothing of %s lies in the range asked for"):format(track.path)) end
  if trim_first_frame then
    local second = track:frame_times(part)[2]
    if second then part = vs.range.between(second, part.end_time) end -- a single frame stays
  end
  return part
end

--- Lays a song under the film, up to the film's end, and returns its volume over time.
local function add_music(composition, music)
  if type(music) == "string" then music = { path = music } end
  check_keys(music, MUSIC_KEYS, "music")
  if music.duck then
    fail("music.duck: ducking is not part of this version", "give the music a lower volume")
  end
  local song = vs.asset(music.path or fail("music needs a path"))
  if not song.audio then fail(("the music %s has no sound"):format(music.path)) end

  local film = composition.duration
  local track = composition:add_track("audio")
  local part = song.audio.time_range
  if part.duration > film then part = vs.range(part.start, film) end
  track:insert_time_range(part, song.audio, 0)

  local volume, length = music.volume or 1, part.duration
  local fade_in, fade_out = vs.time(music.fade_in or 0), vs.time(music.fade_out or 0)
  if fade_in + fade_out > length then
    fail(("the fades of the music are longer than the music, %g s"):format(length.seconds))
  end
  local level = vs.mix_parameters(track)
  if fade_in > 0 then
    level:set_volume_ramp(0, volume, { 0, fade_in })
  elseif fade_out < length then
    level:set_volume(volume, 0)
  end
  if fade_out > 0 then level:set_volume_ramp(volume, 0, { length - fade_out, fade_out }) end
  return level
end

--- Joins the clips; see the top of this file.
return function(clips, options)
  if type(clips) ~= "table" or #clips == 0 then
    fail("merge needs a list with at least one clip")
  end
  local own, export = split_options(options or {})

  local composition = vs.composition()
  local picture, sound = composition:add_track("video"), composition:add_track("audio")
  local level = vs.mix_parameters(sound)
  local at, volume_before = vs.time.zero, 1

  for index, clip in ipairs(clips) do
    local asset, range, volume = open_clip(clip)
    if asset.video then
      local part = range_to_take(asset.video, range, own.trim_first_frame)
      picture:insert_time_range(part, asset.video, at)
      -- The sound is taken from the same stretch of time: whatever starts late in the clip starts
      -- late in the film, and what is longer than the picture ends with it. Where there is none,
      -- silence is left.
      if asset.audio and not part:intersection(asset.audio.time_range).is_empty then
        sound:insert_time_range(part, asset.audio, at)
      end
      if volume ~= volume_before then
        level:set_volume(volume, at)
        volume_before = volume
      end
      at = at + part.duration
    else
      vs.note(("clip %d, %s, has no picture and is left out"):format(index, asset.path or tostring(asset)))
    end
  end
  if at == vs.time.zero then fail("none of the clips has a picture") end

  local inputs = { level }
  if own.music then inputs[2] = add_music(composition, own.music) end

  local canvas = vs.video_composition.of(composition, {
    fit = own.fit or "contain",
    render_size = own.render_size,
    frame_duration = own.frame_duration,
  })
  local mix = vs.audio_mix({ inputs = inputs })
  if not export.output and export.file_type ~= "null" then return composition, canvas, mix end

  export.video_composition, export.audio_mix = canvas, mix
  if export.optimize_for_network_use == nil then export.optimize_for_network_use = true end
  return vs.export(composition, export)
end
