"""The simulated table's time: fast time waits for nothing, live time follows the computer's clock."""

from __future__ import annotations

import pytest

from tablekeeper.hardware.mock import table_clock
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tablekeeper.hardware.mock.table_clock import TableClock


class Computer:
    """A computer's clock that a test winds itself."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Computer:
    made = Computer()
    monkeypatch.setattr(table_clock, "time", made)
    return made


def test_fast_time_goes_from_event_to_event(computer: Computer) -> None:
    clock = TableClock()
    seen: list[tuple[str, float]] = []
    clock.after(2.0, lambda: seen.append(("late", clock.now())))
    clock.after(
        1.0, lambda: (seen.append(("early", clock.now())), clock.after(0.5, lambda: seen.append(("new", clock.now()))))
    )
    assert clock.next_s == 1.0
    clock.sleep(1.6)
    assert seen == [("early", 1.0), ("new", 1.5)]
    clock.sleep(10)
    assert seen[-1] == ("late", 2.0)
    assert clock.now() == pytest.approx(11.6)
    assert computer.slept == []


def test_time_never_runs_backwards_and_events_take_no_time() -> None:
    clock = TableClock()
    clock.sleep(5)
    seen: list[float] = []
    clock.at(3.0, lambda: (clock.sleep(9), seen.append(clock.now())))
    clock.run_due()
    assert seen == [5.0]
    clock.sleep(-1)
    assert clock.now() == 5.0


def test_live_time_follows_the_computer_and_events_keep_their_moments(computer: Computer) -> None:
    clock = TableClock(live=True)
    seen: list[float] = []
    for moment in (0.2, 0.4, 0.9):
        clock.at(moment, lambda: seen.append(clock.now()))
    computer.now_s += 0.5
    assert seen == []
    clock.run_due()
    assert seen == [0.2, 0.4]
    assert clock.now() == pytest.approx(0.5)
    clock.sleep(1.0)
    assert seen == [0.2, 0.4, 0.9]
    assert sum(computer.slept) == pytest.approx(1.0)
    assert clock.now() == pytest.approx(1.5)


def test_a_live_table_shows_the_moment_at_which_it_is_looked_at(computer: Computer) -> None:
    with SimulatedTable(seed=1, live=True) as table:
        table.hands.roll(["red"])
        computer.now_s += 0.15
        first = table.camera.frame(0.1)
        computer.now_s += 2.0
        second = table.camera.frame(0.1)
        assert first is not None
        assert second is not None
        assert second.taken_at_s - first.taken_at_s == pytest.approx(2.0, abs=0.07)
        assert table.tray.truth is not None
        assert not table.tray.truth.dice[0].moving
