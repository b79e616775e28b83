"""The sliding box as a sense."""

from __future__ import annotations

from tablekeeper.firmware.senses.box.checks import look_at_pins
from tablekeeper.firmware.senses.box.hall_sense import HallSense
from tablekeeper.firmware.senses.box.judging import BoxJudge
from tablekeeper.firmware.senses.inbox import Felt, Inbox
from tablekeeper.firmware.senses.sense import Sense, Served
from tablekeeper.hardware.table import Table


def _serve(table: Table, inbox: Inbox) -> Served | None:
    return Served(HallSense(table.box, inbox), table.box) if table.box is not None else None


BOX = Sense(
    name="box", messages=(Felt,), judge=lambda resumed: BoxJudge(), serve=_serve, looks={look_at_pins: ("pins",)}
)
