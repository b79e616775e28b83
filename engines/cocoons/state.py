"""Everything that lies in and beside the box."""

from __future__ import annotations

from tablekeeper.engines import core
from tablekeeper.engines.cocoons.setup import Setup
from tablekeeper.engines.cocoons.trapdoors import FACE_DOWN

NONE = -1
"""No cocoon: the gap, or an Action trapdoor that nobody has found yet."""
START = "start"
TOKEN = "token"
"""An action token laid into an empty place in difficult mode."""
EMPTY = ""
UNNAMED = ""
COCOONS = 8


class Table(core.Table):
    """The table while something happens."""

    setup: Setup
    seat: int
    start: int
    """Where the start token lies."""
    gap: int
    """The one place without a cocoon."""
    cocoons: tuple[int, ...]
    """Which cocoon stands in each place; NONE in the gap. They are numbered by where they stood at first."""
    faces: tuple[int, ...]
    """To which side of the box each cocoon's mark points. Cocoons slide, they never turn."""
    owners: tuple[str, ...]
    """The guardian that each cocoon's side has been said to show, or UNNAMED."""
    homes: tuple[tuple[str, ...], ...]
    """The guardians in each cocoon."""
    traps: tuple[str, ...]
    """The trapdoor in each place: FACE_DOWN, a word when it lies face up, or EMPTY."""
    tokens: tuple[str, ...]
    """What lies in each place below the trapdoor: FACE_DOWN, a guardian, START, TOKEN or EMPTY."""
    unseen: tuple[str, ...]
    """The trapdoors that have not been turned over, sorted."""
    hidden: tuple[str, ...]
    """The guardians that have not been found, sorted."""
    out: tuple[str, ...]
    """The trapdoors in the lid, in the order in which they went there."""
    reserve: int
    quarters: int
    """How often the box has been turned."""
    free: int
    """The cocoon with the Action trapdoor, or NONE."""
    memory: bool
    switched: bool
    """Whether the memory aid was switched in this turn."""
    ended: str
    """Why the game is over, or empty."""


class State(core.State, Table):
    """The table between two answers."""


def lay_out(setup: Setup) -> Table:
    """The box before anybody has said where the start token is."""
    table = Table()
    table.setup = setup
    table.seat = 0
    table.start = table.gap = NONE
    table.cocoons = (NONE,) * 9
    table.faces = (NONE,) * COCOONS
    table.owners = (UNNAMED,) * COCOONS
    table.homes = ((),) * COCOONS
    table.traps = table.tokens = (FACE_DOWN,) * 9
    table.unseen = tuple(sorted(setup.trapdoors))
    table.hidden = tuple(sorted(setup.edition.guardians))
    table.out = ()
    table.reserve = setup.edition.tokens
    table.quarters = 0
    table.free = NONE
    table.memory, table.switched = setup.memory, False
    table.ended = ""
    table.agenda = (("start",),)
    return table


def is_complete(table: Table) -> bool:
    """Whether a guardian is in each cocoon and the start token is visible."""
    return table.gap == table.start and all(table.homes)


def housed(table: Table) -> tuple[str, ...]:
    """The guardians that are in cocoons."""
    return tuple(guardian for home in table.homes for guardian in home)
