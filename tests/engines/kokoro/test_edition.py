"""The edition and its mat: the shipped one is sound, and every fault of another is named with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablekeeper.engines.core import EditionFault
from tablekeeper.engines.kokoro.edition import read_edition, survey_edition
from tests.engines.kokoro.evening import edition
from tests.engines.tables import ROOT

TEXT = Path(ROOT / "engines/kokoro/editions/reconstructed.toml").read_text(encoding="utf-8")
FIRST_ROW = '".   C1  F2  F1  S:A .   C2"'


def test_shipped_deck_has_the_exact_split() -> None:
    """Corners 4 golden and 3 plain, straights 3 and 4: 42 cards, 22 golden, 7 of each path."""
    copy = edition("kokoro")
    assert (copy.golden, copy.plain) == ((4, 4, 4, 4, 3, 3), (3, 3, 3, 3, 4, 4))
    assert (sum(copy.golden), sum(copy.plain)) == (22, 20)
    assert copy.shapes == ("NW", "NE", "SE", "SW", "WE", "NS")


def test_shipped_mat_is_what_its_notes_say() -> None:
    """42 spaces, 18 caterpillars and 18 flowers, turned by half each becomes the other."""
    mat = edition("kokoro").blue
    assert (mat.columns, mat.rows, sum(mat.caterpillars), sum(mat.flowers)) == (7, 6, 18, 18)
    assert mat.caterpillars == tuple(reversed(mat.flowers))
    assert mat.guardians == (0, 41)
    assert edition("kokoro").known_sides == ()
    pink = edition("kokoro").pink
    assert len(set(pink.spots)) == 10
    assert not any(pink.features[spot] or pink.sanctuaries[spot] for spot in pink.spots)


FAULTS = [
    (
        "two sanctuaries A",
        FIRST_ROW,
        FIRST_ROW.replace(".   C1", "S:A C1"),
        r"sanctuary A stands 2 times \(row 1, column 1; row 1, column 5\)",
    ),
    ("no sanctuary A", FIRST_ROW, FIRST_ROW.replace("S:A", "."), r"sanctuary A stands 0 times \(nowhere\)"),
    ("sanctuary G", FIRST_ROW, FIRST_ROW.replace("S:A", "S:G"), "sanctuary G stands at row 1, column 5"),
    ("a strange cell", FIRST_ROW, FIRST_ROW.replace("F2", "X2"), "row 1, column 3 is 'X2'"),
    ("too many features", FIRST_ROW, FIRST_ROW.replace("F2", "C2F2"), "row 1, column 3 bears 4 features"),
    ("a short row", FIRST_ROW, FIRST_ROW.replace("  C2", ""), "row 1 has 6 spaces; expected 7"),
    (
        "a guardian off the grid",
        "value = [6, 7]",
        "value = [7, 7]",
        "flower guardian lies off the grid at row 7, column 7",
    ),
    ("a guardian before the grid", "value = [6, 7]", "value = [0, 7]", "flower guardian lies off the grid"),
    ("a guardian on a sanctuary", "value = [6, 7]", "value = [3, 1]", "flower guardian lies on sanctuary B"),
    ("guardians on one space", "value = [6, 7]", "value = [1, 1]", "both guardians stand at row 1, column 1"),
    ("a guardian nowhere", "flower_guardian =", "flower_garden =", "the place of the flower guardian is None"),
    ("a word for a place", "value = [6, 7]", "value = [6, '7']", r"the place of the flower guardian is \[6, '7'\]"),
    ("nine spots", "[[1, 1], ", "[", "expected 10 places"),
    ("a spot off the grid", "[[1, 1], ", "[[1, 9], ", "spot 1 lies off the grid at row 1, column 9"),
    ("a spot twice", "[[1, 1], ", "[[1, 6], ", "spots 1 and 2 both lie at row 1, column 6"),
    ("a spot on a sanctuary", "[[1, 1], ", "[[1, 5], ", "spot 1 lies on sanctuary A"),
    (
        "a deck that does not add up",
        "golden = [4,",
        "golden = [5,",
        "golden adds up to 23 and deck.plain to 20; expected 42",
    ),
    ("too few golden cards", "golden = [4, 4, 4,", "golden = [0, 4, 4,", "expected 42 cards"),
    ("five paths", "plain = [3, ", "plain = [", "expected 6 counts"),
    ("a negative count", "plain = [3, 3", "plain = [-3, 9", "expected 6 counts of 0 or more"),
    ("a path that ends where it begins", '"NW"', '"NN"', "deck.shapes gives path 1 as 'NN'"),
    ("a path over the corner", '"NW"', '"NX"', "deck.shapes gives path 1 as 'NX'"),
    ("a decree with no text", 'en = "At the end: 3', 'text = "At the end: 3', None),
    ("a place of no game", "[decrees.long_road]", "[decree.long_road]", "decree.long_road.background is no place"),
    ("a side that no mat has", "[mat.pink]", "[mat.green]", "mat.green.rows is no place of this game"),
    ("a decree of no colour", 'background = "pink"', 'background = "red"', "background is 'red'"),
]


@pytest.mark.parametrize(("old", "new", "says"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_faults_are_named_with_their_place(old: str, new: str, says: str | None) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    if says is None:
        assert read_edition(text).decrees[1].en.startswith("À la fin")
        return
    with pytest.raises(EditionFault, match=says) as fault:
        read_edition(text, "mine")
    assert str(fault.value).startswith("Cannot use mine: ")
    assert "expected" in str(fault.value)


def test_all_faults_of_a_mat_are_named_at_once() -> None:
    text = TEXT.replace(FIRST_ROW, FIRST_ROW.replace(".   C1", "S:A X1"), 1).replace("value = [6, 7]", "value = [9, 7]")
    with pytest.raises(EditionFault) as fault:
        read_edition(text, "mine")
    for part in ("sanctuary A stands 2 times", "'X1'", "off the grid at row 9, column 7", "lies on sanctuary A"):
        assert part in str(fault.value)
    report = survey_edition(text, "mine")
    assert report.count("\n- ") == 4
    assert "S:A" in report
    assert "no fault found" in report


def test_a_mat_too_small_for_the_deck_is_refused() -> None:
    """Five rounds can call 40 cards: with fewer spaces somebody would be forced to look."""
    rows = re.search(r'    ".   C1.*?\n\]', TEXT, re.DOTALL)
    assert rows is not None
    lines = rows.group().splitlines()
    text = TEXT.replace(rows.group(), "\n".join([*lines[:1], *lines[2:]]), 1)
    with pytest.raises(EditionFault, match=r"the grid has 35 spaces; expected 40 or more.*mat.pink: found"):
        read_edition(text)


def test_a_mat_entered_by_its_owner_is_known() -> None:
    text = TEXT.replace("[mat.blue]", '[mat.blue]\nprovenance = "owner"')
    assert read_edition(text).known_sides == ("blue",)


def test_the_shipped_mats_are_drawn_without_a_fault() -> None:
    assert survey_edition(TEXT).count("no fault found") == 2
