"""Cocoons: the mysterious box, in which a table together brings eight guardians home."""

from tablekeeper.engines.cocoons.bots import play_gently, play_well
from tablekeeper.engines.cocoons.edition import read_edition
from tablekeeper.engines.cocoons.judging import study_level, study_text
from tablekeeper.engines.cocoons.levels import Level, read_level
from tablekeeper.engines.cocoons.plan import PLAN, ROLLOUTS, imagine, weigh
from tablekeeper.engines.cocoons.reasons import reason_for
from tablekeeper.engines.cocoons.rules import RULES
from tablekeeper.engines.cocoons.setup import OPTIONS, PLAYERS, prepare, summarise
from tablekeeper.engines.cocoons.sliding import SLIDES
from tablekeeper.engines.cocoons.solver import hint_at
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.rollouts import Thinker
from tablekeeper.engines.core.game import GameOf

GAME = GameOf(
    name="cocoons",
    title="Cocoons",
    package=__name__,
    rules=RULES,
    read_edition=read_edition,
    prepare=prepare,
    options=OPTIONS,
    bots={
        "random": choose_randomly,
        "gentle": play_gently,
        "good": play_well,
        "strong": Thinker(imagine, ROLLOUTS, PLAN),
    },
    plan=PLAN,
    weigh=weigh,
    weigh_openly=weigh,
    reason=reason_for,
    seats=PLAYERS,
    open_choices=True,
    imagine=imagine,
    moments=frozenset({"action_laid", "guardian_found", "guardian_placed", "start_uncovered", "trapdoor_removed"}),
    slides=SLIDES,
    told=frozenset({"face", "find", "flip", "name", "reveal", "start", "verdict"}),
    obvious=frozenset({"find", "flip", "name", "reveal"}),
    summary=summarise,
    hint=hint_at,
    study_level=study_text,
)

__all__ = ["GAME", "Level", "read_level", "study_level"]
