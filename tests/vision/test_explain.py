"""What a die may lean on, and when a lone pip may be one of several."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.floor.lighting import Light
from tablekeeper.vision.trays.leaning import explain
from tablekeeper.vision.trays.leaning.explain import find_support, is_bare

EDGE = 50.0
CORNERS = ((100.0, 80.0), (540.0, 80.0), (540.0, 400.0), (100.0, 400.0))


def known():
    """A tray of dark felt whose floor is known, seen from right above its middle."""
    background = np.full((240, 320, 3), 50, np.uint8)
    return Calibration(640, 480, CORNERS, background, 1.0, 1.0, EDGE, 0.06, below_camera=(320.0, 240.0))


def die(x, y, turn_deg, value=4):
    outline = cv2.boxPoints(((x, y), (EDGE, EDGE), turn_deg))
    count = SimpleNamespace(x=x, y=y, value=value, body=(28, 28, 30), radius=0.09)
    return SimpleNamespace(count=count, turn=np.radians(turn_deg), outline=outline)


@pytest.mark.parametrize(("turn_deg", "walls"), [(0, 1), (7, 1), (90, 1), (-97, 1), (14, 0), (45, 0), (-20, 0)])
def test_on_a_wall_leans_what_lies_along_it(turn_deg, walls):
    assert len(find_support(die(135.0, 240.0, turn_deg), [], known()).walls) == walls


def test_two_pips_in_a_row_may_be_turned_by_the_slant():
    assert find_support(die(135.0, 240.0, 20, value=2), [], known())


def test_in_the_open_there_is_nothing_to_lean_on_but_another_die():
    open_die = die(320.0, 240.0, 0)
    assert not find_support(open_die, [], known())
    assert find_support(open_die, [die(375.0, 240.0, 30)], known()).dice


def changes(*marks):
    """A tray where only these marks differ from the felt: middles and sizes, in whole-picture pixels."""
    seen = np.zeros((240, 320), np.uint8)
    for (x, y), (width, height) in marks:
        cv2.ellipse(seen, (x // 2, y // 2), (width // 4, height // 4), 0, 0, 360, 255, cv2.FILLED)
    none = np.zeros_like(seen)
    level = np.zeros((*seen.shape, 3), np.uint8)
    light = Light(np.ones((6, 8, 3), np.float32), np.zeros((6, 8, 3), np.float32))
    return Changes(seen, seen, seen, none, none, np.full_like(seen, 255), level, light)


OWN, OTHER, RIM = ((320, 240), (12, 12)), ((345, 265), (12, 12)), ((320, 216), (44, 6))


@pytest.mark.parametrize(("marks", "bare"), [((OWN,), False), ((OWN, RIM), False), ((OWN, OTHER), True)])
def test_a_pip_on_a_body_like_the_floor_is_no_1_beside_another_pip(marks, bare):
    assert is_bare(changes(*marks), die(320.0, 240.0, 0, value=1), known()) == bare


def test_a_raised_die_is_only_seen_once_it_is_known_how_flat_dice_stand(monkeypatch):
    monkeypatch.setattr(explain, "is_beyond", lambda *_: False)
    monkeypatch.setattr(explain, "look_at_sides", lambda *_: [])
    monkeypatch.setattr(explain, "is_plainly_raised", lambda _: True)
    learned = SimpleNamespace(edge_px=EDGE, below_camera=(320.0, 240.0))
    new = SimpleNamespace(edge_px=EDGE, below_camera=None)
    small = SimpleNamespace(edge_px=12.0, below_camera=(320.0, 240.0))
    one = SimpleNamespace()
    asked = [explain.leans_plainly(None, SimpleNamespace(light=None), one, [one], k) for k in (learned, new, small)]
    assert asked == [True, False, False]
