"""Before the first round: the guardians of the pink side are rolled, a decree is drawn."""

from __future__ import annotations

from tablekeeper.engines.core import CHANCE, TEAM, Product, Question
from tablekeeper.engines.kokoro.answers import Proclaim, Spot
from tablekeeper.engines.kokoro.flow import FLOW
from tablekeeper.engines.kokoro.mat import SPOTS
from tablekeeper.engines.kokoro.setup import DRAWN_DECREE
from tablekeeper.engines.kokoro.state import State, Table

KINDS = ("caterpillar", "flower")
NUMBERS = tuple(range(1, SPOTS + 1))


@FLOW.step("begin")
def begin(table: Table) -> None:
    """Every player has a mat with the same side up."""
    setup = table.setup
    table.say("game_begun", "setup.mats", TEAM, side=setup.side, players=len(setup.players))
    table.say(
        "decks_shuffled", "setup.decks", TEAM, paths=len(table.pool), sanctuaries=len(table.left), caller=setup.dealer
    )


@FLOW.question("guardian")
def ask_spot(state: State, which: int) -> Question:
    """Which number does the ten-sided die show? One roll for all players (ruling 3)."""
    return Question("spot", CHANCE, Product(Spot, NUMBERS), {"for": KINDS[which], "sides": SPOTS})


@FLOW.answer("guardian")
def place_guardian(table: Table, answer: Spot, which: int) -> None:
    """The guardian stands on that spot; equal numbers are rolled again."""
    space = table.setup.mat.spots[answer.number - 1]
    if space in table.guardians:
        table.say("roll_repeated", "pink.reroll", TEAM, number=answer.number)
        table.then(("guardian", which))
        return
    table.guardians = (*table.guardians, space)
    where = {"space": space} if table.setup.known_mats else {}
    table.say("guardian_placed", "pink.roll", TEAM, guardian=KINDS[which], number=answer.number, **where)


@FLOW.refusal("guardian")
def refuse_spot(state: State, answer: object, which: int) -> str | None:
    """The die has ten faces."""
    return "no_such_number" if isinstance(answer, Spot) else None


@FLOW.step("decree")
def choose_decree(table: Table) -> None:
    """A named decree is read out; else the caller draws one."""
    if table.setup.decree == DRAWN_DECREE:
        table.then(("draw_decree",))
    else:
        _proclaim(table, table.setup.decree)


@FLOW.question("draw_decree")
def ask_decree(state: State) -> Question:
    """Which decree was drawn? Only those that the side of the mat allows."""
    return Question("decree", CHANCE, Product(Proclaim, state.setup.usable_decrees), {"dealt_by": state.setup.dealer})


@FLOW.answer("draw_decree")
def draw_decree(table: Table, answer: Proclaim) -> None:
    """It holds for all players and the whole game."""
    _proclaim(table, answer.decree)


@FLOW.refusal("draw_decree")
def refuse_decree(state: State, answer: object) -> str | None:
    """A pink card on the blue side is put back."""
    if not isinstance(answer, Proclaim):
        return None
    known = [card.id for card in state.setup.edition.decrees]
    return "pink_only" if answer.decree in known else "unknown_decree"


def _proclaim(table: Table, decree: str) -> None:
    table.decree = decree
    background = table.setup.decree_card(decree).background
    table.say("decree_proclaimed", "decree.draw", TEAM, decree=decree, background=background)
