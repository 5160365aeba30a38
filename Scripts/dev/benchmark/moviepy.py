"""MoviePy, in a virtual environment of its own under .build; left out where it cannot be installed."""

import functools
import subprocess
import sys

from .running import ROOT, write

FOLDER = ROOT / ".build/moviepy"

JOIN = """
import sys
from moviepy import VideoFileClip, concatenate_videoclips
film, preset, *paths = sys.argv[1:]
clips = [VideoFileClip(path) for path in paths]
concatenate_videoclips(clips, method="compose").write_videofile(
    film, codec="libx264", preset=preset, audio_codec="aac", audio_bitrate="128k", logger=None,
    ffmpeg_params=["-crf", "20", "-pix_fmt", "yuv420p"])
"""


@functools.cache
def python():
    """Its interpreter; none where there is no way to have it."""
    program = FOLDER / "bin/python"
    try:
        if not program.exists():
            subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True, capture_output=True)
        if subprocess.run([program, "-c", "import moviepy"], capture_output=True).returncode != 0:
            subprocess.run([program, "-m", "pip", "install", "-q", "moviepy"], check=True,
                           capture_output=True, timeout=300)
        return str(program)
    except (OSError, subprocess.SubprocessError):
        return None


def join_words(clips, film, preset, folder):
    return [python(), write(folder / "join.py", JOIN), film, preset, *clips]
