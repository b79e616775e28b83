"""The page on which the table lets phones in: the code, who asks for a seat, who is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablekeeper.display import intents
from tablekeeper.display.phone_pages import PhonesPage

if TYPE_CHECKING:
    from tablekeeper.firmware.program.program import Program


class Phoning:
    """Open until somebody goes back; when a phone asked for a seat, until that is answered."""

    def __init__(self, program: Program) -> None:
        self.over = False
        self._phones = program.phones
        self._asked = bool(program.phones.requests)
        self._page = self._phones.page()

    @property
    def page(self) -> PhonesPage:
        """The same object while nothing changed."""
        page = self._phones.page()
        if page != self._page:
            self._page = page
        return self._page

    def step(self, now_s: float) -> None:
        """A question of a phone that was answered closes the page that it opened."""
        self.over |= self._asked and not self._phones.requests

    def handle(self, intent: intents.Intent) -> bool:
        """Whatever concerns phones."""
        if isinstance(intent, intents.SwitchPhones):
            self._phones.switch(intent.on)
        elif isinstance(intent, intents.GrantSeat):
            self._phones.grant(intent.client, intent.granted)
        elif isinstance(intent, intents.RevokePhone):
            self._phones.revoke(intent.client)
        elif isinstance(intent, intents.AllowHints):
            self._phones.hints = intent.on
        elif isinstance(intent, intents.Back):
            self.over = True
        else:
            return False
        return True

    def close(self) -> None:
        """Nothing to give back: phones stay."""
