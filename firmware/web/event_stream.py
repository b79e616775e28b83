"""Server-sent events, as phones, rolls and the club's board are sent: one stream that sleeps until there is news."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from typing import NamedTuple

from starlette.responses import StreamingResponse

from tablekeeper.firmware.web.bell import Source, Wake

HERE_S = 15.0
"""So often a stream says that it is still there."""
HERE = "event: here\ndata: {}\n\n"


class Event(NamedTuple):
    """One message of a stream; who comes back names the latest id that it has."""

    name: str
    data: str
    id: str = ""

    def spell(self) -> str:
        """As it is sent."""
        head = f"id: {self.id}\n" if self.id else ""
        return f"{head}event: {self.name}\ndata: {self.data}\n\n"


async def stream(source: Source, news: Callable[[Wake], Iterable[Event] | None]) -> AsyncIterator[str]:
    """What `news` gives at each piece of news, until it gives None; it receives what this stream is woken by."""
    heard = asyncio.Event()
    loop = asyncio.get_running_loop()

    def wake() -> None:
        loop.call_soon_threadsafe(heard.set)

    source.listen(wake)
    try:
        while True:
            heard.clear()
            events = news(wake)
            if events is None:
                return
            for event in events:
                yield event.spell()
            try:
                await asyncio.wait_for(heard.wait(), HERE_S)
            except asyncio.TimeoutError:  # noqa: UP041 (Python 3.11 has two of them)
                yield HERE
    finally:
        source.leave(wake)


def respond(source: Source, news: Callable[[Wake], Iterable[Event] | None]) -> StreamingResponse:
    """The same as an answer to a browser."""
    return StreamingResponse(stream(source, news), media_type="text/event-stream")
