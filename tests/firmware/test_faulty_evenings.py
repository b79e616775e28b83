"""Twenty faulty evenings, cut short: none stuck, none silently wrong; a thousand are played by the module's command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware import faulty_evenings
from tests.firmware.faulty_evenings import FITS, GAMES, main, play_evening, play_evenings, tabulate


@pytest.mark.parametrize("seed", range(20))
def test_whatever_goes_wrong_the_evening_goes_on_and_nothing_is_silently_wrong(seed: int) -> None:
    outcome = play_evening(seed, most_answers=24)
    assert (outcome.ended in ("over", "cut"), outcome.wrong) == (True, []), outcome


def test_an_evening_is_decided_by_its_seed_and_kept_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--evenings", "1", "--first", "7", "--results", str(tmp_path / "kept")]
    assert main(words) == 0
    first = capsys.readouterr().out
    monkeypatch.setattr(faulty_evenings, "play_evening", lambda _seed: pytest.fail("it is kept"))
    assert main(words) == 0
    assert capsys.readouterr().out == first
    assert "1 evenings" in first


def test_who_plays_an_evening_changes_nothing() -> None:
    (one, two), again = play_evenings({}, range(2), 6), play_evening(7)
    assert (one["seed"], two["seed"]) == (6, 7)
    assert (again.answers, again.struck, again.ended) == (two["answers"], two["struck"], two["ended"])


def test_the_table_of_faults_names_each_fault_and_each_game_is_played() -> None:
    lines = list(tabulate([play_evening(7, 10)]))
    assert {name for fits in FITS.values() for name in fits} <= {line.split()[0] for line in lines}
    assert set(GAMES) == set(FITS)
