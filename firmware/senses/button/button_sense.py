"""The push buttons as a sense."""

from __future__ import annotations

from tablekeeper.firmware.senses.button.checks import look_at_buttons
from tablekeeper.firmware.senses.button.judging import ButtonJudge
from tablekeeper.firmware.senses.button.watch import NAME, ButtonWatch, Pushed
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.senses.sense import Sense, Served
from tablekeeper.hardware.table import Table


def _serve(table: Table, inbox: Inbox) -> Served | None:
    return Served(ButtonWatch(table.buttons, inbox), table.buttons) if table.buttons.wires else None


BUTTON = Sense(
    name=NAME,
    messages=(Pushed,),
    judge=lambda resumed: ButtonJudge(),
    serve=_serve,
    looks={look_at_buttons: (NAME,)},
)
