"""What can go wrong in the program around the games.

FirmwareError
├── BadInput       (ValueError)  something a person gave that cannot be used; one sentence, exit 2
│   ├── JournalFault             a journal that is foreign, newer, or in use
│   │   ├── JournalDamaged       a journal that is not what was written; repair.py may mend it
│   │   ├── GameUnreadable       a whole game in the journal that this release cannot set up
│   │   └── JournalTaken         a journal that another program has open
│   ├── BackupFault              a backup that cannot be written, read or restored
│   └── ConfigFault              a setting that is unknown or has a wrong value
"""

from __future__ import annotations

from tablekeeper.faults import Fault, Words


class FirmwareError(Fault):
    """Anything the program refuses."""


class BadInput(FirmwareError, ValueError):
    """Something a person gave that cannot be used: what was tried, what was found, what would be right."""


class JournalFault(BadInput):
    """A journal that is foreign, newer, in use by somebody else, or damaged."""


class JournalDamaged(JournalFault):
    """A journal that is not exactly what was written."""


class GameUnreadable(JournalFault):
    """A game in the journal that this release cannot set up; it is kept as it is."""


class JournalTaken(JournalFault):
    """A journal that another program has open."""


class BackupFault(BadInput):
    """A backup that cannot be written, read or restored."""


class ConfigFault(BadInput):
    """A setting that is unknown or has a wrong value."""


def why_of(fault: Exception) -> Words:
    """What a disk or SQLite said, without the number and the path that Python puts around it."""
    return Words(str(getattr(fault, "strerror", None) or fault).lower())
