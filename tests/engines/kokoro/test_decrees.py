"""Each decree on a small mat of its own, and who may use which."""

from __future__ import annotations

from typing import Any

import pytest

from tablekeeper.engines.core import SetupFault
from tablekeeper.engines.kokoro.decrees import CODED, Finished
from tablekeeper.engines.kokoro.paths import Paths
from tests.engines.kokoro.evening import SHAPES, edition, fold, plain_mat, refused, sit

CASES: list[tuple[str, str, dict[str, Any], int]] = [
    ("long_road", "5555 5500 0000", {}, 1),
    ("long_road", "3554 6006 2551", {}, 3),
    ("long_road", "0000 0000 0000", {}, 0),
    ("round_walk", "3434 2121 0000", {}, 6),
    ("round_walk", "3450 2500 0000", {}, 0),
    ("shy_spirits", "0000 0000 0000", {"peeks": 4}, -4),
    ("quiet_corners", "5000 0000 0005", {}, 4),
    ("every_gate", "5500 0000 0000", {"sanctuaries": {0: "A", 1: "B"}}, 5),
    ("every_gate", "5000 0000 0000", {"sanctuaries": {0: "A", 1: "B"}}, 0),
    ("five_offerings", "0000 0000 0000", {"boxes": (1, 2, 3, 4, 5)}, 5),
    ("five_offerings", "0000 0000 0000", {"boxes": (1, 0, 3, 4, 5)}, 0),
    ("first_stumble", "0000 0000 0000", {"boxes": (1, 0, 3, 0, 5)}, 3),
    ("first_stumble", "0000 0000 0000", {"boxes": (1, 2, 3, 4, 5)}, 0),
    ("tidy_rows", "5555 5550 6666", {}, 2),
    ("clearings", "5555 5555 0000", {"caterpillars": {8: 1}, "sanctuaries": {9: "A"}, "guardians": (10, 0)}, 2),
    ("shared_road", "5555 0000 5000", {"sanctuaries": {0: "A", 1: "B", 3: "C", 8: "D"}}, 4),
    ("shared_road", "0000 0000 5000", {"sanctuaries": {0: "A"}}, 0),
    ("meeting", "5555 0000 0000", {"guardians": (0, 3)}, 6),
    ("meeting", "5505 0000 0000", {"guardians": (0, 3)}, 0),
    ("kept_inside", "1000 0000 0005", {}, -3),
    ("borrowed_eyes", "5550 0000 5550", {"guardians": (0, 8), "flowers": {1: 3}, "caterpillars": {9: 2, 10: 3}}, 3),
    ("close_company", "0500 6660 0000", {"guardians": (5, 0)}, 3),
    ("straight_view", "5540 0060 0000", {"guardians": (0, 11)}, 2),
    ("straight_view", "5555 0000 0000", {"guardians": (0, 3)}, 4),
    ("balance", "0000 0000 0000", {"favours": (4, 3)}, 3),
    ("balance", "0000 0000 0000", {"favours": (9, 8)}, 5),
]


@pytest.mark.parametrize(("decree", "picture", "given", "points"), CASES, ids=lambda value: str(value)[:24])
def test_decrees_score_as_they_say(decree: str, picture: str, given: dict[str, Any], points: int) -> None:
    given = {"guardians": (), **given}
    end = Finished(
        plain_mat(4, 3, **given), Paths(4, 3, SHAPES), picture.replace(" ", ""), given["guardians"],
        given.get("boxes", (1, 2, 3, 4, 5)), given.get("favours", (0, 0)), given.get("peeks", 0),
    )  # fmt: skip
    assert CODED[decree](end) == points


def test_every_decree_of_the_edition_has_code_and_a_case() -> None:
    cards = edition("kokoro").decrees
    assert len(cards) == 16
    assert {card.id for card in cards} == set(CODED) == {case[0] for case in CASES}
    assert [card.background for card in cards].count("pink") == 4


def test_pink_decrees_stay_on_the_pink_side() -> None:
    with pytest.raises(SetupFault, match="expected the pink side"):
        sit(decree="balance")
    with pytest.raises(SetupFault, match="expected one of"):
        sit(decree="fireworks")
    assert refused(sit(decree="drawn"), (), "proclaim balance") == "decree.pink_only"
    assert refused(sit(decree="drawn"), (), "proclaim fireworks") == "decree.unknown_decree"
    state, _ = fold(sit(side="pink", decree="balance"), "spot 1, spot 2")
    assert state.decree == "balance"
    assert len(sit(decree="drawn").usable_decrees) == 12
    assert len(sit(side="pink", decree="drawn").usable_decrees) == 16
