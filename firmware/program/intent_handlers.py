"""What the loop does for each intent of the people at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablekeeper.display import intents
from tablekeeper.display.pages import DieCrop
from tablekeeper.engines.core import Answer, Roll
from tablekeeper.firmware.pages import table_pages

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop


def handle(loop: Loop, intent: intents.Intent) -> None:
    """Carry out what somebody wants; menu, settings and doctor belong to whoever runs the loop."""
    do = INTENT_HANDLERS.get(type(intent))
    if do is None:
        loop.hooks.on_other(intent)
    else:
        do(loop, intent)


def answer(loop: Loop, intent: intents.Answered) -> None:
    """A finger, key or knob answers; at a simulated table hands may do it instead, and the sensors tell."""
    if loop.hooks.serve(intent):
        return
    loop.answer(loop.session.game.rules.read(intent.text), "touch")


def fix_reading(loop: Loop, intent: intents.FixReading) -> None:
    """The claim that is open, or an answer that stands, is put right."""
    right = loop.session.game.rules.read(intent.text)
    if intent.at < 0:
        at, misread = len(loop.session.history.played), _claimed(loop) != right
        if loop.answer(right, "touch"):
            loop.resting_dice.note(loop.doubted.dice)
            if misread:
                loop.fixed += 1
                loop.hooks.on_fix(at, right)
        return
    if loop.keep(lambda: loop.session.fix(intent.at, right, "touch")):
        loop.fixed += 1
        loop.hooks.on_fix(intent.at, right)
        loop.go_back()


def _claimed(loop: Loop) -> Answer | None:
    return Roll(tuple(die.value for die in loop.claim)) if loop.claim else None


def open_fix(loop: Loop, intent: intents.OpenFix) -> None:
    """Show a reading for correction: the last one, if none is named."""
    history = loop.session.history
    rolls = [at for at, played in enumerate(history.played) if isinstance(played.answer, Roll)]
    at = intent.at if intent.at >= 0 else next(reversed(rolls), -1)
    if at not in rolls:
        return
    values = history.played[at].answer.values  # type: ignore[attr-defined]
    crops = loop.seen.get(at, ())
    if len(crops) != len(values):
        crops = tuple(DieCrop(value, "white") for value in values)
    loop.lay_over(table_pages.doubt_page(loop.session, crops, history.played[at].asked, at, loop.health.lights()))


def roll_again(loop: Loop, intent: intents.RollAgain) -> None:
    """The reading is thrown away; the eye waits for dice that move."""
    loop.clear()


def take_back(loop: Loop, intent: intents.TakeBack) -> None:
    """One's own decision."""
    if loop.keep(lambda: loop.session.take_back("touch")):
        loop.go_back()


def rewind(loop: Loop, intent: intents.Rewind) -> None:
    """Everybody agrees."""
    if loop.keep(lambda: loop.session.rewind(intent.at, "touch")):
        loop.go_back()


def why(loop: Loop, intent: intents.AskWhy) -> None:
    """The clause behind an event."""
    told = [event for played in loop.session.history.played for event in played.events]
    loop.lay_over(table_pages.why_page(loop.session, loop.ledger, told, intent.back, loop.health.lights()))


def timeline(loop: Loop, intent: intents.OpenTimeline) -> None:
    """What happened so far."""
    loop.open_timeline()


def go_on(loop: Loop, intent: intents.Continue) -> None:
    """Close what lies over the table; a lesson that was only to be read is followed by the next one."""
    if loop.session.is_over and loop.sheet is None:
        loop.hooks.on_other(intent)
    elif loop.teaches:
        loop.read_on()
    else:
        loop.lay_over(None)


def close(loop: Loop, intent: intents.Back) -> None:
    """Close what lies over the table; closing a lesson ends the lessons."""
    if loop.teaches:
        loop.tutor = None
    loop.lay_over(None)


def quit_table(loop: Loop, intent: intents.Quit) -> None:
    """Leave; the game is kept."""
    loop.over = True


INTENT_HANDLERS: dict[type[intents.Intent], Callable[[Loop, Any], None]] = {
    intents.Answered: answer,
    intents.FixReading: fix_reading,
    intents.OpenFix: open_fix,
    intents.RollAgain: roll_again,
    intents.TakeBack: take_back,
    intents.Rewind: rewind,
    intents.AskWhy: why,
    intents.OpenTimeline: timeline,
    intents.Continue: go_on,
    intents.Back: close,
    intents.Quit: quit_table,
}
