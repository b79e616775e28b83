"""Cocoon World: the slapstick race in which the players make their own board. Scenario 1."""

from tablekeeper.engines.cocoon_world.bots import play_well
from tablekeeper.engines.cocoon_world.edition import check_edition, read_edition
from tablekeeper.engines.cocoon_world.imagining import imagine
from tablekeeper.engines.cocoon_world.plan import PLAN, ROLLOUTS, weigh, weigh_openly
from tablekeeper.engines.cocoon_world.reasons import reason_for
from tablekeeper.engines.cocoon_world.rules import RULES
from tablekeeper.engines.cocoon_world.setup import COLOURS, OPTIONS, PLAYERS, prepare, summarise
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.rollouts import Thinker
from tablekeeper.engines.core.game import GameOf

GAME = GameOf(
    name="cocoon_world",
    title="Cocoon World",
    package=__name__,
    rules=RULES,
    read_edition=read_edition,
    prepare=prepare,
    check=lambda setup: check_edition(setup.edition),
    options=OPTIONS,
    bots={"random": choose_randomly, "good": play_well, "strong": Thinker(imagine, ROLLOUTS, PLAN)},
    plan=PLAN,
    weigh=weigh,
    weigh_openly=weigh_openly,
    reason=reason_for,
    seats=PLAYERS,
    open_choices=True,
    colours=COLOURS,
    own_dice=True,
    dice=("white", "black"),
    hidden_hands=True,
    imagine=imagine,
    held=frozenset({"keep", "place", "return", "take"}),
    turn=lambda state: state.turn,
    turns=lambda setup: setup.turns,
    told=frozenset({"first", "reveal"}),
    summary=summarise,
)

__all__ = ["GAME"]
