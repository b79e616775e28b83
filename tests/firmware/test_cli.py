"""The command line: what it prints, and one sentence with exit 2 for whatever is wrong."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.game import STRENGTHS
from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.engines.core.record.top_scores import Result
from tablekeeper.firmware.commands.cli import play
from tests.engines.tables import ROOT
from tests.firmware.commands import call

STORY = ROOT / "tests" / "engines" / "cocoon_world" / "golden" / "loop.txt"


def test_simulate_tells_its_figures_as_json(tmp_path: Path) -> None:
    result = call(tmp_path, "simulate", "cocoon-world", "--games", "5", "--players", "3", "--seed", "7", "--json")
    told = json.loads(result.output)
    assert {"game", "games", "answers", "seconds", "answers_per_second", "outcomes", "wins"} == set(told)
    assert (told["games"], sum(told["outcomes"].values())) == (5, 5)


def test_a_strength_that_a_game_lacks_is_simulated_by_the_nearest_weaker_bot(tmp_path: Path) -> None:
    told = [
        json.loads(call(tmp_path, "simulate", "cocoon-world", "--games", "4", "--bot", bot, "--json").output)["wins"]
        for bot in ("random", "gentle")
    ]
    assert told[0] == told[1]
    fierce = call(tmp_path, "simulate", "cocoon-world", "--bot", "fierce")
    assert (2, True) == (fierce.exit_code, "random, gentle, good, strong" in fierce.stderr)


def test_every_strength_can_be_asked_for_when_a_game_begins() -> None:
    strength = next(option for option in play.params if option.name == "strength")
    assert STRENGTHS == tuple(strength.type.to_info_dict()["choices"])


def test_workers_do_not_change_the_outcome(tmp_path: Path) -> None:
    one, two = (
        json.loads(call(tmp_path, "simulate", "cocoon-world", "--games", "120", "--workers", n, "--json").output)
        for n in ("1", "2")
    )
    assert (one["outcomes"], one["answers"]) == (two["outcomes"], two["answers"])


def test_more_workers_than_work_are_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(method: str) -> None:
        raise AssertionError(method)

    monkeypatch.setattr("tablekeeper.firmware.batches.workers.get_context", refuse)
    assert call(tmp_path, "simulate", "kokoro", "--games", "2", "--workers", "999", "--json").exit_code == 0


def test_simulate_tells_people_in_words_how_games_ended(tmp_path: Path) -> None:
    lines = call(tmp_path, "simulate", "cocoon-world", "--games", "1").output.splitlines()
    assert lines[0].startswith("Cocoon World: 1 games")
    assert lines[1].strip() == "1 Most EP of all"


def test_replay_tells_a_story_and_stops_where_asked(tmp_path: Path) -> None:
    whole = call(tmp_path, "replay", str(STORY)).output
    part = call(tmp_path, "replay", str(STORY), "--until", "2").output
    assert "> reveal forward_1" in whole
    assert whole.startswith(part)
    lines = call(tmp_path, "replay", str(STORY), "--json").output.splitlines()
    assert {"kind", "clause", "seat", "facts", "only_for", "shows"} == set(json.loads(lines[0]))


def test_a_whole_game_at_the_terminal_with_why_undo_and_fix(tmp_path: Path) -> None:
    typed = "begin red\n1 5 6\n?\nmore\nplace extra_die 6\nundo\nplace choose_supply 6\nlog\nfix #1 1 4 6\n"
    typed += "rewind #1\nquit\n"
    result = call(tmp_path, "play", "cocoon-world", "--players", "Ann,Ben", "--seed", "1", typed=typed)
    assert result.exit_code == 0
    for words in (
        "Ann, roll your two red dice and the black one\n  (type what they show: red red black)",
        "Ann moved 6 forward [move.dice]",
        "turn.roll: ",
        "Taken back: extra die, on space 6 (place extra_die 6)",
        "Fixed answer 1: roll 1,4,6",
        "No longer fits and is dropped: keep 1 of 3, on space 6 (place choose_supply 6)",
        "Back to before roll 1,4,6",
        "The game is kept",
    ):
        assert words in result.output
    again = call(tmp_path, "play", "cocoon-world", "--seed", "1", typed="\n" * 1000)
    assert "Going on with game 1 after 1 answer;" in again.output


def test_bots_play_to_the_end_and_the_journal_replays_it(tmp_path: Path) -> None:
    result = call(tmp_path, "play", "cocoon-world", "--bots", "--headless", "--seed", "3")
    assert re.search(r"^Over: .* won \(.+\); scores \d+, \d+\.", result.output, re.MULTILINE)
    replayed = call(tmp_path, "replay", str(tmp_path / "journal.sqlite")).output
    assert "game_ended" in replayed
    assert call(tmp_path, "replay", str(tmp_path / "journal.sqlite"), "--game", "9").exit_code == 2


def test_bots_play_at_a_table_where_nobody_has_to_count(tmp_path: Path) -> None:
    output = call(tmp_path, "play", "kokoro", "--bots", "--headless", "--seed", "3").output
    assert "joins" in output
    assert "told" not in output


def test_a_wrong_answer_at_the_terminal_is_explained_and_asked_again(tmp_path: Path) -> None:
    typed = "dance\nbegin green\nbegin red\n7 7 7\nquit\n"
    output = call(tmp_path, "play", "cocoon-world", typed=typed).output
    assert "I could not read that" in output
    assert "Nobody plays green in this game" in output
    assert "A die shows 1 to 6" in output


BROKEN = """
game = "cocoon_world"
provenance = "owner"
[board]
gap = 6
events = ["start", "experience", "initiation", "pit", "gods_bet", "experience"]
[tiles.basic]
roll = 32
[tiles.marked]
rob = 12
"""


def test_every_bad_input_is_one_sentence_and_exit_2(tmp_path: Path) -> None:
    (tmp_path / "text.sqlite").write_text("no journal", encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE t (x)").connection.close()
    (tmp_path / "gap.toml").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "starts.toml").write_text(
        BROKEN.replace("gap = 6", "gap = 7").replace('"pit"', '"start"'), encoding="utf-8"
    )
    (tmp_path / "count.toml").write_text(BROKEN.replace("gap = 6", "gap = 7").replace("32", "31"), encoding="utf-8")
    cases = [
        (["play", "tennis"], "expected one of cocoon-world"),
        (["simulate", "tennis"], "expected one of cocoon-world"),
        (["play", "cocoon-world", "--players", "A,B,C,D,E,F"], "found 6 players; expected 1 to 5"),
        (["play", "cocoon-world", "--players", "Ann,Ann"], "'Ann' stands twice"),
        (["play", "cocoon-world", "--option", "colours=red,red"], "'red' stands twice"),
        (["play", "cocoon-world", "--option", "weather=fine"], "weather"),
        (["play", "cocoon-world", "--edition", str(tmp_path / "gap.toml")], "board.gap is 6"),
        (["play", "cocoon-world", "--edition", str(tmp_path / "starts.toml")], "'start' 2 times; expected 1"),
        (["play", "cocoon-world", "--edition", str(tmp_path / "count.toml")], "tiles.basic adds up to 31"),
        (["play", "cocoon-world", "--edition", "golden"], "golden"),
        (["play", "cocoon-world", "--edition", str(tmp_path / "none.toml")], "no such file"),
        (["simulate", "cocoon-world", "--players", "6"], "expected 1 to 5"),
        (["simulate", "cocoon-world", "--bot", "deep"], "no bot 'deep'"),
        (["replay", str(tmp_path / "nothing")], "no such file"),
        (["replay", str(tmp_path)], "folder"),
        (["replay", str(tmp_path / "binary")], "UTF-8"),
        (["replay", str(tmp_path / "text.sqlite")], "found 'no journal'"),
        (["replay", str(tmp_path / "other.sqlite")], "another program's database"),
    ]
    for words, expected in cases:
        result = call(tmp_path, *words)
        told = result.stderr.strip()
        assert (result.exit_code, len(told.splitlines())) == (2, 1), (words, result.output)
        assert expected in told, (words, told)


@pytest.mark.parametrize("damage", ["newer", "foreign", "text"])
def test_a_journal_that_cannot_be_used_stays_as_it_is(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    if damage == "text":
        path.write_text("mine\n" * 50, encoding="utf-8")
    else:
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE t (x)")
        if damage == "newer":
            db.executescript("PRAGMA application_id = 1952539244; PRAGMA user_version = 99;")
        db.close()
    before = path.read_bytes()
    result = call(tmp_path, "play", "cocoon-world", "--bots")
    assert result.exit_code == 2
    assert "journal" in result.stderr
    assert before == path.read_bytes()


LEVEL = """
game = "cocoons"
name = "Bolts"
difficult = false
trapdoors = ["lock_a", "rune_a1", "rune_a2", "rune_a3", "slide", "slide", "rune", "rune"]
"""


def test_an_own_level_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    path.write_text(LEVEL, encoding="utf-8")
    told = json.loads(call(tmp_path, "simulate", "cocoons", "--level", str(path), "--games", "3", "--json").output)
    assert told["possible"] is True
    assert told["games"] == 3


@pytest.mark.parametrize(
    ("level", "word"), [("", "rune_a3"), (', "rune"', "found 9"), ("[", "level.toml")], ids=["lock", "nine", "no_toml"]
)
def test_a_level_that_cannot_be_is_refused(level: str, word: str, tmp_path: Path) -> None:
    path = tmp_path / "level.toml"
    path.write_text(
        {"rune_a3": LEVEL.replace(', "rune_a3"', ', "rune"'), "found 9": LEVEL.replace("]", level + "]")}.get(
            word, level
        ),
        encoding="utf-8",
    )
    result = call(tmp_path, "simulate", "cocoons", "--level", str(path))
    assert (result.exit_code, len(result.stderr.strip().splitlines())) == (2, 1)
    assert word.removeprefix("found ") in result.stderr


def test_solo_scores_of_kokoro_are_ranked_over_evenings(tmp_path: Path) -> None:
    assert call(tmp_path, "scores").exit_code == 2
    for seed in ("1", "2"):
        call(tmp_path, "play", "kokoro", "--players", "Ann", "--headless", "--seed", seed, typed="\n1\n" * 200)
    call(tmp_path, "play", "kokoro", "--players", "Robot", "--bots", "--headless", "--seed", "1")
    ranked = json.loads(call(tmp_path, "scores", "--json").output)
    assert ["Ann", "Ann"] == [result["name"] for result in ranked]
    assert ranked[0]["score"] >= ranked[1]["score"]


def test_scores_below_nought_bear_a_minus_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last = Result(-9, "Ann", "2026-11-18", "kokoro", {"side": "blue"})
    monkeypatch.setattr("tablekeeper.firmware.journal.scores.rank_scores", lambda path: (last,))
    assert "−9  Ann, 2026-11-18" in call(tmp_path, "scores").output
    game = find_game("kokoro")
    monkeypatch.setattr(
        type(game.rules), "outcome", lambda self, state: Outcome((0,), "most_points", "end.most", (-9, 4))
    )
    told = call(tmp_path, "play", "kokoro", "--players", "Ann,Ben", "--bots", "--headless", "--seed", "1").output
    assert "scores −9, 4." in told


@pytest.mark.parametrize("game", ["cocoon-world", "cocoons"])
def test_a_hint_is_given_on_request(game: str, tmp_path: Path) -> None:
    faces = "face N\n" * 6 + "face E\nface N\n"  # no side towards the gap, so nothing has to be named
    opening = "begin red\n1 4 6\n" if game == "cocoon-world" else f"start 4\n{faces}youngest 0\n"
    output = call(tmp_path, "play", game, "--players", "Ann,Ben", typed="hint\n" + opening + "hint\nquit\n").output
    assert "nothing to choose" in output
    hidden = game == "cocoon-world"  # a real player's tiles, so that the companion can only advise in general
    assert ("Only you know what you hold" in output) is hidden
    assert ("A good bot would answer: " in output) is ("tokens to spare" in output) is not hidden
    assert (
        re.search(r"Wins about \d+ of 100 games like this, .* with: Slide the cocoon at \d\.", output) is None
    ) is hidden


@pytest.mark.parametrize(("language", "step", "word"), [("en", "[1 of ", "mat"), ("fr", "[1/", "plan")])
def test_newcomers_are_taught_while_they_play(language: str, step: str, word: str, tmp_path: Path) -> None:
    words = ["--set", f"table.language={language}", "play", "kokoro", "--players", "Ann,Ben", "--lesson", "--headless"]
    output = call(tmp_path, *words, typed="next\nnext\n\n\nquit\n").output
    assert step in output
    assert word in output
    assert step.replace("1", "3") in output
    again = call(tmp_path, *words, typed="quit\n").output
    assert "[1 of " not in again


def test_an_unknown_copy_is_asked_in_words_and_a_typed_number_is_the_value(tmp_path: Path) -> None:
    typed = "\n\n\n9\n8\n0 1\neat\nquit\n"  # two books drawn by luck; an empty line never guesses what is printed
    result = call(tmp_path, "play", "chocobo", "--players", "Ann,Ben", "--headless", "--seed", "1", typed=typed)
    assert "How many places has your dial, all around?" in result.output
    assert "Only you can see what your copy prints" in result.output
    shown = json.loads(call(tmp_path, "edition", "show", "chocobo", "--from", "owner", "--json").output)
    assert {place: found["value"] for place, found in shown.items()} == {
        "dial.size": 9, "floors.1F.reaper": 8, "floors.1F.encounter": [0, 1], "dial.0": ["eat"],
    }  # fmt: skip
