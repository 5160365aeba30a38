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
session:start()
local report = session:wait()
print((opened - start) / count, compiled - opened, memory() / 1024, report.frames)
"""

COUNTS = (10, 1000, 10_000)
# Frames of a clip: few, for it is the clips that count here.
FRAMES = 2
# Name: the size of the pictures.
CASES = {"scale": "640x360", "scale-1080p": "1920x1080"}
# A clip may take so many KiB, and the whole so many MiB more than ffmpeg takes for one clip.
MEMORY_EACH, MEMORY_MORE = 0.004 * 1024, 60


def make_clips(folder, size):
    """One clip under ten thousand names: each is opened and described for itself."""
    names = [folder / f"{size}-{index:05}.mp4" for index in range(COUNTS[-1])]
    if not names[-1].exists():
        folder.mkdir(exist_ok=True)
        subprocess.run(
            FFMPEG + ["-f", "lavfi", "-i", f"testsrc2=s={size}:r=30", "-f", "lavfi", "-i",
                      "sine=f=440:r=48000", "-frames:v", str(FRAMES), "-t", str(FRAMES / 30),
                      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-g", "6",
                      "-c:a", "aac", "-ac", "2", names[0]], check=True)
        for name in names[1:]:
            if not name.exists():
                os.link(names[0], name)
    return names[0]


def measure(name, runs, folder):
    size = CASES[name]
    script = write(folder / "scale.lua", JOIN)
    clip = make_clips(folder / "scale", size)
    one = [Run(FFMPEG + ["-i", clip, "-c:v", "libx264", "-preset", "ultrafast", "-crf", "20",
                         "-c:a", "aac", folder / "one.mp4"]) for _ in range(runs)]
    report = {"ffmpeg_one_clip": medians(one)["memory"]}
    print(f"\n{size}: ffmpeg takes {report['ffmpeg_one_clip']:.0f} MiB for one clip")
    for kind in ("null", "film"):
        for count in COUNTS:
            out = "null" if kind == "null" else folder / "scale-film.mp4"
            # Thousands of clips take a while; what they need shows the first time.
            repeats = runs if count < COUNTS[-1] else 1
            all_runs = []
            for _ in range(repeats):
                run = Run(vscript(script, out, count, folder / "scale", size))
                all_runs.append([float(word) for word in run.output.split()] + [run.cpu])
            opening, compiling, memory, frames, cpu = (
                sorted(values)[len(values) // 2] for values in zip(*all_runs))
            if frames != count * FRAMES:
                raise RuntimeError(f"{frames} frames for {count * FRAMES}")
            more = memory - report["ffmpeg_one_clip"]
            report[f"{kind} {count}"] = {"memory": memory, "opening": opening,
                                         "compiling": compiling, "cpu": cpu, "more": more}
            print(f"  {count:6} clips into {kind}: {memory:6.1f} MiB, {more:+.0f} to ffmpeg's "
                  f"(limit {MEMORY_MORE:+}), opening {opening * 1000:.2f} ms each, compiling "
                  f"{compiling:.3f} s, {cpu:.1f} s of CPU", flush=True)
        growth = ((report[f"{kind} {COUNTS[-1]}"]["memory"] - report[f"{kind} {COUNTS[0]}"]["memory"])
                  / (COUNTS[-1] - COUNTS[0]) * 1024)
        report[f"{kind}_memory_each"] = growth
        index = ", the file's own index among it" if kind == "film" else ""
        print(f"  {growth:.2f} KiB for each clip (limit {MEMORY_EACH:.2f}){index}")
    return report
