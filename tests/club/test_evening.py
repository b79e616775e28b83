"""Rounds, standings, ratings and the files of an evening."""

from __future__ import annotations

import csv
import io
import itertools
import json
from pathlib import Path

import pytest

from tablekeeper.firmware.club import evening as arranging
from tablekeeper.firmware.club.export import evening_json, results_csv, standings_csv
from tablekeeper.firmware.club.records import GameKey
from tablekeeper.firmware.club.rounds import pair, sizes_of
from tablekeeper.firmware.club.standings import Result, count, rank, rate
from tablekeeper.firmware.club.stores import hide_password, open_store
from tablekeeper.firmware.errors import BadInput

PEOPLE = ("Ann", "Ben", "Chloé", "Dai", "Eva", "Finn", "Gül", "Hugo", "Ida", "Jon", "Kim", "Lea")
TABLES = ("table-1", "table-2", "table-3", "table-4")


def game(players: tuple[str, ...], winners: tuple[int, ...], scores: tuple[int, ...] = (), at: int = 1) -> Result:
    return Result(GameKey("table-1", "0123abcd", at), "kokoro", players, winners, scores, "most", 60.0 * at, 90.0 * at)


@pytest.mark.parametrize("people", range(1, 20))
@pytest.mark.parametrize("tables", range(1, 6))
def test_everybody_sits_who_can_and_nobody_sits_alone(people: int, tables: int) -> None:
    sizes = sizes_of(people, tables)
    assert len(sizes) <= tables
    assert all(2 <= size <= 4 for size in sizes)
    assert sum(sizes) == (0 if people < 2 else min(people, 4 * tables))
    assert not sizes or max(sizes) - min(sizes) <= 1


def test_over_four_rounds_people_meet_more_others_than_they_meet_twice() -> None:
    rounds: list[arranging.Pairing] = []
    for _ in range(4):
        rounds.append(pair(PEOPLE, TABLES, rounds, most=3))
        assert sorted(name for group in rounds[-1].values() for name in group) == sorted(PEOPLE)
    meetings = [
        frozenset(two) for seated in rounds for group in seated.values() for two in itertools.combinations(group, 2)
    ]
    assert len(set(meetings)) >= 0.8 * len(meetings)


def test_who_had_to_wait_sits_first_next_time() -> None:
    first = pair(PEOPLE[:5], ("table-1",), ())
    waited = set(PEOPLE[:5]) - set(first["table-1"])
    assert waited <= set(pair(PEOPLE[:5], ("table-1",), [first])["table-1"])


def test_an_evening_is_kept_as_it_was_arranged(tmp_path: Path) -> None:
    evening = arranging.read_evening(tmp_path, 1000.0, 30)
    for name in (*PEOPLE[:6], "Ann", "", "  ", "Eve\x1b[2J"):
        evening = arranging.arrive(evening, name)
    evening = arranging.begin_round(arranging.leave(evening, "Ben"), TABLES, 2000.0)
    arranging.write_evening(tmp_path, evening)
    assert arranging.read_evening(tmp_path, 9999.0) == evening
    assert evening.people == ("Ann", "Chloé", "Dai", "Eva", "Finn")
    assert evening.current is not None
    assert arranging.end_round(evening, 3000.0).current is None


def test_a_broken_evening_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / arranging.FILE).write_text("{")
    with pytest.raises(BadInput, match="expected a file that the club wrote"):
        arranging.read_evening(tmp_path, 0.0)


def test_wins_count_whole_together_and_in_parts_when_shared() -> None:
    standings = count([
        game(("Ann", "Ben"), (0,)), game(("Ann", "Ben", "Dai"), (0, 1), at=2), game(("Ann", "Dai"), (0, 1), at=3),
        game(("Ben", "Dai"), (), at=4),
    ])  # fmt: skip
    assert [(one.name, one.games, one.wins) for one in standings] == [("Ann", 3, 2.5), ("Dai", 3, 1.0), ("Ben", 3, 0.5)]


def test_places_follow_winners_then_points() -> None:
    assert rank(game(("Ann", "Ben", "Dai"), (1,), (9, 9, 4))) == [1.0, 0.0, 2.0]
    assert rank(game(("Ann", "Ben", "Dai"), (2,))) == [1.0, 1.0, 0.0]


def test_a_winner_is_rated_above_and_a_table_that_wins_together_not_at_all() -> None:
    rated = rate([game(("Ann", "Ben"), (0,), at=at) for at in range(1, 6)])
    assert rated["Ann"] > rated["Ben"]
    assert rate([game(("Ann", "Ben"), (0, 1)), game(("Ann", "Ben"), ()), game(("Ann",), (0,))]) == {}


def test_ratings_depend_on_the_games_alone() -> None:
    games = [game(PEOPLE[at : at + 3], (at % 3,), at=at + 1) for at in range(8)]
    assert rate(games) == rate(games)


def test_the_files_hold_every_game_and_no_formula() -> None:
    results = [game(("=HYPERLINK(1)", 'Ben, "B"'), (1,), (-3, 5))]
    rows = list(csv.DictReader(io.StringIO(results_csv(results))))
    assert [(row["player"], row["won"], row["score"]) for row in rows] == [
        ("'=HYPERLINK(1)", "0", "-3"),
        ('Ben, "B"', "1", "5"),
    ]
    standings = count(results)
    assert [row["name"] for row in csv.DictReader(io.StringIO(standings_csv(standings)))] == [
        'Ben, "B"',
        "'=HYPERLINK(1)",
    ]
    plain = json.loads(evening_json(results, standings))
    assert plain["results"][0]["bg_stats"].startswith("https://app.bgstatsapp.com/createPlay.html?data=")


def test_a_store_that_cannot_be_opened_is_one_sentence_without_its_password(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="expected a file of the club's"):
        open_store(str(tmp_path / "file" / "ledger"), tmp_path)
    told = hide_password("connection to postgresql://club:s3cret@db failed", "postgresql://club:s3cret@db/evening")
    assert "s3cret" not in told
