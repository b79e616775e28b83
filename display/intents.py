"""What the people at the table want: every touch, key or turn of the knob ends as one of these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from tablekeeper.engines.core.record.giver import QuestionId


class Intent:
    """Anything that the screen asks the program to do."""

    __slots__ = ()


class Sender(NamedTuple):
    """Whose window an intent comes from."""

    window: str = "table"
    seat: int | None = None
    """The seat for which this window speaks; None: for everybody, as the screen on the table does."""


TABLE = Sender()
"""The screen on the table, its knob and its buttons."""


@dataclass(frozen=True, slots=True)
class Answered(Intent):
    """The open question is answered with this spelled answer."""

    text: str
    to: QuestionId | None = field(default=None, repr=False)
    """Which question was on the screen when it was given; the window notes it."""


@dataclass(frozen=True, slots=True)
class TakeBack(Intent):
    """The last decision is to be taken back."""


@dataclass(frozen=True, slots=True)
class Rewind(Intent):
    """Everybody agrees to go back to before answer number `at`."""

    at: int


@dataclass(frozen=True, slots=True)
class OpenFix(Intent):
    """The reading of answer `at` (-1: the last reading) was wrong: show it for correction."""

    at: int = -1


@dataclass(frozen=True, slots=True)
class FixReading(Intent):
    """The reading of answer `at` is to be replaced by this spelled answer; -1 is the claim that is open now."""

    at: int
    text: str
    to: QuestionId | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class LookBack(Intent):
    """Show what this way back would undo, before it is taken: a fix, a take-back or a rewind."""

    way: FixReading | TakeBack | Rewind


@dataclass(frozen=True, slots=True)
class RollAgain(Intent):
    """The reading on the doubt page is thrown away: the dice are rolled once more."""


@dataclass(frozen=True, slots=True)
class AskWhy(Intent):
    """Why did this happen? Counts back from the latest event: 0 is the latest one."""

    back: int = 0


@dataclass(frozen=True, slots=True)
class OpenRules(Intent):
    """Show the rules of this game by topic; of the game on the table where none is named."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class OpenTimeline(Intent):
    """Show what happened so far."""


@dataclass(frozen=True, slots=True)
class OpenMenu(Intent):
    """Show the menu."""


@dataclass(frozen=True, slots=True)
class OpenSetup(Intent):
    """Show the setup of this game."""

    game: str


@dataclass(frozen=True, slots=True)
class StartGame(Intent):
    """Start this game with these people, in the order of their seats."""

    game: str
    players: tuple[str, ...]
    colours: tuple[str, ...]
    edition: str = ""
    options: dict[str, str] = field(default_factory=dict)
    table: str = "virtual"
    lesson: bool = False
    companions: tuple[int, ...] = ()
    """The seats that the companion plays."""
    strength: str = "good"
    """How well it plays there."""


@dataclass(frozen=True, slots=True)
class Continue(Intent):
    """Go on: resume the unfinished game, close a sheet, leave a pause, take the next lesson."""


@dataclass(frozen=True, slots=True)
class OpenUnfinished(Intent):
    """Show all games that wait to be continued."""


@dataclass(frozen=True, slots=True)
class ResumeGame(Intent):
    """Go on with this game, after a look at the table."""

    number: int


@dataclass(frozen=True, slots=True)
class LeaveGame(Intent):
    """Put this game away: it is kept, and no longer waits."""

    number: int


@dataclass(frozen=True, slots=True)
class SomethingDiffers(Intent):
    """The real table does not look like the resumed one."""


@dataclass(frozen=True, slots=True)
class OpenSettings(Intent):
    """Show the settings."""


