"""Clips joined with the same encoder settings by every tool, each result judged."""

import json
import os
import pathlib

from . import moviepy
from .judging import filmcheck, judge, verdict
from .running import FFMPEG, VSCRIPT, interleaved, ratio

CASES = {
    "same": ("three 1080p clips of one format", "same", "veryfast"),
    "mixed": ("three clips of mixed size, rate and turn", "mixed", "veryfast"),
    "short": ("200 clips of 36 frames, 640x360", "short:200", "ultrafast"),
    "fifty": ("50 clips of 36 frames, 640x360", "short:50", "ultrafast"),
}


def vscript_words(clips, film, preset, _):
    # The others encode every frame, and so does this.
    return [VSCRIPT, "--progress", "none", "merge", *clips, "-o", film, "--overwrite",
            "--reencode", "always", "--codec-options", f"preset={preset}", "--codec-options",
            "crf=20", "--audio-bitrate", "128000"]


def ffmpeg_words(clips, film, preset, expect):
    coding = ["-c:v", "libx264", "-preset", preset, "-crf", "20", "-pix_fmt", "yuv420p",
              "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart", film]
    if expect["case"] != "mixed":
        listing = film + ".txt"
        pathlib.Path(listing).write_text("".join(f"file '{clip}'\n" for clip in clips))
        return FFMPEG + ["-f", "concat", "-safe", "0", "-i", listing] + coding
    size = f"{expect['width']}:{expect['height']}"
    chains, joined = [], ""
    for index in range(len(clips)):
        chains.append(f"[{index}:v]fps={expect['rate']},"
                      f"scale={size}:force_original_aspect_ratio=decrease,"
                      f"pad={size}:-1:-1,setsar=1,format=yuv420p[v{index}]")
        chains.append(f"[{index}:a]aformat=sample_rates=48000:channel_layouts=stereo[a{index}]")
        joined += f"[v{index}][a{index}]"
    graph = ";".join(chains) + f";{joined}concat=n={len(clips)}:v=1:a=1[v][a]"
    inputs = [word for clip in clips for word in ("-i", clip)]
    return FFMPEG + inputs + ["-filter_complex", graph, "-map", "[v]", "-map", "[a]"] + coding


def melt_words(clips, film, preset, expect):
    profile = film + ".profile"
    width, height = expect["width"], expect["height"]
    matrix = 709 if width >= 1280 or height > 576 else 601
    pathlib.Path(profile).write_text(
        f"description=bench\nframe_rate_num={expect['rate']}\nframe_rate_den=1\nwidth={width}\n"
        f"height={height}\nprogressive=1\nsample_aspect_num=1\nsample_aspect_den=1\n"
        f"display_aspect_num={width}\ndisplay_aspect_den={height}\ncolorspace={matrix}\n")
    return ["melt", "-silent", "-profile", profile, *clips, "-consumer", f"avformat:{film}",
            "vcodec=libx264", f"preset={preset}", "crf=20", "acodec=aac", "ab=128k",
            "movflags=+faststart", "real_time=-1"]


TOOLS = {"vscript": vscript_words, "ffmpeg": ffmpeg_words, "melt": melt_words}


def measure(name, runs, folder):
    title, spec, preset = CASES[name]
    clips = filmcheck("make", spec).split()
    expect = json.loads(filmcheck("expect", spec)) | {"case": name}
    films = {tool: str(folder / f"{name}-{tool}.mp4") for tool in (*TOOLS, "moviepy")}
    jobs = {tool: words(clips, films[tool], preset, expect) for tool, words in TOOLS.items()}
    # It opens all clips at once, a process for each.
    if moviepy.python() and len(clips) <= 50:
        jobs["moviepy"] = moviepy.join_words(clips, films["moviepy"], preset, folder)
    report = interleaved(jobs, runs, count_files=True)
    print(f"\n{title}, {expect['frames']} frames, x264 {preset} CRF 20, AAC 128k")
    print(f"  {'':8} {'CPU s':>8} {'wall s':>8} {'MiB':>7} {'files':>6}  result")
    for tool, figures in report.items():
        if "fault" not in figures and not os.path.exists(films[tool]):
            figures = report[tool] = {"fault": "it wrote no film"}
        if "fault" in figures:
            print(f"  {tool:8} failed: {figures['fault']}")
            continue
        figures |= {"check": judge(spec, films[tool]), "size": os.path.getsize(films[tool])}
        print(f"  {tool:8} {figures['cpu']:8.2f} {figures['wall']:8.2f} {figures['memory']:7.0f} "
              f"{figures['files']:6.0f}  {verdict(figures['check'])}")
    for other in ("ffmpeg", "melt", "moviepy"):
        if share := ratio(report, "vscript", other):
            report[f"cpu_to_{other}"] = share
            print(f"  vscript / {other}: CPU {share:.3f}")
    return report
