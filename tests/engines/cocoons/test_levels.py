"""Levels, editions and setups of Cocoons: what is wrong is said in one sentence with what would be right."""

from __future__ import annotations

import pytest

from tablekeeper.engines.cocoons import GAME, read_level, study_level
from tablekeeper.engines.cocoons.levels import LEVELS, Level, find_fault
from tablekeeper.engines.core import EditionFault, SetupFault
from tests.engines.tables import ROOT, edition

RUNES = ("rune",) * 8
SHIPPED = (ROOT / "engines/cocoons/editions/reconstructed.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", LEVELS)
def test_the_printed_levels_can_be_played(name: str) -> None:
    assert find_fault(LEVELS[name]) is None
    assert Level(name, LEVELS[name]).options() == {"level": name, "difficult": "no"}


@pytest.mark.parametrize(
    ("trapdoors", "says"),
    [
        (RUNES[:7], "found 7 trapdoors; expected 8"),
        ((*RUNES, "rune"), "found 9 trapdoors; expected 8"),
        ((*RUNES[:7], "number_2"), "found the numbers 2; expected 1 to 1"),
        ((*RUNES[:5], "number_1", "number_2", "number_4"), "found the numbers 1, 2, 4; expected 1 to 3"),
        ((*RUNES[:6], "lock_a", "rune_a1"), "found 'lock_a' without its Runes rune_a2, rune_a3"),
        ((*RUNES[:3], "slide", "slide", "slide", "slide", "slide"), "found 'slide' 5 times; expected at most 4"),
        ((*RUNES[:6], "number_1", "number_1"), "found 'number_1' 2 times"),
        ((*RUNES[:7], "portal"), "found the trapdoor 'portal'; expected one of rune, slide"),
    ],
)
def test_own_levels_that_cannot_be_played_are_refused_with_the_reason(trapdoors: tuple[str, ...], says: str) -> None:
    text = f"game = 'cocoons'\ntrapdoors = {list(trapdoors)}"
    with pytest.raises(EditionFault, match=says) as fault:
        read_level(text, "my_level")
    assert "my_level" in str(fault.value)
    with pytest.raises(SetupFault, match=says):
        GAME.prepare(("Ann", "Ben"), edition("cocoons"), options={"level": ",".join(trapdoors)})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = ", "found no TOML"),
        ("trapdoors = []", "found game = None"),
        ("game = 'kokoro'\ntrapdoors = []", "found game = 'kokoro'"),
        ("game = 'cocoons'", "found trapdoors = None"),
        ("game = 'cocoons'\ntrapdoors = [1, 2]", "found trapdoors = "),
        ("game = 'cocoons'\ntrapdoors = 'rune'", "found trapdoors = 'rune'"),
        ("game = 'cocoons'\nhard = true", "found 'hard'"),
        (f"game = 'cocoons'\ndifficult = 'yes'\ntrapdoors = {list(RUNES)}", "difficult = 'yes'"),
    ],
)
def test_a_level_file_with_a_fault_is_refused(text: str, says: str) -> None:
    with pytest.raises(EditionFault, match=says):
        read_level(text, "my_level")


def test_an_own_level_is_played_from_its_options_alone() -> None:
    trapdoors = [*LEVELS["2"][:4], "lock_b", "rune_b1", "rune_b2", "rune_b3"]
    level = read_level(f"game = 'cocoons'\nname = 'Bolts'\ndifficult = true\ntrapdoors = {trapdoors}", "bolts")
    setup = GAME.prepare(("Ann", "Ben"), edition("cocoons"), options=level.options())
    assert (setup.level, setup.difficult, setup.trapdoors) == ("own", True, tuple(trapdoors))


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (("Ann",), {"level": "6"}, "found the level '6'"),
        (("Ann",), {"difficult": "maybe"}, "found the difficult 'maybe'"),
        (("Ann",), {"memory": "yes"}, "found the memory 'yes'"),
        (("Ann",), {"speed": "1"}, "found the option 'speed'"),
    ],
)
def test_a_setup_with_a_fault_is_refused(players: tuple[str, ...], options: dict[str, str], says: str) -> None:
    with pytest.raises(SetupFault, match=says):
        GAME.prepare(players, edition("cocoons"), options=options)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('g3 = "owl"', "", "guardians.g3 is missing"),
        ('g3 = "owl"', "g3 = 7", "guardians.g3 is 7"),
        ('g3 = "owl"', 'g3 = "fish"', "guardians.g3 is 'fish' once more"),
        ('g3 = "owl"', 'g3 = "barn owl"', "guardians.g3 is 'barn owl'; expected one word"),
        ('g3 = "owl"', 'g3 = "start"', "guardians.g3 is 'start'"),
        ('g3 = "owl"', 'g3 = "owl"\ng9 = "bat"', "guardians.g9 is one too many"),
        ('g3 = "owl"', 'g3 = "owl"\n[gards]\nprovenance = "owner"\ng3 = "owl"', "gards.g3 is no place of this game"),
        ("value = 25", "value = 0", "reserve.tokens is 0"),
        ('game = "cocoons"', 'game = "kokoro"', "expected game = 'cocoons'"),
    ],
)
def test_an_edition_with_a_hole_names_the_place(old: str, new: str, says: str) -> None:
    with pytest.raises(EditionFault, match=says):
        GAME.read_edition(SHIPPED.replace(old, new), "mine")


def test_a_level_is_studied_by_the_solver() -> None:
    found = study_level(Level("1", LEVELS["1"]), edition("cocoons"))
    assert (found.possible, found.slides, found.tokens, found.exact) == (True, 10, 10, True)
    assert ["easy", "fair", "brutal"] == [found.grade(share) for share in (0.8, 0.79, 0.0)]
    scarce = edition("cocoons")._replace(tokens=9)
    assert not study_level(Level("1", LEVELS["1"]), scarce).possible
