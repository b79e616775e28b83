"""A copy that nobody has transcribed: playable from the first evening, and better known after each."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tablekeeper.engines.chocobo import GAME, edition_with, learned, write_edition
from tablekeeper.engines.core.record.history import History
from tests.engines.chocobo.knowing_table import KnowingTable
from tests.engines.chocobo.tables import RULES, after, setup

EVENINGS = 6


def assert_true(table: KnowingTable) -> None:
    """Wherever the companion asked, its edition now says what the box prints."""
    told = [entry for entry in table.learned.printed if entry.provenance == "owner"]
    assert told
    monsters: Counter[tuple[str, object]] = Counter()
    for entry in told:
        if entry.place.startswith("monsters."):
            monsters[entry.place.split(".")[1], entry.value] += 1
        else:
            assert entry.value == table.true_value(entry.place), entry.place
    printed = Counter((place.split(".")[1], v) for place, v in table.truth.values.items() if place.startswith("monst"))
    assert not monsters - printed


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_was_asked_is_learned_and_asked_no_more(players: int) -> None:
    table = KnowingTable(players, players, boss="omega" if players % 2 else "behemoth")
    for _ in range(3):
        before = len(table.learned.printed)
        kept, _ = table.evening("random" if players < 3 else "good")
        assert len(table.learned.printed) - before == kept, "each question is about something new"
        assert_true(table)
        again = GAME.read_edition(write_edition(table.learned), "mine")
        assert again.values == table.learned.values


def test_the_questions_grow_fewer_evening_by_evening() -> None:
    tables = [KnowingTable(seed, 3) for seed in range(6)]
    curve = [sum(table.evening("gentle")[0] for table in tables) / len(tables) for _ in range(EVENINGS)]
    print("questions that are kept, by evening:", curve)
    assert all(fewer < more for more, fewer in pairwise(curve))
    assert curve[-1] < curve[0] / 10
    for table in tables:
        assert_true(table)


def test_a_complete_edition_asks_nothing_about_the_copy() -> None:
    table = KnowingTable(5, 3, "reconstructed")
    table.first = 0
    start, _ = RULES.start(GAME.prepare(("Ann",), table.learned, "real"))
    assert RULES.question(start).kind == "book"
    assert learned(start) == {}


def test_what_was_told_can_be_corrected_in_the_running_game() -> None:
    history = History(RULES, setup(2, name="unknown"))
    for text in ("find heal_1", "find heal_1", "tell dial.size 7", "tell floors.1F.reaper 9"):
        history.answer(RULES.read(text), "touch")
    dropped = history.fix(2, RULES.read("tell dial.size 8"), "touch")
    assert dropped == []
    assert learned(history.state) == {"dial.size": 8, "floors.1F.reaper": 9}


def test_the_owner_corrects_a_value_and_a_running_game_goes_on() -> None:
    state, _ = RULES.start(setup(2, name="unknown"))
    state, _ = after(state, "find heal_1", "find heal_1", "tell dial.size 7", "tell floors.1F.reaper 9")
    mine = edition_with(state.setup.edition, learned(state).items())
    better = edition_with(mine, [("floors.1F.reaper", 11)])
    assert {entry.place: entry.provenance for entry in better.printed}["floors.1F.reaper"] == "owner"
    assert better.values["floors.1F.reaper"] == 11
    assert learned(state)["floors.1F.reaper"] == 9, "tonight's game keeps what it was told"
