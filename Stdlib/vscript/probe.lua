--- Everything about a media file that matters to an edit, as a table of plain values.
--
--   local probe = require("vscript.probe")
--   local facts = probe("clip.mp4")
--   print(facts.tracks[1].timing.constant)
--
-- `vscript probe` prints it as text or as JSON; Stdlib/doc/probe.md lists the keys. Tables made here
-- are those of vscript.json: lists of { key, value } in their order, which also read by key.

local vs = require("vscript")
local json = require("vscript.json")

--- A record that is also read by its keys.
local function record(pairs_)
  for _, pair in ipairs(pairs_) do pairs_[pair[1]] = pair[2] end
  return json.record(pairs_)
end

--- A time in both of its forms, the exact one in lowest terms; nil for none.
local function time(value)
  if not value or not value.is_numeric then return nil end
  local a, b = math.abs(value.value), value.timescale
  while b ~= 0 do a, b = b, a % b end
  local above, below = value.value // a, value.timescale // a
  local exact = below == 1 and tostring(above) or ("%d/%d"):format(above, below)
  return record({ { "exact", exact }, { "seconds", value.seconds } })
end

local function size(value)
  return value and record({ { "width", value.width }, { "height", value.height } })
end

--- Frames per second of a frame that lasts so long.
local function rate_of(duration)
  if not duration or not duration.is_numeric or duration <= 0 then return nil end
  return duration.timescale / duration.value
end

--- How a picture is turned: degrees clockwise, after it was mirrored left to right.
local function orientation(transform)
  local is_flipped = transform.a * transform.d - transform.b * transform.c < 0
  local sign = is_flipped and -1 or 1
  local degrees = math.deg(math.atan(sign * transform.b, sign * transform.a)) % 360
  local whole = math.floor(degrees + 0.5)
  return math.abs(degrees - whole) < 0.01 and whole % 360 or degrees, is_flipped
end

--- The edit list: what is shown when; a track that is shown as it is has none.
local function edit_list(track)
  local segments = track.segments
  local first = segments[1]
  local is_plain = #segments == 1 and not first.is_empty
    and first.time_mapping.source.start == first.time_mapping.target.start
    and first.time_mapping.source.duration == first.time_mapping.target.duration
  if is_plain then return json.list({}) end
  local list = {}
  for index, segment in ipairs(segments) do
    local source, target = segment.time_mapping.source, segment.time_mapping.target
    local speed
    if not segment.is_empty and target.duration > 0 then
      speed = source.duration.seconds / target.duration.seconds
      if math.abs(speed - 1) < 1e-6 then speed = 1 end
    end
    list[index] = record({
      { "start", time(target.start) }, { "duration", time(target.duration) },
      { "empty", segment.is_empty },
      { "media_start", not segment.is_empty and time(source.start) or nil }, { "speed", speed },
    })
  end
  return json.list(list)
end

