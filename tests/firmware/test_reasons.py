"""Whatever the hardware has to say has a text in every language, with a place for each of its values."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tablekeeper.display.words.texts import FRENCH, LANGUAGES, Said, placeholders, shipped_texts
from tablekeeper.firmware.senses.reasons import say_fault, say_reason
from tablekeeper.hardware.health import Reason
from tablekeeper.vision.reading import GLARE, OUT_OF_FOCUS, TOO_DARK
from tests.engines.tables import ROOT


def written_reasons() -> Iterator[tuple[str, frozenset[str]]]:
    """Every `Reason(code, sentence, **facts)` in the source: its code, and the names of its values."""
    for room in ("hardware", "firmware"):
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if "Reason(" in text else ():
                named = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason"
                if named and isinstance(node.args[0], ast.Constant):  # type: ignore[attr-defined]
                    yield node.args[0].value, frozenset(str(fact.arg) for fact in node.keywords)  # type: ignore[attr-defined]


REASONS = sorted({*written_reasons()}, key=str)


def test_the_hardware_gives_reasons() -> None:
    assert len(REASONS) >= 20


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("code", "facts"), REASONS, ids=[code for code, _ in REASONS])
def test_a_reason_has_a_text_with_its_values(code: str, facts: frozenset[str], language: str) -> None:
    texts = shipped_texts(language)
    assert placeholders(texts.texts[f"reason.{code}"], code, language) == facts


@pytest.mark.parametrize("reason", [GLARE, OUT_OF_FOCUS, TOO_DARK])
def test_what_the_light_lacks_has_a_text(reason: str) -> None:
    assert all(f"reason.light_{reason.replace('-', '_')}" in shipped_texts(language) for language in LANGUAGES)


def test_a_reason_is_said_in_the_language_of_the_screen() -> None:
    reason = Reason("webcam_silent", "USB camera {index} gives no pictures; check its plug", index=2)
    said = say_reason(reason)
    assert isinstance(said, Said)
    assert said == reason == "USB camera 2 gives no pictures; check its plug"
    assert shipped_texts(FRENCH).translate(said) == "la caméra USB 2 n’envoie rien ; vérifiez sa prise"


def test_what_a_driver_said_is_kept_in_english_and_replaced_elsewhere() -> None:
    said = say_fault("worker_stopped", OSError("wire came loose"))
    assert said == "wire came loose"
    assert shipped_texts(FRENCH).translate(said) == "l’appareil s’est arrêté ; nouvel essai en cours"


def test_words_without_a_code_stay_as_they_are() -> None:
    assert say_reason("wire came loose") == "wire came loose"
