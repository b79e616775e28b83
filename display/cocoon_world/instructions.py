"""What hands do in Cocoon World: pawns, markers and tiles."""

from __future__ import annotations

from tablekeeper.display.cocoon_world.pictograms import draw_tile
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.widgets.pieces import draw_die, draw_marker, draw_pawn
from tablekeeper.display.words.instructions import PIECE, Instruction, Phrase
from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.cocoon_world.view import View
from tablekeeper.engines.core import Event

CIRCLE = 11
"""Positions on the EP circle."""


def name_space(speech: Speech, view: View, space: int) -> str:
    """A space as people find it: by its number, and by the landmark before it."""
    event = view.spaces[space]
    landmark = space if event else max(i for i in range(space) if view.spaces[i])
    name = speech.texts.say(f"cocoon_world.landmark.{view.spaces[landmark]}")
    if space == 0:
        return name
    if event:
        return speech.texts.say("cocoon_world.place.landmark", space=space, name=name)
    return speech.texts.say("cocoon_world.place.after", space=space, count=space - landmark, name=name)


def _at(speech: Speech, event: Event, view: View) -> Phrase:
    return Phrase(facts={"where": name_space(speech, view, event.facts["space"])})


def _moved(speech: Speech, event: Event, view: View) -> Phrase | None:
    spaces = event.facts["spaces"]
    where = name_space(speech, view, event.facts["to"])
    return Phrase("pawn_forward" if spaces > 0 else "pawn_back", {"count": abs(spaces), "where": where})


def _marked(speech: Speech, event: Event, view: View) -> Phrase:
    """The marker goes the way that its numbers say: up the circle, or down it."""
    steps, was, now = event.facts["ep"], event.facts["was"], event.facts["now"]
    if not steps:
        return Phrase("marker_stays")
    up = (was + steps) % CIRCLE == now
    passes = not 0 <= (was + steps if up else was - steps) < CIRCLE and now != 0
    return Phrase(f"marker_{'up' if up else 'down'}{'_past' if passes else ''}", {"count": steps})


def _exchanged(speech: Speech, event: Event, view: View) -> Phrase:
    here, there = (name_space(speech, view, event.facts[end]) for end in ("here", "there"))
    return Phrase(facts={"here": here, "there": there})


def _side(event: Event, view: View) -> str:
    return str(event.facts.get("side") or view.players[event.seat].side)


def _pawn(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
    out = PIECE + 9
    pen.stamp(draw_pawn, x, y, (-out, -out, out, out), colour, PIECE - 2, _side(event, view))


def _marker(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
    out = PIECE + 4
    pen.stamp(draw_marker, x, y, (-out, -out, out, out), colour, PIECE - 2)


def _tile(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
    out = PIECE + 2
    pen.stamp(draw_tile, x, y, (-out, -out, out, out + 2), event.facts.get("tile", "?"), 2 * PIECE)


def _black_die(pen: Pen, x: float, y: float, event: Event, view: View, colour: str) -> None:
    out = PIECE + 2
    pen.stamp(draw_die, x, y, (-out, -out, out, out + 2), "black", 2 * PIECE - 4, 0)


STORY = Instruction(moves=False)
PAWN, TILE, MARKER = Instruction(draw=_pawn), Instruction(draw=_tile), Instruction(phrase=_marked, draw=_marker)
LAID = Instruction(phrase=_at, draw=_tile)
INSTRUCTIONS = {
    "game_begun": STORY, "turn_begun": STORY, "dice_rolled": STORY, "doublet_rolled": STORY, "move_reversed": STORY,
    "space_occupied": STORY, "tile_obeyed": STORY, "hand_made": STORY, "dungeon_failed": STORY, "hand_seen": STORY,
    "supply_chosen": STORY, "promise_made": STORY, "roll_lost": STORY,
    "die_changed": Instruction(),
    "target_removed": Instruction(draw=_black_die),
    "pawn_moved": Instruction(phrase=_moved, draw=_pawn),
    "loop_left": PAWN, "pawn_flipped": PAWN, "spare_placed": PAWN, "spare_called_back": PAWN,
    "bet_made": PAWN, "bet_won": PAWN, "bet_lost": PAWN,
    "ep_gained": MARKER, "ep_lost": MARKER,
    "tile_revealed": LAID, "tile_placed": LAID, "tile_laid": LAID, "tile_swapped": LAID,
    "tile_taken": TILE, "tiles_drawn": Instruction(draw=_tile, adds="count"), "tiles_returned": TILE,
    "tiles_exchanged": Instruction(phrase=_exchanged, draw=_tile),
}  # fmt: skip
"""By kind of event; every other kind moves nothing and needs no line."""
