"""Lessons: how far a table has come, and that every shipped lesson can be lived through."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core import Event
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.printed.ledger import read_ledger
from tablekeeper.engines.core.printed.lesson import (
    Lesson,
    LessonFault,
    Progress,
    current_step,
    follow,
    follow_all,
    read_lesson,
    read_on,
)
from tests.engines.tables import ROOT, edition

TEXT = """
game = "toy"
[[steps]]
id = "look"
chapter = "one"
show = "table"
en = "Look at the table."
fr = "Regardez la table."
[[steps]]
id = "roll"
chapter = "one"
show = "dice"
clauses = ["turn.roll"]
done = { event = "dice_rolled", times = 2 }
en = "Roll twice."
fr = "Lancez deux fois."
[[steps]]
id = "trick"
chapter = "two"
show = "table"
may_be_missed = true
table = "real"
done = { event = "trick_played", facts = { won = true } }
en = "Win a trick."
fr = "Gagnez un pli."
[[steps]]
id = "bid"
chapter = "two"
show = "table"
done = { question = "bid" }
en = "Go on until you bid."
fr = "Jouez jusqu'aux enchères."
[[steps]]
id = "end"
chapter = "two"
show = "score"
done = { over = true }
en = "Play to the end."
fr = "Jouez jusqu'au bout."
"""
LESSON = read_lesson(TEXT, "toy")
ROLLED = Event("dice_rolled", "turn.roll", 0, {})
WON = Event("trick_played", "trick.win", 0, {"won": True})
LOST = Event("trick_played", "trick.win", 0, {"won": False})

WALKS: list[tuple[str, list[tuple[list[Event], str | None]], str | None]] = [
    ("nothing happens", [], "look"),
    ("what is to be read is passed by what follows it", [([ROLLED], "roll")], "roll"),
    ("times are counted", [([ROLLED], "roll"), ([ROLLED], "roll")], "trick"),
    ("twice in one answer", [([ROLLED, ROLLED], "roll")], "trick"),
    ("what must not be missed holds the rest back", [([ROLLED], "roll"), ([WON], "bid")], "roll"),
    ("facts must be as asked", [([ROLLED, ROLLED, LOST], "roll")], "trick"),
    ("the right fact", [([ROLLED, ROLLED, WON], "roll")], "bid"),
    ("what may be missed is passed", [([ROLLED, ROLLED], "roll"), ([], "bid")], "end"),
    ("the end", [([ROLLED, ROLLED], "roll"), ([], "bid"), ([], None)], None),
    ("the end too early", [([ROLLED], "roll"), ([], None)], "roll"),
]


@pytest.mark.parametrize(("told", "shown"), [walk[1:] for walk in WALKS], ids=[walk[0] for walk in WALKS])
def test_progress_is_folded_from_what_happens(told: list[tuple[list[Event], str | None]], shown: str | None) -> None:
    step = current_step(LESSON, follow_all(LESSON, told))
    assert (step.id if step else None) == shown


def test_reading_goes_on_by_hand_and_stops_at_the_end() -> None:
    progress = Progress()
    for _ in range(9):
        progress = read_on(LESSON, progress)
    assert progress == Progress(5)
    assert current_step(LESSON, progress) is None
    assert follow(LESSON, progress, [ROLLED], "roll") == progress


def test_steps_of_the_other_table_are_left_out() -> None:
    assert [step.id for step in LESSON.at("virtual").steps] == ["look", "roll", "bid", "end"]
    assert len(LESSON.at("real").steps) == 5


def test_a_text_comes_in_the_language_asked_for() -> None:
    assert LESSON.steps[0].text("fr") == "Regardez la table."
    assert LESSON.steps[0].text("de") == "Look at the table."


FAULTS = [
    ("no TOML", "game", "game game", "found no TOML"),
    ("another game", '"toy"', '"chess"', "found game = 'chess'"),
    ("no text", 'en = "Look at the table."', "", "step 1: en is None"),
    ("no French", 'fr = "Lancez deux fois."', "", "step 2: fr is None"),
    ("a step twice", '"roll"', '"look"', "found the step 'look' 2 times"),
    ("a strange key", "clauses =", "rules =", "step 2: found 'rules'"),
    ("a strange condition", "over = true", "end = true", "step 5: done: found 'end'"),
    ("two conditions", "over = true", 'over = true, event = "x"', "step 5: done has"),
    ("no times", "times = 2", "times = 0", "step 2: done is"),
    ("a strange table", 'table = "real"', 'table = "round"', "step 3: table is 'round'"),
    ("a condition in a word", 'done = { question = "bid" }', 'done = "bid"', "step 4: done is 'bid'"),
    ("one clause in a word", '["turn.roll"]', '"turn.roll"', "step 2: clauses is"),
]


@pytest.mark.parametrize(("old", "new", "says"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
def test_faults_are_named_with_their_step(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(LessonFault, match=says) as fault:
        read_lesson(TEXT.replace(old, new, 1), "toy")
    assert "expected" in str(fault.value)


def test_no_steps_are_a_fault() -> None:
    with pytest.raises(LessonFault, match="found steps = None"):
        read_lesson('game = "toy"', "toy")


def shipped(game: str) -> Lesson:
    text = (ROOT / "engines" / game / "lesson.toml").read_text(encoding="utf-8")
    return read_lesson(text, game)


TAUGHT = [name for name in NAMES if (ROOT / "engines" / name / "lesson.toml").exists()]
SECOND_GAME: dict[str, dict[str, str]] = {"kokoro": {"side": "pink", "decree": "drawn"}}
"""Options of the game in which a lesson's advanced chapter is played."""


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_taught(game: str) -> None:
    assert game in TAUGHT


@pytest.mark.parametrize("game", TAUGHT)
def test_lessons_cite_clauses_of_the_ledger(game: str) -> None:
    ledger = read_ledger((ROOT / "engines" / game / "RULES.md").read_text(encoding="utf-8"))
    cited = [clause for step in shipped(game).steps for clause in step.clauses]
    assert cited
    assert set(cited) <= set(ledger)


@pytest.mark.parametrize("table", ["virtual", "real"])
@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_lived_through_by_playing(game: str, table: str) -> None:
    """Random games, one after the other, carry a table through every step without a touch."""
    lesson = shipped(game).at(table)
    progress, luck, games = Progress(), random.Random(2), 0
    while current_step(lesson, progress) is not None and games < 40:
        options = SECOND_GAME.get(game, {}) if games else {}
        progress = _play(game, table, options, lesson, progress, luck)
        games += 1
    step = current_step(lesson, progress)
    assert step is None, f"{game} at a {table} table is stuck at {step.id}"


def _play(
    game: str, table: str, options: dict[str, str], lesson: Lesson, progress: Progress, luck: random.Random
) -> Progress:
    found = find_game(game)
    rules: Any = found.rules
    setup = found.prepare(("Ann", "Ben"), edition(game), table=table, options=options)
    state, events = rules.start(setup)
    progress = follow(lesson, progress, events, rules.question(state).kind)
    while not rules.is_over(state):
        answer = choose_randomly(rules, state, rules.question(state), luck)
        state, events = rules.answer(state, answer)
        kind = None if rules.is_over(state) else rules.question(state).kind
        progress = follow(lesson, progress, events, kind)
    return progress