--- How far its key frames are apart, in frames; nil where there is none.
local function key_frames(track)
  local keys, frames = track:key_frame_times(), track:frame_times()
  if #keys == 0 then return record({ { "count", 0 } }) end
  local place, last, shortest, longest = {}, nil, nil, nil
  for index, at in ipairs(frames) do place[tostring(at)] = index end
  for _, at in ipairs(keys) do
    local index = place[tostring(at)]
    if last and index then
      local distance = index - last
      shortest, longest = math.min(shortest or distance, distance), math.max(longest or 0, distance)
    end
    last = index or last
  end
  return record({
    { "count", #keys }, { "first", time(keys[1]) }, { "shortest_distance", shortest },
    { "longest_distance", longest }, { "open_groups", track.has_open_groups },
  })
end

local function picture_facts(track)
  local turn, is_flipped = orientation(track.preferred_transform)
  local rate = track.frame_rate
  local color, aperture = track.color, track.clean_aperture
  local range = {
    smpte2084 = "pq", ["arib-std-b67"] = "hlg",
  }
  return {
    { "frames", track.frame_count },
    { "timing", record({
      { "constant", rate ~= nil }, { "rate", rate }, { "nominal_rate", track.nominal_frame_rate },
      { "lowest_rate", rate_of(track.max_frame_duration) },
      { "highest_rate", rate_of(track.min_frame_duration) },
    }) },
    { "coded_size", size(track.coded_size) }, { "clean_aperture", aperture and record({
      { "x", aperture.x }, { "y", aperture.y },
      { "width", aperture.width }, { "height", aperture.height },
    }) },
    { "pixel_aspect", track.pixel_aspect },
    { "display_size", size(track.display_size) },
    { "rotation", turn }, { "flipped", is_flipped }, { "field_order", track.field_order },
    { "pixel_format", track.pixel_format }, { "bit_depth", track.bit_depth },
    { "alpha", track.has_alpha },
    { "color", color and record({
      { "primaries", color.primaries }, { "transfer", color.transfer },
      { "matrix", color.matrix }, { "range", color.range },
      { "dynamic_range", range[color.transfer] or "sdr" },
      { "assumed", json.list(color.assumed) },
    }) },
    { "light", track.light and record({
      { "max_content", track.light.max_content }, { "max_average", track.light.max_average },
      { "min_luminance", track.light.min_luminance }, { "max_luminance", track.light.max_luminance },
    }) },
    { "reordered", track.reorders_frames }, { "key_frames", key_frames(track) },
  }
end

local function sound_facts(track)
  return {
    { "sample_rate", track.sample_rate }, { "channels", track.channels },
    { "channel_layout", track.channel_layout }, { "sample_format", track.sample_format },
    { "samples", track.sample_count }, { "priming", track.priming }, { "padding", track.padding },
  }
end

-- The types of file that can be written as they are read.
local OWN_TYPES = { mp4 = "mp4", mov = "mov", matroska = "mkv", webm = "webm" }

--- What an export would do with a track, were it a film of its own: the type of the file, and its
--- stretches with the reasons of whoever decides that in an export.
local function film_of(asset, track)
  local type_, spans, reasons, is_known = OWN_TYPES[asset.format] or "mp4", {}, {}, {}
  local film = vs.composition()
  local is_planned, found = pcall(function()
    film:add_track(track.media_type):insert_time_range(track.time_range, track, 0)
    return vs.export_session(film, { output = "film." .. type_, overwrite = true }):plan()
  end)
  if not is_planned then return type_, json.list({}), json.list({ tostring(found):match("[^\n]*") }) end
  for index, span in ipairs(found) do
    spans[index] = record({
      { "action", span.action }, { "start", time(span.range.start) },
      { "duration", time(span.range.duration) }, { "reason", span.reason },
    })
    if span.action ~= "copy" and not is_known[span.reason] then
      is_known[span.reason] = true
      reasons[#reasons + 1] = span.reason
    end
  end
  return type_, json.list(spans), json.list(reasons)
end

local function track_facts(asset, track)
  local range = track.time_range
  local list = {
    { "id", track.id }, { "type", track.media_type }, { "codec", track.codec },
    { "codec_tag", track.codec_tag }, { "profile", track.profile },
    { "language", track.language }, { "enabled", track.enabled },
    { "start", time(range.start) }, { "duration", time(range.duration) },
    { "end", time(range.end_time) }, { "bit_rate", track.estimated_data_rate },
    { "time_scale", track.natural_time_scale }, { "edit_list", edit_list(track) },
  }
  local more = {}
  if track.media_type == "video" then more = picture_facts(track) end
  if track.media_type == "audio" then more = sound_facts(track) end
  table.move(more, 1, #more, #list + 1, list)
  list[#list + 1] = { "metadata", track.metadata }
  local facts = record(list)
  if track.media_type == "video" or track.media_type == "audio" then
    local type_, spans, reasons = film_of(asset, track)
    local plan = record({ { "file_type", type_ }, { "spans", spans } })
    facts[#facts + 1], facts.plan = { "plan", plan }, plan
    facts[#facts + 1], facts.reencoded_because = { "reencoded_because", reasons }, reasons
  end
  return facts
end

--- The facts of a file, or of an asset that is open already.
return function(file)
  local asset = type(file) == "string" and vs.asset(file) or file
  local tracks, chapters = {}, {}
  for index, track in ipairs(asset.tracks) do tracks[index] = track_facts(asset, track) end
  for index, chapter in ipairs(asset.chapters) do
    chapters[index] = record({
      { "title", chapter.title }, { "start", time(chapter.time_range.start) },
      { "end", time(chapter.time_range.end_time) },
    })
  end
  return record({
    { "path", asset.path }, { "format", asset.format }, { "size", asset.size },
    { "duration", time(asset.duration) }, { "fragmented", asset.is_fragmented },
    { "truncated_at", time(asset.truncated_at) }, { "warnings", json.list(asset.warnings) },
    { "tracks", json.list(tracks) }, { "chapters", json.list(chapters) },
    { "metadata", asset.metadata },
  })
end
