-- arguments: $CLIPS/a.mp4 $CLIPS/b.mp4

-- The first script of the manual, word for word, then what it made.

-- merge.lua: join clips end to end, no frame lost, none black
local comp = vs.composition()
local video, audio = comp:add_track("video"), comp:add_track("audio")

for _, path in ipairs(arg) do
  local clip = vs.asset(path)
  local at = comp.duration                    -- read once: both tracks start together
  video:insert_time_range(clip.video.time_range, clip.video, at)
  if clip.audio then
    audio:insert_time_range(clip.video.time_range, clip.audio, at)
  end
end

vs.export(comp, { output = "merged.mp4", video_composition = vs.video_composition.of(comp, { fit = "contain" }) })

local made = vs.asset("merged.mp4")
print(made.video.time_range, #made.video:frame_times(), made.video.natural_size)
print(made.video.time_range.duration == vs.time(2001, 1000))
