"""A round: its seven phases, and how it ends."""

from __future__ import annotations

from tablekeeper.engines.chocobo.cards import clear_row
from tablekeeper.engines.chocobo.dial import position_of
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.movement import name_of, turn_dial
from tablekeeper.engines.chocobo.ring import SPAWNS
from tablekeeper.engines.chocobo.state import BOTTOM, Table
from tablekeeper.engines.core import TEAM
from tablekeeper.engines.core.state import Step

BONUS: Step = ("bonus",)
PAUSE: Step = ("pause",)
READY: Step = ("ready",)
CHOOSING: dict[int, tuple[Step, ...]] = {
    1: (PAUSE, ("plays", 1), BONUS, BONUS, READY, ("plays", 2)),
    2: (BONUS, READY, ("plays", 2)),
    3: (BONUS, BONUS, READY, ("plays", 1)),
    4: (BONUS, READY, ("plays", 1)),
}
"""Phases 2 and 3 by number of players: always five cards."""
NUMBERS = range(5)


@FLOW.step("lay_out")
def lay_out(table: Table) -> None:
    """The game is laid out; cards, Books and the dial follow."""
    setup = table.setup
    table.say("game_begun", "setup.level", TEAM, difficulty=setup.difficulty, cards=setup.hand_size, books=setup.books)


@FLOW.step("round")
def begin_round(table: Table) -> None:
    """Phase 1, and what lies ahead."""
    table.round += 1
    table.phase = 1
    table.say("round_begun", "round.encounter", TEAM, round=table.round)
    places = [f"dial.{position_of(table, number)}" for number in NUMBERS]
    needs = [("need", place) for place in places if known(table, place) is None]
    if table.floor == BOTTOM:
        basic, elite = SPAWNS[table.setup.boss], 0
    else:
        basic, elite = known(table, f"floors.{name_of(table)}.encounter")
    choosing = CHOOSING[len(table.hands)]
    if table.hidden_bonus:
        choosing = _hide_first_bonus(choosing)
    table.then(*needs, *[("spawn", "basic")] * basic, *[("spawn", "elite")] * elite, *choosing, ("assign",))


def _hide_first_bonus(choosing: tuple[Step, ...]) -> tuple[Step, ...]:
    """A card that lies face down is told when it is turned over: after all have chosen."""
    i = choosing.index(BONUS)
    return (*choosing[:i], ("hide",), *choosing[i + 1 :], ("unhide",))


@FLOW.step("round_over")
def end_round(table: Table) -> None:
    """Phases 6 and 7; on 4F the boss strikes before the Monsters (ruling 28)."""
    table.phase = 6
    table.acting = -1
    boss: tuple[Step, ...] = (PAUSE, ("boss_strikes",)) if table.floor == BOTTOM else ()
    table.then(*boss, ("monsters_turn",), ("clear_away",))


@FLOW.step("clear_away")
def clear_away(table: Table) -> None:
    """Phase 7: discard the five cards, turn the dial, begin the next round."""
    table.phase = 7
    clear_row(table)
    turn_dial(table)
    table.then(("round",))
