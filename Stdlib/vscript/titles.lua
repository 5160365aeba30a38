--- Words over a film: titles, the captions of a subtitle file, stamps.
--
--   local titles = require("vscript.titles")
--   local film, canvas, mix = merge({ "a.mp4", "b.mp4" })
--   titles.add(film, canvas, { text = "Holidays", range = { 0, 3 }, place = "center", fade = 0.5 })
--   titles.add(film, canvas, titles.read("talk.srt"), { font_size = 48, background = "#00000080" })
--   vs.export(film, { output = "out.mp4", video_composition = canvas, audio_mix = mix })
--
-- A title, one or a list of them:
--   text    what it says; "\n" begins a line
--   range   when it is seen, in the film's time; by default always
--   fade    how long it takes to come and to go; by default 0
-- and every option of vs.text but size, duration and rate: place, font_size, font, bold, italic, color,
-- outline, outline_color, background, margin. The last argument has options for all of them.
--
-- Titles lie on tracks of their own over everything that is there already.

local vs = require("vscript")
local keys = require("vscript.keys")

local titles = {}

local OWN_KEYS = { "text", "range", "fade" }
local STYLE_KEYS = {
  "place", "font_size", "font", "bold", "italic", "color", "outline", "outline_color", "background", "margin",
}

local function fail(message, hint)
  vs.fail("title_refused", message, hint or 'vs.help("vscript.titles") tells what it takes')
end

local function check_keys(given, own, what)
  local known = table.move(STYLE_KEYS, 1, #STYLE_KEYS, #own + 1, table.move(own, 1, #own, 1, {}))
  keys.check(given, known, what, fail)
end

--- Reads one title: its text, range within the film, fade, and the options of its picture.
local function read_title(given, number, shared, film, size)
  local what = "title " .. number
  if type(given) ~= "table" then fail(("%s is no table: { text = …, range = … }"):format(what)) end
  check_keys(given, OWN_KEYS, what)
  if type(given.text) ~= "string" then fail(what .. " has no text", 'write { text = "…" }') end
  local range = vs.range(0, film.duration)
  if given.range then
    range = type(given.range) == "table" and (given.range.from or given.range.to)
      and vs.range.between(given.range.from or 0, given.range.to or film.duration)
      or type(given.range) == "table" and vs.range(given.range[1], given.range[2]) or given.range
    range = range:intersection(vs.range(0, film.duration))
  end
  local fade = vs.time(given.fade or shared.fade or 0)
  if fade < 0 then fail(("%s: a fade lasts 0 or longer, not %s"):format(what, fade)) end
  local style = { size = size, duration = range.is_empty and 1 or range.duration }
  for _, key in ipairs(STYLE_KEYS) do
    style[key] = given[key]
    if style[key] == nil then style[key] = shared[key] end
  end
  return { text = given.text, range = range, fade = fade, style = style }
end

--- Puts titles over a film: tracks into the composition, layers on top of the canvas's instructions.
--
-- The times of titles are those of the film as it is now. Returns the number of titles that are seen;
-- what lies beyond the film's end is not.
function titles.add(film, canvas, list, options)
  local shared = options or {}
  check_keys(shared, { "fade" }, "the options of titles")
  if list.text then list = { list } end
  local shown = {}
  for number, given in ipairs(list) do
    local title = read_title(given, number, shared, film, canvas.render_size)
    if not title.range.is_empty then shown[#shown + 1] = title end
  end
  if #shown < #list then
    vs.note(("%d of %d titles lie beyond the film's end, %s, and are left out"):format(
      #list - #shown, #list, film.duration:clock()))
  end
  if #shown == 0 then return 0 end

  -- Titles that are seen together need a track each.
  table.sort(shown, function(a, b) return a.range.start < b.range.start end)
  local lanes = {}
  for _, title in ipairs(shown) do
    local lane
    for _, known in ipairs(lanes) do
      if known.track.time_range.end_time <= title.range.start then 
        lane = known
        break
      end
    end
    if not lane then
      lane = { track = film:add_track("video") }
      lane.layer = vs.layer_instruction(lane.track)
      lanes[#lanes + 1] = lane
    end
    local range = title.range
    lane.track:insert_time_range({ 0, range.duration }, vs.text(title.text, title.style).video, range.start)
    local fade = title.fade * 2 > range.duration and range.duration / 2 or title.fade
    if fade > 0 then
      lane.layer:set_opacity_ramp(0, 1, { range.start, fade })
      lane.layer:set_opacity_ramp(1, 0, { range.end_time - fade, fade })
    elseif lane.layer:opacity_at(range.start) ~= 1 then
      lane.layer:set_opacity(1, range.start)
    end
  end

  for _, instruction in ipairs(canvas.instructions) do
    local layers = instruction.layers
    for _, lane in ipairs(lanes) do table.insert(layers, 1, lane.layer) end
    instruction.layers = layers
  end
  return #shown
end

-- What subtitle files write for letters that mean something to them.
local ENTITIES = { amp = "&", lt = "<", gt = ">", nbsp = "\u{a0}", quot = '"' }

--- The words of a caption without its marks of style.
local function plain(text)
  text = text:gsub("<[^<>]*>", ""):gsub("{\\[^{}]*}", "")
  return (text:gsub("&(%a+);", ENTITIES))
end

--- The titles of a subtitle file's text, SubRip (.srt) or WebVTT (.vtt), in the order of the file.
--
-- `name` is what errors call it.
function titles.parse(text, name)
  name = name or "the subtitles"
  text = text:gsub("^\u{feff}", ""):gsub("\r\n?", "\n")
  local list, number = {}, 0
  local current
  for line in (text .. "\n\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    local from, to = line:match("^%s*([%d:]+[,.]%d+)%s*%-%->%s*([%d:]+[,.]%d+)")
    if from then
      current = { from = vs.time((from:gsub(",", "."))), to = vs.time((to:gsub(",", "."))), lines = {} }
      if current.to < current.from then
        fail(("%s:%d: a caption ends at %s, before it begins"):format(name, number, to), "mend the file")
      end
    elseif line:find("%-%->") then
      fail(("%s:%d: '%s' is no pair of times"):format(name, number, line),
        "a pair of times reads 00:00:01,500 --> 00:00:04,000")
    elseif line:match("^%s*$") then
      if current and #current.lines > 0 then
        list[#list + 1] = { text = table.concat(current.lines, "\n"), range = vs.range.between(current.from, current.to) }
      end
      current = nil
    elseif current then
      current.lines[#current.lines + 1] = plain(line)
    end
  end
  if #list == 0 then
    fail(("there are no captions in %s"):format(name), "SubRip (.srt) and WebVTT (.vtt) can be read")
  end
  return list
end

--- The titles of a subtitle file: what titles.add takes.
function titles.read(path)
  if not io then fail("a sandboxed script reads no files", "hand their text to titles.parse") end
  local file, fault = io.open(path, "rb")
  if not file then fail(("cannot read %s"):format(fault), "check the name and the folder") end
  local text = file:read("a")
  file:close()
  return titles.parse(text or "", path)
end

return titles
