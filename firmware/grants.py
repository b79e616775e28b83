"""What the loop does for each wish of the people at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from display import wishes as w
from display.pages import DieCrop
from engines.core import Answer, Roll
from firmware import pages

if TYPE_CHECKING:
    from firmware.loop import Loop


def grant(loop: Loop, wish: w.Wish) -> None:
    """Do what is wished for; wishes about the program (menu, settings, doctor) belong to whoever runs the loop."""
    do = GRANTS.get(type(wish))
    if do is None:
        loop.hooks.on_other(wish)
    else:
        do(loop, wish)


def answer(loop: Loop, wish: w.Answered) -> None:
    """A finger, key or knob answers; at a simulated table hands may do it instead, and the sensors tell."""
    if loop.hooks.serve(wish):
        return
    loop.answer(loop.session.game.rules.read(wish.text), "touch")


def fix_reading(loop: Loop, wish: w.FixReading) -> None:
    """The claim that is open, or an answer that stands, is put right."""
    right = loop.session.game.rules.read(wish.text)
    if wish.at < 0:
        at, misread = len(loop.session.history.played), _claimed(loop) != right
        if loop.answer(right, "touch"):
            loop.lying.note(loop.doubted.dice)
            if misread:
                loop.fixed += 1
                loop.hooks.on_fix(at, right)
        return
    if loop.keep(lambda: loop.session.fix(wish.at, right, "touch")):
        loop.fixed += 1
        loop.hooks.on_fix(wish.at, right)
        loop.go_back()


def _claimed(loop: Loop) -> Answer | None:
    return Roll(tuple(die.value for die in loop.claim)) if loop.claim else None


def open_fix(loop: Loop, wish: w.OpenFix) -> None:
    """Show a reading for correction: the last one, if none is named."""
    history = loop.session.history
    rolls = [at for at, played in enumerate(history.played) if isinstance(played.answer, Roll)]
    at = wish.at if wish.at >= 0 else next(reversed(rolls), -1)
    if at not in rolls:
        return
    values = history.played[at].answer.values  # type: ignore[attr-defined]
    crops = loop.seen.get(at, ())
    if len(crops) != len(values):
        crops = tuple(DieCrop(value, "white") for value in values)
    loop.lay_over(pages.doubt_page(loop.session, crops, history.played[at].asked, at, loop.health.lights()))


def roll_again(loop: Loop, wish: w.RollAgain) -> None:
    """The reading is thrown away; the eye waits for dice that move."""
    loop.clear()


def take_back(loop: Loop, wish: w.TakeBack) -> None:
    """One's own decision."""
    if loop.keep(lambda: loop.session.take_back("touch")):
        loop.go_back()


def rewind(loop: Loop, wish: w.Rewind) -> None:
    """Everybody agrees."""
    if loop.keep(lambda: loop.session.rewind(wish.at, "touch")):
        loop.go_back()


def why(loop: Loop, wish: w.AskWhy) -> None:
    """The clause behind an event."""
    told = [event for _, events in loop.story for event in events]
    loop.lay_over(pages.why_page(loop.session, loop.ledger, told, wish.back, loop.health.lights()))


def timeline(loop: Loop, wish: w.OpenTimeline) -> None:
    """What happened so far."""
    loop.open_timeline()


def go_on(loop: Loop, wish: w.Continue) -> None:
    """Close what lies over the table; a lesson that was only to be read is followed by the next one."""
    if loop.session.is_over and loop.sheet is None:
        loop.hooks.on_other(wish)
    elif loop.teaches:
        loop.read_on()
    else:
        loop.lay_over(None)


def close(loop: Loop, wish: w.Back) -> None:
    """Close what lies over the table; closing a lesson ends the lessons."""
    if loop.teaches:
        loop.tutor = None
    loop.lay_over(None)


def quit_table(loop: Loop, wish: w.Quit) -> None:
    """Leave; the game is kept."""
    loop.over = True


GRANTS: dict[type[w.Wish], Callable[[Loop, Any], None]] = {
    w.Answered: answer,
    w.FixReading: fix_reading,
    w.OpenFix: open_fix,
    w.RollAgain: roll_again,
    w.TakeBack: take_back,
    w.Rewind: rewind,
    w.AskWhy: why,
    w.OpenTimeline: timeline,
    w.Continue: go_on,
    w.Back: close,
    w.Quit: quit_table,
}
