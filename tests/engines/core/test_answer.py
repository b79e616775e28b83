"""Answers spell themselves, read back, and differ by kind even where their values are alike."""

from __future__ import annotations

import pytest

from tablekeeper.engines.cocoon_world.answers import ANSWERS, Enter, Leave, Place
from tablekeeper.engines.core import Roll, Unreadable
from tablekeeper.engines.core.answer import Reader

READER = Reader((Roll, *ANSWERS))


@pytest.mark.parametrize(
    ("text", "answer"),
    [("roll 3,5,6", Roll((3, 5, 6))), ("place forward_3 17", Place("forward_3", 17)), ("enter", Enter())],
)
def test_reads_what_is_spelled(text: str, answer: object) -> None:
    assert answer == READER.read(text)
    assert text == READER.read(text).spell()


@pytest.mark.parametrize("text", ["", "sing", "roll", "roll a,b", "place forward_3", "enter now", "place forward_3 x"])
def test_unreadable_text_says_what_would_be_right(text: str) -> None:
    with pytest.raises(Unreadable, match="known are|right would be"):
        READER.read(text)


def test_answers_without_values_are_not_alike() -> None:
    assert Enter() != Leave()
