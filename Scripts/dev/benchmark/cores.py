"""How much faster the cores of the machine compose than one thread."""

import os

from .running import interleaved, ratio, vscript, write

SCRIPT = """
local film, layers = vs.composition(), {}
for index = 1, 4 do
  local clip = vs.generator("solid", { size = { 1920, 1080 }, rate = 30, duration = 4 })
  local track = film:add_track("video")
  track:insert_time_range({ 0, 4 }, clip.video, 0)
  local layer = vs.layer_instruction(track)
  layer:set_transform_ramp(
    vs.transform():translated(200 * index, 90 * index):scaled(0.9),
    vs.transform():translated(90, 60):rotated(0.3):scaled(0.9), { 0, 4 })
  layer:set_opacity(0.6, 0)
  layers[index] = layer
end
vs.export(film, { file_type = "null", video_composition = vs.video_composition({
  render_size = { 1920, 1080 }, frame_duration = vs.time(1, 30),
  instructions = { vs.instruction({ time_range = { 0, 4 }, layers = layers }) } }) })
"""


def measure(_, runs, folder):
    script = write(folder / "cores.lua", SCRIPT)
    count = os.cpu_count()
    report = interleaved({
        "one": vscript(script, options=("--threads", "1")),
        "all": vscript(script, options=("--threads", str(count))),
    }, runs)
    report["speed_up"] = ratio(report, "one", "all", "wall")
    print(f"\ncomposing on {count} cores: {report['speed_up']:.2f} times as fast as on one")
    return report
