"""Tournaments by the runner of many games: the same result on one process and on two, and every win counted once."""

from __future__ import annotations

from pathlib import Path

from tablekeeper.firmware.batches.games import Tally
from tablekeeper.firmware.batches.run import Where
from tests.engines.tournaments import play, rows

BOTS = ["good", "random"]


def test_a_tournament_is_the_same_on_two_processes_and_goes_on_with_its_file(tmp_path: Path) -> None:
    alone = play("cocoon-world", BOTS, games=8, seed=3, where=Where())
    kept = Where(2, "", tmp_path / "games.jsonl")
    assert play("cocoon-world", BOTS, games=8, seed=3, where=kept).found == alone.found
    assert play("cocoon-world", BOTS, games=8, seed=3, where=kept).fresh == 0
    assert sum(Tally(**alone.found).by_bot().values()) == 8
    assert [row.split(" wins ")[0] for row in rows(BOTS, alone)] == ["2 players: good x1", "2 players: random x1"]
