"""What speaks for an answer in Kokoro: which path it joins on the seat's own mat, as everybody may know it."""

from __future__ import annotations

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.kokoro.answers import Draw, Peek
from tablekeeper.engines.kokoro.paths import BLANK, put_piece
from tablekeeper.engines.kokoro.scoring import GUARDIANS, joined
from tablekeeper.engines.kokoro.state import State


def reason_for(rules: AnyRules, state: State, question: Question, answer: Answer) -> Reason | None:
    """For a path on a mat that the companion holds, and for a look instead."""
    if isinstance(answer, Peek):
        return Reason("peek", {})
    if not isinstance(answer, Draw) or not state.setup.virtual_mats:
        return None
    before = state.mats[answer.seat]
    return _joins(state, before, put_piece(before, answer.space, answer.shape), answer.space)


def _joins(state: State, before: str, after: str, space: int) -> Reason:
    """The sanctuary of this round first, then the guardians, then sanctuaries that may still come."""
    for key, targets in (("now", state.letters[-1:]), ("guardian", GUARDIANS), ("later", state.left)):
        for target in targets:
            was, now = joined(state, before, target)[1], joined(state, after, target)[1]
            if now > was:
                return Reason(key, {"target": target, "count": now, "was": was})
    ends = state.setup.paths.chain(after, space).ends
    free = sum(end >= 0 and after[end] == BLANK for end in ends)
    return Reason("open", {"count": free}) if free else Reason("harmless", {})
