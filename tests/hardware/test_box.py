"""The real driver above simulated pins: every slide is felt, none is invented, and rest costs nothing."""

from __future__ import annotations

import pytest

from tablekeeper.hardware.mock.magnet import Sensor
from tablekeeper.hardware.mock.prove_box import FAULTY, Rig, prove
from tablekeeper.hardware.sliding_box.facts import Differs, Fact, Lifted, Rests, Slid, Unknown

MOST_S = 0.150


def test_thousands_of_slides_are_all_felt_in_time() -> None:
    tally = prove(2000, seed=7)
    assert (tally.right, tally.false, tally.silent) == (2000, 0, 0)
    assert tally.slowest_s <= MOST_S
    assert tally.edges > 3 * tally.slides  # they did flicker and bounce
    assert not tally.said


def test_sensors_that_look_twenty_times_a_second_are_quick_enough() -> None:
    tally = prove(800, seed=8, sensor=Sensor(sample_s=0.05))
    assert (tally.right, tally.false, tally.silent) == (800, 0, 0)
    assert tally.slowest_s <= MOST_S


@pytest.mark.parametrize("fault", FAULTY)
@pytest.mark.parametrize("cell", [1, 2, 5])
def test_a_broken_sensor_makes_questions_but_no_false_slides(fault: str, cell: int) -> None:
    tally = prove(200, seed=cell, fault=fault, cell=cell)
    assert tally.false == 0
    assert tally.silent == 0
    assert tally.right < 200


def test_a_dead_sensor_that_is_known_costs_nothing() -> None:
    tally = prove(500, seed=3, fault="sensor_stuck_off", masked=True)
    assert (tally.right, tally.false, tally.silent) == (500, 0, 0)


@pytest.mark.slow
def test_a_hundred_thousand_slides() -> None:
    tally = prove(100_000, seed=1)
    assert (tally.right, tally.false, tally.silent) == (100_000, 0, 0)


def test_a_resting_box_asks_for_nothing() -> None:
    rig = Rig(1)
    rig.facts_until(5.0)
    rang: list[int] = []
    rig.driver.on_edge = lambda: rang.append(1)
    looks = rig.looks
    assert rig.facts_until(3600.0) == []
    assert rig.looks == looks
    assert rang == []
    assert rig.driver.due_s() is None
    rig.box.slide(4)
    rig.facts_until(3602.0)
    assert rang
    rig.close()


def test_hands_lift_put_and_turn_the_box() -> None:
    rig = Rig(2)
    rig.facts_until(2.0)
    rig.box.quarter_turn()
    assert not [fact for fact in rig.facts_until(4.0) if not isinstance(fact, Rests)]
    rig.box.lift(1)
    assert Lifted in {type(fact) for fact in rig.facts_until(7.0)}
    rig.box.put(1)
    assert isinstance(rig.facts_until(9.0)[-1], Rests)
    rig.box.lift(1)
    rig.facts_until(11.0)
    rig.box.put(5)
    assert isinstance(rig.facts_until(13.0)[-1], Unknown)
    assert rig.driver.hole == rig.box.hole == 1
    rig.close()


def test_what_slid_while_the_power_was_off_differs() -> None:
    rig = Rig(3)
    rig.facts_until(2.0)
    rig.driver.close()
    rig.box.slide(4)
    rig.clock.sleep(5)
    rig.driver.open()
    assert [type(fact) for fact in rig.facts_until(9.0)] == [Differs]
    rig.close()


def test_late_looks_give_the_same_facts_as_prompt_ones() -> None:
    def slid(lazy: bool) -> list[Fact]:
        rig = Rig(4)
        rig.facts_until(2.0)
        facts: list[Fact] = []
        for start in (4, 1, 2, 5):
            rests_s = rig.box.slide(start, 0.3)
            if lazy:
                rig.clock.sleep(rests_s + 0.5 - rig.clock.now())
            facts += rig.facts_until(rests_s + 0.5)
        rig.close()
        return [fact for fact in facts if isinstance(fact, Slid)]

    assert slid(lazy=True) == slid(lazy=False)
    assert len(slid(lazy=True)) == 4


def test_an_unplugged_box_is_doubtful() -> None:
    rig = Rig(5)
    for cell in range(1, 10):
        rig.box.set_fault("sensor_stuck_off", cell=cell)
    rig.facts_until(4.0)
    assert rig.driver.health.state == "doubtful"
    assert "plugged in" in rig.driver.health.why
    rig.close()
    assert rig.driver.health.state == "closed"
