"""Tests the touch panel with somebody's finger: one corner of the screen after the other."""

from __future__ import annotations

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents
from tablekeeper.display import pages as p
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why

CORNERS = range(1, 5)
PATIENCE_S = 20.0


class Corners:
    """One walk over the four corners; a corner that stays silent is passed over."""

    def __init__(self) -> None:
        self.over = False
        self.finding: Finding | None = None
        self._answered: list[bool] = []
        self._until_s: float | None = None
        self._page = care.CornersPage(1)

    @property
    def page(self) -> care.CornersPage:
        """The corner that is asked for, and those that answered."""
        return self._page

    def step(self, now_s: float) -> None:
        """Give up waiting for a corner when patience ends."""
        if self._until_s is None:
            self._until_s = now_s + PATIENCE_S
        if self.finding is None and now_s >= self._until_s:
            self._go_on(answered=False)

    def handle(self, intent: intents.Intent) -> bool:
        """A corner was touched; go on once all were tried."""
        if isinstance(intent, intents.CornerTouched) and self.finding is None:
            self._go_on(answered=intent.corner == self._page.corner)
            return True
        self.over = isinstance(intent, intents.Continue)
        return self.over

    def close(self) -> None:
        """Nothing to give back."""

    def _go_on(self, *, answered: bool) -> None:
        self._answered.append(answered)
        self._until_s = None
        answers = (*self._answered, *(False,) * (len(CORNERS) - len(self._answered)))
        if len(self._answered) < len(CORNERS):
            self._page = care.CornersPage(len(self._answered) + 1, answers)
            return
        self.finding = _judge(answers)
        self._page = care.CornersPage(0, answers, self.finding.found, p.OK if all(answers) else p.DOUBT)


def _judge(answered: tuple[bool, ...]) -> Finding:
    silent = tuple(found(f"corner_{corner}") for corner, did in zip(CORNERS, answered, strict=True) if not did)
    if not silent:
        return fine("screen", found("corners_well"))
    return Finding("screen", "look", found("corners_silent", corners=silent), why("corners"), mend("corners"))
