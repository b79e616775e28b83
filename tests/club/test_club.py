"""The ledger counts every game once, whatever order its entries come in, and whoever lies."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from tablekeeper.firmware.club.club import BURST
from tablekeeper.firmware.club.ledger import MOST_GAMES
from tablekeeper.firmware.club.records import read_record
from tablekeeper.firmware.mqtt.connection import Heard
from tablekeeper.firmware.mqtt.signing import sign
from tablekeeper.firmware.mqtt.topics import topic
from tests.club.folding import club_results
from tests.club.hall import TONIGHT_S, Hall, begun, entry, over

GAME = [begun(), entry(1), entry(2), over(3, scores=(7, 5))]


@pytest.mark.parametrize("order", list(itertools.permutations(range(1, 4))))
def test_any_order_gives_the_same_result(hall: Hall, order: tuple[int, ...]) -> None:
    hall.say(GAME[0], *(GAME[place] for place in order))
    [result] = club_results(hall.club.ledger)
    assert (result.players, result.winners, result.scores) == (("Ann", "Ben"), (0,), (7, 5))


def test_a_game_that_is_said_many_times_counts_once(hall: Hall) -> None:
    luck = random.Random(3)
    for _ in range(8):
        hall.say(*luck.sample(GAME, len(GAME)))
    assert len(club_results(hall.club.ledger)) == 1


def test_a_gap_counts_nothing_and_is_asked_for(hall: Hall) -> None:
    hall.hear("table-1", "status", b"online", retained=True)
    hall.say(GAME[0], GAME[1], GAME[3])
    assert not club_results(hall.club.ledger)
    hall.step(5)
    assert hall.asked[-1] == ("table-1", {"game": 0, "since": 0, "to": None})
    hall.hear("table-1", "games", {"table": "table-1", "journal": "0123abcd", "games": [[1, 3, TONIGHT_S + 60]]})
    hall.step()
    assert hall.asked[-1] == ("table-1", {"game": 1, "since": 2, "to": None})
    hall.hear("table-1", "entries", [GAME[2]])
    hall.step()
    assert len(club_results(hall.club.ledger)) == 1


def test_after_a_restart_the_ledger_stands_as_it_was(hall: Hall) -> None:
    hall.say(GAME[0], GAME[2], GAME[3])
    hall.club.close()
    hall.open()
    hall.say(GAME[1])
    assert len(club_results(hall.club.ledger)) == 1


def test_a_correction_after_the_end_changes_the_result(hall: Hall) -> None:
    hall.say(*GAME, entry(4, kind="rewind", answers=2))
    assert not club_results(hall.club.ledger)
    hall.say(over(5, winners=(1,), scores=(5, 7)))
    assert club_results(hall.club.ledger)[0].winners == (1,)


def test_nobody_speaks_for_another_table(hall: Hall) -> None:
    hall.say(*GAME)
    hall.say(over(4, winners=(1,), scores=(0, 99)), table="table-2")
    assert ("table-2", "club.speaks_for_another") in hall.told
    assert club_results(hall.club.ledger)[0].winners == (0,)


def test_what_was_said_first_stands_and_the_other_is_reported_once(hall: Hall) -> None:
    hall.say(*GAME)
    for _ in range(5):
        hall.say(over(3, winners=(1,), scores=(0, 99)))
    assert club_results(hall.club.ledger)[0].winners == (0,)
    assert hall.told.count(("table-1", "club.differs")) == 1


def test_a_liar_at_an_open_broker_changes_nothing_under_the_name_of_a_table_that_signs(hall: Hall) -> None:
    """False entries before and among the true ones: unsigned, signed with a guess, and with a borrowed signature."""
    hall.secrets["table-1"] = "shared"
    false = over(3, winners=(1,), scores=(0, 99))
    for secret in ("", "a guess"):
        hall.say(begun(players=["Eve", "Mal"]), secret=secret)
        hall.say(false, secret=secret)
    hall.say(GAME[0], GAME[1], secret="shared")
    payload, other = json.dumps(false).encode(), json.dumps(GAME[2]).encode()
    for where, signed in (("entry", other), ("entries", payload)):  # of other words, and of another topic
        borrowed = sign("shared", topic("table-1", where), signed)
        hall.broker.heard.append(Heard(topic("table-1", "entry"), payload, False, borrowed))
    hall.say(GAME[2], GAME[3], secret="shared")
    hall.say(false)
    [result] = club_results(hall.club.ledger)
    assert (result.players, result.winners, result.scores) == (("Ann", "Ben"), (0,), (7, 5))
    assert hall.told == [("table-1", "club.unsigned")]


def test_what_was_signed_may_be_repeated_and_changes_no_standings(hall: Hall) -> None:
    """A stranger has kept all that a table said, and says it again: at any time, in any order, on its own topic."""
    hall.secrets["table-1"] = "shared"
    games = {"table": "table-1", "journal": "0123abcd", "games": [[1, 3, TONIGHT_S + 60]]}
    said = [("status", b"online"), ("entry", GAME[0]), ("entry", GAME[1]), ("entries", GAME[1:3]), ("entry", GAME[3]),
            ("games", games), ("entry", entry(4, kind="rewind", answers=2)),
            ("entry", over(5, winners=(1,), scores=(5, 7))), ("status", b"offline")]  # fmt: skip
    kept = [*said]
    luck = random.Random(6)
    for name, plain in said:
        hall.hear("table-1", name, plain, secret="shared")
        for old in luck.choices(kept[: 1 + said.index((name, plain))], k=9):
            hall.hear("table-1", *old, secret="shared")
        hall.step()
    [before] = club_results(hall.club.ledger)
    for old in luck.choices(kept, k=300):
        hall.hear("table-1", *old, secret="shared")
    hall.step()
    assert club_results(hall.club.ledger) == [before]
    assert (before.winners, before.scores) == ((1,), (5, 7))
    assert hall.told == []


def test_what_one_table_signed_is_nothing_in_the_name_of_another(hall: Hall) -> None:
    hall.secrets |= {"table-1": "shared", "table-2": "another"}
    for record in GAME:
        payload = json.dumps(record).encode()
        borrowed = sign("shared", topic("table-1", "entry"), payload)
        hall.broker.heard.append(Heard(topic("table-2", "entry"), payload, False, borrowed))
    hall.step()
    assert not hall.club.ledger.games
    assert hall.told == [("table-2", "club.unsigned")]


def test_a_goodbye_that_somebody_repeats_hides_no_game(hall: Hall) -> None:
    """The broker says a table's signed last will when it dies; kept and repeated, it must not stop the club asking."""
    hall.secrets["table-1"] = "shared"
    hall.hear("table-1", "status", b"online", secret="shared")
    hall.hear("table-1", "entry", GAME[0], secret="shared")
    hall.hear("table-1", "status", b"offline", secret="shared")
    hall.step()
    assert not hall.club.tables["table-1"].online
    before = len(hall.asked)
    hall.hear("table-1", "entry", GAME[2], secret="shared")  # the one before it was lost
    hall.step(5)
    assert hall.club.tables["table-1"].online
    assert len(hall.asked) > before


