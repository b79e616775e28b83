"""The terminal: what lies where, how everybody stands, commands in any case, the last roll put right, ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablekeeper.engines.catalogue import NAMES
from tablekeeper.firmware.commands.shown import wrap_lines
from tests.display.french import ENGLISH, address_faults
from tests.firmware.commands import call

PLAY = ("--players", "Ann,Ben", "--headless", "--seed", "3")


def play(home: Path, game: str, *words: str, typed: str, language: str = "en") -> str:
    """What a game at the terminal shows."""
    found = call(home, "--set", f"table.language={language}", "play", game, *PLAY, *words, typed=typed)
    assert found.exit_code == 0, found.stderr
    return str(found.output)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", NAMES)
def test_the_table_is_given_in_sentences_and_again_on_resume(game: str, language: str, tmp_path: Path) -> None:
    begin = ("--edition", "reconstructed")
    play(tmp_path, game, *begin, typed="\n1\n" * 8, language=language)
    told = play(tmp_path, game, typed="board\nSCORE\nquit\n", language=language)
    opening, board, score = told.split("\n> ")[:3]
    assert len(board.splitlines()) > 1, told
    assert len(score.splitlines()) >= 1
    named = [line for line in board.splitlines() if line.startswith("  ") and not line.startswith("   ")]
    assert any(line in opening for line in named), "said on resume"
    if language == "fr":
        assert not ENGLISH.search(" ".join(named)), named
        assert not address_faults(" ".join(named))


def test_commands_are_read_in_any_case(tmp_path: Path) -> None:
    told = play(tmp_path, "cocoon-world", typed="1\nUNDO\nLog\nQUIT\n")
    assert "#0 " in told, "the log"
    assert "UNDO" not in told, "no unknown word"


def test_fix_means_the_last_roll_even_after_a_tile(tmp_path: Path) -> None:
    told = play(tmp_path, "cocoon-world", typed="1\n2 3 5\n1\nfix 2 4 5\nlog\nquit\n")
    assert "Fixed answer 1: roll 2,4,5" in told
    assert "roll 2,4,5" in told


def test_numbers_that_follow_one_another_are_a_range(tmp_path: Path) -> None:
    told = play(tmp_path, "chocobo", "--edition", "own", "--table", "touch", typed="\n")
    assert " to " in told
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9" not in told


def test_help_lists_the_options_of_a_game(tmp_path: Path) -> None:
    told = " ".join(call(tmp_path, "play", "chocobo", "--help").output.split())
    assert "difficulty=normal|easy|hard" in told
    assert "boss=behemoth|omega" in told
    assert "level=1|2|3|4|5" in " ".join(call(tmp_path, "play", "--help", "cocoons").output.split())
    assert "lists the options of a game: cocoon-world" in " ".join(call(tmp_path, "play", "--help").output.split())


def test_a_new_game_that_cannot_begin_says_nothing_of_old_ones(tmp_path: Path) -> None:
    play(tmp_path, "kokoro", typed="quit\n")
    before = call(tmp_path, "games").output
    refused = call(tmp_path, "play", "kokoro", *PLAY, "--new", "--option", "side=green", typed="quit\n")
    assert refused.exit_code == 2
    assert "--resume" not in refused.output
    assert call(tmp_path, "games").output == before
    begun = call(tmp_path, "play", "kokoro", *PLAY, "--new", typed="quit\n").output
    assert "--resume 1" in begun


def test_the_doctor_says_where_it_wrote(tmp_path: Path) -> None:
    off = ("--set", "camera.backend=none", "--set", "box.backend=none")
    bundle = tmp_path / "b.zip"
    assert str(bundle) in call(tmp_path, *off, "doctor", "--bundle", str(bundle)).output
    found = call(tmp_path, *off, "doctor", "--json", "--bundle", str(bundle))
    assert str(bundle) in found.stderr
    assert str(bundle) not in found.output.replace(found.stderr, "")


@pytest.mark.parametrize("columns", [24, 40, 80])
def test_no_word_is_broken_at_the_edge_of_a_terminal(columns: int) -> None:
    text = "Ann, roll your two red dice and the black one\n  (type what they show: red red black)\n\n> Ann: Turn."
    wrapped = wrap_lines(text, columns)
    assert wrapped.split() == text.split()
    assert max(map(len, wrapped.split("\n"))) < columns
    assert wrap_lines("a" * 90, columns) == "a" * 90
