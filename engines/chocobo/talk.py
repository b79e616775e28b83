"""What a player may say about their hand: strengths, and vague comparisons with the Bonus cards; never numbers."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.state import HIDDEN, State
from tablekeeper.engines.core import PUBLIC

CHOOSING = 3
"""The phase in which the limited variant asks for silence, whoever has a Book to use in it."""
SLIGHT, MUCH = 10, 30
"""Up to so many numbers apart is called slightly lower or higher, and more than so many much (own ruling 37)."""


@dataclass(frozen=True)
class Talk:
    """What may be said now; nothing in it shows a number."""

    spoken: bool
    """False while cards are chosen in the limited variant: then fingers only, and only for strengths."""
    strengths: tuple[int, ...]
    """The strengths in the hand, sorted so that they do not give the order of the numbers away."""
    comparisons: tuple[tuple[int, tuple[str, ...]], ...]
    """For each card its strength and how it compares to each open Bonus card, sorted likewise."""


def compare(card: int, bonus: int) -> str:
    """A card beside a Bonus card, as vaguely as the rules want it."""
    apart = abs(card - bonus)
    how = "slightly_" if apart <= SLIGHT else "much_" if apart > MUCH else ""
    return f"{how}{'lower' if card < bonus else 'higher'}"


def may_say(state: State, seat: int) -> Talk | None:
    """What this seat may say; nobody speaks for another's hand, nor for one that the companion cannot see."""
    if seat == PUBLIC or not 0 <= seat < len(state.hands) or HIDDEN in state.hands[seat]:
        return None
    spoken = not (state.setup.limited_talk and state.phase == CHOOSING)
    said = [(known(state, f"cards.{card}"), tuple(compare(card, b) for b in state.bonus)) for card in state.hands[seat]]
    compared = tuple(sorted(said)) if spoken and state.bonus else ()
    return Talk(spoken, tuple(sorted(strength for strength, _ in said)), compared)
