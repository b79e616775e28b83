"""What was typed and does not fit is one sentence in the table's language, on the oldest click as on the newest."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tablekeeper.firmware.commands.cli import main
from tests.firmware.commands import call

TYPED = [
    (["--bogus"], "found the unknown option --bogus", "l’option --bogus n’existe pas"),
    ([], "found no command; expected accuracy", "la commande manque ; il faut accuracy"),
    (["plya"], "plya: found no such command; expected acc", "plya : cette commande n’existe pas ; il faut acc"),
    (["edition", "nonsense"], "found no such command; expected export", "n’existe pas ; il faut export"),
    (["play"], "found no GAME; expected", "GAME manque ; il faut"),
    (["play", "kokoro", "--nwe"], "found the unknown option --nwe; expected --new", "n’existe pas ; il faut --new"),
    (["play", "kokoro", "a", "b"], "found 'a b', which is too much", "'a b' est de trop"),
    (["play", "kokoro", "--seed"], "found no value for --seed", "--seed est sans valeur"),
    (["play", "kokoro", "--new=3"], "found a value for --new", "--new est suivi d’une valeur"),
    (["play", "kokoro", "--table", "x"], "found 'x' for --table; expected one of real, simulated", "'x' pour --table"),
    (
        ["play", "kokoro", "--port", "3"],
        "'3' for --port; expected a whole number from 1024",
        "un nombre entier de 1024",
    ),
    (
        ["replay", "x", "--until", "-1"],
        "'-1' for --until; expected a whole number, 0 or more",
        "un nombre entier, 0 au",
    ),
    (["play", "kokoro", "--seed", "x"], "'x' for --seed; expected a whole number", "il faut un nombre entier"),
    (["magnets", "--floor", "x"], "'x' for --floor; expected a number", "il faut un nombre"),
    (["magnets"], "found no --floor", "--floor manque"),
    (["play", "kokoro", "--option", "x"], "found no sign =", "le signe = manque"),
]


@pytest.mark.parametrize(("words", "english", "french"), TYPED, ids=[" ".join(typed[0]) for typed in TYPED])
def test_what_does_not_fit_is_one_sentence_in_both_languages(
    words: list[str], english: str, french: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language, said in (("en", english), ("fr", french)):
        monkeypatch.setenv("TABLEKEEPER_TABLE_LANGUAGE", language)
        done = call(tmp_path, *words)
        assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert said in done.stderr


def test_no_words_at_all_show_the_help() -> None:
    assert "Commands:" in CliRunner().invoke(main, []).output
