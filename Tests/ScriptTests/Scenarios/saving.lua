-- Saving an edit as JSON and loading it again.

local clips = os.getenv("CLIPS")
local a = vs.asset(clips .. "/a.mp4")
local bars = vs.generator("bars", { size = { 32, 24 }, rate = 25, duration = 2 })

local inner = vs.composition()
inner:insert_time_range({ 0, 1 }, bars, 0)
local film = vs.composition({ natural_size = { 64, 48 } })
film.metadata = { title = "Three \"words\"\nand a line" }
local picture, second, sound = film:add_track("video"), film:add_track("video", 7), film:add_track("audio")
picture:insert_time_range({ 0, "1/3" }, a.video, "1/7")
picture:scale_time_range({ "1/7", "1/3" }, 1)
picture:reverse_time_range({ "1/7", 1 })
picture:freeze(0.5, 0.25)
second:insert_time_range({ 0, 1 }, vs.nested(inner).video, 0)
sound:insert_time_range({ 0, 1 }, bars.audio, 0)
sound.preferred_volume = 0.1

local layer = vs.layer_instruction(second)
layer:set_opacity_ramp(0, 1, { 0, "1/3" }, { easing = "ease_in_cubic" })
layer:set_opacity_ramp(1, 0.3, { 0.5, 0.25 }, { easing = function(x) return x * x end })
layer:set_transform(vs.transform():rotated(0.1):translated(1 / 3, 2), 0)
layer:set_crop_rectangle_ramp({ 0, 0, 32, 24 }, { 4, 4, 8, 8 }, { 0, 1 })
local video = vs.video_composition({
  render_size = { 64, 48 }, frame_duration = "1001/30000",
  instructions = {
    vs.instruction({
      time_range = { 0, film.duration }, layers = { layer, vs.layer_instruction(picture) },
      background_color = "#204060",
    }),
  },
})
local volume = vs.mix_parameters(sound)
volume:set_volume_ramp(0, 2, { 0, "1/3" })
local mix = vs.audio_mix({ inputs = { volume } })

film:save("film.json", { video_composition = video, audio_mix = mix })
local loaded, loaded_video, loaded_mix = vs.load("film.json")
print(loaded)
print(loaded:describe() == film:describe(), loaded.metadata.title == film.metadata.title)
for number, track in ipairs(loaded.tracks) do
  local original = film.tracks[number]
  print(track.id == original.id, track.preferred_volume, #track.segments == #original.segments)
  for index, segment in ipairs(track.segments) do
    local other = original.segments[index]
    assert(segment.time_mapping == other.time_mapping and segment.rate == other.rate)
    assert(segment.source_track_id == other.source_track_id)
  end
end
print(loaded_video:validate(loaded), loaded_mix:validate(loaded))

-- The same pictures and the same sound, and saving what was loaded writes the same text.
local function fingerprint(edit, video, mix)
  local parts = {}
  local reader <close> = vs.reader(edit, { video_composition = video, audio_mix = mix })
  for frame in reader:frames() do parts[#parts + 1] = tostring(frame:pixel(20, 20)) end
  for block in reader:samples(1000) do parts[#parts + 1] = ("%.17g"):format(block:rms()) end
  return table.concat(parts, " ")
end
print(fingerprint(film, video, mix) == fingerprint(loaded, loaded_video, loaded_mix))
loaded:save("again.json", { video_composition = loaded_video, audio_mix = loaded_mix })
local function text(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end
print(text("film.json") == text("again.json"))

-- Files are named from the project's folder, wherever it is read from.
vs.make_directory("sub")
film:save("sub/film.json")
print(text("sub/film.json"):find(clips, 1, true) == nil, #vs.load("sub/film.json").tracks)

-- A plain edit is easy to read.
local plain = vs.composition()
plain:insert_time_range({ 0, 1 }, vs.generator("solid", { color = "red", duration = 1 }), 0)
plain:save("plain.json")
io.write(text("plain.json"))

-- What is wrong is told by line and column.
local function refused(content)
  local file <close> = assert(io.open("bad.json", "w"))
  file:write(content)
  file:close()
  local ok, err = pcall(vs.load, "bad.json")
  print(ok, err.code, err.message)
end
refused("{\n  \"vscript\": 1,\n  \"sources\": [}\n")
refused('{"vscript": 2, "sources": [], "composition": {"tracks": []}}')
refused('{"vscript": 1, "sources": [], "composition": {"trakcs": []}}')
refused('{"vscript": 1, "sources": [{"kind": "nested", "composition": {"tracks": [{"id": 1, "media_type": "video",\n'
  .. '"segments": [{"target": ["0", "1"], "of": [0, 1], "source": ["0", "1"]}]}]}}], "composition": {"tracks": []}}')
refused('{"vscript": 1, "sources": [], "composition": {"tracks": [{"id": 1, "media_type": "video", "segments": [\n'
  .. '{"target": ["1", "2"]}]}]}}')
refused(("["):rep(100000))
refused('{"vscript": 1, "vscript": 1}')
refused("")
local ok, err = pcall(plain.save, plain, "plain.json")
print(ok, err.code)
ok, err = pcall(plain.save, plain, "new.json", { video_composition = video })
print(ok, err.code, err.message)
print(io.open("new.json"))
