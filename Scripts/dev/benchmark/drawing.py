"""What drawing costs without an encoder: a job's CPU above that of decoding its inputs alone.

Each tool decodes for itself. Of all runs the fastest counts, for nothing makes a run cheaper than it is.
"""

import os
import subprocess

from .running import FFMPEG, VSCRIPT, Run

DRAWING = {
    "picture in picture": (2, """
local film, tracks = load_two()
local below, above = vs.layer_instruction(tracks[1]), vs.layer_instruction(tracks[2])
above:set_transform(vs.transform():translated(900, 500):rotated(0.1):scaled(0.35), 0)
above:set_opacity(0.8, 0)
return film, { above, below }""",
        "[1:v]scale=672:378,format=yuva420p,colorchannelmixer=aa=0.8,"
        "rotate=0.1:c=none:ow=rotw(0.1):oh=roth(0.1)[top];[0:v][top]overlay=860:500"),
    "dissolve": (2, """
local film, tracks = load_two()
local below, above = vs.layer_instruction(tracks[1]), vs.layer_instruction(tracks[2])
above:set_opacity_ramp(0, 1, { 0, film.duration })
return film, { above, below }""",
        "[0:v][1:v]xfade=transition=fade:duration=4:offset=0"),
}

DRAWING_START = """
local function load_two()
  local film, tracks = vs.composition(), {}
  for index = 1, 2 do
    local clip = vs.asset(arg[index])
    tracks[index] = film:add_track("video")
    tracks[index]:insert_time_range(clip.video.time_range, clip.video, 0)
  end
  return film, tracks
end
local function draw()
"""
DRAWING_END = """
end
local film, layers = draw()
local output = arg[3]
vs.export(film, { file_type = not output and "null" or nil, output = output, overwrite = true,
  codec_options = output and { preset = "veryfast", crf = "20" } or nil,
  video_composition = vs.video_composition({
    render_size = { 1920, 1080 }, frame_duration = vs.time(1, 30),
    instructions = { vs.instruction({ time_range = { 0, film.duration }, layers = layers }) } }) })
"""

# The same two jobs by melt, whose affine transition is the one that turns.
MELT_DRAWING = {
    "picture in picture": ["-transition", "affine", "a_track=0", "b_track=1",
                           "in=0", "out=119", "transition.rect=900 500 672 378 0.8",
                           "transition.fix_rotate_x=5.73"],
    "dissolve": ["-transition", "luma", "in=0", "out=119", "a_track=0", "b_track=1"],
}

# Four half-opaque stills that turn and grow, each over a part of the canvas: frames for each second.
STILLS = """
local film, layers = vs.composition(), {}
local share = tonumber(arg[1])
for index = 1, 4 do
  local still = vs.image(arg[1 + index], { duration = 4 })
  local track = film:add_track("video")
  track:insert_time_range({ 0, 4 }, still.video, 0)
  local layer = vs.layer_instruction(track)
  local x, y = 960, 540
  if share < 1 then x, y = 480 + 960 * (index % 2), 270 + 540 * ((index - 1) // 2) end
  local function at(scale, angle)
    return vs.transform():translated(x, y):rotated(angle):scaled(scale):translated(-960, -540)
  end
  layer:set_transform_ramp(at(share, 0), at(share * 1.2, 0.2), { 0, 4 })
  layer:set_opacity(0.5, 0)
  layers[index] = layer
end
local report = vs.export(film, { file_type = "null", video_composition = vs.video_composition({
  render_size = { 1920, 1080 }, frame_duration = vs.time(1, 60),
  instructions = { vs.instruction({ time_range = { 0, 4 }, layers = layers }) } }) })
print(report.frames / report.seconds)
"""


