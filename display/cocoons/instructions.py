"""What hands do in Cocoons: cocoons that slide, trapdoors, guardians and tokens. Places are numbered from 1."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.words.instructions import PIECE, Drawing, Instruction, Phrase
from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.cocoons.trapdoors import ACTION
from tablekeeper.engines.cocoons.view import View
from tablekeeper.engines.core import Event

PLACES = ("place", "origin", "to", "gap")
"""Facts that hold a place."""


def _numbered(event: Event) -> dict[str, int]:
    return {fact: event.facts[fact] + 1 for fact in PLACES if fact in event.facts}


def _at(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase(facts=_numbered(event))


def _removed(speech: Speech, event: Event, view: View) -> Phrase:
    key = "action_removed" if event.facts["trapdoor"] == ACTION else "trapdoor_removed"
    return Phrase(key, _numbered(event))


def _withdrawn(speech: Speech, event: Event, view: View) -> Phrase | None:
    """Who lives in a cocoon is no thing that lies somewhere."""
    if "cocoon" in event.facts:
        return None
    return Phrase("trapdoor_withdrawn" if "trapdoor" in event.facts else "guardian_withdrawn", _numbered(event))


def _sign(name: str) -> Drawing:
    def draw(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
        pen.circ(x, y, PIECE, pen.c.raised)
        pen.icon(name, x, y, PIECE * 0.62, pen.c.accent, pen.c.raised)

    return draw


STORY, SEEN = Instruction(phrase=_at, moves=False), Instruction(phrase=_at, draw=_sign("eye"), due=False)
TOKEN, GUARDIAN = Instruction(phrase=_at, draw=_sign("minus")), Instruction(phrase=_at, draw=_sign("leaf"))
INSTRUCTIONS = {
    "game_begun": STORY, "slide_free": STORY, "trapdoor_held": STORY, "start_uncovered": STORY, "guardian_seen": STORY,
    "nothing_uncovered": STORY, "guardian_left": STORY, "end_agreed": STORY, "end_forced": STORY,
    "box_filled": SEEN, "trapdoor_turned": SEEN, "guardian_found": SEEN,
    "word_withdrawn": Instruction(phrase=_withdrawn, moves=False),
    "token_paid": TOKEN, "empty_paid": TOKEN, "correction_paid": TOKEN,
    "cocoon_slid": Instruction(phrase=_at, draw=_sign("move")),
    "trapdoor_removed": Instruction(phrase=_removed, draw=_sign("up")),
    "action_laid": GUARDIAN, "guardian_placed": GUARDIAN,
    "box_turned": Instruction(draw=_sign("reroll")),
}  # fmt: skip
"""By kind of event; every other kind moves nothing and needs no line."""
