"""What hands do in Chocobo's Dungeon: the Chocobo, the Reaper, markers, cards, monsters and tokens."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.words.instructions import PIECE, Drawing, Instruction, Phrase
from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.chocobo.view import View
from tablekeeper.engines.core import Event


def _moved(speech: Speech, event: Event, view: View) -> Phrase:
    """To the exit, to a space, on the ring, or on a board that has no map."""
    path = event.facts.get("path", ())
    if event.clause == "move.exit_stops":
        return Phrase("chocobo_to_exit")
    if path:
        return Phrase("chocobo_to_space", {"count": len(path), "space": path[-1]})
    return Phrase("chocobo_on_ring" if "to" in event.facts else "chocobo_to_icon", {"count": event.facts["steps"]})


def _reaped(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase("reaper_on_track" if "end" in event.facts else "reaper_on_ring")


def _reshuffled(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase("monsters_reshuffled" if "deck" in event.facts else "cards_reshuffled")


def _gained(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase("vegetable_token" if event.clause == "token.vegetable" else "vegetables_gained")


def _assigned(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase(facts={"order": " – ".join(map(str, event.facts["cards"]))})


def _entered(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase(facts={"floor": speech.word("of", event.facts["floor"])})


def _sign(name: str) -> Drawing:
    def draw(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
        pen.circ(x, y, PIECE, pen.c.raised)
        pen.icon(name, x, y, PIECE * 0.62, pen.c.accent, pen.c.raised)

    return draw


def _card(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
    """A card, with its number where it lies open."""
    pen.rect(x - 10, y - PIECE, 20, 2 * PIECE, 4, pen.c.ivory, pen.c.ivory_edge, 2)
    number = event.facts.get("card")
    if number:
        pen.text(x, y, number, 18, "number", pen.c.ivory_line, "middle")


CARD, DRAWN = Instruction(draw=_card), Instruction(draw=_card, adds="count")
MONSTER, BOOK = Instruction(draw=_sign("attack")), Instruction(draw=_sign("book"))
HEART, STORY, BOARD = Instruction(draw=_sign("heart")), Instruction(moves=False), Instruction(draw=_sign("flag"))
INSTRUCTIONS = {
    "round_begun": STORY, "action_begun": STORY, "attack_wasted": STORY, "bonus_hidden": STORY, "boss_attacked": STORY,
    "game_begun": BOARD, "floor_entered": Instruction(phrase=_entered, draw=_sign("flag")), "boss_met": BOARD,
    "dial_set": Instruction(draw=_sign("reroll")), "dial_turned": Instruction(draw=_sign("reroll")),
    "monster_revealed": MONSTER, "monster_hit": MONSTER, "monster_defeated": MONSTER, "monsters_discarded": MONSTER,
    "boss_hit": MONSTER,
    "deck_reshuffled": Instruction(phrase=_reshuffled, draw=_card),
    "bonus_laid": CARD, "bonus_unhidden": CARD, "bonus_revealed": CARD, "card_laid": CARD, "cards_drawn": DRAWN,
    "card_discarded": CARD, "cards_discarded": CARD, "cards_assigned": Instruction(phrase=_assigned, draw=_card),
    "damage_taken": HEART, "hp_recovered": HEART,
    "vegetables_gained": Instruction(phrase=_gained, draw=_sign("veg")),
    "vegetables_eaten": Instruction(draw=_sign("veg")),
    "chocobo_moved": Instruction(phrase=_moved, draw=_sign("move")),
    "reaper_advanced": Instruction(phrase=_reaped, draw=_sign("reaper")),
    "book_found": BOOK, "book_used": BOOK, "book_discarded": BOOK,
}  # fmt: skip
"""By kind of event; every other kind moves nothing and needs no line."""
