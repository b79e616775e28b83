"""One phone as one more window: its own seat, size, picks and sheets over the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from tablekeeper.display import intents
from tablekeeper.display.any_page import Page
from tablekeeper.display.browser.sheet import Press, Sheet, dim, nearest_shape
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Act, Local, Target
from tablekeeper.display.drawing.theme import shipped_palette
from tablekeeper.display.pages import DoubtPage, TablePage
from tablekeeper.display.phone_pages import OwnPage, SeatsPage
from tablekeeper.display.widgets.side_page import colour_of_seat
from tablekeeper.display.window.compose import game_of
from tablekeeper.engines.core import PUBLIC
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.printed.ledger import Clause
from tablekeeper.engines.core.record.giver import QuestionId
from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.pages.advice_desk import AdviceDesk, at_once
from tablekeeper.firmware.phones.hints import hint_for, may_hint
from tablekeeper.firmware.phones.visible import DiceMoment, Moment, may_answer, page_for, table_page_for

SHEETS = (intents.AskWhy, intents.OpenTimeline, intents.OpenRules, intents.OpenMenu, intents.AskHint)
"""What a phone lays over its own table. The menu is one of its own."""
OWN = (*SHEETS, intents.Continue, intents.Back, intents.ReadAloud, intents.ChooseSeat)
"""What a phone does for itself, over its own table."""
TABLE = (intents.Answered, intents.FixReading, intents.RollAgain, intents.TakeBack, intents.OpenFix)
"""What a seat may want of the table. Menu, settings, rewind and the rest belong to the big screen."""
DICE = (intents.FixReading, intents.RollAgain, intents.OpenFix, intents.ChoosePreset)
"""What a phone may want of dice that are read with no game."""
UNDRAWN = (intents.OpenDoctor(),)
"""What is no button to look at: the dots in the header."""
MOST_PICKS = 16
"""So many picks of one page are kept; a page has but a handful."""

press_of = lru_cache(maxsize=16)(Press)
"""One press for each shape: phones of the same shape share what was drawn."""


NOWHERE = QuestionId(0, 0)
"""No game is played."""


def picks_of(page: Page) -> object:
    """What a page's picks are about: another page, or another reading in doubt, makes them worthless."""
    return (type(page), page.at, tuple(die.body for die in page.dice)) if isinstance(page, DoubtPage) else type(page)


class Shown(NamedTuple):
    """A sheet as it was sent: which question it belongs to, and what its buttons do."""

    asked: QuestionId
    sheet: Sheet
    acts: Mapping[str, Target]


class Drawings:
    """The sheets of one moment: whoever looks the same way gets the same one."""

    def __init__(self) -> None:
        self._moment: Moment | None = None
        self._sheets: dict[object, Sheet] = {}

    def get(self, moment: Moment, way: object, make: Callable[[], Sheet]) -> Sheet:
        """The sheet for looking at this moment in this way."""
        if moment is not self._moment:
            self._moment, self._sheets = moment, {}
        found = self._sheets.get(way)
        if found is None:
            found = self._sheets[way] = make()
        return found


