--- A song under a film: how loud, how it comes and goes, and how it makes room for other sound.
--
--   local music = require("vscript.music")
--   local parameters = music.add(film, { path = "song.mp3", volume = 0.4, fade_out = 2, duck = 0.25 })
--
--   path      the song; or asset = an asset that was opened already
--   volume    1 is as recorded
--   fade_in   how long it takes to reach its volume
--   fade_out  how long it takes to fade at its end
--   loop      true: it begins again at its end, as often as the film needs
--   duck      the share of its volume that is left while the film's own tracks sound: a number, true
--             (a quarter), or { volume = 0.25, fade = 0.3, above = 0.02 }. With `above` it steps back only
--             where they are louder than that, a share of full scale: for speech with pauses in it
--
-- The result belongs into the inputs of vs.audio_mix.

local vs = require("vscript")
local keys = require("vscript.keys")

local music = {}

local KEYS = { "path", "asset", "volume", "fade_in", "fade_out", "loop", "duck" }
local DUCK_KEYS = { "volume", "fade", "above" }

local function fail(message, hint)
  vs.fail("music_refused", message, hint or 'vs.help("vscript.music") tells what it takes')
end

--- When any of these tracks has something, as a list of { from, to } without overlaps.
function music.times_of_sound(tracks)
  local parts = {}
  for _, track in ipairs(tracks) do
    for _, segment in ipairs(track.segments) do
      local target = segment.time_mapping.target
      if not segment.is_empty then parts[#parts + 1] = { target.start, target.end_time } end
    end
  end
  table.sort(parts, function(a, b) return a[1] < b[1] end)
  local joined = {}
  for _, part in ipairs(parts) do
    local last = joined[#joined]
    if last and part[1] <= last[2] then
      if part[2] > last[2] then last[2] = part[2] end
    else
      joined[#joined + 1] = part
    end
  end
  return joined
end

--- When a film is louder than a level, as a list of { from, to }; measured over twentieths of a second.
function music.times_above(film, level)
  local reader <close> = vs.reader(film)
  local parts = {}
  if reader.sample_count == 0 then return parts end
  local count = reader.sample_rate // 20
  for block in reader:samples(count) do
    local loudest = 0
    for channel = 1, block.channels do loudest = math.max(loudest, block:rms(channel)) end
    if loudest > level then
      local from, last = block.time, parts[#parts]
      local to = from + vs.time(block.count, block.sample_rate)
      if last and last[2] == from then last[2] = to else parts[#parts + 1] = { from, to } end
    end
  end
  return parts
end

--- A line through points { time, value }, flat before the first and after the last; to be asked for
--- times in their order.
local function line(points)
  local index = 1
  return function(time)
    while index <= #points and points[index][1] < time do index = index + 1 end
    local a, b = points[index - 1], points[index]
    if not a or not b then return (a or b)[2] end
    return a[2] + (b[2] - a[2]) * ((time - a[1]).seconds / (b[1] - a[1]).seconds)
  end
end

--- The points of ducking: down before each part of sound, up after it, and down all through a pause
--- too short for both.
local function ducking(parts, volume, fade)
  local joined = {}
  for _, part in ipairs(parts) do
    local last = joined[#joined]
    if last and part[1] - last[2] < fade * 2 then
      last[2] = part[2]
    else
      joined[#joined + 1] = { part[1], part[2] }
    end
  end
  local points = {}
  for _, part in ipairs(joined) do
    local before, after = part[1] - fade, part[2] + fade
    if before >= 0 then points[#points + 1] = { before, 1 } end
    points[#points + 1] = { part[1], volume }
    points[#points + 1] = { part[2], volume }
    points[#points + 1] = { after, 1 }
  end
  return points
end

--- The points of the fades of a song of that length.
local function fades(volume, fade_in, fade_out, length)
  local points = {}
  if fade_in > 0 then points[1] = { vs.time.zero, 0 } end
  points[#points + 1] = { fade_in, volume }
  points[#points + 1] = { length - fade_out, volume }
  if fade_out > 0 then points[#points + 1] = { length, 0 } end
  return points
end

--- Lets a volume follow points { time, value } in order of time; the first must be at zero.
local function follow(parameters, points)
  for index = 1, #points do
    local a, b = points[index], points[index + 1]
    if b and a[2] ~= b[2] then
      parameters:set_volume_ramp(a[2], b[2], vs.range.between(a[1], b[1]))
    elseif index == 1 then
      parameters:set_volume(a[2], a[1])
    end
  end
end

local function read_duck(duck)
  if not duck then return nil end
  if type(duck) ~= "table" then duck = { volume = duck ~= true and duck or nil } end
  keys.check(duck, DUCK_KEYS, "duck", fail)
  local volume, fade = duck.volume or 0.25, vs.time(duck.fade or 0.3)
  if type(volume) ~= "number" or volume < 0 or volume > 1 then
    fail("duck is a share of the music's volume, 0 to 1, not " .. tostring(volume))
  end
  if fade <= 0 then fail("the fade of duck must be above 0") end
  local above = duck.above
  if above and (type(above) ~= "number" or above < 0 or above >= 1) then
    fail("above is a share of full scale, from 0 to below 1, not " .. tostring(above))
  end
  return volume, fade, above
end

--- Lays a song under a film, up to its end, and returns its mix parameters.
function music.add(film, options)
  if type(options) == "string" then options = { path = options } end
  keys.check(options, KEYS, "music", fail)
  local song = options.asset or vs.asset(options.path or fail("music needs a path"))
  if not song.audio then fail(("the music %s has no sound"):format(options.path or song)) end
  local share, fade, above = read_duck(options.duck)
  local voices = {}
  if share then
    voices = above and music.times_above(film, above) or music.times_of_sound(film:tracks_of("audio"))
  end

  local part, length = song.audio.time_range, film.duration
  if not options.loop and part.duration < length then length = part.duration end
  local fade_in, fade_out = vs.time(options.fade_in or 0), vs.time(options.fade_out or 0)
  if fade_in + fade_out > length then
    fail(("the fades of the music are longer than the music, %g s"):format(length.seconds))
  end
  local track = film:add_track("audio")
  repeat
    local left = length - track.duration
    local piece = left < part.duration and vs.range(part.start, left) or part
    track:insert_time_range(piece, song.audio, track.duration)
  until track.duration >= length

  local points = fades(options.volume or 1, fade_in, fade_out, length)
  if share and #voices > 0 then
    -- Both lines in one: corners of either, and at each the product.
    local duck_points = ducking(voices, share, fade)
    local level, duck = line(points), line(duck_points)
    local times = { vs.time.zero, length }
    for _, list in ipairs({ points, duck_points }) do
      for _, point in ipairs(list) do
        if point[1] > 0 and point[1] < length then times[#times + 1] = point[1] end
      end
    end
    table.sort(times)
    points = {}
    for _, time in ipairs(times) do
      if #points == 0 or time > points[#points][1] then
        points[#points + 1] = { time, level(time) * duck(time) }
      end
    end
  elseif points[1][1] > 0 then
    table.insert(points, 1, { vs.time.zero, points[1][2] })
  end

  local parameters = vs.mix_parameters(track)
  follow(parameters, points)
  return parameters
end

return music
