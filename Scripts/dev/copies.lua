-- Trims a clip of every kind off its key frames with reencode = "auto" and lets the ffmpeg program
-- judge: decoding errors, every frame's picture, the packets that are said to be copied, and times.
--
--     Scripts/dev/copies [WORD] [--keep FOLDER]
--
-- WORD runs only the kinds with that word in their name. Ends with 1 where anything is wrong.

local pattern, folder
do
  local index = 1
  while arg[index] do
    if arg[index] == "--keep" then
      folder, index = arg[index + 1], index + 1
    else
      pattern = arg[index]
    end
    index = index + 1
  end
end
local keeps = folder ~= nil

local function run(command)
  local pipe = assert(io.popen(command .. " 2>&1", "r"))
  local text = pipe:read("a")
  return pipe:close(), text
end

if not folder then
  local made
  made, folder = run("mktemp -d /tmp/vscript-copies-XXXXXX")
  assert(made, folder)
  folder = folder:gsub("%s+$", "")
end
run("mkdir -p " .. folder)

local SIZE = "256x144" -- the smallest that every encoder takes
local COUNT, FIRST, LAST = 75, 17, 62 -- frames of the clip, and those that are kept

-- Name, ending of the source, ending of the film, options of ffmpeg; `none` where nothing may be
-- copied; `changed` for the one packet behind a cut whose head has to say that it begins anew.
local X264 = "-c:v libx264 -preset veryfast -g 25 "
local X265 = "-c:v libx265 -preset ultrafast "
local KINDS = {
  { "h264 high, B-pyramid", "mp4", "mp4", X264 },
  { "h264 high, no B", "mp4", "mp4", X264 .. "-bf 0" },
  { "h264 high, B without pyramid", "mp4", "mp4", X264 .. "-bf 3 -x264-params b-pyramid=none" },
  { "h264 high, 8 B, 8 references", "mp4", "mp4", X264 .. "-bf 8 -refs 8" },
  { "h264 strict pyramid", "mp4", "mp4", X264 .. "-x264-params b-pyramid=strict" },
  { "h264 baseline", "mp4", "mp4", X264 .. "-profile:v baseline" },
  { "h264 main", "mp4", "mp4", X264 .. "-profile:v main" },
  { "h264 CAVLC", "mp4", "mp4", X264 .. "-coder 0" },
  { "h264 zero latency, slices", "mp4", "mp4", X264 .. "-tune zerolatency" },
  { "h264 intra refresh", "mp4", "mp4", X264 .. "-x264-params intra-refresh=1", none = true },
  { "h264 every frame a key", "mp4", "mp4", "-c:v libx264 -g 1" },
  { "h264 one group", "mp4", "mp4", "-c:v libx264 -g 250", none = true },
  { "h264 open groups", "mp4", "mp4", X264 .. "-x264-params open-gop=1:keyint=10", none = true },
  { "h264 high 10", "mp4", "mp4", X264 .. "-pix_fmt yuv420p10le" },
  { "h264 high 4:2:2", "mp4", "mp4", X264 .. "-pix_fmt yuv422p" },
  { "h264 high 4:4:4", "mp4", "mp4", X264 .. "-pix_fmt yuv444p" },
  { "h264 full range BT.709", "mp4", "mp4", X264 .. "-color_range pc -colorspace bt709" },
  { "h264 set number 3", "mp4", "mp4", X264 .. "-x264-params sps-id=3" },
  { "h264 NTSC rate", "mp4", "mp4", X264, rate = "30000/1001" },
  { "h264 variable rate", "mp4", "mp4", X264, variable = true },
  { "h264 anamorphic", "mp4", "mp4", X264 .. "-aspect 2.39" },
  { "h264 interlaced", "mp4", "mp4", X264 .. "-flags +ilme+ildct", none = true },
  { "h264 MOV", "mov", "mov", X264 },
  { "h264 Matroska", "mkv", "mkv", X264 },
  { "h264 Matroska to MP4", "mkv", "mp4", X264 },
  { "h264 transport stream", "ts", "mp4", X264 },
  { "h264 fragmented", "mp4", "mp4", X264 .. "-movflags +frag_keyframe+empty_moov" },
  { "h264 Flash", "flv", "mp4", X264 },
  { "hevc main, closed groups", "mp4", "mp4", X265 .. "-x265-params keyint=25:min-keyint=25:open-gop=0:log-level=error" },
  { "hevc main, open groups", "mp4", "mp4", X265 .. "-x265-params keyint=25:min-keyint=25:log-level=error", changed = 1 },
  { "hevc hvc1", "mov", "mov", X265 .. "-tag:v hvc1 -x265-params keyint=20:log-level=error", changed = 1 },
  { "hevc B-pyramid", "mp4", "mp4", X265 .. "-x265-params keyint=25:bframes=6:rc-lookahead=12:b-pyramid=1:open-gop=0:log-level=error" },
  { "hevc no B", "mp4", "mp4", X265 .. "-x265-params keyint=25:bframes=0:log-level=error", changed = 1 },
  { "hevc main 10", "mp4", "mp4", X265 .. "-pix_fmt yuv420p10le -x265-params keyint=25:log-level=error", changed = 1 },
  { "hevc main 4:2:2 10", "mp4", "mp4", X265 .. "-pix_fmt yuv422p10le -x265-params keyint=25:log-level=error", changed = 1 },
  { "hevc Matroska", "mkv", "mkv", X265 .. "-x265-params keyint=25:log-level=error", changed = 1 },
  { "hevc transport stream", "ts", "mp4", X265 .. "-x265-params keyint=25:log-level=error" },
  { "mpeg4", "mp4", "mp4", "-c:v mpeg4 -g 25 -q:v 3", changed = 1 },
  { "mpeg4 with B", "mp4", "mp4", "-c:v mpeg4 -g 25 -bf 2 -q:v 3", changed = 1 },
  { "vp9 WebM", "webm", "webm", "-c:v libvpx-vp9 -g 25 -deadline realtime -cpu-used 8" },
  { "vp9 MP4", "mp4", "mp4", "-c:v libvpx-vp9 -g 25 -deadline realtime -cpu-used 8" },
  { "vp9 10 bit", "webm", "webm", "-c:v libvpx-vp9 -g 25 -pix_fmt yuv420p10le -deadline realtime -cpu-used 8" },
  { "vp8", "webm", "webm", "-c:v libvpx -g 25 -auto-alt-ref 0 -deadline realtime -cpu-used 8" },
  { "av1 SVT", "mp4", "mp4", "-c:v libsvtav1 -g 25 -preset 12" },
  { "av1 AOM", "mkv", "mkv", "-c:v libaom-av1 -g 25 -cpu-used 8 -usage realtime" },
  { "mpeg2", "mkv", "mkv", "-c:v mpeg2video -g 25 -bf 0 -q:v 3" },
  { "mpeg2 with B", "mkv", "mkv", "-c:v mpeg2video -g 12 -bf 2 -q:v 3" },
  { "mpeg2 transport stream", "ts", "mkv", "-c:v mpeg2video -g 12 -bf 2 -q:v 3" },
  { "mjpeg", "mov", "mov", "-c:v mjpeg -q:v 3" },
  { "prores 422 HQ", "mov", "mov", "-c:v prores_ks -profile:v 3" },
  { "prores 4444", "mov", "mov", "-c:v prores_ks -profile:v 4 -pix_fmt yuv444p10le", none = true },
  { "dnxhr HQ", "mov", "mov", "-c:v dnxhd -profile:v dnxhr_hq -pix_fmt yuv422p" },
}

