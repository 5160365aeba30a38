-- Joins clips end to end: every frame of every clip, in order, none lost, none black.
--
--   vscript merge.lua [--trim-first-frame] [-o OUTPUT] CLIP...
--
-- Without clips it makes three samples and joins those.
-- `vscript merge` does the same in one command; this is how it is done.

local samples = require("vscript.samples")

local clips, output, trim_first_frame = {}, nil, false
local words = table.move(arg, 1, #arg, 1, {})
while #words > 0 do
  local word = table.remove(words, 1)
  if word == "--trim-first-frame" then
    trim_first_frame = true
  elseif word == "-o" then
    output = table.remove(words, 1)
  else
    clips[#clips + 1] = word
  end
end

if #clips == 0 then
  clips = samples.make("vscript-samples")
  output = output or samples.fresh_name("merged.mp4")
  io.stderr:write("no clips given, so samples were made: ", table.concat(clips, ", "), "\n")
end

local film = vs.composition()
local picture, sound = film:add_track("video"), film:add_track("audio")
local at = vs.time.zero -- where the next clip starts

for _, path in ipairs(clips) do
  local clip = vs.asset(path)
  if clip.video then
    -- The length of a clip is that of its picture. Files often claim more, because their sound is
    -- longer; trusting that is what puts black frames between clips.
    local part = clip.video.time_range
    if trim_first_frame then
      local times = clip.video:frame_times()
      if #times > 1 then part = vs.range.between(times[2], part.end_time) end
    end

    -- Picture and sound come from the same stretch of the clip and go to the same place in the
    -- film, so they stay together. A clip without sound leaves silence.
    picture:insert_time_range(part, clip.video, at)
    if clip.audio then sound:insert_time_range(part, clip.audio, at) end
    at = at + part.duration
  else
    io.stderr:write("note: ", path, " has no picture and is left out\n")
  end
end

-- The canvas comes from the clips: the size of the first, the highest exact frame rate of all
-- (29.97 stays 30000/1001), and every clip fitted into it whole and upright.
local report = vs.export(film, {
  output = output or "merged.mp4",
  video_composition = vs.video_composition.of(film, { fit = "contain" }),
  optimize_for_network_use = true, -- players may start before the whole file has arrived
})

print(("%s: %d frames, %.3f s"):format(report.output, report.frames, report.duration.seconds))
