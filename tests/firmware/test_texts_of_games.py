"""`tablekeeper text`: any game of a journal as text, which another table reads back; what is wrong is one sentence."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from tablekeeper.firmware.commands.as_text.texts_of_games import print_text
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.bounded import MOST_BYTES
from tests.firmware.commands import call


def test_a_game_of_the_journal_and_a_position_of_it_read_back(tmp_path: Path) -> None:
    assert call(tmp_path, "play", "kokoro", "--players", "Ann,Ben", "--bots", "--headless").exit_code == 0
    for words in ((), ("--after", "30"), ("--after", "30", "--position")):
        printed = call(tmp_path, "text", *words)
        assert (printed.exit_code, printed.stderr) == (0, "")
        text = tmp_path / "report.txt"
        text.write_text(printed.stdout, encoding="utf-8")
        assert call(tmp_path / "elsewhere", "text", str(text)).stdout == printed.stdout
        assert call(tmp_path / "elsewhere", "text", "-", typed=printed.stdout).stdout == printed.stdout
    assert printed.stdout.startswith("# Tablekeeper ")
    assert "\n@ agenda: " in printed.stdout
    assert "\n= asks " in printed.stdout


def test_a_text_is_cut_after_some_answers_unless_it_lays_out_a_position(tmp_path: Path) -> None:
    story = "game: cocoon_world\nplayers: Ann Ben\ntable: real\n> begin red\n> roll 1,4,2\n"
    cut = call(tmp_path, "text", "-", "--after", "1", typed=story).stdout
    assert "> begin red\n= asks roll of chance" in cut
    laid_out = call(tmp_path, "text", "-", "--after", "1", typed=story + "@ ep: [1, 0]\n")
    assert (laid_out.exit_code, laid_out.stdout) == (2, "")
    assert "found a position laid out after all answers" in laid_out.stderr


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Cannot read what was pasted: found no line 'game: NAME'"),
        ("game: chess\nplayers: Ann Ben\n", "there is none of that name"),
        ("game: cocoon_world\nplayers: Ann Ben\ntable: real\n> begin red\n> begin red\n", "Cannot take 'begin red'"),
        ("game: cocoon_world\nplayers: Ann Ben\nedition: none\n", "Cannot open the edition 'none'"),
        ("game: cocoon_world\nplayers: Ann Ben\n@ ep: [99, 0]\n", "found 99 in ep; expected 0 to 10"),
    ],
)
def test_what_cannot_be_read_is_one_sentence_and_nothing_is_printed(tmp_path: Path, typed: str, says: str) -> None:
    refused = call(tmp_path, "text", "-", typed=typed)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert says in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("pasted", "says"), [(b"#" * (MOST_BYTES + 1), "longer than"), (b"\xff\xfe", "that is no text; expected UTF-8")]
)
def test_what_is_endless_or_no_text_is_refused(monkeypatch: pytest.MonkeyPatch, pasted: bytes, says: str) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(pasted)))
    with pytest.raises(BadInput, match=says):
        print_text(Path("-"), str, number=None, after=None, position=False)


def test_a_position_is_not_replayed_as_if_it_were_a_game(tmp_path: Path) -> None:
    text = tmp_path / "position.txt"
    text.write_text("game: cocoon_world\nplayers: Ann Ben\n@ ep: [1, 0]\n", encoding="utf-8")
    assert "it lays out a position; expected a game" in call(tmp_path, "replay", str(text)).stderr
