"""The terminal in the table's language, and what nobody should ever type."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tablekeeper import firmware
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.firmware.commands.playing.terminal import COMMANDS as VERBS
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tests.firmware.commands import call
from tests.firmware.strange_journals import add_game
from tests.firmware.test_french import ENGLISH

WORDS = "nonsense|999|?|undo|fix|fix 1|fix #99 1|rewind|rewind #99|more|hint|log|1|1|||1|undo|1|1|log|rewind #0|quit"
TYPED = WORDS.replace("|", "\n")
COMMANDS = re.compile(r"\((?!next)[a-z_]+( [^)]*)?\)|\[[a-z_.]+\]|(?m:^  [a-z_]+\.[a-z_]+:)|#\d+ .*|\w+\.\w+")
"""What is typed, names of clauses, and the log's spelled answers: the same in every language."""


def play(home: Path, game: str, typed: str, language: str = "en") -> str:
    result = call(home, "--set", f"table.language={language}", "play", game, "--headless", "--seed", "1", typed=typed)
    assert result.exit_code == 0
    return result.output


@pytest.mark.parametrize("game", NAMES)
def test_the_terminal_speaks_the_tables_language(game: str, tmp_path: Path) -> None:
    output = play(tmp_path, game, TYPED, "fr")
    said = COMMANDS.sub("", output)
    said = re.sub(r"(?s)^.*quitter   partir[^\n]*\n", "", said)
    english = [line for line in said.splitlines() if ENGLISH.search(line)]
    assert not english, english
    assert "La partie est gardée" in said


@pytest.mark.parametrize("game", NAMES)
def test_every_command_has_a_word_of_the_tables_language_that_does_the_same(game: str, tmp_path: Path) -> None:
    texts = shipped_texts("fr")
    done = {}
    for spell in (str, lambda name: texts.say(f"terminal.command.{name}")):
        typed = "\n".join(["1", *(spell(name) for name in VERBS), ""])
        home = tmp_path / spell("help")
        home.mkdir()
        done[spell("help")] = play(home, game, typed, "fr")
    assert done["help"] == done["aide"]
    assert "La partie est gardée" in done["aide"]


def test_many_options_are_listed_in_parts(tmp_path: Path) -> None:
    texts = shipped_texts("en")
    output = play(tmp_path, "cocoon-world", "begin red\nroll 1,4,6\nmore\nmore 41\nmore 99999\nquit\n")
    listed = [int(number) for number in re.findall(r"(?m)^(?:> )?  +(\d+) .*\(place ", output)]
    count = int(next(iter(re.findall(r"\((\d+) options", output))))
    assert [*range(1, count + 1), count] == listed
    assert texts.say("terminal.more_from", number=41, count=count) in output


@pytest.mark.parametrize(
    "word", ["²", "9" * 5000, "remember maybe", "verdict maybe", "start ²", "fix #²", "rewind ²", "fix"]
)
def test_no_word_ends_the_game(word: str, tmp_path: Path) -> None:
    output = play(tmp_path, "cocoons", f"start 3\n{word}\nface N\nquit\n")
    assert "The game is kept" in output
    again = play(tmp_path, "cocoons", "log\nquit\n")
    assert "after 2 answers" in again


def test_the_number_of_no_option_is_told_from_a_word(tmp_path: Path) -> None:
    assert "There is no option 99: choose 1 to 9" in play(tmp_path, "cocoons", "99\nquit\n")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "“slide 4” does not answer this question: choose one of the answers that are offered."),
        ("en", "Something random, hidden or final came since, so this answer can no longer be taken back: "),
        ("en", "There is no answer with that number: type log to see the numbers."),
        ("fr", "« slide 4 » ne répond pas à cette question : choisissez une réponse parmi celles proposées."),
        ("fr", "Aucune réponse n’a ce numéro : tapez « journal » pour voir les numéros."),
    ],
)
def test_a_refused_answer_gets_a_sentence_and_no_code(language: str, said: str, tmp_path: Path) -> None:
    output = play(tmp_path, "cocoons", "start 0\nslide 4\nundo\nrewind #9\nfix #9 1\nquit\n", language)
    assert said in output
    assert not re.search(r"\w+\.not_offered", output)


