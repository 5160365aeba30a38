"""Every kernel by itself, with the share of a memory copy of the same bytes that it reaches."""

import json

from .running import TESTS, Run


def measure(_, runs, __):
    print("\nkernels, 1920x1080, one thread")
    best = {}
    for _ in range(runs):
        for line in Run([TESTS / "kernelbench"]).output.splitlines():
            kernel = json.loads(line)
            known = best.setdefault(kernel["name"], kernel)
            if kernel["seconds"] < known["seconds"]:
                best[kernel["name"]] = kernel
    for name, kernel in best.items():
        kernel["share"] = kernel["copy_seconds"] / kernel["seconds"]
        print(f"  {name:34} {kernel['seconds'] * 1000:8.3f} ms "
              f"{kernel['bytes'] / kernel['seconds'] / 1e9:7.2f} GB/s "
              f"{kernel['share'] * 100:5.0f} % of a copy")
    return best
