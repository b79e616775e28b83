"""What a seat may imagine of the sanctuary deck: only who has looked knows the next card."""

from __future__ import annotations

from tablekeeper.engines.core.bots.redeal import changed
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.kokoro.state import State


def imagine(state: State, seat: int, luck: Luck) -> State:
    """The next sanctuary is any that is left, unless the seat has seen it."""
    if not state.top or seat in state.seers:
        return state
    return changed(state, top=state.left[int(luck.random() * len(state.left))])
