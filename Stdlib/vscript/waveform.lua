--- The sound of a film over time: peaks, and inside them the loudness.
--
--   require("vscript.waveform")(vs.asset("film.mp4")):save("film.svg")

local vs = require("vscript")

local BACKGROUND, PEAK, LOUD, AXIS, TEXT = "#202020", "#3f6f8f", "#7fc4e8", "#505050", "#d0d0d0"

--- Draws it. Options: `size` (1200 × 300), `time_range`, `audio_mix`; `on_progress`, called with
--- the share that is done, and the numbers of columns drawn and to draw.
return function(asset, options)
  options = options or {}
  local size = options.size and vs.size(table.unpack(options.size)) or vs.size(1200, 300)
  local width, height = math.floor(size.width), math.floor(size.height)
  local reader <close> = vs.reader(asset, { time_range = options.time_range, audio_mix = options.audio_mix })
  if reader.sample_count == 0 then
    vs.fail("no_sound", "there is no sound to draw", "the film has no audio track, or none that is enabled")
  end
  local sheet = vs.drawing({ width, height }, { background = BACKGROUND })
  local channels = reader.channels
  local lane = (height - 20) / channels
  local range = reader.time_range
  -- A column holds so many samples; the last one may hold fewer.
  local count = math.max(math.ceil(reader.sample_count / width), 1)
  for channel = 1, channels do
    local middle = (channel - 0.5) * lane
    sheet:line({ { 0, middle }, { width, middle } }, AXIS)
  end
  local column, columns = 0, math.ceil(reader.sample_count / count)
  for block in reader:samples(count) do
    for channel = 1, channels do
      local middle, reach = (channel - 0.5) * lane, lane / 2 - 2
      local peak, loud = block:peak(channel) * reach, block:rms(channel) * reach
      if peak > 0 then sheet:rect({ column, middle - peak, 1, 2 * peak }, PEAK) end
      if loud > 0 then sheet:rect({ column, middle - loud, 1, 2 * loud }, LOUD) end
    end
    column = column + 1
    if options.on_progress and (column % 50 == 0 or column == columns) then
      options.on_progress(column / columns, column, columns)
    end
  end
  for part = 0, 4 do
    local time = range.start + range.duration * part / 4
    local align = part == 0 and "left" or part == 4 and "right" or "center"
    sheet:text(time:clock(), width * part / 4, height - 16, { size = 12, color = TEXT, align = align })
  end
  return sheet
end
