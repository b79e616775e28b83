"""4F: the Chocobo on the outer ring, the Reaper on the inner one, and what the boss does."""

from __future__ import annotations

from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.health import end, hurt
from tablekeeper.engines.chocobo.knowledge import known, look_up
from tablekeeper.engines.chocobo.sharing import shares
from tablekeeper.engines.chocobo.state import State, Table
from tablekeeper.engines.core import TEAM, Answer, Question

SPAWNS = {"behemoth": 1, "omega": 0}
"""Basic Monsters at the start of each round [rulebook]; nothing is printed for Omega (ruling 25)."""


def touches(table: Table) -> bool:
    """Whether the two pieces stand beside each other."""
    return table.reaper in known(table, f"ring.touches.{table.here}")


@FLOW.step("stride")
def stride(table: Table, steps: int, done: int = 0) -> None:
    """Clockwise, and every single step can meet the Reaper (ruling 27)."""
    size = known(table, "ring.outer")
    while done < steps:
        there = (table.here + 1) % size
        if look_up(table, f"ring.touches.{there}", ("stride", steps, done)) is None:
            return
        table.here = there
        done += 1
        if touches(table):
            table.say("chocobo_moved", "move.ring", TEAM, steps=done, to=there)
            end(table, "reaper_met", chocobo=there, reaper=table.reaper)
            return
    table.say("chocobo_moved", "move.ring", TEAM, steps=steps, to=table.here)
    table.then(("land",))


@FLOW.step("land")
def land(table: Table) -> None:
    """The icon on which the Chocobo stops counts as on every floor."""
    icon = look_up(table, f"ring.spaces.{table.here}", ("land",))
    if icon is not None:
        table.then(("icon", icon))


def advance_on_ring(table: Table, steps: int, clause: str) -> None:
    """The Reaper goes clockwise on its ring; there is no end, but it may meet the Chocobo on the way."""
    size = known(table, "ring.inner")
    for done in range(1, steps + 1):
        table.reaper = (table.reaper + 1) % size
        if touches(table):
            table.say("reaper_advanced", clause, TEAM, steps=done, at=table.reaper)
            end(table, "reaper_met", chocobo=table.here, reaper=table.reaper)
            return
    table.say("reaper_advanced", clause, TEAM, steps=steps, at=table.reaper)


@FLOW.step("boss_strikes")
def boss_strikes(table: Table) -> None:
    """The space on which the Reaper stands at the end of the round."""
    strike = look_up(table, f"bosses.{table.setup.boss}.{table.reaper}", ("boss_strikes",))
    if strike is None:
        return
    kind, _, number = strike.partition("_")
    table.say("boss_attacked", "boss.attack", TEAM, strike=strike)
    if kind == "damage":
        hurt(table, int(number), "boss.damage")
    elif kind == "bolt":
        table.then(("bolt", int(number)))
    elif kind == "hidden":
        table.hidden_bonus = True
        table.say("bonus_hidden", "boss.hidden_bonus", TEAM)


@FLOW.step("bolt")
def bolt(table: Table, count: int) -> None:
    """Lightning: the team discards so many cards, or all that there are (ruling 29)."""
    sizes = tuple(map(len, table.hands))
    ways = shares(min(count, sum(sizes)), sizes)
    if len(ways) == 1:
        _give_up(table, ways[0].cards)
    else:
        table.then(("give", count))


@FLOW.question("give")
def ask_who_discards(state: State, count: int) -> Question:
    """Who gives up how many cards?"""
    sizes = tuple(map(len, state.hands))
    return Question("give_up", TEAM, shares(min(count, sum(sizes)), sizes), {"cards": count})


@FLOW.answer("give")
def give(table: Table, answer: Answer, count: int) -> None:
    """Each of them then chooses which."""
    _give_up(table, answer.cards)  # type: ignore[attr-defined]


def _give_up(table: Table, cards: tuple[int, ...]) -> None:
    table.say("lightning_struck", "boss.bolt", TEAM, cards=cards)
    table.then(*[("throw", seat, "boss.bolt") for seat, count in enumerate(cards) for _ in range(count)])


@FLOW.refusal("give")
def refuse_split(state: State, answer: Answer, count: int) -> str | None:
    """Cards that do not add up, or that somebody does not have."""
    return fault_of_split(state, answer)


def fault_of_split(state: State, answer: Answer) -> str | None:
    """Why cards cannot be split like this."""
    cards = getattr(answer, "cards", None)
    if cards is None:
        return None
    return "one_number_a_player" if len(cards) != len(state.hands) else "does_not_add_up"
