"""The camera as a sense."""

from __future__ import annotations

from tablekeeper.firmware.senses.camera.checks import look_at_camera
from tablekeeper.firmware.senses.camera.claim import Claim
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.inbox import Inbox, Lain, Seen, Stirring
from tablekeeper.firmware.senses.sense import Sense, Served
from tablekeeper.hardware.table import Table


def _serve(table: Table, inbox: Inbox) -> Served | None:
    return Served(Eye(table.camera, inbox), table.camera) if table.camera is not None else None


CAMERA = Sense(
    name="camera",
    messages=(Seen, Stirring, Lain),
    judge=lambda resumed: Claim(resumed=resumed),
    serve=_serve,
    looks={look_at_camera: ("camera", "light", "tray")},
)
