"""Draws a contact sheet of every picture that was read wrong or not surely."""

from collections.abc import Sequence

import cv2
import numpy as np

from tablekeeper.vision.measure.accuracy import Trial
from tablekeeper.vision.picture import Picture, load_picture

TILE_PX = 320
COLUMNS = 5
MOST_TILES = 200
HEAD_PX = 34  # of a tile, for the words
RIGHT, DOUBTED, WRONG = (90, 200, 90), (60, 190, 230), (60, 60, 230)


def draw_contact_sheet(trials: Sequence[Trial]) -> Picture | None:
    """Silent misreads first, then wrong, then right but doubted; None when there is nothing to show."""
    shown = [trial for trial in trials if not trial.exact or not trial.reading.sure]
    shown.sort(key=lambda trial: (not trial.silent, trial.exact, str(trial.truth.file)))
    if not shown:
        return None
    tiles = [_tile(trial) for trial in shown[:MOST_TILES]]
    blank = np.zeros((TILE_PX + HEAD_PX, TILE_PX, 3), np.uint8)
    if len(shown) > MOST_TILES:
        tiles.append(_write(blank.copy(), [f"and {len(shown) - MOST_TILES} more", "wrong or doubtful"], DOUBTED))
    tiles += [blank] * (-len(tiles) % COLUMNS)
    rows = [np.hstack(tiles[k : k + COLUMNS]) for k in range(0, len(tiles), COLUMNS)]
    return np.vstack(rows)


def _tile(trial: Trial) -> Picture:
    picture = load_picture(trial.truth.file)
    scale = TILE_PX / max(picture.shape[:2])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    for die in trial.reading.dice:
        x, y, width, height = (round(side * scale) for side in die.box)
        cv2.rectangle(small, (x, y), (x + width, y + height), DOUBTED if die.doubt else RIGHT, 1)
        cv2.putText(small, str(die.value), (x, y - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.4, RIGHT, 1, cv2.LINE_AA)
    for doubt in trial.reading.doubts:
        if doubt.box:
            x, y, width, height = (round(side * scale) for side in doubt.box)
            cv2.rectangle(small, (x, y), (x + width, y + height), DOUBTED, 1)
    tile = np.zeros((TILE_PX + HEAD_PX, TILE_PX, 3), np.uint8)
    tile[HEAD_PX : HEAD_PX + small.shape[0], : small.shape[1]] = small
    reasons = ", ".join(dict.fromkeys(doubt.reason for doubt in trial.reading.doubts))
    lines = [
        f"{trial.truth.file.name}: {'wrong' if not trial.exact else 'right'}, {reasons or 'sure'}",
        f"is {list(trial.truth.values)} read {list(trial.reading.values)}",
    ]
    return _write(tile, lines, WRONG if trial.silent else DOUBTED)


def _write(tile: Picture, lines: Sequence[str], colour: tuple[int, int, int]) -> Picture:
    for number, line in enumerate(lines):
        cv2.putText(tile, line[:56], (4, 13 + 15 * number), cv2.FONT_HERSHEY_SIMPLEX, 0.36, colour, 1, cv2.LINE_AA)
    return tile
