"""What can go wrong in the display.

DisplayError
├── DisplayFault  (OSError)     no window can be opened, or of no size
├── SettingFault  (ValueError)  a setting, or a value of it, that there is not
├── SoundFault    (ValueError)  a signal that has no sound
├── ThemeFault    (ValueError)  a token is missing or is no colour
└── TextFault     (ValueError)  a text is missing, or its placeholder is broken
"""

from __future__ import annotations

from tablekeeper.faults import Fault


class DisplayError(Fault):
    """Anything the display refuses."""


class DisplayFault(DisplayError, OSError):
    """No window can be opened, or of no size."""


class SettingFault(DisplayError, ValueError):
    """A setting, or a value of it, that there is not."""


class SoundFault(DisplayError, ValueError):
    """A signal that has no sound."""


class ThemeFault(DisplayError, ValueError):
    """A token is missing or is no colour."""


class TextFault(DisplayError, ValueError):
    """A text is missing, or its placeholder is broken."""
