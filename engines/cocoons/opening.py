"""The set-up: where the start token lies, how the cocoons stand, who is the youngest."""

from __future__ import annotations

from tablekeeper.engines.cocoons.answers import Face, Start, Youngest
from tablekeeper.engines.cocoons.box import PLACES, SIDES
from tablekeeper.engines.cocoons.flow import FLOW
from tablekeeper.engines.cocoons.sides import share_sides
from tablekeeper.engines.cocoons.state import COCOONS, EMPTY, NONE, START, State, Table
from tablekeeper.engines.core import CHANCE, TEAM, Question, put

_STARTS = tuple(map(Start, PLACES))
_FACES = tuple(map(Face, SIDES))


@FLOW.question("start")
def ask_start(state: State) -> Question:
    """Where does the start token lie? It tells itself from the guardians, which share a back (ruling 1)."""
    return Question("start", CHANCE, _STARTS)


@FLOW.answer("start")
def set_start(table: Table, answer: Start) -> None:
    """The gap is over the start token; the cocoons are numbered from the first place on."""
    gap = table.start = table.gap = answer.place
    table.cocoons = tuple(NONE if place == gap else place - (place > gap) for place in PLACES)
    table.traps = put(table.traps, gap, EMPTY)
    table.tokens = put(table.tokens, gap, START)
    table.say("box_filled", "setup.box", TEAM, gap=gap, trapdoors=len(table.unseen), tokens=table.reserve)
    table.agenda = (*(("face", cocoon) for cocoon in range(COCOONS)), ("seat_all",))


@FLOW.question("face")
def ask_face(state: State, cocoon: int) -> Question:
    """Where does the mark inside this cocoon point? Everybody sees it; it says nothing of the guardian."""
    return Question("face", CHANCE, _FACES, {"place": state.cocoons.index(cocoon), "cocoon": cocoon})


@FLOW.answer("face")
def set_face(table: Table, answer: Face, cocoon: int) -> None:
    """The cocoon stands like this for the whole game."""
    table.faces = put(table.faces, cocoon, SIDES.index(answer.side))
    table.say("cocoon_set", "setup.cocoons", TEAM, cocoon=cocoon, mark=answer.side)


@FLOW.step("seat_all")
def seat_all(table: Table) -> None:
    """Sides that look into the gap are in sight before the first slide; then the youngest begins."""
    table.agenda = (("youngest",),) if len(table.setup.players) > 1 else (("turn", 0),)
    share_sides(table)


@FLOW.question("youngest")
def ask_youngest(state: State) -> Question:
    """Who is the youngest?"""
    return Question("youngest", TEAM, tuple(map(Youngest, range(len(state.setup.players)))))


@FLOW.answer("youngest")
def begin_game(table: Table, answer: Youngest) -> None:
    """The youngest has the first turn."""
    table.say("game_begun", "turn.youngest", answer.seat)
    table.agenda = (("turn", answer.seat),)
