"""Judges films frame by frame and click by click, with the program `filmcheck` of the tests."""

import json
import subprocess

from .running import TESTS


def filmcheck(*words):
    return subprocess.run([TESTS / "filmcheck", *words], check=True, capture_output=True,
                          text=True).stdout


def judge(spec, film):
    return json.loads(filmcheck("check", spec, film))


def verdict(check):
    if check["exact"]:
        return (f"exact: {check['frames']} frames, {check['clicks_found']} clicks within "
                f"{check['worst_click_samples']} samples")
    return (f"{check['lost']} lost, {check['doubled']} doubled, {check['black']} black, "
            f"{check['foreign']} foreign frames; {check['clicks_found']} of "
            f"{check['clicks_expected']} clicks; {check['problems'][0]}")
