--- Words over a film: titles, the captions of a subtitle file, stamps.
--
--   local titles = require("vscript.titles")
--   local film, canvas, mix = merge({ "a.mp4", "b.mp4" })
--   titles.add(film, canvas, { text = "Holidays", range = { 0, 3 }, place = "center", fade = 0.5 })
--   titles.add(film, canvas, titles.read("talk.srt"), { font_size = 48, background = "#00000080" })
--   titles.add(film, canvas, titles.of(vs.asset("a.mp4"))) -- the film's own subtitles
--   vs.export(film, { output = "out.mp4", video_composition = canvas, audio_mix = mix })
--
-- A title, one or a list of them:
--   text    what it says; "\n" begins a line
--   range   when it is seen, in the film's time; by default always
--   fade    how long it takes to come and to go; by default 0
--   stack   whether it makes room: titles of one look that are seen together then stand in lines of their
--           own, the later one above the earlier, at the top and in the middle below it. By default they
--           lie on each other; the captions of a file make room
-- and every option of vs.text but size, duration and rate: place, font_size, font, bold, italic, color,
-- outline, outline_color, background, margin. The last argument has options for all of them.
--
-- Titles lie on tracks of their own over everything that is there already.

local vs = require("vscript")
local keys = require("vscript.keys")

local titles = {}

local OWN_KEYS = { "text", "range", "fade", "stack" }
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

--- Reads one title: its text, range within the film, fade, whether it makes room, and how it looks.
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
  local stack = given.stack
  if stack == nil then stack = shared.stack end
  local style = { size = size }
  for _, key in ipairs(STYLE_KEYS) do
    style[key] = given[key]
    if style[key] == nil then style[key] = shared[key] end
  end
  return { number = number, text = given.text, range = range, fade = fade, stack = stack, style = style }
end

local function is_same_look(a, b)
  for _, key in ipairs(STYLE_KEYS) do
    if a[key] ~= b[key] then return false end
  end
  return true
end

--- One text of titles that are seen together, in the order in which they came.
local function joined(list)
  local lines = {}
  -- Lines at the bottom grow upward: what is there already stays where it is.
  local grows_up = (list[1].style.place or "bottom"):find("^bottom") ~= nil
  for number, title in ipairs(list) do lines[grows_up and #list + 1 - number or number] = title.text end
  return table.concat(lines, "\n")
end

--- Adds titles of one look as pieces that follow each other: one for each stretch of time in which the
--- same titles are seen. It fades where none of them was seen before, and where none is seen after.
local function add_pieces(pieces, list)
  local seen, number, at = {}, 1, nil
  while #seen > 0 or list[number] do
    local comes = #seen == 0
    if comes then at = list[number].range.start end
    while list[number] and list[number].range.start <= at do
      seen[#seen + 1] = list[number]
      number = number + 1
    end
    local first, text = seen[1], joined(seen)
    local to = list[number] and list[number].range.start or first.range.end_time
    for _, title in ipairs(seen) do
      if title.range.end_time < to then to = title.range.end_time end
    end
    local rest = {}
    for _, title in ipairs(seen) do
      if title.range.end_time > to then rest[#rest + 1] = title end
    end
    pieces[#pieces + 1] = {
      number = first.number, text = text, range = vs.range.between(at, to), style = first.style,
      fade = first.fade, comes = comes, goes = #rest == 0,
    }
    seen, at = rest, to
  end
end

--- What is drawn of titles: each by itself, and those that make room together with others of their look.
local function pieces_of(list)
  local groups, stacks = {}, {}
  for _, title in ipairs(list) do
    local group
    for _, stack in ipairs(title.stack and stacks or {}) do
      if is_same_look(stack[1].style, title.style) then
        group = stack
        break
      end
    end
    if not group then
      group = {}
      groups[#groups + 1] = group
      if title.stack then stacks[#stacks + 1] = group end
    end
    group[#group + 1] = title
  end
  local pieces = {}
  for _, group in ipairs(groups) do add_pieces(pieces, group) end
  return pieces
end

--- Earlier titles first, and those that come together in the order in which they were given.
local function sort(list)
  table.sort(list, function(a, b)
    if a.range.start == b.range.start then return a.number < b.number end
    return a.range.start < b.range.start
  end)
end

--- Puts titles over a film: tracks into the composition, layers on top of the canvas's instructions.
--
-- The times of titles are those of the film as it is now. Returns the number of titles that are seen;
-- what lies beyond the film's end is not.
function titles.add(film, canvas, list, options)
  local shared = options or {}
  check_keys(shared, { "fade", "stack" }, "the options of titles")
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

  sort(shown)
  local pieces = pieces_of(shown)
  sort(pieces)

  -- What is seen together needs a track each.
  local lanes = {}
  for _, title in ipairs(pieces) do
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
    title.style.duration = range.duration
    lane.track:insert_time_range({ 0, range.duration }, vs.text(title.text, title.style).video, range.start)
    local fade = title.fade * 2 > range.duration and range.duration / 2 or title.fade
    if fade > 0 and title.comes then
      lane.layer:set_opacity_ramp(0, 1, { range.start, fade })
    elseif lane.layer:opacity_at(range.start) ~= 1 then
      lane.layer:set_opacity(1, range.start)
    end
    if fade > 0 and title.goes then lane.layer:set_opacity_ramp(1, 0, { range.end_time - fade, fade }) end
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
        list[#list + 1] = {
          text = table.concat(current.lines, "\n"), range = vs.range.between(current.from, current.to), stack = true,
        }
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

--- The titles of a film's subtitles that are text, in its own time: of its first track of them, or of
--- the one of that number.
function titles.of(asset, number)
  number = number or 1
  local count = 0
  for _, track in ipairs(asset.tracks) do
    if track.media_type == "subtitle" then
      count = count + 1
      if count == number then
        local list = track:cues()
        for _, title in ipairs(list) do title.stack = true end
        return list
      end
    end
  end
  fail(("%s has no subtitles number %d; its tracks of subtitles: %d"):format(asset.path or asset.format, number, count),
    number > 1 and "the number of a track counts from 1" or "titles.read takes a subtitle file, .srt or .vtt")
end

return titles
