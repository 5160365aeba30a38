"""How long the programs take to do nothing."""

from .running import ROOT, VSCRIPT, interleaved

JOBS = {
    "vscript -e 'print(1)'": [VSCRIPT, "-e", "print(1)"],
    "Scripts/vscript -e 'print(1)'": [str(ROOT / "Scripts/vscript"), "-e", "print(1)"],
    "ffmpeg -version": ["ffmpeg", "-version"],
    "melt -version": ["melt", "-version"],
}


def measure(_, runs, __):
    runs = max(11, runs * 5)
    report = interleaved(JOBS, runs)
    print(f"\nstart, medians of {runs}")
    for name, figures in report.items():
        if "fault" not in figures:
            print(f"  {name:30} {figures['wall'] * 1000:6.1f} ms wall, "
                  f"{figures['cpu'] * 1000:6.1f} ms CPU, {figures['memory']:4.0f} MiB")
    return report
