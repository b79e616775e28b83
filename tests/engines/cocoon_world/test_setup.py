"""Bad input: who may sit down, what an edition must hold. Each fault is one sentence with its place and the cure."""

from __future__ import annotations

import pytest

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.core import EditionFault, SetupFault
from tests.engines.cocoon_world.scenes import COUNTED
from tests.engines.tables import ROOT, edition

TEXT = (ROOT / "engines/cocoon_world/editions/reconstructed.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("players", "table", "options", "found", "right"),
    [
        ("", "real", {}, "0 players", "1 to 5"),
        ("A B C D E F", "real", {}, "6 players", "1 to 5"),
        ("Ann Ben", "real", {"colours": "red,red"}, "the colour 'red' stands twice", "different"),
        ("Ann Ben", "real", {"colours": "red"}, "1 colours for 2 players", "one each"),
        ("Ann Ben", "real", {"colours": "red,pink"}, "'pink'", "red, blue, green, yellow, purple"),
        ("Ann Ben", "real", {"ep_tiles": "maybe"}, "'maybe'", "absolute, by_side"),
        ("Ann Ben", "real", {"speed": "fast"}, "'speed'", "colours, ep_tiles"),
        ("Ann Ben", "digital", {}, "'digital'", "virtual, real"),
    ],
)
def test_setup_faults(players: str, table: str, options: dict[str, str], found: str, right: str) -> None:
    with pytest.raises(SetupFault) as fault:
        GAME.prepare(players.split(), COUNTED, table=table, options=options)
    assert found in str(fault.value)
    assert right in str(fault.value).split("expected")[1]
    assert "\n" not in str(fault.value)


def test_colours_may_be_chosen() -> None:
    setup = GAME.prepare(["Ann", "Ben"], COUNTED, options={"colours": "purple,red"})
    assert setup.colours == ("purple", "red")


@pytest.mark.parametrize(
    ("old", "new", "found", "right"),
    [
        ('game = "cocoon_world"', "game = ", "found no TOML", "a text like"),
        ('game = "cocoon_world"', 'game = "wingspan"', "'wingspan'", "'cocoon_world'"),
        ('game = "cocoon_world"', "", "None", "'cocoon_world'"),
        ("value = 7", "value = 6", "board.gap is 6", "7 or more"),
        ("value = 7", "value = 7.5", "board.gap is 7.5", "int"),
        ("value = 7", "value = true", "board.gap is True", "int"),
        ("gap = ", "gapp = ", "board.gapp is no known place", "board.gap"),
        ("gap = ", "# gap = ", "board.gap is missing", "int"),
        ('"initiation", "pit"', '"start", "pit"', "'start' 2 times", "1"),
        ('"initiation", "pit"', '"pit"', "'initiation' 0 times", "1"),
        ('"initiation", "pit"', '"arena", "pit"', "'arena'", "start, experience"),
        ('"initiation", "pit"', '["initiation"], "pit"', "['initiation']", "start, experience"),
        ('["start", "experience"', '["experience", "start"', "begins with 'experience'", "'start'"),
        ("forward_1 = 1", "forward_1 = 2", "tiles.basic adds up to 33", "32"),
        ("rob = 1", "rob = 0", "tiles.marked adds up to 11", "12"),
        ("rob = 1", "rob = -1", "tiles.marked.rob is -1", "0 or more"),
        ("rob = 1", "rob = true", "tiles.marked.rob is True", "0 or more"),
        ("rob = 1", 'rob = "one"', "tiles.marked.rob is 'one'", "0 or more"),
        ("rob = 1", "robb = 1", "tiles.marked.robb is no known tile", "rob"),
        ("rob = 1", 'rob = { value = 1, provenance = "hearsay" }', "tiles.marked.rob has no provenance", "owner"),
        ("[tiles.marked]", "[tiles.silver]\nroll = 1\n[tiles.marked]", "tiles.silver.roll is no known place", "tiles."),
        ('provenance = "reconstructed"\n', "", "has no provenance", "reconstructed"),
        ('provenance = "reconstructed"\n', 'provenance = "guess"\n', "provenance is 'guess'", "reconstructed"),
    ],
)
def test_edition_faults(old: str, new: str, found: str, right: str) -> None:
    assert old in TEXT
    with pytest.raises(EditionFault) as fault:
        GAME.read_edition(TEXT.replace(old, new, 1), "my copy")
    sentence = str(fault.value)
    assert "my copy" in sentence
    assert found in sentence
    assert right in sentence.split("expected")[1]
    assert "\n" not in sentence


def test_the_shipped_edition_says_that_its_counts_are_guessed() -> None:
    copy = edition("cocoon_world")
    assert copy.guessed
    assert sum(count for _, count in copy.tiles) == 44
    assert not GAME.read_edition(TEXT.replace('provenance = "reconstructed"', 'provenance = "owner"', 1)).guessed
