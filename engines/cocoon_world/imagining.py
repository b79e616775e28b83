"""What a seat may imagine of the tiles that it does not see: dealt anew from all that are not known to it."""

from __future__ import annotations

from tablekeeper.engines.cocoon_world.state import State
from tablekeeper.engines.core.bots.redeal import changed, redeal
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.state import Step

LOOKING = ("look_next", "keep", "return")
"""Steps in which one seat looks at tiles from the pile."""


def imagine(state: State, seat: int, luck: Luck) -> State:
    """Other hands, the pile and the face-down tiles; what the seat looks at just now it knows."""
    if not state.setup.known_hands:
        return state
    step: Step = state.agenda[0] if state.agenda else ("",)
    robbed = step[1] if step[0] == "take" and seat == state.seat else None
    others = [other for other in range(len(state.hands)) if other not in (seat, robbed)]
    looked_at = step[2] if step[0] in LOOKING and step[1] != seat else ()
    pool, top, looked_at, *hands = redeal([state.pool, state.top, looked_at, *(state.hands[i] for i in others)], luck)
    dealt = dict(zip(others, hands, strict=True))
    agenda = ((*step[:2], looked_at, *step[3:]), *state.agenda[1:]) if looked_at else state.agenda
    return changed(
        state,
        pool=tuple(sorted(pool)),
        top=top,
        hands=tuple(dealt.get(i, hand) for i, hand in enumerate(state.hands)),
        agenda=agenda,
    )
