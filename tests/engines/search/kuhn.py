"""Kuhn poker: three cards, one chip each, one bet. The smallest game with hidden cards and a known equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from tablekeeper.engines import core
from tablekeeper.engines.core import CHANCE, Answer, Flow, Outcome, Product, Question, Rules, put
from tablekeeper.engines.core.luck import Luck

CARDS = ("jack", "queen", "king")
FLOW = Flow()


class Setup(NamedTuple):
    """Two players."""

    players: tuple[str, ...] = ("Ann", "Ben")


@dataclass(frozen=True, slots=True)
class Deal(Answer):
    """This card is dealt."""

    verb: ClassVar[str] = "deal"
    card: str


@dataclass(frozen=True, slots=True)
class Bet(Answer):
    """One chip more, or the chip that the other has bet."""

    verb: ClassVar[str] = "bet"


@dataclass(frozen=True, slots=True)
class Pass(Answer):
    """No chip."""

    verb: ClassVar[str] = "pass"


class Table(core.Table):
    """Two cards, and what was said: `p` and `b`."""

    setup: Setup
    hands: tuple[str, ...]
    said: str


class State(core.State, Table):
    """The table between two answers."""


def lay_out(setup: Setup) -> Table:
    """Nothing dealt yet."""
    table = Table()
    table.setup, table.hands, table.said = setup, ("", ""), ""
    table.agenda = (("deal", 0), ("deal", 1), ("speak",))
    return table


@FLOW.question("deal")
def ask_card(state: State, seat: int) -> Question:
    """Which card?"""
    return Question("deal", CHANCE, Product(Deal, [c for c in CARDS if c not in state.hands]), only_for=seat)


@FLOW.answer("deal")
def deal(table: Table, answer: Deal, seat: int) -> None:
    """It is its owner's secret."""
    table.hands = put(table.hands, seat, answer.card)


@FLOW.question("speak")
def ask(state: State) -> Question:
    """Bet, or pass?"""
    return Question("speak", len(state.said) % 2, (Bet(), Pass()))


@FLOW.answer("speak")
def speak(table: Table, answer: Answer) -> None:
    """Two alike, or a bet that is passed, end the game."""
    table.said += "b" if isinstance(answer, Bet) else "p"
    if table.said in ("p", "b", "pb"):
        table.then(("speak",))


def stake(state: Any) -> tuple[int, int]:
    """Who wins, and how many chips."""
    if state.said in ("bp", "pbp"):
        return (0 if state.said == "bp" else 1), 1
    best = 0 if CARDS.index(state.hands[0]) > CARDS.index(state.hands[1]) else 1
    return best, 2 if "b" in state.said else 1


def reward(state: Any, outcome: Outcome, seat: int) -> float:
    """What a finished game brings, of 0 to 1."""
    winner, chips = stake(state)
    return 0.5 + (chips if winner == seat else -chips) / 4


def imagine(state: Any, seat: int, luck: Luck) -> Any:
    """The other card, dealt anew; of PUBLIC both."""
    table = core.state.thaw(state, Table)
    left = list(CARDS)
    for other in (0, 1):
        if other == seat:
            left.remove(state.hands[seat])
    for other in (0, 1):
        if other != seat:
            table.hands = put(table.hands, other, left.pop(int(luck.random() * len(left))))
    return core.state.freeze(table, State)[0]


RULES: Rules[Table, State] = Rules(
    name="kuhn",
    setup=Setup,
    table=Table,
    state=State,
    flow=FLOW,
    answers=(Deal, Bet, Pass),
    lay_out=lay_out,
    view=lambda state, seat: (state.hands[seat] if seat >= 0 else "", state.said),
    outcome=lambda state: Outcome((stake(state)[0],), "showdown", "end"),
)
