"""What a seat may imagine of the cards that it does not see: dealt anew from all that are not known to it."""

from __future__ import annotations

from tablekeeper.engines.chocobo.state import HIDDEN, State
from tablekeeper.engines.core.bots.redeal import changed, redeal
from tablekeeper.engines.core.luck import Luck


def imagine(state: State, seat: int, luck: Luck) -> State:
    """Other hands, cards that lie face down, and the deck."""
    if not state.setup.known_hands:
        return state
    others = [other for other in range(len(state.hands)) if other != seat]
    face_down = tuple(card for card in state.face_down if card != HIDDEN)
    laid = tuple(card for card, by in state.laid if by != seat)
    pool, laid, face_down, *hands = redeal([state.pool, laid, face_down, *(state.hands[i] for i in others)], luck)
    dealt, lying = dict(zip(others, hands, strict=True)), iter(laid)
    return changed(
        state,
        pool=tuple(sorted(pool)),
        laid=tuple((card if by == seat else next(lying), by) for card, by in state.laid),
        face_down=face_down or state.face_down,
        hands=tuple(tuple(sorted(dealt.get(i, hand))) for i, hand in enumerate(state.hands)),
    )
