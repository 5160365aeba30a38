"""Starts programs and measures what they take."""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
VSCRIPT = os.environ.get("VSCRIPT", str(ROOT / ".build/release/vscript"))
TESTS = ROOT / ".build/tests/release"
FFMPEG = ["ffmpeg", "-v", "error", "-nostdin", "-y"]
FIGURES = ("cpu", "wall", "memory", "files")


def build(products=()):
    """Makes the program, and tools of the tests that judge or measure."""
    flags = ["-c", "release", "-Xswiftc", "-enable-testing", "--scratch-path", ".build/tests"]
    for product in products:
        subprocess.run(["swift", "build", "--product", product] + flags, cwd=ROOT, check=True,
                       stdout=sys.stderr)
    if "VSCRIPT" not in os.environ:
        subprocess.run([ROOT / "Scripts/vscript", "--version"], check=True, stdout=sys.stderr)


class Run:
    """One run of a program: its wall and CPU seconds, peak memory and most open files."""

    def __init__(self, words, count_files=False, environment=None):
        self.files = 0
        with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as output:
            started = time.monotonic()
            process = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=errors,
                                       env=environment and os.environ | environment)
            if count_files:
                threading.Thread(target=self.count_files, args=(process.pid,), daemon=True).start()
            _, status, usage = os.wait4(process.pid, 0)
            self.wall = time.monotonic() - started
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            output.seek(0)
            self.output = output.read().decode(errors="replace")
            if process.returncode != 0:
                raise RuntimeError(f"{words[0]} ended with {process.returncode}: "
                                   + errors.read().decode(errors="replace")[-400:])
        self.cpu = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss / 1024

    def count_files(self, pid):
        try:
            while True:
                self.files = max(self.files, len(os.listdir(f"/proc/{pid}/fd")))
                time.sleep(0.005)
        except OSError:
            pass


def interleaved(jobs, runs, count_files=False):
    """Runs each job once, then all of them again: medians by name, or the fault of the first failure."""
    results = {name: [] for name in jobs}
    faults = {}
    for _ in range(runs):
        for name, words in jobs.items():
            if name in faults:
                continue
            try:
                results[name].append(Run(words, count_files))
            except (RuntimeError, FileNotFoundError) as error:
                faults[name] = str(error)
    return {name: {"fault": faults[name]} if name in faults else medians(results[name])
            for name in jobs}


def medians(runs):
    return {key: statistics.median(getattr(run, key) for run in runs) for key in FIGURES}


def ratio(figures, one, other, key="cpu"):
    """What one tool took in shares of another; nil where one of them failed or is missing."""
    try:
        return figures[one][key] / figures[other][key]
    except (KeyError, ZeroDivisionError):
        return None


def vscript(script, *arguments, options=()):
    return [VSCRIPT, "--progress", "none", *options, script, *arguments]


def write(path, text):
    pathlib.Path(path).write_text(text)
    return str(path)
