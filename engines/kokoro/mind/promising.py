"""Always draw what promises most: how the companion plays a game on in its mind, a thousand turns in a blink."""

from __future__ import annotations

from tablekeeper.engines.kokoro.mind.ends import FAR_END, Ends, Way
from tablekeeper.engines.kokoro.mind.promise import Promise

LOOK = -0.394
"""What a look at the next sanctuary is worth."""
LOOKED = -1
"""Stands for the space where a look is taken instead of drawing."""


def choose(promise: Promise, ends: Ends, way: Way, may_look: bool) -> int:
    """The empty space in which a piece promises most, or LOOKED."""
    found = gains(promise, ends, way)
    best = max(found, default=LOOK)
    return LOOKED if not found or (may_look and best < LOOK) else ends.blanks[found.index(best)]


def gains(promise: Promise, ends: Ends, way: Way) -> list[float]:
    """What a piece adds to the promise of the mat, by empty space.

    Nearly all the time of a game in the mind goes here, so it is one loop.
    """
    content, far, going, printed, bare = ends.content, ends.far, ends.going, ends.printed, promise.bare
    now, shut = _ends_now(promise, ends)
    found = []
    for space in ends.blanks:
        one, other, left, right = way[space]
        counts, here = printed[space], far[one]
        if here == other:  # it closes a loop
            value = promise[counts + content[one]]
        else:
            value = promise[counts + content[one] + content[other] + FAR_END * going[here] + going[far[other]]]
        found.append(value - now[one] - now[other] + shut[left] + shut[right] - bare[counts])
    return found


def _ends_now(promise: Promise, ends: Ends) -> tuple[list[float], list[float]]:
    """By entrance: what the path that ends there promises, and what it would lose if it were shut."""
    content, far, going = ends.content, ends.far, ends.going
    now, shut = [0.0] * len(content), [0.0] * len(content)
    for at in ends.open:
        lasting = content[at] + going[far[at]]
        now[at] = worth = promise[lasting + FAR_END * going[at]]
        shut[at] = promise[lasting] - worth
    return now, shut
