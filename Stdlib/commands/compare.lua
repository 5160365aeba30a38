-- vscript compare: two films held against each other, frame by frame.

local vs = require("vscript")
local compare = require("vscript.compare")
local sheets = require("vscript.sheets")

local OPTIONS = {
  { name = "width", kind = "integer", help = "the width of each picture in pixels; 480 without" },
  { name = "quiet", kind = "boolean", help = "only the numbers, no sheet" },
  table.unpack(sheets.options),
}

local function run(values, words, refuse)
  if #words ~= 2 then refuse("two films are needed") end
  if values.width and values.width < 1 then
    refuse(("--width is 1 or more, not %d"):format(values.width))
  end
  local tell, bar <close> = sheets.progress("comparing")
  local report = compare(vs.asset(words[1]), vs.asset(words[2]), {
    width = values.width, on_progress = tell,
  })
  bar:close()
  local counts = report.counts
  if counts[1] ~= counts[2] then
    vs.note(("the films have %d and %d frames; the first %d are compared"):format(
      counts[1], counts[2], report.frames))
  end
  print(("%d frames, %d of them identical"):format(report.frames, report.identical))
  print(("PSNR %.2f dB, SSIM %.5f"):format(report.psnr, report.ssim))
  print(("worst: frame %d at %s, PSNR %.2f dB, SSIM %.5f"):format(
    report.worst.index, report.worst.time:clock(), report.worst.psnr, report.worst.ssim))
  if not values.quiet then sheets.deliver(report.sheet, values, "compared.png") end
end

return {
  summary = "Says how far two films differ, and draws the worst frame of both side by side, their difference\n"
    .. "eight times as strong, and PSNR and SSIM of every frame as curves.",
  usage = "[options] FILM FILM [-o OUTPUT]",
  options = OPTIONS,
  run = run,
}