def test_the_terminal_says_which_cocoon_is_meant(tmp_path: Path) -> None:
    output = play(tmp_path, "cocoons", "start 0\nface N\nquit\n")
    assert "(places: 1 2 3 / 4 5 6 / 7 8 9)" in output
    assert "(at place 2 of 1 2 3 / 4 5 6 / 7 8 9)" in output
    assert "(at place 3 of 1 2 3 / 4 5 6 / 7 8 9)" in output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), False),
        (("--players", "Ann, Ben"), False),
        (("--players", "Cleo"), True),
        (("--option", "level=2"), True),
        (("--edition", "mine.toml"), True),
    ],
)
def test_a_resumed_game_says_that_it_stays_as_it_was_begun(words: tuple[str, ...], told: bool, tmp_path: Path) -> None:
    play(tmp_path, "cocoons", "start 0\nquit\n")
    output = call(tmp_path, "play", "cocoons", "--headless", *words, typed="quit\n").output
    assert "Going on with game 1 after 1 answer;" in output
    assert told == ("as it was begun, with Ann, Ben;" in output)


@pytest.mark.parametrize("words", [("kokoro",), ("cocoons", "--new")])
def test_a_game_waits_while_another_begins_and_is_gone_on_with(words: tuple[str, ...], tmp_path: Path) -> None:
    play(tmp_path, "cocoons", "start 0\nquit\n")
    output = call(tmp_path, "play", *words, "--headless", typed="quit\n").output
    assert "Game 1 (Cocoons) goes on waiting; tablekeeper play cocoons --resume 1 goes on with it." in output
    output = call(tmp_path, "play", "cocoons", "--headless", "--resume", "1", typed="quit\n").output
    assert "Going on with game 1 after 1 answer;" in output


@pytest.mark.parametrize("name", ["\x1b[2JAnn", "A\nB", "x" * 1000, "\u202eAnn"])
def test_a_name_that_would_steer_the_terminal_is_refused(name: str, tmp_path: Path) -> None:
    result = call(tmp_path, "play", "kokoro", "--headless", "--players", f"{name},Ben", typed="quit\n")
    assert 2 == result.exit_code
    assert "expected up to 60 printable letters" in result.stderr
    assert "\x1b" not in result.output


def test_names_of_a_journal_steer_nothing(tmp_path: Path) -> None:
    play(tmp_path, "kokoro", "quit\n")
    with Journal(tmp_path / JOURNAL) as journal:
        plain = journal.records()[0].setup
        add_game(journal, "kokoro", json.dumps({**plain, "players": ["\x1b[2JAnn", "B" * 1000]}))
    for words in (("games",), ("play", "kokoro", "--headless"), ("replay", str(tmp_path / JOURNAL))):
        output = call(tmp_path, *words, typed="quit\n").output
        assert "\x1b" not in output
        assert "B" * 61 not in output


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_table_at_an_open_pipe_is_stopped_by_a_signal(number: signal.Signals, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tablekeeper", "--home", str(tmp_path), "play", "kokoro", "--headless"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as table:
        assert table.stdout is not None
        told = b""
        while not told.endswith(b"> "):
            told += table.stdout.read(1)
        table.send_signal(number)
        assert b"The game is kept" in table.stdout.read()
        assert 0 == table.wait(20)


def test_a_closed_input_ends_kindly(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tablekeeper", "--home", str(tmp_path), "play", "kokoro", "--headless"]
    done = subprocess.run(words, check=False, capture_output=True, text=True, preexec_fn=lambda: os.close(0))
    assert (0, "") == (done.returncode, done.stderr)


def test_every_text_of_the_terminal_is_said() -> None:
    said = {
        node.value
        for path in Path(firmware.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    keys = {key.removeprefix("terminal.") for key in shipped_texts("en").texts if key.startswith("terminal.")}
    made = re.compile(r"(where|source|refused|command)[._].+")
    assert not {key for key in keys if not made.fullmatch(key)} - said - {key.removeprefix("terminal.") for key in said}
