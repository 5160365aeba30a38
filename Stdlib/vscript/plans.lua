--- Plans of exports as text, JSON and pictures, for the tool `vscript plan`.

local plans = {}

local COLOURS = { copy = "#4caf50", ["re-encode"] = "#ff9800", composite = "#e53935" }

local function seconds(time) return ("%.2f"):format(time.value / time.timescale) end

local function bytes(count)
  if count < 1e6 then return ("%.0f kB"):format(count / 1e3) end
  if count < 1e9 then return ("%.1f MB"):format(count / 1e6) end
  return ("%.2f GB"):format(count / 1e9)
end

local function cost(it)
  return ("about %.1f s, %s, %s of memory"):format(it.seconds, bytes(it.size), bytes(it.memory))
end

--- One line for each stretch: "re-encode 2.00–2.48: cut 14 frames into a group of pictures".
function plans.text(plan)
  local lines = {
    ("%s: %s s, %d frames, %d of them copied; %s"):format(
      plan.output or "nothing", seconds(plan.duration), plan.frames, plan.copied_frames, cost(plan)),
  }
  for _, span in ipairs(plan.spans) do
    local what = span.media == "audio" and span.action .. " sound" or span.action
    lines[#lines + 1] = ("%s %s–%s: %s%s [%s]"):format(what, seconds(span.range.start),
      seconds(span.range.end_time), span.reason, span.path and " (" .. span.path .. ")" or "", cost(span))
  end
  return table.concat(lines, "\n") .. "\n"
end

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

local function rational(time)
  return ('{"value": %d, "timescale": %d}'):format(time.value, time.timescale)
end

--- The plan as one JSON object; times are exact fractions.
function plans.json(plan)
  local spans = {}
  for index, span in ipairs(plan.spans) do
    spans[index] = ('{"media": %s, "start": %s, "duration": %s, "frames": %d, "action": %s, "reason": %s, '
      .. '"path": %s, "seconds": %.3f, "size": %d, "memory": %d}'):format(
      quoted(span.media), rational(span.range.start), rational(span.range.duration), span.frames,
      quoted(span.action), quoted(span.reason), span.path and quoted(span.path) or "null",
      span.seconds, span.size, span.memory)
  end
  return ('{"output": %s, "duration": %s, "frames": %d, "copied_frames": %d, "seconds": %.3f, "size": %d, '
    .. '"memory": %d, "spans": [%s]}'):format(plan.output and quoted(plan.output) or "null",
    rational(plan.duration), plan.frames, plan.copied_frames, plan.seconds, plan.size, plan.memory,
    table.concat(spans, ", "))
end

local function escaped(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

--- The plans as an SVG picture: one bar each, a colour for what is done.
function plans.svg(list)
  local width, row = 1000, 70
  local parts = {
    ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="13">\n')
      :format(width + 40, #list * row + 50),
    '<rect width="100%" height="100%" fill="white"/>\n',
  }
  for index, plan in ipairs(list) do
    local top = (index - 1) * row + 10
    local length = math.max(plan.duration.value / plan.duration.timescale, 1e-9)
    parts[#parts + 1] = ('<text x="20" y="%d">%s: %d frames, %d copied</text>\n'):format(
      top + 12, escaped(plan.output or "nothing"), plan.frames, plan.copied_frames)
    for _, span in ipairs(plan.spans) do
      local is_sound = span.media == "audio"
      local start = span.range.start.value / span.range.start.timescale / length
      local share = span.range.duration.value / span.range.duration.timescale / length
      parts[#parts + 1] = ('<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s" stroke="white" '
        .. 'stroke-width="0.3"><title>%s</title></rect>\n'):format(20 + start * width,
        top + (is_sound and 46 or 18), share * width, is_sound and 8 or 26, COLOURS[span.action],
        escaped(("%s %s–%s: %s"):format(span.action, seconds(span.range.start),
          seconds(span.range.end_time), span.reason)))
    end
  end
  local x, y = 20, #list * row + 30
  for _, action in ipairs({ "copy", "re-encode", "composite" }) do
    parts[#parts + 1] = ('<rect x="%d" y="%d" width="12" height="12" fill="%s"/><text x="%d" y="%d">%s</text>\n')
      :format(x, y - 10, COLOURS[action], x + 18, y, action)
    x = x + 120
  end
  parts[#parts + 1] = "</svg>\n"
  return table.concat(parts)
end

return plans
