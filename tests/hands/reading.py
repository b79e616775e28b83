"""Reading the lines as people do: whose hands are meant, then which of the sentences it is.

The patterns are written by hand, in both languages: they are not made from the texts that they read.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar


class NotUnderstood(AssertionError):
    """A line that somebody at the table could not follow."""


class Hands(ABC):
    """Somebody who does what the lines say, and knows nothing else. A game's hands say which sentences there are."""

    SENTENCES: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """By language: a pattern for each sentence, and the method that does it (empty: nothing to do)."""

    def __init__(self, language: str, names: tuple[str, ...]) -> None:
        self.names = names
        found = self.SENTENCES[language].items()
        self.sentences = [(re.compile(pattern), method) for pattern, method in found]

    def follow(self, line: str) -> None:
        """Do what one line says."""
        head, _, says = line.partition(":")
        who = head.rstrip(" \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}")
        seat = self.names.index(who) if who in self.names else -1
        for pattern, method in self.sentences:
            match = pattern.fullmatch(says.strip())
            if match is not None:
                if method:
                    getattr(self, method)(seat, **match.groupdict())
                return
        raise NotUnderstood(line)

    @abstractmethod
    def table(self) -> Any:
        """What lies on the table, to be compared."""
