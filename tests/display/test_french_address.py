"""French says *vous* to everybody, on every screen, in every lesson and at the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources

import pytest

from tablekeeper.display.games import also
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core.printed.lesson import read_lesson
from tests.display.french import address_faults


def french_words() -> Iterator[tuple[str, str]]:
    """Every French text with its place: the program's, the games' with their clauses, the lessons'."""
    with also("pig", "tests.pig.display"):
        yield from shipped_texts("fr").texts.items()
    for package in (*(find_game(name).package for name in NAMES), "tests.pig"):
        text = (resources.files(package) / "lesson.toml").read_text(encoding="utf-8")
        for step in read_lesson(text, package.rpartition(".")[2], package).steps:
            yield f"{package}, lesson {step.id}", step.text("fr")


def test_nobody_is_called_tu() -> None:
    found = {place: faults for place, words in french_words() if (faults := address_faults(words))}
    assert not found, found


@pytest.mark.parametrize(
    "words",
    ["{name}, lance tes dés", "Relance, s’il te plaît", "entres-tu ici ?", "Rien. Touche une case", "je t’attends",
     "perds 3", "Tiens pour voir"],
)  # fmt: skip
def test_a_familiar_sentence_would_be_found(words: str) -> None:
    assert address_faults(words)


@pytest.mark.parametrize(
    "words",
    ["{name} lance les dés", "{name} avance de 3", "on relance", "le total reste", "Lancez vos dés", "La table"],
)
def test_a_sentence_about_somebody_is_no_order(words: str) -> None:
    assert not address_faults(words)
