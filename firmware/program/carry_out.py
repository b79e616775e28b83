"""Does what a sense says is to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablekeeper.firmware.program import corrections
from tablekeeper.firmware.senses.effects import Answers, AsksTable, Effect, Fixes, Refuses, Shows, Wants

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop


def carry_out(loop: Loop, effect: Effect | None) -> None:
    """One effect; None: nothing is to be done."""
    match effect:
        case Answers(answer, source):
            if source == "camera":
                corrections.note_reading(loop)
            loop.answer(answer, source)
        case AsksTable():
            corrections.ask_table(loop)
        case Refuses(note):
            loop.refuse(note)
        case Shows(note):
            loop.cover.show(note)
        case Fixes(number, answer, source):
            loop.undo(lambda: loop.session.fix(number, answer, source))
        case Wants(intent):
            loop.handle(intent)
