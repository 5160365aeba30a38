--- source, target
local film = vs.composition()
local source = vs.generator("solid", { duration = 10 }).video
film:add_track("video"):insert_time_range({ 3, 2 }, source, 1)
for _, segment in ipairs(film.video.segments) do
  print(segment.time_mapping.source, segment.time_mapping.target)
end
--> nil 0:00–0:01
--> 0:03–0:05 0:01–0:03