@dataclass(frozen=True, slots=True)
class Setting(Intent):
    """Set one setting, for instance language to fr."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Export(Intent):
    """Write everything of this table into one file, on a stick if there is one for it."""


@dataclass(frozen=True, slots=True)
class OpenDoctor(Intent):
    """Show the doctor."""


@dataclass(frozen=True, slots=True)
class Test(Intent):
    """Let the doctor test this device again."""

    name: str


@dataclass(frozen=True, slots=True)
class CornerTouched(Intent):
    """A finger was on this corner of the screen."""

    corner: int


@dataclass(frozen=True, slots=True)
class OpenCalibration(Intent):
    """Set up the camera."""


@dataclass(frozen=True, slots=True)
class Calibrated(Intent):
    """This step of the camera setup is right (or not: then show the next picture)."""

    right: bool = True


@dataclass(frozen=True, slots=True)
class MoveCorner(Intent):
    """A corner of the tray's outline lies elsewhere: by these shares of the picture's width and height."""

    corner: int
    right: float
    down: float


@dataclass(frozen=True, slots=True)
class AddCorner(Intent):
    """The tray's outline has one corner more, in the middle of the side that begins at this corner."""

    after: int


@dataclass(frozen=True, slots=True)
class SkipStep(Intent):
    """Leave this step of a setup out."""


@dataclass(frozen=True, slots=True)
class Chose(Intent):
    """One question of the first evening is answered."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class NamePlayers(Intent):
    """These people usually play."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenEvenings(Intent):
    """Show the statistics over all evenings."""


@dataclass(frozen=True, slots=True)
class OpenWizard(Intent):
    """Set up the table as on the first evening."""


@dataclass(frozen=True, slots=True)
class PlayByTouch(Intent):
    """Go on without the missing device."""


@dataclass(frozen=True, slots=True)
class Speak(Intent):
    """Say aloud what lies where."""


@dataclass(frozen=True, slots=True)
class Back(Intent):
    """Close this screen."""


@dataclass(frozen=True, slots=True)
class Quit(Intent):
    """Close the program."""


@dataclass(frozen=True, slots=True)
class OpenSwitchOff(Intent):
    """Ask whether the Pi is to be switched off, or only the program left."""


@dataclass(frozen=True, slots=True)
class SwitchOff(Intent):
    """Close the program and switch the Pi off."""


@dataclass(frozen=True, slots=True)
class OpenDice(Intent):
    """Read whatever is rolled, with no game."""


@dataclass(frozen=True, slots=True)
class ChoosePreset(Intent):
    """Which dice are rolled with no game: one of the names in `dice_pages.PRESETS`."""

    name: str


@dataclass(frozen=True, slots=True)
class SaveRolls(Intent):
    """Write the rolls that were read with no game into a table for spreadsheets."""


@dataclass(frozen=True, slots=True)
class OpenPhones(Intent):
    """Show who takes part by phone, and the code to scan."""


@dataclass(frozen=True, slots=True)
class SwitchPhones(Intent):
    """Let phones in from now on, or send them all away."""

    on: bool


@dataclass(frozen=True, slots=True)
class SwitchHouse(Intent):
    """Let the home's own network see what everybody at the table sees, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class GrantSeat(Intent):
    """The phone of this number may play the seat that it asked for; or it may not."""

    client: int
    granted: bool = True


@dataclass(frozen=True, slots=True)
class RevokePhone(Intent):
    """The phone of this number is out."""

    client: int


@dataclass(frozen=True, slots=True)
class AllowHints(Intent):
    """Phones may show what a good player would do from now on; or they may not."""

    on: bool


@dataclass(frozen=True, slots=True)
class AskHint(Intent):
    """Somebody with a phone would like a hint."""


@dataclass(frozen=True, slots=True)
class ReadAloud(Intent):
    """A phone says aloud from now on what happens; or it is silent."""

    on: bool


@dataclass(frozen=True, slots=True)
class ChooseSeat(Intent):
    """A phone that watches would play after all."""


@dataclass(frozen=True, slots=True)
class TakeSeat(Intent):
    """A phone would play this seat; None: it only watches."""

    seat: int | None = None
