-- Renders damaged copies of real files over and over in one process, and tells how much memory it holds:
--
--   vscript Scripts/dev/damage-growth.lua [ROUNDS [FILES [FOLDER]]]
--
-- Ten rounds over up to 24 small files by default. What is held after the second round, when every
-- pool and cache has its size, must not grow by more than a tenth and 8 MiB to the last.

local vs = require("vscript")
local rounds, limit = tonumber(arg[1] or 10), tonumber(arg[2] or 24)
local folder = arg[3] or arg[0]:match("^(.*)Scripts/dev/[^/]*$") .. "../shared/media"

-- Mebibytes of memory that the process holds.
local function held()
  local file <close> = assert(io.open("/proc/self/status"))
  return tonumber(file:read("a"):match("VmRSS:%s*(%d+)")) / 1024
end

local function damaged(path, seed)
  local file <close> = assert(io.open(path, "rb"))
  local bytes = file:read("a")
  if #bytes > 400000 then return nil end
  math.randomseed(seed)
  local parts, last, places = {}, 1, {}
  for index = 1, 60 do places[index] = math.random(math.min(#bytes, 2048), #bytes) end
  table.sort(places)
  for _, place in ipairs(places) do
    if place >= last then
      parts[#parts + 1] = bytes:sub(last, place - 1) .. string.char(math.random(0, 255))
      last = place + 1
    end
  end
  return table.concat(parts) .. bytes:sub(last)
end

local copies = {}
local list <close> = assert(io.popen(("ls '%s'"):format(folder)))
for name in list:lines() do
  local bytes = #copies < limit and not name:match("%.tsv$") and damaged(folder .. "/" .. name, #copies)
  if bytes then
    local copy = os.tmpname()
    local file <close> = assert(io.open(copy, "wb"))
    file:write(bytes)
    copies[#copies + 1] = copy
  end
end

local function render(path)
  local asset = vs.asset(path)
  local first = asset.duration
  for _, track in ipairs(asset.tracks) do
    if track.media_type == "video" or track.media_type == "audio" then
      if track.time_range.start < first then first = track.time_range.start end
    end
  end
  if first < 0 then first = vs.time.zero end
  vs.export(asset, { file_type = "null", progress = "none", time_range = { from = first, to = asset.duration } })
end

local early, last, rendered
for round = 1, rounds do
  rendered = 0
  for _, path in ipairs(copies) do
    if pcall(render, path) then rendered = rendered + 1 end
  end
  collectgarbage()
  last = held()
  if round == 2 then early = last end
  print(("round %d: %d of %d damaged files rendered, %.1f MiB held"):format(round, rendered, #copies, last))
end
for _, path in ipairs(copies) do os.remove(path) end
if rendered == 0 then error("nothing was rendered", 0) end
if last > early * 1.1 + 8 then error(("memory grew from %.1f to %.1f MiB"):format(early, last), 0) end
