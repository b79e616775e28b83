"""Answers spell themselves, read back, and differ by kind even where their values are alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from tablekeeper.engines.cocoon_world.answers import ANSWERS, Enter, Leave, Place
from tablekeeper.engines.core import Answer, Roll, Unreadable
from tablekeeper.engines.core.answer import Reader


@dataclass(frozen=True, slots=True)
class Note(Answer):
    """Some words."""

    verb: ClassVar[str] = "note"
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tag(Answer):
    """One value of each other kind."""

    verb: ClassVar[str] = "tag"
    word: str
    count: int | None
    sure: bool


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
    with pytest.raises(Unreadable, match="known are|expected"):
        READER.read(text)


def test_answers_without_values_are_not_alike() -> None:
    assert Enter() != Leave()


@pytest.mark.parametrize("values", [(1.5, 2, 3), [1, 2, 3], (True, 2, 3), 4, ("1", 2), None])
def test_a_roll_of_anything_but_whole_numbers_is_refused_where_it_is_made(values: Any) -> None:
    with pytest.raises(Unreadable, match="values of 'roll' is"):
        Roll(values)


@pytest.mark.parametrize("words", [("a b",), ("a,b",), ("",), "word", ("line\nbreak",), (7,)])
def test_a_word_that_would_not_read_back_is_refused(words: Any) -> None:
    with pytest.raises(Unreadable, match="words of 'note' is"):
        Note(words)


def test_single_fields_are_checked_too() -> None:
    assert Reader((Tag,)).read(Tag("x", None, True).spell()) == Tag("x", None, True)
    for word, count, sure in (("-", 1, True), ("x y", 1, True), ("x", 1.0, True), ("x", 1, 1), (None, 1, True)):
        with pytest.raises(Unreadable):
            Tag(word, count, sure)  # type: ignore[arg-type]
