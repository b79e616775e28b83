"""Floors under the figures on real photographs, where these lie beside the checkout (they are never copied here)."""

import os
from pathlib import Path

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.measure.accuracy import Trial, measure, summarise
from tablekeeper.vision.measure.labelled import load_labels
from tablekeeper.vision.picture import load_picture
from tests.vision.measure_clutter import crops

ROOT = Path(__file__).resolve().parents[2]
# Beside the checkout, or one folder higher for a worktree.
PLACES = [Path(os.environ.get("TABLEKEEPER_SHARED", ROOT.parent / "shared")), ROOT.parents[1] / "shared"]
DEV = next((place for place in PLACES if place.is_dir()), PLACES[0]) / "dice" / "dev"

pytestmark = pytest.mark.skipif(not (DEV / "labels.json").exists(), reason=f"no photographs in {DEV}")


def test_every_seventh_photograph_is_not_silently_wrong():
    """The quick share of the measurement below, for every run."""
    trials = [Trial(truth, vision.read(load_picture(truth.file)), 0.0) for truth in load_labels(DEV)[::7]]
    figures = summarise(trials)["all"]
    assert figures["silently_wrong"]["count"] <= 1
    assert figures["exact_and_sure"]["share"] >= 0.85


def test_crops_without_dice_hold_no_sure_dice():
    """A share of `measure_clutter --photos`."""
    for number, truth in enumerate(load_labels(DEV)[::20]):
        picture = load_picture(truth.file)
        reading = vision.read(picture)
        dice = [die.box for die in reading.dice]
        for part in crops(picture, dice, np.random.default_rng(number), 3) if reading.values == truth.values else ():
            shown = vision.read(part)
            assert not (shown.sure and shown.dice), truth.file.name


# view, least share exact and sure, most silently wrong (a little below what was reached: docs/vision.md)
@pytest.mark.slow
def test_real_photographs_stay_read():
    by_view = summarise(measure(DEV, vision.read))["view"]
    for view, least_sure, most_silent in (("overhead", 0.91, 1), ("oblique", 0.91, 2), ("empty", 0.6, 0)):
        figures = by_view[view]
        print(view, *(figures[name]["count"] for name in ("exact", "exact_and_sure", "silently_wrong")))  # pytest -rP
        assert figures["exact_and_sure"]["share"] >= least_sure, view
        assert figures["silently_wrong"]["count"] <= most_silent, view
