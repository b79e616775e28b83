"""What can go wrong between the table and a broker."""

from __future__ import annotations

from tablekeeper.firmware.errors import BadInput


class BrokerFault(BadInput):
    """A broker that cannot be reached, or that refuses; `code` is a key of the texts under `reason`."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
