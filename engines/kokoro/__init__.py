"""Kokoro, Avenue of the Kodama: paths through an enchanted forest, drawn by all players at once."""

from tablekeeper.engines.core.game import GameOf
from tablekeeper.engines.kokoro.bots import play_randomly, play_strongly, play_well
from tablekeeper.engines.kokoro.edition import check_edition, read_edition
from tablekeeper.engines.kokoro.gentle import play_gently
from tablekeeper.engines.kokoro.imagining import imagine
from tablekeeper.engines.kokoro.own_mat import OWN_MAT
from tablekeeper.engines.kokoro.reasons import reason_for
from tablekeeper.engines.kokoro.rules import RULES
from tablekeeper.engines.kokoro.scoring import Tally, tally_boxes
from tablekeeper.engines.kokoro.setup import OPTIONS, PLAYERS, prepare, summarise
from tablekeeper.engines.kokoro.weighing import weigh, weigh_openly

GAME = GameOf(
    name="kokoro",
    title="Kokoro: Avenue of the Kodama",
    package=__name__,
    rules=RULES,
    read_edition=read_edition,
    prepare=prepare,
    check=lambda setup: check_edition(setup.edition),
    options=OPTIONS,
    bots={"random": play_randomly, "gentle": play_gently, "good": play_well, "strong": play_strongly},
    weigh=weigh,
    weigh_openly=weigh_openly,
    reason=reason_for,
    seats=PLAYERS,
    hidden_hands=True,
    at_table=OWN_MAT,
    looks=frozenset({"look"}),
    imagine=imagine,
    turn=lambda state: state.turn,
    told=frozenset({"decree", "path", "sanctuary", "spot", "top"}),
    summary=summarise,
    ranked=lambda setup: {"side": setup.side, "decree": setup.decree},
)

__all__ = ["GAME", "Tally", "tally_boxes"]
