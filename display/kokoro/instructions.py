"""What hands do in Kokoro: cards turned up, paths drawn, numbers written."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.words.instructions import PIECE, Drawing, Instruction, Phrase
from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.core import Event
from tablekeeper.engines.kokoro.view import View

DEALER = "companion"


def _by_dealer(speech: Speech, event: Event, view: View) -> Phrase:
    """Cards that are dealt on the screen are in nobody's hands."""
    return Phrase(f"{event.kind}_here" if view.dealer == DEALER else event.kind)


def _called(speech: Speech, event: Event, view: View) -> Phrase:
    key = "golden_called" if event.facts["golden"] else "path_called"
    return Phrase(f"{key}_here" if view.dealer == DEALER else key)


def _drawn(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase("path_drawn_at" if "space" in event.facts else "path_drawn")


def _sign(name: str) -> Drawing:
    def draw(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
        pen.circ(x, y, PIECE, pen.c.raised)
        pen.icon(name, x, y, PIECE * 0.62, pen.c.accent, pen.c.raised)

    return draw


CARDS, STORY, WRITTEN = (
    Instruction(phrase=_by_dealer, draw=_sign("tiles"), due=False),
    Instruction(moves=False),
    Instruction(draw=_sign("fix")),
)
INSTRUCTIONS = {
    "roll_repeated": STORY, "features_counted": STORY, "count_told": STORY, "count_corrected": STORY,
    "round_ended": STORY, "penalty_taken": STORY,
    "game_begun": Instruction(draw=_sign("tiles"), due=False),
    "decks_shuffled": CARDS, "decree_proclaimed": CARDS, "sanctuary_called": CARDS,
    "sanctuary_peeked": Instruction(phrase=_by_dealer, draw=_sign("eye"), due=False),
    "guardian_placed": Instruction(draw=_sign("leaf")),
    "path_called": Instruction(phrase=_called, draw=_sign("tiles"), due=False),
    "path_drawn": Instruction(phrase=_drawn, draw=_sign("fix"), due=False),
    "sanctuary_scored": WRITTEN, "sanctuary_missed": WRITTEN, "guardian_scored": WRITTEN, "decree_scored": WRITTEN,
    "score_tallied": WRITTEN,
}  # fmt: skip
"""By kind of event; every other kind moves nothing and needs no line."""
