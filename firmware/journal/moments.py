"""Moments that the journal notes, as people read them; a clock may have been anything."""

from __future__ import annotations

import time

DAY = "%Y-%m-%d %H:%M"
TIME = "%H:%M"


def spell_moment(at_s: float, form: str = DAY) -> str:
    """Day and time where this computer is; empty for a moment that no calendar has."""
    try:
        return time.strftime(form, time.localtime(at_s))
    except (OverflowError, ValueError, OSError):
        return ""
