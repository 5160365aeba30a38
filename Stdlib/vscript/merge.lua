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
--   transition        { name = "dissolve", duration = 0.5 }: clips overlap by the duration (1 s unless
--                     given), the sound crosses over with the picture; see vscript.transitions
--   music             { path =, volume =, fade_in =, fade_out =, loop =, duck = }: a song under the
--                     whole film; see vscript.music
--   titles            words over the film: a subtitle file's path, or a list; see vscript.titles
--
-- With `output` it exports and returns the report. Without, it returns the composition, the video
-- composition and the audio mix, to go on working with.

local vs = require("vscript")
local keys = require("vscript.keys")
local music = require("vscript.music")
local titles = require("vscript.titles")
local transitions = require("vscript.transitions")

local OWN_OPTIONS = { "fit", "render_size", "frame_duration", "trim_first_frame", "music", "transition", "titles" }
local CLIP_KEYS = { "path", "asset", "range", "volume" }

-- Files whose left-out tracks were told of in this run.
local noted = {}

local function fail(message, hint)
  vs.fail("merge_refused", message, hint or 'vs.help("vscript.merge") tells what it takes')
end

--- Splits the options into ours and those that go to vs.export as they are.
local function split_options(options)
  local known, is_own = {}, {}
  for _, name in ipairs(OWN_OPTIONS) do
    known[#known + 1], is_own[name] = name, true
  end
  for _, option in ipairs(vs.export_options()) do known[#known + 1] = option.name end
  keys.check(options, known, "the options of merge", fail)
  for _, name in ipairs({ "video_composition", "audio_mix" }) do
    if options[name] then
      fail(name .. " is made by merge itself", "call merge without output and export with your own")
    end
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
  keys.check(clip, CLIP_KEYS, "a clip", fail)
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

--- Reads the transition: its duration, zero for hard cuts, and what its instructions are made of.
local function read_transition(transition)
  if not transition then return vs.time.zero end
  if type(transition) ~= "table" then transition = { name = transition } end
  local duration = vs.time(transition.duration or 1)
  if duration <= 0 or not duration.is_numeric then
    fail(("a transition needs a duration above 0, not %s"):format(duration))
  end
  local name = transition.name or "dissolve"
  if type(name) ~= "function" then transitions.help(name) end -- refuses unknown names before any work
  local options = { name = name }
  for key, value in pairs(transition) do
    if key ~= "duration" then options[key] = value end
  end
  return duration, options
end

--- Says which tracks of a clip the film does not take.
local function note_left_out(asset)
  local counts, words, total = { video = -1, audio = -1 }, {}, 0
  for _, track in ipairs(asset.tracks) do
    counts[track.media_type] = (counts[track.media_type] or 0) + 1
  end
  local function add(count, one, many)
    if not count or count <= 0 then return end
    words[#words + 1], total = ("%d %s"):format(count, count == 1 and one or many), total + count
  end
  add(counts.video, "more picture", "more pictures")
  add(counts.audio, "more sound", "more sounds")
  add(counts.subtitle, "track of subtitles", "tracks of subtitles")
  if #words > 0 then
    local key = asset.path or tostring(asset)
    if not noted[key] then
      vs.note(("%s: of its tracks, %s %s left out"):format(
        key, table.concat(words, ", "), total == 1 and "is" or "are"))
    end
    noted[key] = true
  end
end

--- Reads the list: the clips that have a picture, with the parts to take, and their places in the
--- film, each starting one transition before the end of the one before.
local function place_clips(list, trim_first_frame, overlap)
  local clips, at = {}, vs.time.zero
  for index, given in ipairs(list) do
    local asset, range, volume = open_clip(given)
    if asset.video then
      local part = range_to_take(asset.video, range, trim_first_frame)
      note_left_out(asset)
      clips[#clips + 1] = {
        asset = asset, part = part, volume = volume, number = index, lane = #clips % 2 + 1,
      }
    else
      vs.note(("clip %d, %s, has no picture and is left out"):format(index, asset.path or tostring(asset)))
    end
  end
  if #clips == 0 then fail("none of the clips has a picture") end

  for index, clip in ipairs(clips) do
    local length = clip.part.duration
    local needed = vs.time.zero
    if index > 1 then needed = needed + overlap end
    if index < #clips then needed = needed + overlap end
    if length < needed then
      fail(
        ("clip %d, %s, is %g s long, too short for its transitions, which take %g s"):format(
          clip.number, clip.asset.path or tostring(clip.asset), length.seconds, needed.seconds),
        "give a shorter transition, or leave the clip out")
    end
    clip.start, clip.stop = at, at + length
    at = clip.stop - overlap
  end
  return clips
end

--- Lets the volume of a clip come up over its first transition and go down over its last.
local function set_level(level, clip, overlap, fades_in, fades_out)
  local volume = clip.volume
  local fade_start = clip.stop - overlap
  if fades_in then
    level:set_volume_ramp(0, volume, vs.range(clip.start, overlap))
  elseif level:volume_at(clip.start) ~= volume and not (fades_out and fade_start == clip.start) then
    level:set_volume(volume, clip.start)
  end
  if fades_out then level:set_volume_ramp(volume, 0, vs.range(fade_start, overlap)) end
end

--- Makes transitions of the instructions in which two clips are there.
local function add_transitions(canvas, clips, overlap, options)
  local instructions, index = canvas.instructions, 1
  for number = 2, #clips do
    local from, to = clips[number - 1], clips[number]
    while instructions[index].time_range.start < to.start do index = index + 1 end
    local range = instructions[index].time_range
    local spec = {
      time_range = range, size = canvas.render_size,
      from_size = from.asset.video.natural_size, to_size = to.asset.video.natural_size,
    }
    for key, value in pairs(options) do spec[key] = value end
    for _, layer in ipairs(instructions[index].layers) do
      spec[layer.track == to.track and "to" or "from"] = layer
    end
    local instruction = transitions.instruction(spec)
    if not instruction.background_color then
      instruction.background_color = instructions[index].background_color
    end
    instructions[index] = instruction
  end
  canvas.instructions = instructions
end

--- Whether all clips are turned by their files, in the same way.
local function are_turned(clips)
  local turn = clips[1].asset.video.preferred_transform
  for _, clip in ipairs(clips) do
    if clip.asset.video.preferred_transform ~= turn then return false end
  end
  return turn ~= vs.transform()
end

--- Whether any picture can be copied if clips keep their turn instead of being drawn upright.
local function can_copy(composition, export)
  for _, span in ipairs(vs.export_session(composition, export):plan()) do
    if span.media == "video" and span.action == "copy" then return true end
  end
  return false
end

--- Joins the clips; see the top of this file.
return function(list, options)
  if type(list) ~= "table" or #list == 0 then
    fail("merge needs a list with at least one clip")
  end
  local own, export = split_options(options or {})

  local overlap, transition = read_transition(own.transition)
  local clips = place_clips(list, own.trim_first_frame, overlap)

  -- Clips that overlap lie on two tracks by turns.
  local composition = vs.composition()
  local lanes, inputs = {}, {}
  for lane = 1, transition and math.min(#clips, 2) or 1 do
    local picture, sound = composition:add_track("video"), composition:add_track("audio")
    inputs[lane] = vs.mix_parameters(sound)
    lanes[lane] = { picture = picture, sound = sound, level = inputs[lane] }
  end

  for index, clip in ipairs(clips) do
    local lane, part, asset = lanes[transition and clip.lane or 1], clip.part, clip.asset
    clip.track = lane.picture
    lane.picture:insert_time_range(part, asset.video, clip.start)
    -- The sound is taken from the same stretch of time: whatever starts late in the clip starts
    -- late in the film, and what is longer than the picture ends with it. Where there is none,
    -- silence is left.
    if asset.audio and not part:intersection(asset.audio.time_range).is_empty then
      lane.sound:insert_time_range(part, asset.audio, clip.start)
    end
    set_level(lane.level, clip, overlap, transition and index > 1, transition and index < #clips)
  end

  if own.music then inputs[#inputs + 1] = music.add(composition, own.music) end

  local canvas = vs.video_composition.of(composition, {
    fit = own.fit or "contain",
    render_size = own.render_size,
    frame_duration = own.frame_duration,
  })
  if transition then add_transitions(canvas, clips, overlap, transition) end
  if own.titles then
    titles.add(composition, canvas, type(own.titles) == "string" and titles.read(own.titles) or own.titles)
  end
  local mix = vs.audio_mix({ inputs = inputs })
  if not export.output and export.file_type ~= "null" then return composition, canvas, mix end

  export.audio_mix = mix
  local is_free = not (transition or own.titles or own.fit or own.render_size or own.frame_duration)
  if not (is_free and are_turned(clips) and can_copy(composition, export)) then
    export.video_composition = canvas
  end
  if export.optimize_for_network_use == nil then export.optimize_for_network_use = true end
  return vs.export(composition, export)
end
