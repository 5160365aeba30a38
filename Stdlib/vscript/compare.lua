--- Two films held against each other, frame by frame.
--
--   local report = require("vscript.compare")(vs.asset("a.mp4"), vs.asset("b.mp4"))
--   print(report.psnr, report.ssim, report.worst.time)
--   report.sheet:save("compared.png")

local vs = require("vscript")

local BACKGROUND, TEXT, GRID, PSNR, SSIM = "#202020", "#e0e0e0", "#383838", "#7fc4e8", "#ffd060"
local MARGIN, PLOT = 10, 120

--- A measure as a curve over all frames, with its smallest and largest value named.
local function plot(sheet, y, width, name, values, low, high, color)
  sheet:rect({ MARGIN, y, width, PLOT }, "#282828")
  for part = 0, 4 do
    local line = y + PLOT * part / 4
    sheet:line({ { MARGIN, line }, { MARGIN + width, line } }, GRID)
  end
  local points = {}
  for index, value in ipairs(values) do
    local share = (math.min(value, high) - low) / (high - low)
    points[index] = {
      MARGIN + width * (index - 1) / math.max(#values - 1, 1), y + PLOT * (1 - math.max(share, 0)),
    }
  end
  if #points == 1 then points[2] = { MARGIN + width, points[1][2] } end
  sheet:line(points, color, 1.5)
  sheet:text(("%s, %g to %g"):format(name, low, high), MARGIN + 4, y + 4, { size = 12, color = TEXT })
end

--- Compares; the shorter film decides. Options: `width` of each picture on the sheet (480),
--- `on_progress`, called with the share that is done, and the numbers of frames done and to do.
---
--- Returns a table: `frames` compared, `psnr` and `ssim` over all, `identical` frames, `worst`
--- (`index`, `time`, `psnr`, `ssim`), `counts` of both films' frames, `sheet` (a Drawing: the worst
--- frame of both side by side, their difference eight times as strong, and the measures as curves).
return function(left, right, options)
  options = options or {}
  local first <close> = vs.reader(left)
  local second <close> = vs.reader(right)
  local total = math.min(first.frame_count, second.frame_count)
  if total == 0 then
    vs.fail("no_pictures", "there are no pictures to compare", "both films need a video track")
  end
  local next_first, next_second = first:frames(), second:frames()
  local report = { frames = 0, identical = 0, counts = { first.frame_count, second.frame_count } }
  local psnrs, ssims, squares, similar = {}, {}, 0, 0
  for index = 1, total do
    local one, time = next_first()
    local other = next_second()
    local it = one:difference(other)
    psnrs[index], ssims[index] = it.psnr, it.ssim
    squares, similar = squares + 10 ^ (-it.psnr / 10), similar + it.ssim
    if it.largest == 0 then report.identical = report.identical + 1 end
    if not report.worst or it.psnr < report.worst.psnr then
      report.worst = { index = index - 1, time = time, psnr = it.psnr, ssim = it.ssim, one = one, other = other }
    end
    report.frames = index
    if options.on_progress then options.on_progress(index / total, index, total) end
  end
  report.psnr = squares == 0 and math.huge or -10 * math.log(squares / total, 10)
  report.ssim = similar / total

  local worst = report.worst
  local size = worst.one.size
  local width = math.min(options.width or 480, math.floor(size.width))
  local height = math.max(math.floor(size.height * width / size.width), 1)
  local whole = 3 * width + 2 * MARGIN
  local sheet = vs.drawing({ whole + 2 * MARGIN, height + 2 * PLOT + 5 * MARGIN + 24 }, {
    background = BACKGROUND,
  })
  sheet:text(("worst frame %d at %s"):format(worst.index, worst.time:clock()), MARGIN, 8, { size = 14, color = TEXT })
  for place, frame in ipairs({ worst.one, worst.other, worst.one:difference_picture(worst.other) }) do
    sheet:picture(frame, { MARGIN + (place - 1) * (width + MARGIN), 24 + MARGIN, width, height })
  end
  local y = 24 + 2 * MARGIN + height
  plot(sheet, y, whole, "PSNR in dB", psnrs, 20, 60, PSNR)
  plot(sheet, y + PLOT + MARGIN, whole, "SSIM", ssims, math.min(0.9, math.floor(report.worst.ssim * 10) / 10), 1, SSIM)
  worst.one, worst.other = nil, nil
  report.sheet = sheet
  return report
end
