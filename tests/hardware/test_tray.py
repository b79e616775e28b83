"""The rendered tray shows what its truth says, and says the same again for the same seed."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice, random_scene, scatter, stack_on
from tablekeeper.hardware.mock.picture.scene import BODY_COLOURS, Camera, Hand, Scene, Tray, TrueDie
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock

QUIET = Camera(noise=0.0, jpeg_quality=None, defocus_px=0.0, sharpening=0.0, vignetting=0.0)


def brightness(picture: np.ndarray) -> np.ndarray:
    return picture.astype(float).mean(axis=2)


def test_the_same_seed_gives_the_same_picture_and_another_gives_other_noise() -> None:
    scene = random_scene(4, 3)
    one, truth = render(scene, seed=1)
    assert np.array_equal(one, render(scene, seed=1)[0])
    other, same_truth = render(scene, seed=2)
    assert not np.array_equal(one, other)
    assert truth == same_truth
    assert np.abs(one.astype(int) - other).mean() < 4


@pytest.mark.parametrize("value", range(1, 7))
def test_the_picture_shows_as_many_pips_as_the_truth(value: int) -> None:
    """Counted by hand from the pixels of one white die: connected dark spots inside its upper face."""
    import cv2

    die = TrueDie("white", "black", value, x_mm=3, y_mm=-2, turn_deg=28, finish="matt")
    picture, truth = render(Scene((die,), camera=QUIET), quality="still")
    face = np.array(truth.dice[0].top_px, dtype=np.float32)
    square = np.array([[0, 0], [63, 0], [63, 63], [0, 63]], dtype=np.float32)
    flat = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(face, square), (64, 64))[6:-6, 6:-6]
    dark = (brightness(flat) < 90).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    assert sum(stats[i, cv2.CC_STAT_AREA] > 20 for i in range(1, count)) == value
    assert truth.values == (value,)


@pytest.mark.parametrize("body", BODY_COLOURS)
def test_the_box_holds_the_die_and_nothing_moves_outside_it_but_shadow(body: str) -> None:
    scene = Scene((TrueDie(body, "white", 3, 20, 10, 33),), camera=QUIET)
    empty, _ = render(replace(scene, dice=()))
    picture, truth = render(scene)
    x, y, w, h = truth.dice[0].box_px
    brighter = (picture.astype(int) - empty).max(axis=2) > 12
    rows, columns = np.nonzero(brighter)
    assert rows.size > 30
    assert x - 2 <= columns.min() <= columns.max() <= x + w + 2
    assert y - 2 <= rows.min() <= rows.max() <= y + h + 2


def test_a_still_is_finer_but_the_same_place() -> None:
    scene = random_scene(6, 4)
    live, still = render(scene)[1], render(scene, quality="still")[1]
    for a, b in zip(live.dice, still.dice, strict=True):
        assert np.abs(np.array(a.box_px) - b.box_px).max() <= 2
        assert replace(a, box_px=b.box_px, top_px=b.top_px, seen=b.seen) == b


@pytest.mark.parametrize(("ask", "flag"), [("touching", "touching"), ("at_wall", "at_wall"), ("leaning", "leaning")])
def test_scattered_dice_lie_as_asked(ask: str, flag: str) -> None:
    tray = Tray()
    for seed in range(8):
        dice = scatter(make_dice(["red", "white", "black", "blue"], seed), tray, seed, **{ask: 1})
        flags = [getattr(die, flag) for die in render(Scene(dice, tray, camera=QUIET))[1].dice]
        assert sum(flags) == (2 if ask == "touching" else 1)


def test_dice_left_alone_lie_apart_and_plain() -> None:
    for seed in range(8):
        dice = scatter(make_dice(["white"] * 6, seed), Tray(), seed)
        assert all(die.plain for die in render(Scene(dice))[1].dice)


def test_truth_knows_stacked_outside_cut_off_and_covered() -> None:
    low = TrueDie("red", "white", 2)
    high = stack_on(TrueDie("white", "black", 5), low)
    beside = TrueDie("blue", "white", 1, x_mm=93, lift_mm=-6)
    cut = TrueDie("green", "white", 4, x_mm=96.5, y_mm=30)
    truth = render(Scene((low, high, beside, cut)))[1]
    assert [die.stacked for die in truth.dice] == [True, True, False, False]
    assert truth.dice[0].seen < 0.3 < truth.dice[1].seen
    assert truth.dice[2].outside
    assert truth.dice[3].cut_off
    covered = render(Scene((low,), hands=(Hand(0, 45),)))[1]
    assert covered.hand
    assert covered.dice[0].seen < 0.2


def test_too_many_dice_and_unknown_paint_are_refused() -> None:
    with pytest.raises(SceneError, match="found no room beside"):
        scatter(make_dice(["white"] * 60, 1), Tray(), 1)
    with pytest.raises(SceneError, match="mauve"):
        render(Scene((TrueDie("mauve"),)))
    with pytest.raises(SceneError, match="needs a partner"):
        scatter(make_dice(["white"], 1), Tray(), 1, touching=1)


@pytest.mark.parametrize("frames_per_s", [1.5, 30.0])
def test_a_camera_that_is_away_takes_the_whole_timeout_however_slow_it_was(frames_per_s: float) -> None:
    tray = SimulatedTray(TableClock(), frames_per_s=frames_per_s)
    tray.open()
    tray.set_fault("camera_unplugged")
    for turn in range(1, 6):
        assert tray.frame(0.5) is None
        assert tray.clock.now() == pytest.approx(0.5 * turn)
