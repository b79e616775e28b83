"""What other threads want of a worker: put in by anybody, taken by the worker alone, at the beginning of a step.

So everything that a worker works with belongs to its own thread. A worker that is away loses the oldest letters first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

Letter = TypeVar("Letter")
ROOM = 256


class Mailbox(Generic[Letter]):
    """Letters in the order in which they came. A deque's own operations are atomic, so nobody waits for anybody."""

    def __init__(self, room: int = ROOM) -> None:
        self._letters: deque[Letter] = deque(maxlen=room)

    def put(self, letter: Letter) -> None:
        """Leave a letter; never waits."""
        self._letters.append(letter)

    def take(self) -> Iterator[Letter]:
        """All letters that are there now; never waits."""
        while True:
            try:
                yield self._letters.popleft()
            except IndexError:
                return


Order = Callable[[], None]
"""A letter that says itself what is to be done in the worker's thread."""
