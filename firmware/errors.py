"""What can go wrong in the program around the games.

FirmwareError
├── BadInput       (ValueError)  something a person gave that cannot be used; one sentence, exit 2
│   ├── JournalFault             a journal that is broken, foreign, newer, or in use
│   └── ConfigFault              a setting that is unknown or has a wrong value
"""

from __future__ import annotations


class FirmwareError(Exception):
    """Anything the program refuses."""


class BadInput(FirmwareError, ValueError):
    """Something a person gave that cannot be used: what was tried, what was found, what would be right."""


class JournalFault(BadInput):
    """A journal that is broken, foreign, newer, or in use by somebody else."""


class ConfigFault(BadInput):
    """A setting that is unknown or has a wrong value."""
