"""What people say about the camera's dice: sent to whoever learns from it, and the recorder keeps the picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tablekeeper.display.pages import DieCrop
from tablekeeper.engines.core import CHANCE, Answer, Roll
from tablekeeper.engines.core.record.giver import Giver
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.senses.camera.learning import Corrected, Feedback

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop


def ask_table(loop: Loop) -> None:
    """The table is asked, with the claim filled in."""
    note_reading(loop)
    loop.counts.asked += 1
    question = loop.question
    seat = question.about.get("seat", question.asked) if question is not None else CHANCE
    show_dice(loop, loop.claim.crops(), seat, -1)


def show_dice(loop: Loop, dice: tuple[DieCrop, ...], seat: int, number: int) -> None:
    """Lay dice over the table, to be confirmed or put right."""
    loop.cover.lay(table_pages.doubt_page(loop.session, dice, seat, number, loop.health.lights()))


def in_their_colours(dice: tuple[DieCrop, ...], asked: tuple[tuple[str, int], ...]) -> tuple[DieCrop, ...]:
    """Dice that were typed, in the colours that were asked for; those that a camera saw stay as it saw them."""
    bodies = [colour for colour, count in asked for _ in range(count)]
    if len(bodies) != len(dice) or any(die.picture is not None for die in dice):
        return dice
    return tuple(replace(die, body=body) for die, body in zip(dice, bodies, strict=True))


def note_reading(loop: Loop) -> None:
    """The picture behind the claim, in case somebody fixes what comes of it."""
    loop.hooks.on_reading(len(loop.session.history.played), loop.claim.dice, loop.claim.picture)


def settle_claim(loop: Loop, right: Answer, giver: Giver) -> None:
    """People say what the claimed dice show: as they were read, or otherwise."""
    number, claim = len(loop.session.history.played), loop.claim
    seen = claim.seen if claim.dice else None
    misread = not (isinstance(right, Roll) and claim.dice and right.values == claim.values)
    if not loop.answer(right, "touch", giver):
        return
    if seen is not None:
        claim.note_confirmed(seen)
    if misread:
        note_fix(loop, number, right)


def fix_answer(loop: Loop, number: int, right: Answer) -> None:
    """People say that an answer that stands was wrong."""
    if not loop.undo(lambda: loop.session.fix(number, right, "touch")):
        return
    note_fix(loop, number, right)
    if isinstance(right, Roll):
        teach_eye(loop, Corrected(number, None, (), right.values))


def note_fix(loop: Loop, number: int, right: Answer) -> None:
    """An answer was put right."""
    loop.counts.fixed += 1
    loop.hooks.on_fix(number, right)


def teach_eye(loop: Loop, feedback: Feedback | None) -> None:
    """What became of a reading goes to the eye, where somebody may learn from it."""
    if feedback is not None and loop.eye is not None:
        loop.eye.confirm(feedback)
