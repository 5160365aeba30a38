-- require("vscript.titles"): words over a film, captions of subtitle files; and chapters of a film.

local titles = require("vscript.titles")
local clips = os.getenv("CLIPS")
local BLOCK = "\u{2588}"

local function film_of(seconds)
  local film = vs.composition()
  local blue = vs.generator("solid", { color = "blue", size = { 64, 48 }, rate = 25, duration = seconds })
  film:add_track("video"):insert_time_range({ 0, seconds }, blue.video, 0)
  return film, vs.video_composition.of(film)
end

--- What the middle of the picture is at some times: the share of red in it.
local function show(film, canvas, ...)
  local images <close> = vs.image_generator(film, { video_composition = canvas })
  for _, t in ipairs({ ... }) do io.write(("%g:%.1f "):format(t, images:image(t):pixel(32, 24).red)) end
  print()
end

-- One title with a fade, and two that are seen together.
local film, canvas = film_of(4)
local look = { place = "center", font_size = 24, outline = 0, color = "red" }
print(titles.add(film, canvas, { text = BLOCK, range = { 1, 2 }, fade = 0.4 }, look))
show(film, canvas, 0.96, 1, 1.2, 1.4, 2, 2.8, 2.96, 3)
print(titles.add(film, canvas, {
  { text = BLOCK, range = { from = 0, to = 2 }, place = "top_left" },
  { text = BLOCK, range = { from = 0.5, to = 1 } },
  { text = BLOCK, range = { 3, 10 } },
  { text = "too late", range = { 4, 1 } },
}, look))
show(film, canvas, 0, 0.48, 0.52, 0.96, 3, 3.96)
print(film:describe())
print(film.duration, canvas:validate(film))

-- The files that captions are in.
local srt = "\u{feff}1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Hello</i>,\r\n{\\an8}world\r\n\r\n2\r\n01:00:00,040 --> 01:00:01,000 X1:10\r\n{sic} 1 < 2"
local vtt = "WEBVTT - a film\n\nNOTE a remark\nof two lines\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ann>Tom &amp; I\n\n00:03.000 --> 00:04.000\nbye\n"
for _, text in ipairs({ srt, vtt }) do
  for _, title in ipairs(titles.parse(text)) do print(title.range, (title.text:gsub("\n", "|"))) end
end
local file = io.open("talk.srt", "w")
file:write(srt)
file:close()
print(#titles.read("talk.srt"))

-- Captions that are seen together stand above each other, at the top below each other, and fade as one.
local overlapping = "00:00.000 --> 00:03.000\n" .. BLOCK .. "\n\n00:01.000 --> 00:02.000\n" .. BLOCK .. " " .. BLOCK
  .. "\n\n00:03.000 --> 00:04.000\n" .. BLOCK .. "\n"
for _, place in ipairs({ "bottom", "top" }) do
  film, canvas = film_of(4)
  print(titles.add(film, canvas, titles.parse(overlapping), {
    place = place, font_size = 16, outline = 0, color = "red", margin = 4, fade = 0.4,
  }))
  local images <close> = vs.image_generator(film, { video_composition = canvas })
  for _, t in ipairs({ 0.2, 0.6, 1, 2, 2.8, 3.2, 3.6 }) do
    io.write(("%g:"):format(t))
    -- A narrow caption is red in the middle, a wide one beside it.
    for _, y in ipairs(place == "bottom" and { 36, 20 } or { 12, 28 }) do
      local frame = images:image(t)
      io.write((" %.1f/%.1f"):format(frame:pixel(32, y).red, frame:pixel(24, y).red))
    end
    io.write("  ")
  end
  print()
  print(film:describe())
end

-- Of one list only those make room that are told to, and only for those that look the same.
film, canvas = film_of(4)
print(titles.add(film, canvas, {
  { text = "a", range = { 0, 2 }, stack = true },
  { text = "b", range = { 1, 2 } },
  { text = "c", range = { 1, 2 }, stack = true, place = "top" },
  { text = "d", range = { 0, 2 }, stack = true },
}))
print(film:describe())

-- The subtitles inside a file, whose styles and shapes are left out.
local ass = [[
[Script Info]
ScriptType: v4.00+

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}One{\\i0}, two\\Nthree\\hfour
Dialogue: 0,0:00:02.00,0:00:03.00,Default,,0,0,0,,{\\pos(4,5)\\p1}m 0 0 l 1 1{\\p0}shape
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p2}m 0 0 l 1 1
]]
ass = ass:gsub("\\\\", "\\")
for name, text in pairs({ ["own.ass"] = ass, ["own.srt"] = "1\n00:00:00,500 --> 00:00:01,500\n<b>5,</b> a\\b\nc\n" }) do
  local file <close> = io.open(name, "w")
  file:write(text)
end
for _, name in ipairs({ "own.ass", "own.srt" }) do
  for _, title in ipairs(titles.of(vs.asset(name))) do
    print(title.range, (title.text:gsub("\n", "|"):gsub("\u{a0}", "_")), title.stack)
  end
end

-- What is refused.
local function refused(fn, ...)
  local _, failure = pcall(fn, ...)
  print(failure.code, failure.message, failure.hint)
end
refused(titles.read, "nothing.srt")
refused(titles.parse, "just words", "words.txt")
refused(titles.parse, "1\n00:00:01 -> 00:00:02\n\n2\n00:01 --> 00:02\nx", "a.srt")
refused(titles.parse, "00:00:02,000 --> 00:00:01,000\nx", "a.srt")
refused(titles.add, film, canvas, { { text = "a", colour = "red" } })
refused(titles.add, film, canvas, { { range = { 0, 1 } } })
refused(titles.add, film, canvas, { text = "a", fade = -1 })
refused(titles.add, film, canvas, { text = "a" }, { font = "DejaVu Sanz" })
refused(titles.of, vs.asset("own.srt"), 2)
refused(titles.of, vs.generator("bars"))
local picture = vs.generator("bars").video
refused(picture.cues, picture)
refused(vs.text, "a", { place = "botom" })
refused(vs.text, "a", { font_size = 0 })
refused(vs.text, "a", { size = { 1, 1 } })
refused(vs.layer_instruction(film.video).add_filter, vs.layer_instruction(film.video), "drawtext")

-- Chapters by name, cut to the part that is written, and those of another film.
local function chapters(path)
  for _, chapter in ipairs(vs.asset(path).chapters) do print(chapter.title, chapter.time_range) end
end
local plain = vs.asset(clips .. "/red.mp4")
vs.export(plain, {
  output = "named.mp4",
  chapters = { { title = "One", from = 0 }, { title = "Two", from = 0.4 }, { title = "Three", time_range = { 0.8, 0.1 } } },
})
chapters("named.mp4")
vs.export(plain, { output = "again.mkv", time_range = { 0.2, 0.4 }, chapters = vs.asset("named.mp4").chapters })
chapters("again.mkv")
vs.export(vs.asset("named.mp4"), { output = "without.mp4", chapters = {} })
chapters("without.mp4")
refused(vs.export, plain, { output = "x.mp4", chapters = { { title = "B", from = 1 }, { title = "A", from = 0 } } })
refused(vs.export, plain, { output = "x.mp4", chapters = { { title = "A", start = 0 } } })
refused(vs.export, plain, { output = "x.mp4", chapters = { { from = 0 } } })
