"""How everything at the table is, as the dots in the header and the words behind them."""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.display.pages import Light

DOTS: Mapping[str, tuple[str, ...]] = {
    "camera": ("camera", "light"), "box": ("box",),
    "saving": ("saving", "journal", "edition", "recorder", "power", "backup", "stick"),
}  # fmt: skip
"""Each dot with what it stands for, the most important first."""
OPEN_TO = ("house", "phones")
"""Ways in which the table can be seen elsewhere; they are shown while they are on."""
WORST_FIRST = ("bad", "doubt", "off", "ok")
LOOKS = {"off": "off", "ready": "ok", "starting": "doubt", "doubtful": "doubt", "lost": "bad", "closed": "off"}
"""How a device's state looks as a dot."""


class HealthLine:
    """What is known of each device: its state, and why where it is not well."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str]] = {"camera": ("off", ""), "box": ("off", ""), "saving": ("ready", "")}

    def __getitem__(self, name: str) -> str:
        """The state of a device; what nobody has told of is off."""
        return self._known.get(name, ("off", ""))[0]

    def note(self, name: str, state: str, why: str = "") -> bool:
        """Store a device's state; return whether it changed."""
        news = self._known.get(name) != (state, why)
        self._known[name] = (state, why)
        return news

    def lost(self) -> frozenset[str]:
        """The devices that are gone."""
        return frozenset(name for name, (state, _) in self._known.items() if state == "lost")

    def lights(self) -> tuple[Light, ...]:
        """The dots in their order; each shows the worst of what it stands for."""
        dots = tuple(self._light(dot, parts) for dot, parts in DOTS.items())
        return (*dots, *(self._light(name, (name,)) for name in OPEN_TO if self[name] != "off"))

    def _light(self, dot: str, parts: tuple[str, ...]) -> Light:
        states = [(LOOKS.get(state, "doubt"), why) for name in parts if name in self._known
                for state, why in [self._known[name]]]  # fmt: skip
        look, why = min(states, key=lambda one: WORST_FIRST.index(one[0]) if one[0] != "off" or one == states[0] else 9)
        return Light(dot, look, why)

    def troubles(self) -> list[tuple[str, str, str]]:
        """Everything that is not well and has something to say: its name, its look, and what."""
        return [(name, LOOKS.get(state, "doubt"), why) for name, (state, why) in self._known.items() if why]
