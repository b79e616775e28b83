"""Off means that no port is open, as the system itself lists them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.drawing.look import Look
from tablekeeper.firmware.phones.app import make_app
from tablekeeper.firmware.phones.phones import Phones
from tablekeeper.firmware.phones.reception import Reception
from tablekeeper.firmware.settings.copies import load_ledger
from tablekeeper.firmware.web.server import Server
from tests.firmware.sitting import Sitting

SS = shutil.which("ss")
HERE = "127.0.0.1"


def listening() -> set[str]:
    """All TCP and UDP sockets of this process that anybody could reach."""
    if SS is None:
        pytest.skip("there is no ss (iproute2)")
    found = subprocess.run([SS, "-Hlntup"], capture_output=True, text=True, check=True).stdout
    return {line.split()[4] for line in found.splitlines() if f"pid={own_pid()}," in line}


def own_pid() -> int:
    """As the system lists this process."""
    return int(Path("/proc/self").resolve().name)


def serve_here(reception: Reception) -> Server:
    """A real server, on the loopback alone as far as phones are told."""
    return Server(partial(make_app, reception), 0, HERE)


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """A program whose phones open a real port, whichever is free."""
    sitting = Sitting(tmp_path)
    sitting.program.phones = Phones(tmp_path, serve_here, load_ledger, Look)
    yield sitting
    sitting.close()


def test_a_port_is_open_only_while_phones_are_on(sitting: Sitting) -> None:
    before = listening()
    sitting.intent(intents.StartGame("cocoons", ("Ann",), (), table="virtual"))
    assert listening() == before
    sitting.intent(intents.OpenPhones())
    sitting.intent(intents.SwitchPhones(True))
    opened = listening() - before
    assert len(opened) == 1
    sitting.intent(intents.SwitchPhones(False))
    assert listening() == before


@pytest.mark.parametrize(
    "end", [lambda sitting: sitting.program.phones.close(), lambda sitting: sitting.program.close()]
)
def test_nothing_stays_open_at_the_end(end: Callable[[Sitting], None], sitting: Sitting) -> None:
    before = listening()
    sitting.program.phones.switch(True)
    assert listening() != before
    end(sitting)
    assert listening() == before
