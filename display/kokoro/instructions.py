"""What hands do in Kokoro: cards turned up, paths drawn, numbers written."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.words.instructions import PIECE, Drawing, Instruction, Phrase
from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.core import Event
from tablekeeper.engines.kokoro.view import View


def _called(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase("golden_called" if event.facts["golden"] else "path_called")


def _drawn(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase("path_drawn_at" if "space" in event.facts else "path_drawn")


def _sign(name: str) -> Drawing:
    def draw(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
        pen.circ(x, y, PIECE, pen.c.raised)
        pen.icon(name, x, y, PIECE * 0.62, pen.c.accent, pen.c.raised)

    return draw


CARDS, STORY, WRITTEN = (
    Instruction(draw=_sign("tiles"), due=False),
    Instruction(moves=False),
    Instruction(draw=_sign("fix")),
)
INSTRUCTIONS = {
    "roll_repeated": STORY, "features_counted": STORY, "count_told": STORY, "count_corrected": STORY,
    "round_ended": STORY, "penalty_taken": STORY,
    "game_begun": CARDS, "decks_shuffled": CARDS, "decree_proclaimed": CARDS, "sanctuary_called": CARDS,
    "sanctuary_peeked": Instruction(draw=_sign("eye"), due=False),
    "guardian_placed": Instruction(draw=_sign("leaf")),
    "path_called": Instruction(phrase=_called, draw=_sign("tiles"), due=False),
    "path_drawn": Instruction(phrase=_drawn, draw=_sign("fix"), due=False),
    "sanctuary_scored": WRITTEN, "sanctuary_missed": WRITTEN, "guardian_scored": WRITTEN, "decree_scored": WRITTEN,
    "score_tallied": WRITTEN,
}  # fmt: skip
"""By kind of event; every other kind moves nothing and needs no line."""
