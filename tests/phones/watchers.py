"""Watchers in a process of their own: `python -m tests.phones.watchers PORT`, a cookie a line on its input.

Prints a line for each sheet that arrives: the number of its question and the time of this machine's clock.
"""

from __future__ import annotations

import asyncio
import sys
import time

SHAPES = ("390x844", "844x390", "768x1024", "1280x720")


async def watch(port: int, cookie: str, shape: str) -> None:
    """One stream, until it ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    head = f"GET /events?shape={shape} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncookie: {cookie}\r\n\r\n"
    writer.write(head.encode())
    number = ""
    while line := await reader.readline():
        if line.startswith(b"id: "):
            number = line[4:].decode().strip()
        elif line.startswith(b"data: ") and number:
            print(number, time.monotonic(), len(line), flush=True)
            number = ""


async def watch_all(port: int, cookies: list[str]) -> None:
    """All of them, each on a screen of one of the usual shapes."""
    await asyncio.gather(*(watch(port, cookie, SHAPES[n % len(SHAPES)]) for n, cookie in enumerate(cookies)))


if __name__ == "__main__":
    asyncio.run(watch_all(int(sys.argv[1]), sys.stdin.read().split("\n")))
