"""Rolls for other programs and for a stream: server-sent events, and a page without decoration to lay over a picture.

Whoever has the link may read; nothing can be asked or changed here.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import AsyncIterator
from functools import partial
from importlib.resources import files
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.phones.guard import guard
from tablekeeper.firmware.phones.server import Server

LOOK_S = 0.03
"""So often a stream looks for a new roll."""
HERE_S = 15.0
MOST_STREAMS = 20
KEPT = 200
"""So many rolls wait for a reader who comes back."""
STATIC = {"overlay.css": "text/css; charset=utf-8", "overlay.js": "text/javascript; charset=utf-8"}


class Sent(NamedTuple):
    """One roll as it goes out."""

    number: int
    line: str


class Rolls:
    """The latest rolls, laid down by the one who reads dice and taken by the server's thread."""

    def __init__(self, token: str = "") -> None:
        self.token = token or secrets.token_urlsafe(16)
        self._kept: tuple[Sent, ...] = ()

    def add(self, roll: DiceRoll) -> None:
        """One more roll."""
        self._kept = (*self._kept[1 - KEPT :], Sent(roll.number, roll.to_json()))

    def since(self, number: int | None) -> tuple[Sent, ...]:
        """The rolls after this one, as far as they are kept; None: the latest alone."""
        kept = self._kept
        return kept[-1:] if number is None else tuple(roll for roll in kept if roll.number > number)


def make_app(rolls: Rolls, hosts: frozenset[str]) -> Starlette:
    """The application for one run of the command."""
    site = Site(rolls)
    routes = [("/rolls/{token}", site.rolls), ("/overlay/{token}", site.overlay), ("/static/{name}", site.static)]
    return Starlette(routes=[Route(path, guard(do, hosts), methods=["GET"]) for path, do in routes])


def serve(rolls: Rolls, port: int) -> Server:
    """Serve the rolls from now on."""
    return Server(partial(make_app, rolls), port)


class Site:
    """The endpoints."""

    def __init__(self, rolls: Rolls) -> None:
        self._rolls = rolls
        self._streams = 0

    async def rolls(self, request: Request) -> Response:
        """Each roll as it is reported, the latest one first; `event: roll`, its number as id."""
        if not self._may(request):
            return PlainTextResponse("This link is not of these dice.", 403)
        if self._streams >= MOST_STREAMS:
            return PlainTextResponse("Too many read these dice already.", 503)
        last = request.headers.get("last-event-id", "")
        known = int(last) if last.isascii() and last.isdigit() and len(last) < 10 else None
        return StreamingResponse(self._stream(known), media_type="text/event-stream")

    async def overlay(self, request: Request) -> Response:
        """The dice of the latest roll and their sum, on nothing."""
        if not self._may(request):
            return PlainTextResponse("This link is not of these dice.", 403)
        return Response(_read("overlay.html"), media_type="text/html; charset=utf-8")

    async def static(self, request: Request) -> Response:
        """Style and script."""
        name = request.path_params["name"]
        return Response(_read(name), media_type=STATIC[name]) if name in STATIC else PlainTextResponse("not here", 404)

    def _may(self, request: Request) -> bool:
        return hmac.compare_digest(request.path_params["token"].encode(), self._rolls.token.encode())

    async def _stream(self, sent: int | None) -> AsyncIterator[str]:
        self._streams += 1
        quiet_s = 0.0
        try:
            while True:
                for roll in self._rolls.since(sent):
                    sent, quiet_s = roll.number, 0.0
                    yield f"id: {roll.number}\nevent: roll\ndata: {roll.line}\n\n"
                if quiet_s > HERE_S:
                    quiet_s = 0.0
                    yield ": here\n\n"
                await asyncio.sleep(LOOK_S)
                quiet_s += LOOK_S
        finally:
            self._streams -= 1


def _read(name: str) -> bytes:
    return files("tablekeeper.firmware.commands").joinpath(f"static/{name}").read_bytes()
