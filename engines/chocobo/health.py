"""The two tracks of the Chocobo board, and how a game is won or lost."""

from __future__ import annotations

from tablekeeper.engines.chocobo.state import TOP_HP, TOP_VEGETABLES, Table
from tablekeeper.engines.core import TEAM

WON = "boss_defeated"
CLAUSES = {
    WON: "boss.defeated",
    "no_hp": "lose.no_hp",
    "reaper_arrived": "lose.reaper",
    "reaper_met": "lose.contact",
    "out_of_cards": "lose.out_of_cards",
}
"""Every way in which a game ends."""


def end(table: Table, cause: str, **facts: object) -> None:
    """The game is over at once, whatever was still due."""
    table.cause = cause
    table.agenda = ()
    table.say("game_won" if cause == WON else "game_lost", CLAUSES[cause], TEAM, cause=cause, **facts)


def hurt(table: Table, damage: int, clause: str) -> None:
    """Damage comes in one packet; at 0 HP the game is lost before anything can heal."""
    if not damage:
        return
    table.hp = max(0, table.hp - damage)
    table.say("damage_taken", clause, TEAM, damage=damage, hp=table.hp)
    if not table.hp:
        end(table, "no_hp")


def heal(table: Table, points: int, clause: str) -> None:
    """What would go beyond 9 HP is lost."""
    healed = min(points, TOP_HP - table.hp)
    table.hp += healed
    table.say("hp_recovered", clause, TEAM, healed=healed, hp=table.hp)


def gain_vegetables(table: Table, count: int, clause: str) -> None:
    """What would go beyond 15 Vegetables is lost."""
    gained = min(count, TOP_VEGETABLES - table.vegetables)
    table.vegetables += gained
    table.say("vegetables_gained", clause, TEAM, gained=gained, vegetables=table.vegetables)
