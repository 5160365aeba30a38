"""Two reports side by side: what became cheaper or dearer from one commit to another."""

import json
import pathlib


def numbers(value, path=()):
    """All numbers in a report by where they stand."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from numbers(part, path + (key,))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield " › ".join(path), value


def compare(before, after, least=0.05):
    """Prints every figure that changed by more than `least` of itself."""
    old, new = (dict(numbers(json.loads(pathlib.Path(path).read_text())))
                for path in (before, after))
    changed = 0
    for name, value in new.items():
        known = old.get(name)
        if known is None or known == value:
            continue
        change = value / known - 1 if known else float("inf")
        if abs(change) >= least:
            changed += 1
            print(f"{change * 100:+7.1f} %  {known:12.4g} → {value:12.4g}  {name}")
    for name in old.keys() - new.keys():
        print(f"    gone  {old[name]:12.4g}                  {name}")
    print(f"{changed} of {len(new)} figures changed by {least * 100:.0f} % or more")
