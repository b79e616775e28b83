"""The loop: claims become answers, doubts become questions, and every stray fact has a friendly outcome."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.pages import DoubtPage, EndPage, TablePage, TimelinePage, WhyPage
from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import CHANCE, PUBLIC
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.errors import JournalFault
from tablekeeper.firmware.senses.camera.learning import Confirmed, Corrected
from tablekeeper.firmware.senses.inbox import Ailing, Stirring, Wanted
from tests.conftest import Clock
from tests.firmware.fakes import Table, refusing


def test_a_sure_reading_is_the_answer(table: Table) -> None:
    assert {"red": 2, "black": 1} == table.eye.awaited
    page = table.see((3, "red", 10), (2, "red", 100), (6, "black", 200))
    assert ["begin red", "roll 3,2,6"] == table.answers()
    assert table.loop.session.history.played[-1].source == "camera"
    assert isinstance(page, TablePage)
    assert "dice_rolled" in [event.kind for event in page.happened]
    assert table.eye.awaited is None


def test_a_doubtful_reading_is_shown_and_one_tap_answers(table: Table) -> None:
    page = table.see((3, "red", 10), (2, "red", 100), (5, "black", 200, "glare"))
    assert isinstance(page, DoubtPage)
    assert ["begin red"] == table.answers()
    assert [3, 2, 5] == [die.value for die in page.dice]
    table.intent(intents.FixReading(-1, "roll 3,2,6"))
    assert ["begin red", "roll 3,2,6"] == table.answers()
    assert [(1, "roll 3,2,6")] == table.fixes
    assert (1, 1) == (table.loop.counts.asked, table.loop.counts.fixed)


def test_confirming_a_doubtful_reading_is_no_fix(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100), (5, "black", 200, "glare"))
    table.intent(intents.FixReading(-1, "roll 3,2,5"))
    assert "roll 3,2,5" == table.answers()[-1]
    assert [] == table.fixes


def test_whoever_learns_hears_what_became_of_every_reading(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100), (5, "black", 200, "glare"))
    table.intent(intents.FixReading(-1, "roll 3,2,5"))
    (confirmed,) = table.eye.heard
    assert isinstance(confirmed, Confirmed)
    assert (1, True) == (confirmed.number, confirmed.asked)
    assert [3, 2, 5] == [die.value for die in confirmed.dice]
    table.intent(intents.FixReading(1, "roll 3,2,6"))
    assert Corrected(1, None, (), (3, 2, 6)) == table.eye.heard[-1]


def test_whoever_learns_never_hears_a_wrong_reading_confirmed(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100), (5, "black", 200, "glare"))
    table.intent(intents.FixReading(-1, "roll 3,2,6"))
    (corrected,) = table.eye.heard
    assert isinstance(corrected, Corrected)
    assert ((3, 2, 6), [3, 2, 5]) == (corrected.values, [die.value for die in corrected.dice])
    assert corrected.seen is not None


def test_a_sure_reading_is_heard_as_confirmed_by_nobody(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100), (6, "black", 200))
    (confirmed,) = table.eye.heard
    assert isinstance(confirmed, Confirmed)
    assert not confirmed.asked


def test_another_window_answers_for_its_own_seat_alone(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    question = table.loop.question
    assert question is not None
    assert question.asked == 0
    told = intents.Answered("place lose_3 5")
    table.inbox.put(Wanted(told, intents.Sender("phone", seat=1)))
    page = table.step()
    assert ("other_seat", 2) == (page.note, len(table.answers()))
    table.inbox.put(Wanted(told, intents.Sender("phone", seat=0)))
    table.step()
    assert "place lose_3 5" == table.answers()[-1]


def test_another_window_may_ask_why(table: Table) -> None:
    table.inbox.put(Wanted(intents.AskWhy(), intents.Sender("phone", seat=1)))
    assert isinstance(table.step(), WhyPage)


def test_a_fix_that_the_disk_refuses_is_none_yet(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100), (5, "black", 200, "glare"))
    with refusing(table.loop.session.journal):
        page = table.intent(intents.FixReading(-1, "roll 3,2,6"))
    assert (0, []) == (table.loop.counts.fixed, table.fixes)
    assert isinstance(page, DoubtPage)
    table.intent(intents.FixReading(-1, "roll 3,2,6"))
    assert (1, [(1, "roll 3,2,6")]) == (table.loop.counts.fixed, table.fixes)


def test_a_missing_die_is_named_and_waited_for(table: Table) -> None:
    page = table.see((3, "red", 10), (2, "red", 100))
    assert ("wrong_dice", 2) == (page.note, len(page.claim))
    table.see((3, "red", 10), (2, "red", 100), (6, "black", 200))
    assert "roll 3,2,6" == table.answers()[-1]


def test_dice_rolled_before_they_are_asked_for_are_offered_with_one_tap(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    assert "place" == table.loop.question.kind  # type: ignore[union-attr]
    table.see((5, "blue", 30), (2, "blue", 130), (1, "black", 230))
    page = table.intent(intents.Answered("place lose_3 5"))
    assert isinstance(page, DoubtPage)
    assert ["early"] * 3 == [die.doubt for die in page.dice]
    table.intent(intents.FixReading(-1, "roll 5,2,1"))
    assert "roll 5,2,1" == table.answers()[-1]


def test_the_same_dice_twice_answer_once(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    before = table.answers()
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    assert before == table.answers()


def test_a_fix_of_an_old_roll_tells_the_story_anew(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    table.intent(intents.Answered("place lose_3 5"))
    page = table.intent(intents.OpenFix())
    assert isinstance(page, DoubtPage)
    assert (1, [1, 4, 6]) == (page.at, [die.value for die in page.dice])
    page = table.intent(intents.FixReading(1, "roll 1,5,6"))
    assert ["begin red", "roll 1,5,6"] == table.answers()
    assert isinstance(page, TablePage)
    assert [(1, "roll 1,5,6")] == table.fixes


def test_why_timeline_take_back_and_rewind(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    table.intent(intents.Answered("place lose_3 5"))
    assert isinstance(table.intent(intents.OpenTimeline()), TimelinePage)
    assert isinstance(table.intent(intents.AskWhy(0)), WhyPage)
    assert isinstance(table.intent(intents.Back()), TablePage)
    assert "place lose_3 5" == table.answers()[-1]
    page = table.intent(intents.TakeBack())
    assert "roll 1,4,6" == table.answers()[-1]
    table.intent(intents.TakeBack())
    assert "roll 1,4,6" == table.answers()[-1]
    assert page.question.kind == "place"
    table.intent(intents.Rewind(1))
    assert ["begin red"] == table.answers()


def test_a_refused_answer_changes_nothing_and_is_told(table: Table) -> None:
    page = table.intent(intents.Answered("place lose_3 5"))
    assert ("refused", ["begin red"]) == (page.note, table.answers())


def test_a_lost_camera_turns_to_touch_and_comes_back(table: Table) -> None:
    table.inbox.put(Ailing("camera", "lost", "unplugged"))
    page = table.step()
    assert ("camera_lost", True) == (page.note, page.touch)
    table.intent(intents.Answered("roll 1,4,6"))
    assert "roll 1,4,6" == table.answers()[-1]
    table.inbox.put(Ailing("camera", "ready"))
    page = table.step()
    assert ("", False) == (page.note, page.touch)


def test_a_disk_that_refuses_loses_nothing(table: Table) -> None:
    with refusing(table.loop.session.journal):
        page = table.see((3, "red", 10), (2, "red", 100), (6, "black", 200))
    assert ("disk_late", ["begin red"]) == (page.note, table.answers())
    table.intent(intents.Answered("roll 3,2,6"))
    assert "roll 3,2,6" == table.answers()[-1]


def test_a_finger_that_taps_twice_goes_back_once_and_is_told(table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    page = table.intent(intents.Rewind(1), intents.Rewind(1))
    assert ("refused", ["begin red"]) == (page.note, table.answers())
    page = table.intent(intents.FixReading(0, "begin blue"), intents.FixReading(7, "begin blue"))
    assert "refused" == page.note


@pytest.mark.parametrize(
    "intent", [intents.TakeBack(), intents.Rewind(1), intents.FixReading(1, "roll 2,4,6")], ids=repr
)
def test_going_back_counts_although_the_disk_cannot_be_read_afterwards(
    intent: intents.Intent, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    table.intent(intents.Answered("place lose_3 5"))
    before = table.answers()

    def refuse(*words: object) -> None:
        raise JournalFault("read game 1 of the journal: disk i/o error")

    monkeypatch.setattr(table.loop.session.journal, "entries", refuse)
    table.intent(intent)
    assert before != table.answers()
    assert not table.loop.note


@pytest.mark.parametrize(
    "intent",
    [intents.Answered("place lose_3 5"), intents.FixReading(1, "roll 2,4,6"), intents.TakeBack(), intents.Rewind(1)],
    ids=repr,
)
def test_a_disk_that_takes_nothing_refuses_every_change_and_ends_nothing(intent: intents.Intent, table: Table) -> None:
    table.see((1, "red", 10), (4, "red", 100), (6, "black", 200))
    if isinstance(intent, intents.TakeBack):
        table.intent(intents.Answered("place lose_3 5"))
    before, state = table.answers(), table.loop.session.history.state
    with refusing(table.loop.session.journal):
        page = table.intent(intent)
        lights = {light.name: light.state for light in page.health}
        assert ("disk_late", "bad") == (page.note, lights["saving"])
        assert (before, state) == (table.answers(), table.loop.session.history.state)
    page = table.intent(intent)
    assert ("ok", "") == ({light.name: light.state for light in page.health}["saving"], page.note)
    assert before != table.answers()


def test_an_idle_table_shows_nothing_new(table: Table) -> None:
    table.step()
    shown = table.screen.shown
    for _ in range(50):
        table.clock.pass_s(1)
        table.step()
    assert shown == table.screen.shown


def test_what_stirs_in_the_tray_is_told_while_dice_are_awaited(table: Table) -> None:
    table.inbox.put(Stirring("moving"))
    assert "settling" == table.step().note


@pytest.mark.parametrize("seed", [1, 2])
def test_bots_and_luck_play_a_virtual_table_to_the_end_and_no_secret_is_shown(
    seed: int, tmp_path: Path, clock: Clock
) -> None:
    made = Table(tmp_path / f"v{seed}", clock, table="virtual", eye=False)
    made.loop.luck = random.Random(seed)
    made.loop.bots.seats = dict.fromkeys(range(-1, 2), choose_randomly)
    page = made.step()
    assert isinstance(page, EndPage)
    assert all(event.only_for == PUBLIC for event in page.story)
    made.journal.close()


def test_a_secret_question_reaches_the_screen_only_behind_hold_to_look(tmp_path: Path, clock: Clock) -> None:
    made = Table(tmp_path / "s", clock, table="virtual", eye=False)
    page = made.step()
    game = find_game("cocoon_world")
    while page.question.kind != "place":
        options = page.question.options
        page = made.intent(intents.Answered(options[0].spell()))
    hand = made.loop.session.history.state.hands[page.question.asked]
    assert not page.question.options
    assert page.secret.seat == page.question.asked
    assert {option.tile for option in page.secret.question.options} == set(hand)
    assert all(not player.hand for player in page.view.players)
    assert page.question.asked != CHANCE
    assert game.rules.question(made.loop.session.history.state).options
    made.journal.close()