def test_a_liar_does_not_use_up_what_a_table_may_say(hall: Hall) -> None:
    hall.secrets["table-1"] = "shared"
    for number in range(3 * BURST):
        hall.hear("table-1", "entry", begun(game=number + 1))
    hall.say(*GAME, secret="shared")
    assert len(club_results(hall.club.ledger)) == 1
    assert ("table-1", "club.flood") not in hall.told


def test_nobody_else_says_that_a_table_has_gone(hall: Hall) -> None:
    hall.secrets["table-1"] = "shared"
    hall.hear("table-1", "status", b"online", secret="shared")
    hall.hear("table-1", "status", b"offline")
    hall.step()
    assert hall.club.tables["table-1"].online


def test_old_evenings_do_not_count_however_often_they_are_replayed(hall: Hall) -> None:
    for _ in range(4):
        hall.say(begun(begun_at=TONIGHT_S - 90_000), *GAME[1:])
    assert not hall.club.ledger.games
    assert hall.told.count(("table-1", "club.old_evening")) == 1


def test_a_flood_is_bounded_reported_once_and_hurts_nobody_else(hall: Hall) -> None:
    for number in range(3000):
        hall.hear("table-1", "entry", begun(game=number + 1))
    for record in GAME:
        hall.hear("table-2", "entry", {**record, "table": "table-2"})
    hall.step()
    assert hall.told.count(("table-1", "club.flood")) == 1
    assert sum(key.table == "table-1" for key in hall.club.ledger.games) <= min(BURST, MOST_GAMES)
    assert [result.key.table for result in club_results(hall.club.ledger)] == ["table-2"]


