"""Moving through a floor, what the space does on which the Chocobo stops, and the way down."""

from __future__ import annotations

from tablekeeper.engines.chocobo.answers import Move, Stop
from tablekeeper.engines.chocobo.books import refuse_book, use_first, uses
from tablekeeper.engines.chocobo.cards import clear_row, lying
from tablekeeper.engines.chocobo.fight import drop_monsters
from tablekeeper.engines.chocobo.floors import Floor
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.health import end, heal, hurt
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.places import ICONS
from tablekeeper.engines.chocobo.ring import advance_on_ring
from tablekeeper.engines.chocobo.state import BOTTOM, UNKNOWN, State, Table
from tablekeeper.engines.core import TEAM, Answer, Question

STOPS = tuple(Stop(icon) for icon in (*ICONS, "exit"))


def name_of(table: Table) -> str:
    """The side of the board that lies on the table, as `2F_star`."""
    return table.setup.floors[table.floor - 1]


def map_of(table: Table) -> Floor | None:
    """The map of the present floor, if one was entered."""
    return table.setup.edition.floors.get(name_of(table))


@FLOW.step("enter")
def enter(table: Table, floor: int) -> None:
    """The Chocobo stands on the entrance and the Reaper at its start; hands, HP and Vegetables stay."""
    table.floor = floor
    table.reaper = 0
    name = name_of(table)
    if floor == BOTTOM:
        table.here = 0
        needs = ["ring.outer", "ring.inner", f"bosses.{table.setup.boss}.hp", "ring.touches.0"]
        table.say("boss_met", "boss.enter", TEAM, boss=table.setup.boss)
    else:
        found = map_of(table)
        table.here = found.entrance if found else UNKNOWN
        needs = [f"floors.{name}.reaper", f"floors.{name}.encounter"]
        table.say("floor_entered", "floor.enter", TEAM, floor=name)
    table.then(*[("need", place) for place in needs if known(table, place) is None], ("round",))


@FLOW.step("move")
def move(table: Table, steps: int) -> None:
    """Where to? On 4F there is no choice; on a board without a map only the icon at the end is asked."""
    found = map_of(table)
    if table.floor == BOTTOM:
        table.then(("stride", steps))
    elif found is None:
        table.then(("stop", steps))
    else:
        ways = found.options(table.here, steps)
        if len(ways) == 1 and not uses(table):
            _walk(table, found, ways[0], steps)
        else:
            table.then(("walk", steps))


@FLOW.question("walk")
def ask_way(state: State, steps: int) -> Question:
    """Where does the Chocobo move? The full length, no space twice; the exit stops it."""
    found = state.setup.edition.floors[name_of(state)]
    return Question("move", TEAM, found.options(state.here, steps, uses(state)), {"steps": steps, "here": state.here})


@FLOW.answer("walk")
def walk(table: Table, answer: Answer, steps: int) -> None:
    """The Chocobo goes there, and the icon at the end counts."""
    if not use_first(table, answer, "move", steps):
        _walk(table, table.setup.edition.floors[name_of(table)], answer, steps)


def _walk(table: Table, found: Floor, answer: Answer, steps: int) -> None:
    if not isinstance(answer, Move):
        raise TypeError(f"walk {steps} steps: expected a Move, came {answer!r}")
    path = answer.path if len(answer.path) > 1 else found.ways(table.here, steps)[answer.path[0]]
    clause = "move.exit_stops" if path[-1] == found.exit else "move.dead_end" if len(path) < steps else "move.full"
    table.here = path[-1]
    table.say("chocobo_moved", clause, TEAM, steps=steps, path=path)
    table.then(("icon", found.spaces[table.here].icon))


@FLOW.refusal("walk")
def refuse_way(state: State, answer: Answer, steps: int) -> str | None:
    """A way that is too short or too far, or that enters a space twice."""
    if isinstance(answer, Move):
        return state.setup.edition.floors[name_of(state)].fault(state.here, steps, answer.path)
    return refuse_book(state, answer)


@FLOW.question("stop")
def ask_stop(state: State, steps: int) -> Question:
    """This board has no map: on which icon did the Chocobo stop? The table sees to the way."""
    return Question("stop", TEAM, (*STOPS, *uses(state)), {"steps": steps})


@FLOW.answer("stop")
def stop(table: Table, answer: Answer, steps: int) -> None:
    """The icon counts as if the companion had seen it."""
    if not use_first(table, answer, "move", steps) and isinstance(answer, Stop):
        clause = "move.exit_stops" if answer.icon == "exit" else "copy.stop"
        table.say("chocobo_moved", clause, TEAM, steps=steps, icon=answer.icon)
        table.then(("icon", answer.icon))


@FLOW.refusal("stop")
def refuse_stop(state: State, answer: Answer, steps: int) -> str | None:
    """An icon that no space shows, or a Book that cannot be used."""
    return "no_such_icon" if isinstance(answer, Stop) else refuse_book(state, answer)


@FLOW.step("icon")
def resolve_icon(table: Table, icon: str) -> None:
    """What the space does on which a Move ended."""
    kind, _, number = icon.partition("_")
    if kind == "exit":
        descend(table)
    elif kind == "book":
        table.then(("find_book",))
    elif kind == "vegetable":
        table.then(("find_vegetables",))
    elif kind == "heal":
        heal(table, int(number), "icon.heal")
    elif kind == "trap":
        hurt(table, int(number), "icon.trap")
    elif kind == "reaper":
        advance(table, int(number), "icon.reaper")


@FLOW.step("reap")
def reap(table: Table, strength: int) -> None:
    """The Reaper action."""
    advance(table, strength, "reaper.advance")


def advance(table: Table, steps: int, clause: str) -> None:
    """The Reaper comes nearer; at the right end of its track, or beyond, the game is lost (ruling 1)."""
    if table.floor == BOTTOM:
        advance_on_ring(table, steps, clause)
        return
    length = known(table, f"floors.{name_of(table)}.reaper")
    table.reaper = min(table.reaper + steps, length)
    table.say("reaper_advanced", clause, TEAM, steps=steps, at=table.reaper, end=length)
    if table.reaper == length:
        end(table, "reaper_arrived")


def descend(table: Table) -> None:
    """The exit: what is left of the round is dropped, the dial turns, and the next floor is laid out."""
    table.agenda = (*lying(table), ("enter", table.floor + 1))
    table.say("floor_left", "floor.change", TEAM, floor=name_of(table))
    clear_row(table)
    turn_dial(table)
    drop_monsters(table)


def turn_dial(table: Table) -> None:
    """One step clockwise: what stood at number 1 stands at number 2 next."""
    table.dial = (table.dial - 1) % known(table, "dial.size")
    table.say("dial_turned", "round.turn_dial", TEAM, position=table.dial)
