"""What can be wrong with a run of the rig: something is missing, or something was proved to be broken."""

from __future__ import annotations

NO_SPACE = "No space left on device"
_FULL = (NO_SPACE, "don't have enough free space")
"""In the words of the kernel, and of apt."""


class RigError(RuntimeError):
    """The rig could not say that a part works."""


class Missing(RigError):  # it names what is not there, which is no fault of the project
    """A part could not run: what is missing, and how to get it, in one line."""


class Broken(RigError):  # it names what the rig is there to find
    """A part ran and did not do what it must."""


class Late(RigError):  # whether it is a fault of the project depends on the job
    """A job was not over within its time."""


def blame(said: str, words: str, fault: type[RigError], cure: str = "") -> RigError:
    """What a program that failed is to be taken for: a full disk is nobody's fault, whoever noticed it."""
    if any(full in words for full in _FULL):
        return Missing(f"{said}; the disk or the memory is full, free some or name a bigger place in TABLEKEEPER_RIG")
    return fault(f"{said}; {cure}" if cure else said)
