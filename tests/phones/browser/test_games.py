"""Eight phones play a whole game of each kind by pressing what they see.

They reload, press twice, press late, lose the network, are swapped and come in the middle. After each answer every
page shows what the journal's fold gives for its seat.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from tablekeeper.engines.catalogue import NAMES, find_game
from tests.phones.browser.evening import ASIDE, Evening
from tests.phones.browser.visitor import Visitor

pytestmark = pytest.mark.browser
PHONES = 8
SEATS = {"kokoro": 2}
"""So many play where a game takes longer with more at the table; else as many as it has seats. The others watch."""
MOST_PRESSES = 3000
CALM = 3
"""So many answers lie between two troubles."""
AWAY = 3
"""So many answers somebody without a network misses."""


def reload(evening: Evening, visitor: Visitor) -> None:
    """The page is loaded anew."""
    visitor.page.reload()


def lose_network(evening: Evening, visitor: Visitor) -> None:
    """The network is gone; it comes back some answers later, or when this phone has to answer."""
    visitor.set_offline(True)


def sleep(evening: Evening, visitor: Visitor) -> None:
    """The connection dies in silence; the phone wakes up."""
    visitor.lose_stream()
    visitor.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


def swap(evening: Evening, visitor: Visitor) -> None:
    """The table sends this phone away, and another one takes its place."""
    visitor.set_offline(False)
    evening.table.ask(lambda: evening.table.program.phones.revoke(visitor.client))
    visitor.page.get_by_text("Scan").wait_for()
    evening.visitors.remove(visitor)
    visitor.close()
    evening.join(visitor.seat)


TROUBLES = (reload, lose_network, sleep, swap)


@pytest.mark.parametrize("game", NAMES)
def test_eight_phones_play_a_whole_game(game: str, invite: Callable[..., Evening]) -> None:
    seats = SEATS.get(game, find_game(game).seats[1])
    evening = invite(game, seats)
    for number in range(PHONES - 2):
        evening.join(number if number < seats else None)
    evening.check()
    troubles = play_to_the_end(evening)
    assert evening.table.ask(lambda: evening.table.session.is_over)
    assert len(evening.visitors) == PHONES
    assert troubles >= len(TROUBLES)
    evening.check()
    assert [visitor.faults for visitor in evening.visitors] == [[] for _ in evening.visitors]


def play_to_the_end(evening: Evening) -> int:
    """Whoever may answer presses something; returns how much trouble there was."""
    troubles, answers, missed = itertools.cycle(TROUBLES), 0, 0
    for number in range(MOST_PRESSES):
        ready = evening.ready()
        if not ready:
            break
        before = evening.stand()
        press_something(evening, evening.luck.choice(ready), twice=number % 5 == 0)
        if evening.stand() == before:
            continue
        answers += 1
        missed = come_back(evening, missed)
        evening.check()
        if answers % CALM == 0:
            next(troubles)(evening, evening.luck.choice(evening.visitors))
            evening.check()
        if answers in (5, 9):
            evening.join(None)
    for visitor in evening.visitors:
        visitor.set_offline(False)
    return answers // CALM


def press_something(evening: Evening, visitor: Visitor, *, twice: bool) -> None:
    """What is pressed twice counts once: the second press names a question that is answered."""
    if visitor.offline:
        visitor.set_offline(False)
    key, given = evening.choose(visitor), evening.own_answers()
    if twice:
        visitor.press_twice(key)
    else:
        visitor.press(key)
    evening.settle()
    assert evening.own_answers() - given <= 1


def come_back(evening: Evening, missed: int) -> int:
    """Whoever has missed enough has a network again."""
    away = [visitor for visitor in evening.visitors if visitor.offline]
    if away and missed >= AWAY:
        away[0].set_offline(False)
        return 0
    return missed + bool(away)


def test_who_presses_late_is_told_and_sees_what_happened(invite: Callable[..., Evening]) -> None:
    """The stream of one phone died in silence, so its page still offers what somebody else has answered."""
    evening = invite("chocobo", 2)
    one, two = evening.join(0), evening.join(1)
    before = evening.stand()
    two.wait_for(before)
    two.lose_stream()
    while evening.stand() == before:
        press_something(evening, one, twice=False)
    given = evening.own_answers()
    assert two.look().at == before
    two.press(next(key for key in two.look().buttons if key not in ASIDE))
    note = two.page.get_by_text("Somebody was faster")
    note.wait_for()
    box = note.bounding_box()
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    below = two.page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", middle)
    assert below != "note", "what a note covers for a moment can be touched"
    evening.check()
    assert evening.own_answers() == given
