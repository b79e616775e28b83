"""The way of a marker round the EP circle, for the page that says why."""

from __future__ import annotations

from tablekeeper.engines.core import Event


def steps_of(event: Event) -> tuple[int, ...]:
    """The positions of the EP circle that a marker went through, when it moved."""
    if event.kind not in ("ep_gained", "ep_lost") or "was" not in event.facts:
        return ()
    was, now, ep = event.facts["was"], event.facts["now"], event.facts["ep"]
    up = (was + ep) % 11 == now
    path = tuple((was + (i if up else -i)) % 11 for i in range(ep + 1))
    return path if len(path) <= 3 else (path[0], path[-1])
