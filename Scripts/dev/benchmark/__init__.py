"""The standing comparison of vscript with ffmpeg, melt and MoviePy; one module for each kind of job."""
