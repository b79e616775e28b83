"""What the loop does for each intent of the people at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablekeeper.display import intents
from tablekeeper.display.intents import Sender
from tablekeeper.engines.core import CHANCE, EngineError, Roll
from tablekeeper.engines.core.record.giver import Giver
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.program import corrections

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop


def handle(loop: Loop, intent: intents.Intent, sender: Sender) -> None:
    """Carry out what somebody wants; menu, settings and doctor belong to whoever runs the loop."""
    do = INTENT_HANDLERS.get(type(intent))
    if do is None:
        loop.hooks.on_other(intent)
    else:
        do(loop, intent, sender)


def answer(loop: Loop, intent: intents.Answered, sender: Sender) -> None:
    """A finger, key or knob answers; at a simulated table hands may do it instead, and the sensors report it."""
    if loop.question is not None and loop.bots.plays(loop.question):
        loop.refuse("other_seat")
        return
    given = loop.read(intent.text, giver := Giver(sender.seat, intent.to))
    if given is None:
        return
    if loop.question is not None and loop.bots.speaks_for_bot(loop.question, given):
        loop.refuse("other_seat")
    elif not loop.hooks.serve(intent):
        loop.answer(given, "touch", giver)


def fix_reading(loop: Loop, intent: intents.FixReading, sender: Sender) -> None:
    """The claim that is open, or an answer that stands, is put right."""
    giver = Giver(sender.seat if intent.at < 0 else None, intent.to)
    right = loop.read(intent.text, giver)
    if right is None:
        return
    if intent.at < 0:
        corrections.settle_claim(loop, right, giver)
    else:
        corrections.fix_answer(loop, intent.at, right)


def open_fix(loop: Loop, intent: intents.OpenFix, sender: Sender) -> None:
    """Ask once more for what was entered or read: if none is named, the last that luck decided, else the last."""
    played = loop.session.history.played
    fixable = [at for at, one in enumerate(played) if table_pages.is_fixable(loop.session, one)]
    by_luck = [at for at in fixable if played[at].asked == CHANCE]
    at = intent.at if intent.at >= 0 else max(by_luck or fixable, default=-1)
    if at not in fixable:
        return
    wrong = played[at].answer
    if isinstance(wrong, Roll):
        dice = corrections.in_their_colours(loop.claim.crops_of(at, wrong), played[at].about.get("dice", ()))
        corrections.show_dice(loop, dice, played[at].about.get("seat", played[at].asked), at)
    else:
        loop.cover.lay(table_pages.fix_page(loop.session, at, loop.health.lights()))


def look_back(loop: Loop, intent: intents.LookBack, sender: Sender) -> None:
    """Show what a way back undoes; a fix that undoes nothing, and what somebody takes back on a phone, is done."""
    way = intent.way
    undone = _undone_by(loop, way)
    if undone is None:
        return
    if sender.seat is not None or undone == len(loop.session.history.played):
        handle(loop, way, sender)
        return
    agree = tuple(seat for seat in range(len(loop.session.history.setup.players)) if seat not in loop.bots.seats)
    agree = agree if isinstance(way, intents.Rewind) and len(agree) > 1 else ()
    loop.cover.lay(table_pages.way_back_page(loop.session, way, undone, agree, loop.health.lights()))


def _undone_by(loop: Loop, way: intents.FixReading | intents.TakeBack | intents.Rewind) -> int | None:
    """The first answer that this way back undoes; None where it cannot be taken, and the screen says why."""
    history = loop.session.history
    if isinstance(way, intents.TakeBack):
        at = table_pages.can_take_back(history)
        if at is None:
            loop.refuse("refused")
        return at
    if isinstance(way, intents.Rewind):
        return min(way.at, len(history.played))
    right = loop.read(way.text, Giver(None, way.to))
    if right is None:
        return None
    try:
        return len(history.played) - len(history.dropped_by(way.at, right, "touch"))
    except EngineError:
        loop.refuse("refused")
        return None


def roll_again(loop: Loop, intent: intents.RollAgain, sender: Sender) -> None:
    """The reading is thrown away; the eye waits for dice that move."""
    loop.clear()


def take_back(loop: Loop, intent: intents.TakeBack, sender: Sender) -> None:
    """One's own decision."""
    if table_pages.can_take_back(loop.session.history) is None:
        loop.refuse("refused")
    else:
        loop.undo(lambda: loop.session.take_back("touch", Giver(sender.seat)))


def rewind(loop: Loop, intent: intents.Rewind, sender: Sender) -> None:
    """Everybody agrees."""
    loop.undo(lambda: loop.session.rewind(intent.at, "touch"))


def why(loop: Loop, intent: intents.AskWhy, sender: Sender) -> None:
    """The clause behind an event."""
    events = [event for played in loop.session.history.played for event in played.events]
    page = table_pages.why_page(loop.session, loop.ledger, events, intent.back, loop.health.lights(), loop.desk)
    if page is None:
        rules(loop, intents.OpenRules(), sender)
    else:
        loop.cover.lay(page)


def rules(loop: Loop, intent: intents.OpenRules, sender: Sender) -> None:
    """The rules of the game on the table, by topic."""
    loop.cover.lay(table_pages.rules_page(loop.session, loop.ledger, loop.health.lights()))


def timeline(loop: Loop, intent: intents.OpenTimeline, sender: Sender) -> None:
    """What happened so far."""
    loop.cover.lay(table_pages.timeline_page(loop.session, loop.health.lights()))


def go_on(loop: Loop, intent: intents.Continue, sender: Sender) -> None:
    """Close what lies over the table; a lesson that was only to be read is followed by the next one."""
    if loop.session.is_over and loop.sheet is None:
        loop.hooks.on_other(intent)
    elif loop.lessons.open:
        loop.lessons.read_on()
    else:
        loop.cover.lay(None)


def close(loop: Loop, intent: intents.Back, sender: Sender) -> None:
    """Close what lies over the table; closing a lesson ends the lessons."""
    if loop.lessons.open:
        loop.lessons.stop()
    loop.cover.lay(None)


def quit_table(loop: Loop, intent: intents.Quit, sender: Sender) -> None:
    """Leave; the game is kept."""
    loop.leave()


INTENT_HANDLERS: dict[type[intents.Intent], Callable[[Loop, Any, Sender], None]] = {
    intents.Answered: answer,
    intents.FixReading: fix_reading,
    intents.OpenFix: open_fix,
    intents.LookBack: look_back,
    intents.RollAgain: roll_again,
    intents.TakeBack: take_back,
    intents.Rewind: rewind,
    intents.AskWhy: why,
    intents.OpenRules: rules,
    intents.OpenTimeline: timeline,
    intents.Continue: go_on,
    intents.Back: close,
    intents.Quit: quit_table,
}
