--- An edit drawn over time: its tracks with their segments, layers' ramps and volumes.
--
--   require("vscript.timeline")(film, { video_composition = video, audio_mix = mix }):save("edit.svg")

local vs = require("vscript")

local BACKGROUND, TEXT, FAINT, GRID = "#202020", "#e0e0e0", "#909090", "#383838"
local PICTURE = { "#35618a", "#457a55", "#7a5f9a", "#8a6a35", "#35808a", "#8a4a5c" }
local SOUND, LINE, FILTER = "#4a4a58", "#ffd060", "#80e0c0"
local LEFT, TOP, LANE, GAP = 110, 30, 46, 8

--- A file without its folder, or what else the source is called.
local function name_of(segment)
  local path = segment.source_path
  return path and (path:match("[^/]+$") or path) or segment.source_name
end

--- As many letters of a name as have room, at twelve pixels each.
local function fitted(text, width)
  local count = math.max((width - 6) // 12, 0)
  if utf8.len(text) == nil or utf8.len(text) <= count then return count > 0 and text or "" end
  if count < 3 then return "" end
  return text:sub(1, utf8.offset(text, math.floor(count) - 1) - 1) .. ".."
end

--- Draws it. Options: `video_composition`, `audio_mix`, `width` (1200).
return function(edit, options)
  options = options or {}
  local width = options.width or 1200
  local duration = edit.duration
  if duration <= vs.time.zero then
    vs.fail("nothing_to_draw", "the edit is empty", "insert a time range of a clip into a track first")
  end
  local tracks = edit.tracks
  local height = TOP + #tracks * (LANE + GAP) + 10
  local sheet = vs.drawing({ width, height }, { background = BACKGROUND })
  local across = width - LEFT - 20
  local function x_of(time) return LEFT + (time / duration) * across end

  for part = 0, 6 do
    local time = duration * part / 6
    local x = x_of(time)
    sheet:line({ { x, TOP - 6 }, { x, height - 6 } }, GRID)
    sheet:text(time:clock(), x, 8, {
      size = 12, color = FAINT, align = part == 0 and "left" or part == 6 and "right" or "center",
    })
  end

  --- A curve of values between 0 and `most` over the lane whose top is `y`.
  local function curve(y, most, value_at)
    local points, steps = {}, math.min(across, 400)
    for step = 0, steps do
      local time = duration * step / steps
      -- The end itself belongs to nothing.
      if step == steps then time = time - duration / 100000 end
      local value = value_at(time)
      points[#points + 1] = { x_of(time), y + LANE - 3 - math.min(value / most, 1) * (LANE - 6) }
    end
    sheet:line(points, LINE, 1.5)
  end

  --- The names of filters, at the foot of the lane whose top is `y`, where they begin to act.
  local function filter_names(y, filters, range)
    local rows = {}
    for _, filter in ipairs(filters) do
      local acts = filter.range and filter.range:intersection(range) or range
      if not acts.is_empty then
        local key = tostring(acts)
        if not rows[key] then
          rows[key] = { range = acts, names = {} }
          rows[#rows + 1] = rows[key]
        end
        table.insert(rows[key].names, filter.name)
      end
    end
    for _, row in ipairs(rows) do
      local x, right = x_of(row.range.start), x_of(row.range.end_time)
      sheet:rect({ x, y + LANE - 3, math.max(right - x - 1, 1), 3 }, FILTER)
      sheet:text(fitted(table.concat(row.names, ", "), right - x), right - 5, y + LANE - 17, {
        size = 12, color = FILTER, align = "right",
      })
    end
  end

  local colors, count = {}, 0
  local function color_of(path)
    if not colors[path] then
      colors[path] = PICTURE[count % #PICTURE + 1]
      count = count + 1
    end
    return colors[path]
  end

  for place, track in ipairs(tracks) do
    local y = TOP + (place - 1) * (LANE + GAP)
    sheet:text(("%d %s"):format(track.id, track.media_type), 8, y + 8, { size = 14, color = TEXT })
    if not track.enabled then sheet:text("off", 8, y + 26, { size = 12, color = FAINT }) end
    for _, segment in ipairs(track.segments) do
      local target = segment.time_mapping.target
      local x, right = x_of(target.start), x_of(target.end_time)
      if not segment.is_empty then
        local name = name_of(segment)
        local color = track.media_type == "video" and color_of(name) or SOUND
        sheet:rect({ x, y, math.max(right - x - 1, 1), LANE }, color)
        sheet:text(fitted(name, right - x), x + 4, y + 5, { size = 14, color = TEXT })
        local rate = segment.rate
        if rate and rate ~= 1 then
          sheet:text(fitted(("%.3gx"):format(rate), right - x), x + 4, y + LANE - 16, { size = 12, color = TEXT })
        end
      end
    end
    if options.audio_mix and track.media_type == "audio" then
      for _, input in ipairs(options.audio_mix.inputs) do
        if input.track_id == track.id then
          filter_names(y, input.filters, vs.range(0, duration))
          curve(y, 1, function(time) return input:volume_at(time) end)
        end
      end
    end
    if options.video_composition and track.media_type == "video" then
      for _, instruction in ipairs(options.video_composition.instructions) do
        for _, layer in ipairs(instruction.layers) do
          if layer.track_id == track.id then
            filter_names(y, layer.filters, instruction.time_range)
          end
          if layer.track_id == track.id and #layer:ramps("opacity") > 0 then
            local range = instruction.time_range
            local points = {}
            for step = 0, 60 do
              local time = range.start + range.duration * step / 60
              local opacity = layer:opacity_at(time)
              points[#points + 1] = { x_of(time), y + LANE - 3 - opacity * (LANE - 6) }
            end
            sheet:line(points, LINE, 1.5)
          end
        end
      end
    end
  end
  return sheet
end
