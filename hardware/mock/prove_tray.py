"""Measures how fast the simulated tray renders on one core (python -m tablekeeper.hardware.mock.prove_tray)."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

import cv2

from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice
from tablekeeper.hardware.mock.picture.scene import Quality, Scene, Tray
from tablekeeper.hardware.mock.picture.tumble import throw


def pictures_a_second(dice: int, pictures: int, quality: Quality = "live", *, moving: bool) -> float:
    """Pictures for each second of computing, of dice that fall (or of a tray at rest)."""
    colours = ["red", "white", "black", "blue", "ivory", "green", "yellow", "orange", "purple", "red", "white", "black"]
    tumble = throw(make_dice(colours[:dice], 1), Tray(), 1)
    empty = Scene()
    render(replace(empty, dice=tumble.final), quality=quality)
    began = time.process_time()
    for number in range(pictures):
        since_s = tumble.lasts_s * number / pictures if moving else tumble.lasts_s
        render(replace(empty, dice=tumble.at(since_s)), quality=quality, seed=number)
    return pictures / (time.process_time() - began)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=90)
    count = parser.parse_args().pictures
    cv2.setNumThreads(1)
    for dice in (3, 5, 9):
        falling = pictures_a_second(dice, count, moving=True)
        resting = pictures_a_second(dice, count, moving=False)
        print(f"640x480, {dice} dice: {falling:.0f} pictures/s while they fall, {resting:.0f} at rest", flush=True)
    print(f"640x480, 5 dice, stills: {pictures_a_second(5, max(3, count // 20), 'still', moving=True):.1f} pictures/s")


if __name__ == "__main__":
    main()
