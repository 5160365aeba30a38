--- A contact sheet: pictures spread over a film, each with its time.
--
--   local sheet = require("vscript.contact")(vs.asset("film.mp4"), { count = 20, columns = 5 })
--   sheet:save("film.png")

local vs = require("vscript")

local MARGIN, LINE, TEXT = 8, 22, 14

--- The times of the pictures: the middles of `count` equal parts, or every `every` from the start.
local function times_of(duration, options)
  local times = {}
  if options.every then
    local step = vs.time(options.every)
    if step <= vs.time.zero then
      vs.fail("bad_argument", "pictures cannot be taken every " .. tostring(step), "give a time above 0")
    end
    local time = vs.time.zero
    while time < duration do
      times[#times + 1] = time
      time = time + step
    end
  else
    local count = options.count or 12
    for index = 1, count do times[index] = duration * (2 * index - 1) / (2 * count) end
  end
  return times
end

--- Draws the sheet. Options: `count` (12) or `every`; `columns` (4); `width` of a picture (240);
--- `video_composition`; `title`; `on_progress`, called with the share that is done,
--- and the numbers of pictures made and wanted.
return function(asset, options)
  options = options or {}
  local times = times_of(asset.duration, options)
  if #times > 1000 then
    vs.fail("too_many_pictures", ("a sheet of %d pictures is too large"):format(#times), "take fewer; at most 1000")
  end
  local images <close> = vs.image_generator(asset, {
    applies_preferred_track_transform = options.video_composition == nil,
    video_composition = options.video_composition,
    maximum_size = { options.width or 240, options.width or 240 },
  })
  local frames, width, height = {}, 1, 1
  for index, time in ipairs(times) do
    local frame, begins = images:image(time)
    frames[index] = { frame = frame, time = begins }
    width, height = math.max(width, frame.size.width), math.max(height, frame.size.height)
    if options.on_progress then options.on_progress(index / #times, index, #times) end
  end

  local columns = math.min(options.columns or 4, #frames)
  local rows = math.ceil(#frames / columns)
  local top = options.title and LINE or 0
  local cell_width, cell_height = width + MARGIN, height + LINE + MARGIN
  local sheet = vs.drawing({ columns * cell_width + MARGIN, rows * cell_height + MARGIN + top }, {
    background = "#202020",
  })
  if options.title then sheet:text(options.title, MARGIN, MARGIN, { size = TEXT, color = "white" }) end
  for index, it in ipairs(frames) do
    local column, row = (index - 1) % columns, (index - 1) // columns
    local x, y = MARGIN + column * cell_width, MARGIN + top + row * cell_height
    local size = it.frame.size
    -- Upright pictures among wide ones stand in the middle of their place.
    sheet:picture(it.frame, {
      x + (width - size.width) // 2, y + (height - size.height) // 2, size.width, size.height,
    })
    sheet:text(it.time:clock(), x + width / 2, y + height + 4, {
      size = TEXT, color = "#d0d0d0", align = "center",
    })
  end
  return sheet
end
