-- In a merge the sound follows the picture: cut with it, and silent where there is none.

local merge = require("vscript.merge")
local a = os.getenv("CLIPS") .. "/a.mp4"

-- A clip of two seconds, itself an edit, whose sound ends after one.
local long = vs.composition()
local tone = vs.generator("tone", { duration = 1 }).audio
local bars = vs.generator("bars", { size = { 64, 48 }, rate = 25, duration = 2 }).video
long:add_track("video"):insert_time_range({ 0, 2 }, bars, 0)
long:add_track("audio"):insert_time_range({ 0, 1 }, tone, 0)

local function show(clips)
  local film = merge(clips)
  for _, track in ipairs(film.tracks) do
    io.write(track.media_type, ":")
    for _, segment in ipairs(track.segments) do
      local target = segment.time_mapping.target
      io.write((" [%g, %g)%s"):format(
        target.start.seconds, target.end_time.seconds, segment.is_empty and " empty" or ""))
    end
    print()
  end
end

show({ long, a })
show({ { asset = long, range = { 1.5, 0.5 } }, a })
show({ a, { asset = long, range = { from = 0.5, to = 1.5 } } })
