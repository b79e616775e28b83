"""Chocobo's Dungeon: down four floors together, away from the Reaper, to beat the boss."""

from tablekeeper.engines.chocobo.bots import play_well
from tablekeeper.engines.chocobo.edition import check_edition, edition_with, read_edition, write_edition
from tablekeeper.engines.chocobo.gentle import play_gently
from tablekeeper.engines.chocobo.imagining import imagine
from tablekeeper.engines.chocobo.knowledge import learned
from tablekeeper.engines.chocobo.reasons import reason_for
from tablekeeper.engines.chocobo.rules import RULES
from tablekeeper.engines.chocobo.setup import OPTIONS, PLAYERS, prepare, summarise
from tablekeeper.engines.chocobo.weighing import weigh
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.game import GameOf

GAME = GameOf(
    name="chocobo",
    title="Chocobo's Dungeon",
    package=__name__,
    rules=RULES,
    read_edition=read_edition,
    prepare=prepare,
    check=lambda setup: check_edition(setup.edition),
    options=OPTIONS,
    bots={"random": choose_randomly, "gentle": play_gently, "good": play_well},
    weigh=weigh,
    reason=reason_for,
    seats=PLAYERS,
    hidden_hands=True,
    imagine=imagine,
    moments=frozenset({"book_found", "boss_hit", "boss_met", "floor_entered", "monster_defeated"}),
    held=frozenset({"discard", "play", "put_away"}),
    told=frozenset({"bonus", "book", "dial", "monster", "tell", "vegetable"}),
    summary=summarise,
    box="unknown",
    learned=learned,
)

__all__ = ["GAME", "edition_with", "learned", "write_edition"]
