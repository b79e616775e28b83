"""Learns an owner's dice on a calibrated tray: their size, and how their colours look in this light."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from vision.calibration import Calibration
from vision.candidates import Picture, expose
from vision.colours import BGR, NAMES
from vision.decide import decide
from vision.errors import CalibrationError
from vision.reader import RULE, find_faces
from vision.tray import TrayDie, look_quickly, outline_edges

LEAST_DICE = 3


def learn_dice(calibration: Calibration, shown: Sequence[tuple[Picture, str | None]]) -> Calibration:
    """Learn from still pictures of dice lying flat and apart; each with the colour that all its dice have, or None."""
    for _, colour in shown:
        if colour is not None and colour not in NAMES:
            raise CalibrationError(f"learning dice: found the colour {colour!r}; expected one of {', '.join(NAMES)}")
    pictures = [picture for picture, _ in shown]
    if not all(calibration.fits(picture) for picture in pictures):
        raise CalibrationError("learning dice: found a picture of another size than the calibrated one")
    rough = [
        face.candidate.edge for picture in pictures for face in decide(*find_faces(expose(picture)), RULE).accepted
    ]
    if len(rough) < LEAST_DICE:
        raise CalibrationError(
            f"learning dice: found {len(rough)} readable dice; expected at least {LEAST_DICE}, flat and apart"
        )
    known = replace(calibration, edge_px=float(np.median(rough)))
    for _ in range(2):  # once with the rough size, once with the measured one
        known = _measure(known, pictures)
    return replace(known, samples=MappingProxyType({**calibration.samples, **_samples(known, shown)}))


def _clean_dice(calibration: Calibration, picture: Picture) -> list[TrayDie]:
    return [die for die in look_quickly(picture, calibration).dice if die.count.quality > 0.6 and die.count.value > 1]


def _measure(calibration: Calibration, pictures: Sequence[Picture]) -> Calibration:
    """The upper faces' size from the dice's outlines, which are sharper than the nets' guess."""
    dice = [die for picture in pictures for die in _clean_dice(calibration, picture)]
    sizes = [edge for die in dice for edge, _ in outline_edges(die, calibration)]
    if len(sizes) < 2 * LEAST_DICE:
        return calibration
    # A shadow makes an outline longer, a side face in shadow makes it shorter. Rather too small than too large: a flat
    # die may be doubted then, but a leaning one is not taken for flat. Most dice have their pips a quarter edge from
    # the middle; where that says smaller, it is believed a little.
    outlined = float(np.percentile(sizes, 40))
    known = calibration.edge_px or outlined
    by_pips = float(np.median([die.count.spacing for die in dice if die.count.value > 3] or [0.25])) * known / 0.25
    return replace(calibration, edge_px=max(0.95 * outlined, min(outlined, by_pips)))


def _samples(calibration: Calibration, shown: Sequence[tuple[Picture, str | None]]) -> dict[str, BGR]:
    found: dict[str, BGR] = {}
    for picture, colour in shown:
        bodies = [die.count.body for die in _clean_dice(calibration, picture)]
        if colour is not None and bodies:
            blue, green, red = np.median(np.array(bodies), 0)
            found[colour] = (int(blue), int(green), int(red))
    return found
