"""Finding a Dask scheduler at an address: a client of it, or one sentence about what is there instead."""

from __future__ import annotations

import asyncio
import logging
import re
from importlib import import_module
from typing import Any

from tablekeeper.faults import Words
from tablekeeper.firmware.errors import BadInput

ADDRESS = re.compile(r"[a-z]{2,8}://[^\s/@]{1,250}:\d{1,5}")
PATIENCE_S = 10.0
"""How long a scheduler may take to answer, and to find a worker."""


def connect(what: str, address: str) -> Any:
    """A client of the scheduler at this address, once that has a worker."""
    if not ADDRESS.fullmatch(address):
        raise _not_there(what, address, Words("that is no address"))
    distributed = _import_package(what)
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters becomes one sentence
    try:
        kind = asyncio.run(_ask_kind(distributed, address))
        if kind == "Scheduler":
            client = distributed.Client(address, timeout=PATIENCE_S, set_as_default=False)
    except Exception as fault:  # noqa: BLE001 (an address can be wrong in many ways)
        raise _not_there(
            what, address, Words("nobody answers there as a scheduler does ({kind})", kind=type(fault).__name__)
        ) from None
    if kind != "Scheduler":
        raise _not_there(what, address, Words("a {kind} answers there", kind=kind))
    try:
        client.wait_for_workers(1, timeout=PATIENCE_S)
    except TimeoutError:
        client.close()
        raise BadInput(
            "Cannot {what} on {address}: the scheduler has no worker; expected at least one: dask worker {address}",
            what=what,
            address=address,
        ) from None
    return client


def _import_package(what: str) -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise BadInput(
            "Cannot {what} on a cluster: found no package `distributed`; expected it installed: "
            "pip install 'tablekeeper[cluster]'",
            what=what,
        ) from None


async def _ask_kind(distributed: Any, address: str) -> str:
    """What answers there. A client waits for ever for somebody who takes the call and says nothing; this does not."""
    arguments = distributed.Security().get_connection_args("client")
    async with distributed.core.rpc(address, timeout=PATIENCE_S, connection_args=arguments) as there:
        about = await asyncio.wait_for(there.identity(), PATIENCE_S)
    return str(about["type"])


def _not_there(what: str, address: str, found: Words) -> BadInput:
    return BadInput(
        "Cannot {what} on {address}: {found}; expected the address of a Dask scheduler, such as tcp://127.0.0.1:8786",
        what=what,
        address=address,
        found=found,
    )
