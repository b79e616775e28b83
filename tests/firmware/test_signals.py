"""Signals: one name for each change, told alike to screen, lamp and buzzer, in one order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.window.sound import SIGNALS as SOUNDS
from tablekeeper.firmware.program.lamp import FULL, SHOWS, TableSignals
from tablekeeper.firmware.program.signals import NOBODY, SIGNALS, Moment, Signaller, changes
from tablekeeper.firmware.senses.inbox import Ailing
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tablekeeper.hardware.sliding_box.facts import Slid
from tests.conftest import Clock
from tests.firmware.fakes import Table


def test_screen_and_lamp_know_exactly_the_same_signals() -> None:
    assert set(SIGNALS) == set(SOUNDS) == set(SHOWS)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (Moment(), ()),
        (Moment(lost=frozenset({"camera"})), ("lost",)),
        (Moment(refusals=1), ("refused",)),
        (Moment(doubts=1), ("doubt",)),
        (Moment(read=1, seat=1, rolling=3), ("read", "turn", "roll")),
        (Moment(moved=1, seat=NOBODY), ("moved",)),
        (Moment(read=1, ending="won"), ("read", "won")),
        (Moment(ending="over"), ("over",)),
    ],
)
def test_each_change_has_its_name(now: Moment, told: tuple[str, ...]) -> None:
    assert changes(Moment(), now) == told
    assert changes(now, now) == ()


def test_everybody_hears_the_same_in_the_same_order() -> None:
    screen: list[str] = []
    lamp: list[str] = []
    signaller = Signaller((screen.append, lamp.append))
    for moment in (Moment(seat=0, rolling=0), Moment(seat=1, rolling=1, read=1), Moment(lost=frozenset({"box"}))):
        signaller.look(moment)
    assert screen == lamp == ["turn", "roll", "read", "turn", "roll", "lost"]


@pytest.fixture
def table(table: Table) -> Table:
    """One at which nothing was heard yet."""
    table.screen.signals.clear()
    return table


def test_a_roll_is_read_and_what_is_doubted_or_wrong_is_told(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100))
    assert table.screen.signals == ["refused"]
    table.see((3, "red", 10), (2, "red", 100), (5, "black", 200, "glare"))
    assert table.screen.signals == ["refused", "doubt"]
    table.intent(intents.RollAgain())
    table.see((3, "red", 20), (2, "red", 120), (6, "black", 220))
    assert table.screen.signals[:3] == ["refused", "doubt", "roll"]
    assert "read" in table.screen.signals


def test_a_device_that_goes_and_comes_back_is_told(table: Table) -> None:
    table.inbox.put(Ailing("camera", "lost", "unplugged"))
    table.step()
    table.step()
    table.inbox.put(Ailing("camera", "ready"))
    table.step()
    assert table.screen.signals == ["lost", "back"]


def test_a_slide_that_counts_is_told(tmp_path: Path, clock: Clock) -> None:
    made = Table(tmp_path / "c", clock, table="virtual", game="cocoons")
    made.step()
    slides: list[Any] = []
    while not slides:
        assert made.loop.question is not None
        slides = [option for option in made.loop.question.options if option.verb == "slide"]
        if not slides:
            made.intent(intents.Answered(made.loop.question.options[0].spell()))
    gap, place = made.loop.session.history.state.gap, slides[0].place
    made.screen.signals.clear()
    made.feel(Slid(0.0, place + 1, gap + 1))
    assert "moved" in made.screen.signals
    made.journal.close()


def test_the_lamp_dips_and_is_again_as_the_reader_knows_it() -> None:
    with SimulatedTable(seed=1) as table:
        signals = TableSignals(table)
        for name in SIGNALS:
            signals.show(name)
            assert table.lamp.level < FULL
            table.clock.sleep(1.0)
            signals.tick()
            assert (table.lamp.level, table.lamp.mood) == (FULL, "steady")
            assert table.buzzer.due_s() is None
