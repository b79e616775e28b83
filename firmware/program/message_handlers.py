"""What the loop makes of what devices tell: a claim that fits becomes an answer, all else has a friendly outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tablekeeper.engines.core.game import SlidingBox
from tablekeeper.firmware.program.screen import tell_knob
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.inbox import Ailing, Felt, Lain, Message, Seen, Stirring, Turned
from tablekeeper.hardware.sliding_box.facts import Fact, Slid

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop


def handle(loop: Loop, message: Message) -> None:
    """Take one message of the inbox."""
    MESSAGE_HANDLERS[type(message)](loop, message)


def take_dice(loop: Loop, seen: Seen) -> None:
    """Dice that are asked for, and surely read, are the answer."""
    verdict = loop.resting_dice.judge(loop.question, seen.reading)
    loop.picture = seen.picture
    if isinstance(verdict, arbiter.Early):
        loop.early = seen if verdict.dice else None
    elif isinstance(verdict, arbiter.Misfit):
        loop.claim = verdict.dice
        loop.refuse("wrong_dice")
    elif isinstance(verdict, arbiter.Doubted):
        loop.ask_about(verdict.dice, seen)
    else:
        loop.claim = verdict.dice
        loop.hooks.on_reading(len(loop.session.history.played), verdict.dice, seen.picture)
        loop.answer(verdict.roll, "camera")


def take_stirring(loop: Loop, message: Stirring) -> None:
    """The screen says that dice roll; dice that came too early and are moved again were not meant."""
    if message.phase == "moving":
        loop.early = None
    if arbiter.is_roll(loop.question) and loop.note != "wrong_dice":
        loop.show_note("settling" if message.phase in ("moving", "resting") else "")


def take_lain(loop: Loop, message: Lain) -> None:
    """What lies in a still tray was left there, and what is gone was taken out."""
    loop.resting_dice.narrow(message.dice)


def take_health(loop: Loop, message: Ailing) -> None:
    """A device is better or worse; the game goes on by touch while the camera is away."""
    if not loop.health.note(message.device, message.state, message.why):
        return
    note = loop.note
    if message.device == "camera":
        kept = "" if note == "camera_lost" else note
        note = "camera_lost" if message.state == "lost" else kept
    loop.show_note(note)


def take_box(loop: Loop, message: Felt) -> None:
    """A slide that is asked for is the answer; out of turn, or undecided, the table is asked to look."""
    fact, slides = message.fact, loop.session.game.slides
    if slides is None or take_start(loop, slides, fact):
        return
    gap = slides.gap(loop.session.history.state)
    answer = arbiter.judge_slide(slides, loop.question, fact, gap) if isinstance(fact, Slid) else None
    if answer is not None:
        loop.answer(answer, "hall")
    elif not arbiter.agrees(fact, gap):
        loop.refuse("box_differs")
    elif loop.note == "box_differs":
        loop.show_note("")


def take_start(loop: Loop, slides: SlidingBox, fact: Fact) -> bool:
    """The box tells where its gap is at the start; until the next answer, cocoons that are laid anew tell it anew.

    Whoever goes back to this question wants to tell it, so the box is not believed again.
    """
    session = loop.session
    played = session.history.played
    if not played and loop.asks_box:
        answer = arbiter.judge_gap(slides, loop.question, fact)
        if answer is not None:
            loop.answer(answer, "hall")
        return answer is not None
    if len(played) != 1 or played[0].source != "hall":
        return False
    rules = session.game.rules
    answer = arbiter.judge_gap(slides, rules.question(rules.start(session.history.setup)[0]), fact)
    if answer is None or answer == played[0].answer:
        return False
    if loop.keep(lambda: session.fix(0, answer, "hall")):
        loop.go_back()
    return True


def take_knob(loop: Loop, message: Turned) -> None:
    """The knob moves what is chosen on the screen."""
    tell_knob(loop.screen, message, loop.now_s)


MESSAGE_HANDLERS: dict[type[Message], Callable[[Loop, Any], None]] = {
    Seen: take_dice,
    Stirring: take_stirring,
    Lain: take_lain,
    Ailing: take_health,
    Felt: take_box,
    Turned: take_knob,
}
