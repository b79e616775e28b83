"""What lies over the table's page: another page, or a line above what is asked; and whether the screen is behind."""

from __future__ import annotations

from tablekeeper.display.any_page import Page


class Cover:
    """At most one page and one line."""

    def __init__(self) -> None:
        self.page: Page | None = None
        self.note = ""
        self._stale = True

    def lay(self, page: Page | None) -> None:
        """Show this page until it is closed; None closes it."""
        self.page = page
        self._stale = True

    def show(self, note: str) -> None:
        """Say this line above what is asked; an empty one takes it away."""
        self.note = note
        self._stale = True

    def clear(self) -> None:
        """Nothing lies there."""
        self.page, self.note = None, ""
        self._stale = True

    def touch(self) -> None:
        """Something changed that the screen shows."""
        self._stale = True

    def take_stale(self) -> bool:
        """Whether the screen is behind; from now on it is not."""
        stale, self._stale = self._stale, False
        return stale
