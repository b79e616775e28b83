"""Pig: roll one die as often as you dare. The game of docs/add-a-game.md; it never ships."""

from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.game import Game
from tests.pig.bots import play_well, weigh
from tests.pig.edition import read_edition
from tests.pig.reasons import reason_for
from tests.pig.rules import RULES
from tests.pig.setup import OPTIONS, PLAYERS, prepare, summarise

GAME = Game(
    name="pig",
    title="Pig",
    package=__name__,
    rules=RULES,
    read_edition=read_edition,
    prepare=prepare,
    options=OPTIONS,
    bots={"random": choose_randomly, "good": play_well},
    seats=PLAYERS,
    dice=("white",),
    weigh=weigh,
    weigh_openly=weigh,
    reason=reason_for,
    turn=lambda state: state.turn,
    summary=summarise,
    ranked=lambda setup: {"goal": str(setup.goal)},
)

__all__ = ["GAME"]