@dataclass
class ClientWindow:
    """What one phone sees and has picked; only the server's thread touches it."""

    client: int
    ledger_of: Callable[[Game], Mapping[str, Clause]]
    seat: int | None = None
    look: Look = field(default_factory=Look)
    shape: tuple[int, int] = (480, 900)
    ui: Tree = field(default_factory=dict)
    over: intents.Intent | None = None
    """What lies over the table: the reason that was asked for, the story, or the rules."""
    shown: Shown | None = None
    settled: bool = False
    """Whether somebody chose to watch; before that, and without a seat, the seats are shown."""
    drawings: Drawings = field(default_factory=Drawings)
    """Shared with all other phones."""
    hints: AdviceDesk = field(default_factory=lambda: AdviceDesk(at_once, lambda: None))
    """Shared with all other phones."""
    aloud: bool = False
    """Whether the phone says aloud what happens."""
    _picked_on: object = None

    def resize(self, wide: float, high: float) -> None:
        """The phone was turned, or is another one."""
        self.shape = nearest_shape(wide, high)

    def sit(self, seat: int | None) -> None:
        """From now on it looks from this seat."""
        if seat != self.seat:
            self.seat, self.ui, self.over = seat, {}, None

    def draw(self, moment: Moment | None, seats: Callable[[], SeatsPage], dice: DiceMoment | None = None) -> Shown:
        """The sheet for this moment; picks belong to one question and one page, and go with them."""
        news = moment if moment is not None else dice
        asked = news.asked if news is not None else NOWHERE
        if self.shown is None or self.shown.asked != asked:
            self.over = None
            if dice is None:  # which picture of the dice is looked at outlives a roll
                self.ui = {}
        page, beneath = (dice.page, None) if news is dice is not None else self._page(moment, seats)
        if self._picked_on not in (None, picks_of(page)):
            self.ui = {}
        self._picked_on = picks_of(page)

        def make() -> Sheet:
            return press_of(self.shape).sheet(page, self.ui, self.look, beneath)

        way = (self.shape, self.seat, self.over, self.look, repr(sorted(self.ui.items(), key=repr)))
        shared = moment if isinstance(page, TablePage) else None
        sheet = make() if shared is None else self.drawings.get(shared, way, make)
        may = self._may_dice if news is dice is not None else self._may
        acts = {target.key: target for target in sheet.scene.targets if may(moment, target.act)}
        buttons = tuple(button for button in sheet.buttons if button.key in acts)
        barred = [target for target in sheet.scene.targets if target.key not in acts and target.act not in UNDRAWN]
        ground = shipped_palette(game_of(page), self.look.theme).page
        self.shown = Shown(asked, dim(sheet._replace(buttons=buttons), barred, ground), acts)
        return self.shown

    def press(self, key: str, *, held: bool) -> intents.Intent | None:
        """A button was touched: a pick is made at once, what concerns the table is returned."""
        target = self.shown.acts.get(key) if self.shown is not None else None
        if target is None:
            return None
        act: Act = (target.why or intents.AskWhy()) if held else target.act
        if isinstance(act, Local):
            if len(self.ui) < MOST_PICKS or act.name in self.ui:
                self.ui[act.name] = act.value
            return None
        if isinstance(act, intents.ReadAloud):
            self.aloud = act.on
            return None
        if isinstance(act, intents.ChooseSeat):
            self.settled, self.over = False, None
            return None
        if isinstance(act, OWN):
            self.over = act if isinstance(act, SHEETS) else None
            self.ui = {}
            return None
        return act

    def _page(self, moment: Moment | None, seats: Callable[[], SeatsPage]) -> tuple[Page, TablePage | None]:
        if moment is None or (self.seat is None and not self.settled):
            return seats(), None
        if isinstance(self.over, intents.OpenTimeline):
            return table_pages.timeline_page(moment, moment.health), None
        if isinstance(self.over, intents.OpenMenu | intents.AskHint):
            return self._own_page(moment, hint=isinstance(self.over, intents.AskHint)), None
        if isinstance(self.over, intents.OpenRules):
            return table_pages.rules_page(moment, self.ledger_of(moment.game), moment.health), None
        if isinstance(self.over, intents.AskWhy):
            events = [event for played in moment.history.played for event in played.events if event.only_for == PUBLIC]
            ledger = self.ledger_of(moment.game)
            why = table_pages.why_page(moment, ledger, events, self.over.back, moment.health, self.hints)
            if why is not None:
                return why, table_page_for(moment, self.seat)
            self.over = None
        return page_for(moment, self.seat), None

    def _own_page(self, moment: Moment, *, hint: bool) -> OwnPage:
        seat = self.seat
        if seat is None:
            return OwnPage(moment.game.name, aloud=self.aloud)
        colour = colour_of_seat(table_pages.colours_of(moment.history.setup), seat)
        said = hint_for(moment, seat, self.look.language, self.hints) if hint else ()
        name, may_ask = moment.names[seat], may_hint(moment, seat)
        return OwnPage(moment.game.name, name, colour, self.aloud, moment.hints, may_ask, said)

    def _may_dice(self, moment: Moment | None, act: Act) -> bool:
        return isinstance(act, (Local, *DICE))

    def _may(self, moment: Moment | None, act: Act) -> bool:
        if isinstance(act, (Local, intents.TakeSeat, *OWN)):
            return True
        if isinstance(act, intents.LookBack):
            return self._may(moment, act.way)
        if isinstance(act, intents.TakeBack | intents.OpenFix):
            return self.seat is not None
        return isinstance(act, TABLE) and moment is not None and may_answer(moment.question, self.seat)
