"""Every value of an edition says where it comes from."""

from __future__ import annotations

import pytest

from tablekeeper.engines.core import EditionFault
from tablekeeper.engines.core.printed.edition import Sheet

GOOD = """
game = "chess"
provenance = "reconstructed"
[board]
gap = { value = 7, provenance = "rulebook" }
size = 8
[board.inner]
provenance = "owner"
ring = [1, 2]
"""


def test_a_value_takes_the_nearest_provenance() -> None:
    sheet = Sheet.read(GOOD, "chess")
    assert sheet.values == {"board.gap": 7, "board.size": 8, "board.inner.ring": [1, 2]}
    assert sheet.provenances == {"board.gap": "rulebook", "board.size": "reconstructed", "board.inner.ring": "owner"}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("gap = 7", "game"),
        ('game = "go"', "expected game = 'chess'"),
        ('game = "chess"\ngap = 7', "gap has no provenance"),
        ('game = "chess"\nprovenance = "hearsay"\ngap = 7', "hearsay"),
        ('game = "chess"\n[a]\ngap = { value = 7, provenance = "x" }', "a.gap"),
        ("= 7", "no TOML"),
    ],
)
def test_faults_name_their_place(text: str, word: str) -> None:
    with pytest.raises(EditionFault, match=word):
        Sheet.read(text, "chess")


@pytest.mark.parametrize(("place", "kind"), [("board.depth", int), ("board.gap", str), ("board.gap", bool)])
def test_a_missing_or_strange_value_is_a_fault(place: str, kind: type) -> None:
    with pytest.raises(EditionFault, match=place):
        Sheet.read(GOOD, "chess").take(place, kind)
