"""`tablekeeper balance`: figures of games whose balance is known beforehand, and one sentence for what cannot be."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tablekeeper.engines.catalogue import find_game
from tablekeeper.firmware.batches.balance import Finding, find, headline, matters_most, plan, plan_values
from tablekeeper.firmware.batches.games import Table, Tally
from tablekeeper.firmware.settings.copies import Copies
from tests.firmware.commands import call

COCOONS = find_game("cocoons")
TEXT = Copies().text(COCOONS, "reconstructed")


def found(kind: str = "seats", *, won: int = 100, wins: dict[str, int] | None = None, **scores: int) -> Finding:
    """The finding of 100 games of two players, 50 answers each."""
    trial = next(plan(COCOONS, TEXT, "reconstructed", (2,)))._replace(kind=kind)
    tally = Tally(100, 5000, 250_000, won, {}, wins or {}, scores, {bot: 9 * count for bot, count in scores.items()})
    return find(trial, tally)


def test_a_seat_that_wins_more_than_its_share_is_named() -> None:
    assert found(wins={"0 0 1": 50, "1 1 1": 50}).uneven == ()
    lopsided = found(wins={"0 0 1": 70, "1 1 1": 30})
    assert lopsided.uneven == (0, 1)
    assert lopsided.seats[0][0] == 0.7
    assert lopsided.seats[0][1] > 0.5
    assert not lopsided.together


def test_a_team_wins_or_loses_together_and_no_seat_is_uneven() -> None:
    team = found(won=40, wins={"0 0 2": 40, "1 1 2": 40})
    assert (team.together, team.uneven, team.won[0], team.seats[0][0]) == (True, (), 0.4, 0.5)
    assert team.answers == (50.0, 50.0, 50.0)


def test_what_matters_most_stands_first_and_chance_is_named() -> None:
    base = found(won=50, wins={"0 0 2": 50})
    tried = [found("value", won=55, wins={"0 0 2": 55}), found("value", won=90, wins={"0 0 2": 90})]
    (first, what, by, noise), (second, _, less, _) = matters_most(base, tried)
    assert (first, second, what) == (tried[1], tried[0], "games won")
    assert by == pytest.approx(0.4)
    assert abs(less) < noise < by


def test_scores_are_compared_where_nobody_can_lose() -> None:
    name, by, _ = headline(found(wins={"0 0 1": 100}, a=600), found(wins={"0 0 1": 100}, a=800))
    assert (name, by) == ("mean score", pytest.approx(1.0))


def test_one_number_at_a_time_is_changed_and_only_such_as_can_be_played() -> None:
    tables: list[Table] = [trial.table for trial in plan_values(COCOONS, TEXT, "reconstructed", 2)]
    assert len(tables) == 1
    assert COCOONS.read_edition(tables[0].edition, "changed").tokens == 26


def test_balance_reports_seats_strength_options_and_values(tmp_path: Path) -> None:
    words = ("balance", "cocoons", "--players", "2", "--games", "6", "--value-games", "4")
    printed = call(tmp_path, *words)
    assert printed.exit_code == 0
    for line in ("2 players: 6 games, ", "good among random, 2 players: 6 games", "level 5, 2 players: games won -",
                 "  reserve.tokens 26: "):  # fmt: skip
        assert line in printed.stdout
    told = json.loads(call(tmp_path, *words, "--json").stdout)
    assert told["game"] == "cocoons"
    assert {trial["kind"] for trial in told["trials"]} == {"seats", "strength", "option"}
    assert [value["value"] for value in told["values"]] == ["reserve.tokens 26"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chess",), "there is none of that name"),
        (("kokoro", "--players", "9"), "Cannot balance Kokoro: .*found 9 players; expected 1 to 8"),
        (("kokoro", "--games", "0"), "Cannot balance Kokoro: .*found 0 games; expected 1 to"),
        (("kokoro", "--workers", "0"), "found 0 workers"),
        (("kokoro", "--edition", "none"), "Cannot open the edition 'none'"),
        (("kokoro", "--cluster", "nowhere"), "that is no address"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    refused = call(tmp_path, "balance", *words)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert re.search(says, refused.stderr)
    assert refused.stderr.count("\n") == 1


def test_an_edition_with_a_hole_is_one_sentence_and_nothing_is_played(tmp_path: Path) -> None:
    hole = tmp_path / "hole.toml"
    hole.write_text(TEXT.replace('g1 = { value = "iguana", provenance = "rulebook" }\n', ""), encoding="utf-8")
    refused = call(tmp_path, "balance", "cocoons", "--edition", str(hole))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "guardians.g1 is missing" in refused.stderr
