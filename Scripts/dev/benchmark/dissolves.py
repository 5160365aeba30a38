"""Clips with dissolves between them: vscript and ffmpeg's xfade and acrossfade.

FFmpeg 5.1's acrossfade loses most of the sound of very short clips; silence is put in its place, so that
both encode as much.
"""

import os
import subprocess

from .running import FFMPEG, VSCRIPT, interleaved, ratio

RATE = 30
# Name: how many clips, the frames of each and of a dissolve, the size, the preset, a key frame's distance.
CASES = {
    "dissolves": (50, 36, 12, "640x360", "ultrafast", 60),
    "long-dissolves": (20, 300, 15, "1280x720", "veryfast", 30),
}


def make_clip(path, size, frames, keys, index):
    subprocess.run(
        FFMPEG + ["-f", "lavfi", "-i", f"testsrc2=s={size}:r={RATE},hue=h={index * 7}",
                  "-f", "lavfi", "-i", f"sine=f={200 + index * 10}:r=48000",
                  "-frames:v", str(frames), "-t", str(frames / RATE), "-c:v", "libx264",
                  "-preset", "veryfast", "-g", str(keys), "-keyint_min", str(keys), "-c:a", "aac",
                  "-ac", "2", path], check=True)


def vscript_words(clips, film, overlap, preset, reencode):
    return [VSCRIPT, "--progress", "none", "merge", *clips, "-o", film, "--overwrite",
            "--reencode", reencode, "--transition", f"dissolve:{overlap}f@{RATE}",
            "--codec-options", f"preset={preset}", "--codec-options", "crf=20",
            "--audio-bitrate", "128000"]


def ffmpeg_words(clips, film, length, overlap, preset):
    chains = [f"[{index}:v]settb=1/{RATE},setpts=N[s{index}]" for index in range(len(clips))]
    picture, sound = "[s0]", "[0:a]"
    for index in range(1, len(clips)):
        offset = index * (length - overlap) / RATE
        chains.append(f"{picture}[s{index}]xfade=transition=fade:duration={overlap / RATE}:"
                      f"offset={offset}[v{index}]")
        chains.append(f"{sound}[{index}:a]acrossfade=d={overlap / RATE}:c1=tri:c2=tri[a{index}]")
        picture, sound = f"[v{index}]", f"[a{index}]"
    end = (len(clips) * (length - overlap) + overlap) / RATE
    chains.append(f"{sound}apad=whole_dur={end}[sound]")
    inputs = [word for clip in clips for word in ("-i", clip)]
    return (FFMPEG + inputs
            + ["-filter_complex", ";".join(chains), "-map", picture, "-map", "[sound]",
               "-r", str(RATE), "-c:v", "libx264", "-preset", preset, "-crf", "20",
               "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "128k", "-movflags", "+faststart",
               film])


def frames_of(film):
    words = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_packets", "-show_entries",
             "stream=nb_read_packets", "-of", "csv=p=0", film]
    return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()[0])


def measure(name, runs, folder):
    count, length, overlap, size, preset, keys = CASES[name]
    clips = [str(folder / f"{name}-{index}.mp4") for index in range(count)]
    for index, clip in enumerate(clips):
        if not os.path.exists(clip):
            make_clip(clip, size, length, keys, index)
    films = {tool: str(folder / f"{name}-{tool}.mp4") for tool in ("vscript", "auto", "ffmpeg")}
    report = interleaved({
        "vscript": vscript_words(clips, films["vscript"], overlap, preset, "always"),
        "auto": vscript_words(clips, films["auto"], overlap, preset, "auto"),
        "ffmpeg": ffmpeg_words(clips, films["ffmpeg"], length, overlap, preset),
    }, runs)
    expected = count * (length - overlap) + overlap
    print(f"\n{count} clips of {length} frames, {size}, {count - 1} dissolves of {overlap}")
    for tool, figures in report.items():
        if "fault" in figures:
            print(f"  {tool:8} failed: {figures['fault']}")
            continue
        figures["frames"] = frames_of(films[tool])
        print(f"  {tool:8} {figures['cpu']:8.2f} s CPU {figures['memory']:6.0f} MiB, "
              f"{figures['frames']} of {expected} frames")
    for tool in ("vscript", "auto"):
        if share := ratio(report, tool, "ffmpeg"):
            report[f"cpu_of_{tool}_to_ffmpeg"] = share
            print(f"  {tool} / ffmpeg: CPU {share:.3f}")
    return report