local function make(kind, path)
  local rate = kind.rate or "25"
  local filter = kind.variable and "-vf \"settb=1/12800,setpts='(N+floor(N/7)*2)*512'\" -fps_mode passthrough -enc_time_base 1/12800" or ""
  return run(("SVT_LOG=1 ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=%s:r=%s -frames:v %d -pix_fmt yuv420p %s %s %s")
    :format(SIZE, rate, COUNT, filter, kind[4], path))
end

local function lines(command)
  local _, text = run(command)
  local list = {}
  for line in text:gmatch("[^\n]+") do
    if line:sub(1, 1) ~= "#" then list[#list + 1] = line end
  end
  return list
end

-- The hash and times of every frame, decoded or as a packet.
local function frames(path, copies)
  local list = {}
  for _, line in ipairs(lines(("ffmpeg -v error -nostdin -i %s -map 0:v:0 %s -f framemd5 -"):format(
    path, copies and "-c copy -copyts" or "-fps_mode passthrough"))) do
    local dts, pts, _, size, hash = line:match("^%d+,%s*(%-?%d+),%s*(%-?%d+),%s*(%d+),%s*(%d+),%s*(%x+)")
    if dts then list[#list + 1] = { dts = tonumber(dts), pts = tonumber(pts), size = size, hash = hash } end
  end
  return list
end

local function judge(kind, source, film, report)
  local problems = {}
  local function note(text, ...) problems[#problems + 1] = text:format(...) end
  local _, errors = run(("ffmpeg -v error -nostdin -i %s -f null -"):format(film))
  if errors ~= "" then note("decoding: %s", errors:match("[^\n]*")) end
  local whole, cut = frames(source), frames(film)
  local count = LAST - FIRST
  if #cut ~= count then note("%d frames for %d", #cut, count) end
  local same = 0
  for index = 1, math.min(#cut, count) do
    if whole[FIRST + index] and whole[FIRST + index].hash == cut[index].hash then same = same + 1 end
  end
  if same < report.copied_frames then note("%d of %d copied frames decode alike", same, report.copied_frames) end
  -- What was encoded anew has to be the right frame too.
  local worst = math.huge
  for _, line in ipairs(lines(("ffmpeg -v error -nostdin -i %s -i %s -lavfi "
    .. "'[1:v]trim=start_frame=%d:end_frame=%d,settb=1/25,setpts=N[s];[0:v]settb=1/25,setpts=N[f];[f][s]psnr=stats_file=-' -f null -")
    :format(film, source, FIRST, LAST))) do
    local value = line:match("psnr_avg:([%d.]+)")
    if value then worst = math.min(worst, tonumber(value)) end
  end
  if worst < 30 then note("a frame is only %.1f dB like its own", worst) end
  local packets, known = frames(film, true), {}
  for _, packet in ipairs(frames(source, true)) do known[packet.hash] = true end
  local shared, times = 0, {}
  for index, packet in ipairs(packets) do
    if known[packet.hash] then shared = shared + 1 end
    if index > 1 and packet.dts <= packets[index - 1].dts then note("decoding times do not rise at %d", index) end
    if packet.dts > packet.pts then note("packet %d is shown before it is decoded", index) end
    times[index] = packet.pts
  end
  table.sort(times)
  local least, most = math.huge, 0
  for index = 2, #times do
    least, most = math.min(least, times[index] - times[index - 1]), math.max(most, times[index] - times[index - 1])
  end
  if not kind.variable and most - least > 1 then note("times are irregular: %d to %d", least, most) end
  -- Transport streams frame their packets otherwise; there the pictures tell.
  if kind[2] ~= "ts" and shared < report.copied_frames - (kind.changed or 0) then
    note("%d of %d packets are the source's", shared, report.copied_frames)
  end
  return problems, shared
end

local failures, checked = 0, 0
print(("%-32s %8s %8s %8s  %s"):format("kind", "frames", "copied", "packets", "result"))
for number, kind in ipairs(KINDS) do
  if not pattern or kind[1]:find(pattern, 1, true) then
    local source, film = ("%s/%02d.%s"):format(folder, number, kind[2]), ("%s/%02d-cut.%s"):format(folder, number, kind[3])
    local is_made, text = make(kind, source)
    if not is_made then
      print(("%-32s cannot be made: %s"):format(kind[1], text:match("[^\n]*")))
    else
      checked = checked + 1
      local reason
      local is_done, result = pcall(function()
        local comp, clip = vs.composition(), vs.asset(source)
        local times = clip.video:frame_times()
        comp:add_track("video"):insert_time_range(
          vs.range.between(times[FIRST + 1], times[LAST + 1]), clip.video, 0)
        local session = vs.export_session(comp, { output = film, reencode = "auto", overwrite = true, progress = "none" })
        reason = session:plan()[1].reason
        session:start()
        return session:wait()
      end)
      if not is_done then
        failures = failures + 1
        print(("%-32s %s"):format(kind[1], tostring(result)))
      else
        local problems, shared = judge(kind, source, film, result)
        if result.copied_frames == 0 and not kind.none then problems[#problems + 1] = "nothing was copied" end
        if #problems > 0 then failures = failures + 1 end
        print(("%-32s %8d %8d %8d  %s"):format(kind[1], result.frames, result.copied_frames, shared,
          #problems == 0 and "good" or table.concat(problems, "; ")))
        for _, text in ipairs(result.notes) do print("    " .. text) end
        if result.copied_frames == 0 then print("    " .. reason) end
      end
    end
  end
end
if not keeps then run("rm -rf " .. folder) end
print(("%d kinds, %d wrong"):format(checked, failures))
if failures > 0 then os.exit(1) end
