"""The truth that faulty evenings are judged by: what was undone counts no more, what nobody gave is found."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from display import wishes as w
from tests.conftest import Clock
from tests.firmware.clumsy import Clumsy, Meant
from tests.firmware.fakes import Table


def sit(table: Table) -> Clumsy:
    """Somebody who has seen everything so far."""
    nothing: Any = SimpleNamespace()
    return Clumsy(table.loop, nothing, table.wish, luck=Random(1), bots={}, plan=(), strike=lambda name: None)


def test_answers_that_replace_undone_ones_before_anybody_looks_are_not_measured_by_what_those_meant(
    tmp_path: Path, clock: Clock
) -> None:
    table = Table(tmp_path / "j", clock)
    table.wish(w.Answered("begin red"))
    people = sit(table)
    table.wish(w.Answered("roll 1,4,6"))
    people._chosen = (1, "roll 1,4,6")
    people._notice()
    table.wish(w.Rewind(1))
    table.wish(w.Answered("roll 2,4,6"))
    people._chosen = (1, "roll 2,4,6")
    people._notice()
    assert [] == people.differences()
    assert {1: Meant("roll 2,4,6")} == people.meant
    table.journal.close()


def test_an_answer_that_changed_without_anybody_wanting_it_is_found(tmp_path: Path, clock: Clock) -> None:
    table = Table(tmp_path / "j", clock)
    table.wish(w.Answered("begin red"))
    people = sit(table)
    table.wish(w.Answered("roll 1,4,6"))
    people._chosen = (1, "roll 1,4,6")
    people._notice()
    people._chosen = (-1, "")
    table.loop.session.fix(1, table.loop.session.game.rules.read("roll 1,4,5"), "touch")
    people._notice()
    assert ["answer 1: roll 1,4,5 by touch, but nobody gave it"] == people.differences()
    table.journal.close()
