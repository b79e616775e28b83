"""How a device is: a state, the reason in plain words, and since when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Self

State = Literal["closed", "starting", "ready", "doubtful", "lost"]


class Reason(str):
    """Why a device is not well: a short sentence in English, with a code and values for whoever says it otherwise."""

    code: str
    facts: Mapping[str, object]

    def __new__(cls, code: str, sentence: str, **facts: object) -> Self:
        """`sentence` has a place in braces for each fact."""
        reason = super().__new__(cls, sentence.format(**facts))
        reason.code, reason.facts = code, facts
        return reason


@dataclass(frozen=True)
class Health:
    """A device's state. `why` is empty when it is ready, else a short sentence for people, mostly a `Reason`."""

    state: State
    why: str = ""
    since_s: float = 0.0

    @property
    def usable(self) -> bool:
        """Whether it still gives something worth having."""
        return self.state in ("ready", "doubtful")


class HealthLog:
    """Keeps a device's present health and calls its listeners when it changes."""

    def __init__(self) -> None:
        self.present = Health("closed")
        self.listeners: list[Callable[[Health], None]] = []

    def set(self, state: State, why: str, at_s: float) -> None:
        """Note a state; nothing happens when it is the present one."""
        if (state, why) == (self.present.state, self.present.why):
            return
        self.present = Health(state, why, at_s)
        for listener in tuple(self.listeners):
            listener(self.present)
