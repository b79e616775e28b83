"""A cell: mounts, processes and binary formats of its own, of which nothing stays when the rig ends or is killed.

The kernel does the cleaning: a cell is a user, mount and process namespace whose first process dies with the process
that opened it (even by SIGKILL), and with the first process die all others, and every mount.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.rig.errors import Missing

NEW_MOUNTS, NEW_USERS, NEW_PROCESSES = 0x00020000, 0x10000000, 0x20000000
BIND, RECURSIVE, PRIVATE, READ_ONLY, REMOUNT = 4096, 16384, 1 << 18, 1, 32
_PARENT_DEATH_SIGNAL = 1
_READY = b"y"
_libc = ctypes.CDLL(None, use_errno=True)


def open_cell(work: Callable[[], int]) -> int:
    """Begin some work in a new cell: the process whose end is the cell's, and whose exit status is the work's."""
    unshared, write_end = os.pipe()
    wait, mapped = os.pipe()
    opener = os.getpid()
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        os.close(unshared)
        os.close(mapped)
        _leave_with(lambda: _hold_cell(work, opener, write_end, wait))
    os.close(write_end)
    os.close(wait)
    with contextlib.suppress(PermissionError):  # told by the process that waits in vain
        if os.read(unshared, 1) == _READY:
            for kind in ("uid", "gid"):
                Path(f"/proc/{process}/{kind}_map").write_text(_same_ids(kind), encoding="ascii")
            os.write(mapped, _READY)
    os.close(unshared)
    os.close(mapped)
    return process


def run_in_cell(work: Callable[[], int]) -> int:
    """Do some work in a new cell; its exit status."""
    return os.waitstatus_to_exitcode(os.waitpid(open_cell(work), 0)[1])


def mount(source: str, target: Path, kind: str = "", flags: int = 0, options: str = "") -> None:
    """The system call of this name; a refusal says what was tried."""
    if _libc.mount(source.encode(), str(target).encode(), kind.encode(), flags, options.encode()):
        why = os.strerror(ctypes.get_errno())
        raise Missing(
            f"mounting {kind or source} on {str(target)!r}: found {why!r}; expected root and a kernel that can"
        )


def bind(source: Path, target: Path, *, read_only: bool = False, whole: bool = False) -> None:
    """Show a folder or file at a second place; `whole` takes along what is mounted below it."""
    flags = BIND | (RECURSIVE if whole else 0)
    mount(str(source), target, flags=flags)
    if read_only:
        mount("none", target, flags=BIND | REMOUNT | READ_ONLY)


def _hold_cell(work: Callable[[], int], opener: int, write_end: int, wait: int) -> int:
    """Make the namespaces and wait for what happens in them."""
    if _libc.unshare(NEW_USERS | NEW_MOUNTS | NEW_PROCESSES):
        number = ctypes.get_errno()
        why = "none allowed (user.max_user_namespaces)" if number == errno.ENOSPC else os.strerror(number)
        raise Missing(
            f"Cannot open a cell: found {why!r}; expected root and user namespaces, which containers often forbid"
        )
    _die_with_parent()  # after unshare, which forgets this intent
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts the rig ends its first process, and with it this
    if os.getppid() != opener:
        return 1
    os.write(write_end, _READY)
    if os.read(wait, 1) != _READY:
        raise Missing(
            "opening a cell: found that users may not be mapped into it; expected root outside of a container"
        )
    first = os.fork()
    if first == 0:
        _leave_with(lambda: _begin(work))
    status = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
    return status if status >= 0 else 128 - status


def _begin(work: Callable[[], int]) -> int:
    """The first process of the cell."""
    _die_with_parent()
    mount("none", Path("/"), flags=RECURSIVE | PRIVATE)
    mount("proc", Path("/proc"), "proc")
    return work()


def _die_with_parent() -> None:
    if _libc.prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0):
        raise Missing("opening a cell: found a kernel that does not end children with their parents")


def _same_ids(kind: str) -> str:
    """Everybody inside is who they are outside."""
    lines = Path(f"/proc/self/{kind}_map").read_text(encoding="ascii").split()
    return "".join(f"{lines[at]} {lines[at]} {lines[at + 2]}\n" for at in range(0, len(lines), 3))


def _leave_with(work: Callable[[], int]) -> None:
    """End this forked process with the result of the work, and run nothing of what its parent had planned."""
    status = 1
    try:
        status = work()
    except Missing as missing:
        print(f"rig: {missing}", flush=True)
        status = 3
    except BaseException:  # noqa: BLE001  # a fork must never run on into its parent's code
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
