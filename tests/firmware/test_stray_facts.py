"""Early, late, double and stray facts: each has one friendly outcome, and none becomes an answer that nobody gave."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.pages import DoubtPage, TablePage
from tablekeeper.firmware.senses.arbiter import EARLY, NOT_MOVED
from tablekeeper.firmware.senses.inbox import Ailing, Lain, Stirring
from tablekeeper.hardware.sliding_box.facts import (
    Contradicts,
    Differs,
    Fact,
    Lifted,
    NoHole,
    Rests,
    Slid,
    TwoHoles,
    Unknown,
)
from tablekeeper.vision.reading import Die
from tests.conftest import Clock
from tests.firmware.fakes import Table


def answer_until_roll(table: Table) -> None:
    """Take the first option of everything until dice are asked for again."""
    while (question := table.loop.question) is not None and "dice" not in question.about:
        table.intent(intents.Answered(question.options[0].spell()))


# -- dice


def roll_too_early(table: Table) -> None:
    """Ann rolls; Ben rolls 5, 2 and 1 before anybody asks him to."""
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    table.see((5, "blue", 30), (2, "blue", 130), (1, "black", 230))


def test_dice_rolled_before_they_are_asked_for_are_offered_with_one_tap(table: Table) -> None:
    roll_too_early(table)
    answer_until_roll(table)
    page = table.screen.page
    assert isinstance(page, DoubtPage)
    assert [EARLY] * 3 == [die.doubt for die in page.dice]
    table.intent(intents.FixReading(-1, "roll 5,2,1"))
    assert "roll 5,2,1" == table.answers()[-1]


def test_early_dice_that_are_picked_up_again_are_not_offered(table: Table) -> None:
    roll_too_early(table)
    table.inbox.put(Stirring("moving"))
    table.step()
    answer_until_roll(table)
    assert isinstance(table.screen.page, TablePage)


def test_early_dice_that_are_not_meant_are_thrown_away_with_one_tap(table: Table) -> None:
    roll_too_early(table)
    answer_until_roll(table)
    before = table.answers()
    page = table.intent(intents.RollAgain())
    assert (before, "") == (table.answers(), page.note)
    table.see((6, "blue", 300), (3, "blue", 400), (2, "black", 500))
    assert "roll 6,3,2" == table.answers()[-1]


def test_the_black_die_left_in_the_tray_does_not_disturb_a_roll_without_it(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100), (6, "black", 200, "glare"))
    table.intent(intents.FixReading(-1, "roll 3,3,6"))
    assert "roll 3,3,6" == table.answers()[-1]
    assert {die.body for die in table.loop.claim.resting_dice.dice} == {"red", "black"}


def test_the_black_die_left_in_the_tray_and_not_thrown_is_asked_about(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    answer_until_roll(table)
    page = table.see((5, "blue", 30), (2, "blue", 130), (6, "black", 200))
    assert isinstance(page, DoubtPage)
    assert [None, None, NOT_MOVED] == [die.doubt for die in page.dice]


def test_a_black_die_that_came_too_early_and_stays_while_the_others_are_thrown_is_asked_about(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    table.see((5, "red", 30), (2, "red", 130), (1, "black", 500))
    table.inbox.put(Stirring("moving"))
    table.step()
    answer_until_roll(table)
    page = table.see((5, "blue", 60), (2, "blue", 330), (1, "black", 500))
    assert isinstance(page, DoubtPage)
    assert [None, None, NOT_MOVED] == [die.doubt for die in page.dice]


def lay(table: Table, *dice: tuple[int, str, int]) -> None:
    """The eye sees so much in a still tray."""
    table.inbox.put(Lain(tuple(Die(value, 0.9, body, "", (x, 50, 40, 40)) for value, body, x in dice)))
    table.step()


def test_a_black_die_that_was_left_and_then_knocked_across_the_tray_is_asked_about(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    answer_until_roll(table)
    lay(table, (6, "black", 200))
    page = table.see((5, "blue", 30), (2, "blue", 130), (6, "black", 400))
    assert isinstance(page, DoubtPage)
    assert [None, None, NOT_MOVED] == [die.doubt for die in page.dice]


def test_a_black_die_left_while_nothing_was_asked_and_then_knocked_is_asked_about(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    table.see((6, "black", 200))
    answer_until_roll(table)
    page = table.see((5, "blue", 30), (2, "blue", 130), (6, "black", 400))
    assert isinstance(page, DoubtPage)


def test_the_same_value_at_the_same_place_counts_once_the_tray_was_seen_empty(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    answer_until_roll(table)
    lay(table)
    table.see((5, "blue", 30), (2, "blue", 130), (6, "black", 200))
    assert "roll 5,2,6" == table.answers()[-1]


def test_a_die_thrown_once_more_because_it_fell_beside_the_tray_makes_the_others_no_leftovers(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    answer_until_roll(table)
    lay(table, (5, "blue", 30), (6, "black", 300))
    table.see((5, "blue", 30), (2, "blue", 130), (6, "black", 300))
    assert "roll 5,2,6" == table.answers()[-1]


def test_a_second_throw_after_the_answer_changes_nothing(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    before = table.answers()
    page = table.see((2, "red", 50), (2, "red", 150), (2, "black", 250))
    assert (before, True) == (table.answers(), isinstance(page, TablePage))


def test_a_late_roll_waits_as_long_as_people_do(table: Table) -> None:
    for _ in range(600):
        table.clock.pass_s(1)
        table.step()
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    assert "roll 1,4,6" == table.answers()[-1]


def test_a_roll_told_by_touch_is_never_taken_once_more_by_the_camera(table: Table) -> None:
    """The camera was away; it is back and sees the dice that have answered, while the same colours are asked again."""
    table.intent(intents.Answered("roll 1,4,6"))
    table.intent(intents.Rewind(1))
    before = table.answers()
    page = table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    assert isinstance(page, DoubtPage)
    assert [NOT_MOVED] * 3 == [die.doubt for die in page.dice]
    assert before == table.answers()
    table.intent(intents.RollAgain())
    table.see((1, "red", 60), (4, "red", 160), (6, "black", 260))
    assert "roll 1,4,6" == table.answers()[-1]


def test_dice_that_lay_there_when_the_power_went_are_asked_about(tmp_path: Path, clock: Clock) -> None:
    before = Table(tmp_path / "j", clock)
    before.intent(intents.Answered("begin red"))
    before.journal.close()
    after = Table(tmp_path / "j", clock)
    page = after.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    assert isinstance(page, DoubtPage)
    assert ["begin red"] == after.answers()
    after.intent(intents.FixReading(-1, "roll 1,4,6"))
    assert "roll 1,4,6" == after.answers()[-1]
    after.journal.close()


def test_word_of_the_box_does_not_hide_that_a_die_is_missing(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100))
    table.inbox.put(Ailing("box", "doubtful", "no cell feels a magnet"))
    page = table.step()
    assert "wrong_dice" == page.note
    assert "doubt" == {light.name: light.state for light in page.health}["box"]


# -- cocoons; places count from 0, cells from 1


@pytest.fixture
def box(tmp_path: Path, clock: Clock) -> Iterator[Table]:
    """A game of Cocoons at its first slide, the gap in the middle."""
    made = Table(tmp_path / "c", clock, table="virtual", eye=False, game="cocoons")
    made.intent(intents.Answered("start 4"))
    while (question := made.loop.question) is not None and question.kind != "turn":
        made.intent(intents.Answered(question.options[0].spell()))
    assert made.loop.session.history.state.gap == 4
    yield made
    made.journal.close()


@pytest.fixture
def laid_out(tmp_path: Path, clock: Clock) -> Iterator[Table]:
    """A game of Cocoons that asks where the gap is."""
    made = Table(tmp_path / "c", clock, table="real", eye=False, game="cocoons")
    assert made.loop.question is not None
    assert made.loop.question.kind == "start"
    yield made
    made.journal.close()


@pytest.mark.parametrize("fact", [Rests(0.0, 3), Differs(0.0, 3, 5), Unknown(0.0, 3, 5, "lifted")])
def test_a_resting_box_tells_where_its_gap_is_at_the_start(fact: Fact, laid_out: Table) -> None:
    laid_out.feel(fact)
    assert ["start 2"] == laid_out.answers()
    assert 2 == laid_out.loop.session.history.state.gap


def test_a_box_that_is_laid_out_after_the_game_began_tells_its_gap_anew(laid_out: Table) -> None:
    laid_out.feel(Rests(0.0, 3))
    page = laid_out.feel(Lifted(1.0, (1, 2)), NoHole(2.0), Unknown(3.0, 8, 3, "lifted"))
    assert (["start 7"], "") == (laid_out.answers(), page.note)
    laid_out.intent(intents.Answered(laid_out.loop.question.options[0].spell()))  # type: ignore[union-attr]
    before = laid_out.answers()
    assert "box_differs" == laid_out.feel(Differs(4.0, 1, 8)).note
    assert before == laid_out.answers()


def test_a_gap_that_people_want_to_tell_themselves_is_not_told_by_the_box_again(laid_out: Table) -> None:
    laid_out.feel(Rests(0.0, 3))
    laid_out.intent(intents.Rewind(0))
    laid_out.feel(Rests(1.0, 3))
    assert [] == laid_out.answers()
    laid_out.intent(intents.Answered("start 4"))
    assert ["start 4"] == laid_out.answers()


def test_a_slide_that_is_asked_for_is_the_answer(box: Table) -> None:
    box.feel(Slid(0.0, 4, 5))
    assert "slide 3" in box.answers()


def test_a_slide_out_of_turn_is_told_and_sliding_back_mends_it(box: Table) -> None:
    before = box.answers()
    assert "box_differs" == box.feel(Slid(0.0, 1, 2)).note
    page = box.feel(Rests(1.0, 5))
    assert ("", before) == (page.note, box.answers())


def test_a_slide_into_another_hole_than_the_games_is_no_answer_even_from_a_place_on_offer(box: Table) -> None:
    """After two stray slides the real hole lies elsewhere, and a cocoon from beside the game's gap slides into that."""
    before = box.answers()
    page = box.feel(Slid(0.0, 2, 1))
    assert ("box_differs", before) == (page.note, box.answers())


@pytest.mark.parametrize(
    "fact",
    [
        Unknown(0.0, 1, 5, "not every step was felt"), Differs(0.0, 1, 5), Lifted(0.0, (1, 2)), TwoHoles(0.0, (4, 5)),
        NoHole(0.0), Contradicts(0.0, 3, "its signal never rests"), Rests(0.0, 9),
    ],
    ids=lambda fact: type(fact).__name__,
)  # fmt: skip
def test_what_is_not_certain_is_told_and_never_an_answer(fact: object, box: Table) -> None:
    before = box.answers()
    page = box.feel(fact)  # type: ignore[arg-type]
    assert ("box_differs", before) == (page.note, box.answers())
    assert "" == box.feel(Rests(1.0, 5)).note


def test_a_slide_that_was_told_by_touch_and_felt_afterwards_counts_once(box: Table) -> None:
    box.intent(intents.Answered("slide 3"))
    before, gap = box.answers(), box.loop.session.history.state.gap
    page = box.feel(Slid(0.0, 4, 5))
    assert (before, gap, "") == (box.answers(), 3, page.note)