def measure(_, runs, folder):
    clips, stills = [], []
    for index, source in enumerate(["testsrc2=s=1920x1080:r=30", "mandelbrot=s=1920x1080:r=30"]):
        clips.append(str(folder / f"drawing-{index}.mp4"))
        if not os.path.exists(clips[-1]):
            subprocess.run(FFMPEG + ["-f", "lavfi", "-i", source, "-t", "4", "-pix_fmt", "yuv420p",
                                     "-c:v", "libx264", "-preset", "veryfast", "-g", "60",
                                     clips[-1]], check=True)
    for index in range(4):
        stills.append(str(folder / f"still-{index}.png"))
        subprocess.run(FFMPEG + ["-f", "lavfi", "-i", f"gradients=s=1920x1080:seed={index}",
                                 "-frames:v", "1", stills[-1]], check=True)
    report = {}
    for name, (_, body, graph) in DRAWING.items():
        script = folder / "drawing.lua"
        script.write_text(DRAWING_START + body + DRAWING_END)
        alone = folder / "alone.lua"
        alone.write_text("for index = 1, 2 do vs.export(vs.asset(arg[index]), "
                         "{ file_type = 'null' }) end")
        inputs = [word for clip in clips for word in ("-i", clip)]
        jobs = {
            "vscript": [VSCRIPT, "--progress", "none", str(script), *clips],
            "vscript decoding": [VSCRIPT, "--progress", "none", str(alone), *clips],
            "ffmpeg": FFMPEG + inputs + ["-filter_complex", graph, "-f", "null", "-"],
            "ffmpeg decoding": FFMPEG + inputs + ["-map", "0:v", "-map", "1:v", "-f", "null", "-"],
        }
        best = {job: float("inf") for job in jobs}
        for _ in range(runs):
            for job, words in jobs.items():
                best[job] = min(best[job], Run(words).cpu)
        costs = {tool: best[tool] - best[tool + " decoding"] for tool in ("vscript", "ffmpeg")}
        report[name] = best | {"ratio": costs["vscript"] / costs["ffmpeg"]}
        print(f"\n{name}, 120 frames of 1920x1080: CPU above decoding vscript "
              f"{costs['vscript']:.2f} s, ffmpeg {costs['ffmpeg']:.2f} s, "
              f"ratio {report[name]['ratio']:.3f}")
        report[name]["whole"] = measure_whole(
            name, best, script, clips, FFMPEG + inputs + ["-filter_complex", graph], runs, folder)
    stills_script = folder / "stills.lua"
    stills_script.write_text(STILLS)
    for share in ("0.5", "1"):
        words = [VSCRIPT, "--progress", "none", str(stills_script), share, *stills]
        rates = [float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
                 for _ in range(runs)]
        cost = min(Run(words).cpu for _ in range(runs)) / 240
        report[f"stills {share}"] = {"rate": max(rates), "cpu": cost}
        print(f"four stills in motion, {share} of the canvas across: {max(rates):.0f} frames/s, "
              f"{cost * 1000:.1f} ms of CPU each")
    return report


def measure_whole(name, drawn, script, clips, ffmpeg, runs, folder):
    """The same jobs whole: without an encoder, where all the tools' work is the same, and with one."""
    profile = folder / "drawing.profile"
    profile.write_text(
        "description=bench\nframe_rate_num=30\nframe_rate_den=1\nwidth=1920\nheight=1080\n"
        "progressive=1\nsample_aspect_num=1\nsample_aspect_den=1\ndisplay_aspect_num=1920\n"
        "display_aspect_den=1080\ncolorspace=709\n")
    melt = Run(["melt", "-silent", "-profile", str(profile), clips[0], "-track", clips[1],
                *MELT_DRAWING[name], "-consumer", "avformat:/dev/null", "f=rawvideo",
                "vcodec=rawvideo", "an=1", "real_time=-1"]).cpu
    print(f"  whole job, no encoder: CPU vscript {drawn['vscript']:.2f} s, ffmpeg "
          f"{drawn['ffmpeg']:.2f} s, melt {melt:.2f} s; ratio to ffmpeg "
          f"{drawn['vscript'] / drawn['ffmpeg']:.3f}, to melt {drawn['vscript'] / melt:.3f}")
    coding = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p"]
    films = {tool: str(folder / f"whole-{tool}.mp4") for tool in ("vscript", "ffmpeg")}
    jobs = {
        "vscript": [VSCRIPT, "--progress", "none", str(script), *clips, films["vscript"]],
        "ffmpeg": ffmpeg + coding + [films["ffmpeg"]],
    }
    best = {job: min(Run(words).cpu for _ in range(runs)) for job, words in jobs.items()}
    plain = FFMPEG + ["-i", films["vscript"]]
    for job, words in {"decoding": ["-f", "null", "-"],
                       "encoding": coding + [str(folder / "again.mp4")]}.items():
        best[job] = min(Run(plain + words).cpu for _ in range(runs))
    best["encoding"] -= best["decoding"]
    print(f"  whole job, x264 veryfast CRF 20: CPU vscript {best['vscript']:.2f} s, ffmpeg "
          f"{best['ffmpeg']:.2f} s, of which encoding alone is {best['encoding']:.2f} s; "
          f"ratio {best['vscript'] / best['ffmpeg']:.3f}")
    return {"melt": melt, "coded": best}
