"""What a read answers: dice, whether to trust them, and why not."""

from dataclasses import dataclass
from typing import Final

LEANING: Final = "leaning"
TOUCHING: Final = "touching"
CUT_OFF: Final = "cut-off"
HAND: Final = "hand-in-view"
GLARE: Final = "glare"
TOO_DARK: Final = "too-dark"
OUT_OF_FOCUS: Final = "out-of-focus"
NOT_AS_EXPECTED: Final = "not-as-expected"
NO_FACE: Final = "no-face"  # looks like a die, but its pips fit no layout
LEFT_OVER_PIPS: Final = "left-over-pips"  # pips that no accepted face explains
TOO_SMALL: Final = "too-small"
CROWDED: Final = "crowded"  # two upper faces nearer to each other than dice can lie
ODD_SIZE: Final = "odd-size"
MOVED_CAMERA: Final = "moved-camera"  # the calibrated tray is not where it was

REASONS: Final = frozenset(
    {
        LEANING,
        TOUCHING,
        CUT_OFF,
        HAND,
        GLARE,
        TOO_DARK,
        OUT_OF_FOCUS,
        NOT_AS_EXPECTED,
        NO_FACE,
        LEFT_OVER_PIPS,
        TOO_SMALL,
        CROWDED,
        ODD_SIZE,
        MOVED_CAMERA,
    }
)

Box = tuple[int, int, int, int]  # x, y, width, height in the picture's pixels


@dataclass(frozen=True)
class Doubt:
    """One reason not to trust a reading, and where in the picture."""

    reason: str
    box: Box | None = None


@dataclass(frozen=True)
class Die:
    """One die as read."""

    value: int
    confidence: float
    body: str
    pips: str
    box: Box
    doubt: str | None = None


@dataclass(frozen=True)
class Reading:
    """All dice of one picture; `sure` only when nothing was doubted."""

    dice: tuple[Die, ...]
    sure: bool
    why: str | None
    doubts: tuple[Doubt, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The values in rising order."""
        return tuple(sorted(die.value for die in self.dice))


def conclude(dice: tuple[Die, ...], doubts: tuple[Doubt, ...]) -> Reading:
    """A reading that is sure exactly when there is no doubt."""
    every = doubts + tuple(Doubt(die.doubt, die.box) for die in dice if die.doubt)
    return Reading(dice, not every, every[0].reason if every else None, every)
