"""What went wrong, before the language is known: the errors of every room carry a sentence and the values in it.

    raise BackupFault("Cannot read the backup {path}: that is a folder; expected a file", path=path)

The sentence is the code, as with gettext: `str` fills it in English, `Texts.translate` in the language of the table,
from `sentences.LANGUAGE.toml`. A value may be a sentence or a fault itself, and is translated too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Words(str):
    """A sentence and the values in it; as a string it is English."""

    says: str
    values: Mapping[str, object]

    def __new__(cls, says: str, /, **values: object) -> Words:
        words = super().__new__(cls, says.format_map(values) if values else says)
        words.says, words.values = says, values
        return words

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """So that another process can be handed it."""
        return (self.says,), dict(self.values)


class Fault(Exception):
    """What the error of every room is: "Cannot DO: FOUND; expected WHAT.", as a sentence and its values."""

    words: str

    def __init__(self, says: str, /, **values: object) -> None:
        self.words = says if type(says) is not str else Words(says, **values)
        super().__init__(self.words)

    def __str__(self) -> str:
        return str(self.words)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.words), self.__dict__


def _again(kind: type[Fault], words: str) -> Fault:
    return kind.__new__(kind, words)


def words_of(fault: BaseException) -> str:
    """What a fault says; what Python or a library raised stays in its own English."""
    return fault.words if isinstance(fault, Fault) else Words(str(fault) or type(fault).__name__)
