"""What thousands of clips cost: memory, opening, compiling."""

import os
import subprocess

from .running import FFMPEG, Run, medians, vscript, write

JOIN = """
local out, count, folder, size = arg[1], tonumber(arg[2]), arg[3], arg[4]
local function memory() return tonumber(io.open("/proc/self/status"):read("a"):match("VmHWM:%s*(%d+)")) end
local film, start = vs.composition(), os.clock()
local pictures, sounds, at = film:add_track("video"), film:add_track("audio"), vs.time(0, 1)
for index = 0, count - 1 do
  local clip = vs.asset(("%s/%s-%05d.mp4"):format(folder, size, index))
  pictures:insert_time_range(clip.video.time_range, clip.video, at)
  sounds:insert_time_range(clip.video.time_range, clip.audio, at)
  at = at + clip.video.time_range.duration
end
local opened = os.clock()
local options = { file_type = "null", reencode = "always" }
if out ~= "null" then
  options = { output = out, overwrite = true, quality = 20, reencode = "always",
    codec_options = { preset = "ultrafast" } }
end
local session = vs.export_session(film, options)
local compiled = os.clock()
if count <= 1000 or out == "null" then
  session:start()
  session:wait()
end
print((opened - start) / count, compiled - opened, memory() / 1024)
"""

COUNTS = (10, 1000, 10_000)


def make_clips(folder, size):
    """One clip under ten thousand names: each is opened and described for itself."""
    first = folder / f"{size}-00000.mp4"
    subprocess.run(
        FFMPEG + ["-f", "lavfi", "-i", f"testsrc2=s={size}:r=30", "-f", "lavfi", "-i",
                  "sine=f=440:r=48000", "-frames:v", "6", "-t", "0.2", "-pix_fmt", "yuv420p",
                  "-c:v", "libx264", "-preset", "veryfast", "-g", "6", "-c:a", "aac", "-ac", "2",
                  first], check=True)
    for index in range(1, COUNTS[-1]):
        os.link(first, folder / f"{size}-{index:05}.mp4")
    return first


def measure(_, runs, folder):
    script = write(folder / "scale.lua", JOIN)
    report = {}
    for size in ("640x360", "1920x1080"):
        clip = make_clips(folder, size)
        one = [Run(FFMPEG + ["-i", clip, "-c:v", "libx264", "-preset", "ultrafast", "-crf", "20",
                             "-c:a", "aac", folder / "one.mp4"]) for _ in range(runs)]
        figures = report[size] = {"ffmpeg_one_clip": medians(one)["memory"]}
        print(f"\n{size}: ffmpeg takes {figures['ffmpeg_one_clip']:.0f} MiB for one clip")
        for count in COUNTS:
            for kind in ("null", "film"):
                if kind == "film" and count > 1000:
                    continue
                out = "null" if kind == "null" else folder / "film.mp4"
                run = Run(vscript(script, out, count, folder, size))
                opening, compiling, memory = (float(word) for word in run.output.split())
                figures[f"{kind} {count}"] = {
                    "memory": memory, "opening": opening, "compiling": compiling, "cpu": run.cpu}
                print(f"  {count:6} clips into {kind}: {memory:6.1f} MiB, opening "
                      f"{opening * 1000:.2f} ms each, compiling {compiling:.3f} s")
        growth = ((figures["null 10000"]["memory"] - figures["null 10"]["memory"])
                  / (COUNTS[-1] - COUNTS[0]))
        figures["memory_each"] = growth
        print(f"  {growth * 1024:.2f} KiB for each clip")
    return report
