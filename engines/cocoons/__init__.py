"""Cocoons: the mysterious box, in which a table together brings eight guardians home."""

from engines.cocoons.bots import play_well
from engines.cocoons.edition import read_edition
from engines.cocoons.judging import Judgement, judge_level
from engines.cocoons.levels import Level, read_level
from engines.cocoons.rules import RULES
from engines.cocoons.setup import OPTIONS, PLAYERS, prepare
from engines.core.game import Game
from engines.core.playout import choose_randomly

GAME = Game(
    name="cocoons",
    title="Cocoons",
    rules=RULES,
    read_edition=read_edition,
    prepare=prepare,
    options=OPTIONS,
    bots={"random": choose_randomly, "good": play_well},
    seats=PLAYERS,
)

__all__ = ["GAME", "Judgement", "Level", "judge_level", "read_level"]
