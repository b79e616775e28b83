"""What one window remembers from one picture to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Ui = Mapping[str, Any]
"""By name: which list is open, what is half typed, how far a page is scrolled. Each page reads its own names."""
