"""What can be wrong with a release."""

from __future__ import annotations

from tablekeeper.firmware.errors import BadInput


class UpdateFault(BadInput):
    """A release that is not taken; the running one goes on."""
