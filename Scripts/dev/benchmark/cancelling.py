"""How long an export goes on after it was told to stop, while it composes or encodes 4K."""

import statistics

from .running import Run, vscript, write

SCRIPT = """
local out, count = arg[1], tonumber(arg[2])
local film, layers = vs.composition(), {}
for index = 1, 3 do
  local clip = vs.generator("test", { size = { 3840, 2160 }, rate = 30, duration = 60 })
  local track = film:add_track("video")
  track:insert_time_range({ 0, 60 }, clip.video, 0)
  layers[index] = vs.layer_instruction(track)
  layers[index]:set_opacity(0.5, 0)
  layers[index]:set_transform(vs.transform():rotated(0.1 * index), 0)
end
local video = vs.video_composition({ render_size = { 3840, 2160 }, frame_duration = vs.time(1, 30),
  instructions = { vs.instruction({ time_range = { 0, 60 }, layers = layers }) } })
local function now()
  local text = io.open("/proc/uptime"):read("a")
  return tonumber(text:match("%S+"))
end
for index = 1, count do
  local options = { video_composition = video, overwrite = true }
  if out == "null" then options.file_type = "null" else options.output = out end
  local session = vs.export_session(film, options)
  session:start()
  local start = now()
  -- Each at another moment of the work.
  for _ in session:states(0.3 + 0.007 * index) do break end
  local told = now()
  session:cancel()
  pcall(session.wait, session)
  print(now() - told, session.status)
end
"""

COUNT = 100


def measure(_, __, folder):
    script = write(folder / "cancelling.lua", SCRIPT)
    report = {}
    for name, out in (("composing", "null"), ("encoding", folder / "cancelled.mp4")):
        lines = Run(vscript(script, out, COUNT)).output.split("\n")
        seconds = sorted(float(line.split()[0]) for line in lines if line)
        report[name] = {"median": statistics.median(seconds), "p99": seconds[-2],
                        "worst": seconds[-1]}
        print(f"\ncancelled while {name} 4K, {len(seconds)} times: median "
              f"{report[name]['median'] * 1000:.0f} ms, 99 % within "
              f"{report[name]['p99'] * 1000:.0f} ms")
    return report
