"""Single pictures out of a long film: vscript in one process, ffmpeg in one for each picture."""

import statistics
import subprocess
import time

from .running import FFMPEG, Run, vscript, write

# Warm: the film is open and one picture was taken before.
SCRIPT = """
local path, count, tolerance = arg[1], tonumber(arg[2]), tonumber(arg[3])
local clip = vs.asset(path)
local generator = vs.image_generator(clip, {
  requested_time_tolerance_before = tolerance, requested_time_tolerance_after = tolerance })
generator:image(1)
local times = {}
for index = 1, count do
  times[index] = vs.time(math.floor((index - 0.37) / count * clip.duration.seconds * 1000), 1000)
end
local function now() return tonumber(io.popen("date +%s%N"):read("a")) / 1e9 end
local start = now()
local taken = 0
for _ in generator:images(times) do taken = taken + 1 end
print((now() - start) / count, taken)
"""

MINUTES = 60
# Name: the containers.
CASES = {"seeking": ("mp4",), "seeking-others": ("ts", "mkv")}


def make_film(path):
    """An hour of 1080p, a key frame every two seconds: one minute coded, and copied over and over."""
    if path.exists():
        return
    minute = path.with_name("minute.mp4")
    subprocess.run(FFMPEG + ["-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30", "-t", "60",
                             "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast",
                             "-g", "60", "-keyint_min", "60", "-sc_threshold", "0", minute],
                   check=True)
    subprocess.run(FFMPEG + ["-stream_loop", str(MINUTES - 1), "-i", minute, "-c", "copy", path],
                   check=True)


def ffmpeg_seconds(film, count, folder):
    started = time.monotonic()
    for index in range(count):
        place = (index + 0.63) / count * MINUTES * 60
        Run(FFMPEG + ["-ss", f"{place:.3f}", "-i", film, "-frames:v", "1", "-f", "null", "-"])
    return (time.monotonic() - started) / count


def measure(name, runs, folder):
    report = {}
    first = folder / "hour.mp4"
    make_film(first)
    script = write(folder / "seeking.lua", SCRIPT)
    for ending in CASES[name]:
        film = folder / f"hour.{ending}"
        if not film.exists():
            subprocess.run(FFMPEG + ["-i", first, "-c", "copy", film], check=True)
        seconds = {"vscript": [], "tolerant": [], "ffmpeg": []}
        for _ in range(runs):
            for name, tolerance in (("vscript", "0"), ("tolerant", "2")):
                run = Run(vscript(script, film, 100, tolerance))
                seconds[name].append(float(run.output.split()[0]))
            seconds["ffmpeg"].append(ffmpeg_seconds(film, 25, folder))
        figures = report[ending] = {name: statistics.median(all) for name, all in seconds.items()}
        figures["to_ffmpeg"] = figures["vscript"] / figures["ffmpeg"]
        figures["tolerant_to_ffmpeg"] = figures["tolerant"] / figures["ffmpeg"]
        print(f"\n100 pictures of an hour of 1080p in {ending}: {figures['vscript'] * 1000:.0f} ms "
              f"each, {figures['tolerant'] * 1000:.0f} ms from key frames, ffmpeg "
              f"{figures['ffmpeg'] * 1000:.0f} ms; {figures['to_ffmpeg']:.2f} and "
              f"{figures['tolerant_to_ffmpeg']:.3f} of it")
    return report
