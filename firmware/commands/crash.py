"""What is written down when the program itself fails: where, and what kind of fault; nothing that it worked with.

Python's own words quote values, and those may be players' names or paths. `python -X dev -m tablekeeper` shows them.
"""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from copy import copy
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logging import _SysExcInfoType

MOST_FRAMES = 12
"""Of a fault that goes in circles, the innermost."""
ADVICE = "a fault of the program; please report these lines, they hold no names and nothing of your games"


class Log(logging.Formatter):
    """Messages as they are, faults without their own words."""

    def format(self, record: logging.LogRecord) -> str:
        """One entry; another handler may have left Python's own words with it."""
        record = copy(record)
        record.exc_text = None
        return super().format(record)

    def formatException(self, ei: _SysExcInfoType) -> str:  # noqa: N802 (logging's name)
        """The fault of a log entry."""
        return spell_fault(ei[1]) if ei[1] is not None else ""


def install() -> None:
    """Write down faults that nobody catches, and those that are logged, in this way."""
    if sys.flags.dev_mode:
        return
    sys.excepthook = lambda kind, fault, trace: _report(fault)
    threading.excepthook = lambda args: _report(args.exc_value)
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(Log("%(message)s"))


def spell_fault(fault: BaseException) -> str:
    """Kinds and places, the fault that everything began with first."""
    return "\n".join(line for one in reversed(list(_causes(fault))) for line in _spell_one(one))


def _report(fault: BaseException | None) -> None:
    if fault is None or isinstance(fault, KeyboardInterrupt):
        return
    sys.stderr.write(f"tablekeeper: {ADVICE}\n{spell_fault(fault)}\n")


def _causes(fault: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    found: BaseException | None = fault
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)


def _spell_one(fault: BaseException) -> Iterator[str]:
    kind = type(fault)
    number = f" {fault.errno}" if isinstance(fault, OSError) and fault.errno else ""
    yield f"{kind.__module__}.{kind.__qualname__}{number}"
    for frame, line in list(_frames(fault.__traceback__))[-MOST_FRAMES:]:
        yield f"  {frame}:{line}"


def _frames(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    for frame, line in traceback.walk_tb(trace):
        yield f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_name}", line
