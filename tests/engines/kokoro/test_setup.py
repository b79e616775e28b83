"""Sitting down to Kokoro."""

from __future__ import annotations

import pytest

from tablekeeper.engines.core import SetupFault
from tablekeeper.engines.kokoro.setup import prepare
from tests.engines.kokoro.evening import NAMES, RULES, edition, fold, sit

FAULTS = [
    ({"side": "green"}, "found the side 'green'"),
    ({"decks": "marked"}, "found the decks 'marked'"),
    ({"peek_limit": "0"}, "found the peek_limit '0'"),
    ({"peek_limit": "often"}, "found the peek_limit 'often'"),
    ({"mats": "unknown"}, "found the mats 'unknown'"),
    ({"colour": "red"}, "found the option 'colour'"),
]


@pytest.mark.parametrize(("options", "says"), FAULTS)
def test_bad_options_are_refused(options: dict[str, str], says: str) -> None:
    with pytest.raises(SetupFault, match=says) as fault:
        sit(2, **options)
    assert "expected" in str(fault.value)


@pytest.mark.parametrize("names", [(), (*NAMES, "Ines")])
def test_nobody_and_nine_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(SetupFault, match=f"found {len(names)} players; expected 1 to 8"):
        prepare(names, edition("kokoro"))


def test_eight_sit_down() -> None:
    state, events = fold(sit(8))
    assert len(RULES.view(state).players) == 8
    assert [event.clause for event in events] == ["setup.mats", "setup.decks"]
    assert events[1].facts["paths"] == 42


def test_a_real_mat_is_unknown_until_the_owner_says_otherwise() -> None:
    assert not sit(table="real").known_mats
    assert sit(table="real", mats="known").known_mats
    owned = edition("kokoro")._replace(known_sides=("blue",))
    assert prepare(("Ann",), owned, "real").known_mats
    assert not prepare(("Ann",), owned, "real", {"side": "pink"}).known_mats


def test_on_an_unknown_mat_no_space_is_named_for_a_guardian() -> None:
    _, events = fold(sit(side="pink", table="real"), "spot 3, spot 9")
    assert [event.facts for event in events[2:]] == [
        {"guardian": "caterpillar", "number": 3},
        {"guardian": "flower", "number": 9},
    ]
