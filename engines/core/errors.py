"""What can go wrong in the engines.

EngineError
├── Unreadable    (ValueError)  a text or value that is no answer of this game
├── Refused       (ValueError)  an answer that does not fit what is asked now; nothing changed
├── SetupFault    (ValueError)  players or options that cannot start a game
├── EditionFault  (ValueError)  component data with a hole or a contradiction
└── PositionFault (ValueError)  a position that cannot stand on a table
"""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.faults import Fault


class EngineError(Fault):
    """Anything the engines refuse."""


class Unreadable(EngineError, ValueError):
    """A text that spells no answer of this game, or a value that no answer can hold."""


class SetupFault(EngineError, ValueError):
    """Players or options that cannot start a game; a code names what a screen has words of its own for."""

    def __init__(self, says: str, code: str = "", /, **values: object) -> None:
        super().__init__(says, **values)
        self.code = code


class EditionFault(EngineError, ValueError):
    """Component data with a hole or a contradiction; the sentence names the place."""


class PositionFault(EngineError, ValueError):
    """A position that cannot stand on a table; the sentence names the field."""


class Refused(EngineError, ValueError):
    """An answer that does not fit the open question: a stable reason, what was expected, what came and its values.

    The reason is `KIND.REASON`; the texts `refused` of a game, or of all games, say it to people.
    """

    def __init__(self, reason: str, expected: str, came: str, values: Mapping[str, object] | None = None) -> None:
        super().__init__(
            "Cannot take {came!r}: {reason}; expected {expected}", reason=reason, expected=expected, came=came
        )
        self.reason = reason
        self.expected = expected
        self.came = came
        self.values = values or {}
