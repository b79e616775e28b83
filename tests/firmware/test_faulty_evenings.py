"""Twenty faulty evenings, cut short: none stuck, none silently wrong; a thousand are played by the module's command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.faulty_evenings import FITS, GAMES, main, play_evening, read_kept, tabulate


@pytest.mark.parametrize("seed", range(20))
def test_whatever_goes_wrong_the_evening_goes_on_and_nothing_is_silently_wrong(seed: int) -> None:
    outcome = play_evening(seed, most_answers=24)
    assert (outcome.ended in ("over", "cut"), outcome.wrong) == (True, []), outcome


def test_an_evening_is_told_by_its_seed_and_kept_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept"
    words = ["--evenings", "1", "--first", "7", "--keep", str(kept)]
    assert 0 == main(words) == main(words)
    (outcome,) = read_kept(kept)
    again = play_evening(7)
    assert (again.answers, again.struck, again.ended) == (outcome.answers, outcome.struck, outcome.ended)
    assert "1 evenings" in capsys.readouterr().out


def test_the_table_of_faults_names_each_fault_and_each_game_is_played() -> None:
    lines = list(tabulate([play_evening(7, 10)]))
    assert {name for fits in FITS.values() for name in fits} <= {line.split()[0] for line in lines}
    assert set(GAMES) == set(FITS)
