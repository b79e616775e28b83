"""Chocobo's Dungeon: down four floors together, away from the Reaper, to beat the boss."""

from engines.chocobo.bots import play_well
from engines.chocobo.edition import edition_with, read_edition, write_edition
from engines.chocobo.knowledge import learned
from engines.chocobo.rules import RULES
from engines.chocobo.setup import OPTIONS, PLAYERS, prepare
from engines.core.game import Game
from engines.core.playout import choose_randomly

GAME = Game(
    name="chocobo",
    title="Chocobo's Dungeon",
    rules=RULES,
    read_edition=read_edition,
    prepare=prepare,
    options=OPTIONS,
    bots={"random": choose_randomly, "good": play_well},
    seats=PLAYERS,
    box="unknown",
    learned=learned,
)

__all__ = ["GAME", "edition_with", "learned", "write_edition"]