def test_a_table_that_counts_more_than_it_gives_is_not_asked_without_end(hall: Hall) -> None:
    hall.hear("table-1", "status", b"online", retained=True)
    hall.step()
    for _ in range(50):
        hall.hear(
            "table-1", "games", {"table": "table-1", "journal": "0123abcd", "games": [[1, 99_999, TONIGHT_S + 60]]}
        )
        hall.hear("table-1", "entries", [])
        hall.step(0.1)
    assert len(hall.asked) < 10


@pytest.mark.parametrize(
    "change",
    [
        {"players": []}, {"players": ["x" * 61]}, {"players": ["Ann"] * 13}, {"players": ["Ann\x1b[2J"]},
        {"players": ["Ann\u202e"]}, {"players": [""]}, {"name": "no_such_game"}, {"begun_at": -1}, {"begun_at": 1e300},
        {"entry": -1}, {"game": 10**12}, {"table": "../table"}, {"table": "Table 1"}, {"journal": "x"},
        {"kind": "answer"},
        {"kind": ["begun"]}, {"players": "Ann"}, {"begun_at": None},
    ],
)  # fmt: skip
def test_a_beginning_that_no_table_writes_is_refused(change: dict[str, Any]) -> None:
    assert read_record(json.dumps(begun()).encode()) is not None
    assert read_record(json.dumps(begun(**change)).encode()) is None


@pytest.mark.parametrize(
    "payload", [b"", b"\xff\xfe", b"{", b"[" * 100_000, b"null", b'{"table": "table-1"}', b"1" * 70_000]
)
def test_garbage_stops_nothing(hall: Hall, payload: bytes) -> None:
    for name in ("entry", "entries", "games", "state", "about", "status"):
        hall.hear("table-1", name, payload)
    hall.say(*GAME)
    assert len(club_results(hall.club.ledger)) == 1


@pytest.mark.parametrize("winners", [(5,), (0, 1, 2)])
def test_an_ending_with_seats_that_are_not_there_counts_nothing(hall: Hall, winners: tuple[int, ...]) -> None:
    hall.say(*GAME[:3], over(3, winners=winners))
    assert not club_results(hall.club.ledger)


def test_a_retained_entry_is_an_old_one(hall: Hall) -> None:
    hall.hear("table-1", "entry", begun(), retained=True)
    hall.step()
    assert not hall.club.ledger.games


def test_a_new_journal_of_a_table_is_not_its_old_one(hall: Hall) -> None:
    hall.say(*GAME)
    hall.say(*({**record, "journal": "ffff0000"} for record in GAME))
    assert len(club_results(hall.club.ledger)) == 2


def test_too_many_tables_are_reported_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablekeeper.firmware.club.club.MOST_TABLES", 5)
    for number in range(20):
        hall.hear(f"table-{number}", "status", b"online", retained=True)
    hall.step()
    assert len(hall.club.tables) == 5
    assert hall.told.count(("", "club.too_many")) == 1
