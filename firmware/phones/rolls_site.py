"""Rolls for other programs and for a stream: server-sent events, and a page without decoration to lay over a picture.

Who may read them is decided by the server that offers them; nothing can be asked or changed here.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from importlib.resources import files

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tablekeeper.firmware.phones.roll_shelf import Rolls, Sent
from tablekeeper.firmware.web.bell import Wake
from tablekeeper.firmware.web.event_stream import Event, respond
from tablekeeper.firmware.web.guard import guard
from tablekeeper.firmware.web.server import Server

MOST_STREAMS = 20
STATIC = {"overlay.css": "text/css; charset=utf-8", "overlay.js": "text/javascript; charset=utf-8"}


class RollsSite:
    """The endpoints; `may` says who may read."""

    def __init__(self, rolls: Rolls, may: Callable[[Request], bool]) -> None:
        self._rolls, self._may = rolls, may

    async def rolls(self, request: Request) -> Response:
        """Each roll as it is reported, the latest one first; `event: roll`, its number as id."""
        if not self._may(request):
            return PlainTextResponse("This link is not of these dice.", 403)
        if len(self._rolls.bell) >= MOST_STREAMS:
            return PlainTextResponse("Too many read these dice already.", 503)
        return respond(self._rolls.bell, Reader(self._rolls, request.headers.get("last-event-id", "")).read)

    async def overlay(self, request: Request) -> Response:
        """The dice of the latest roll and their sum, on nothing."""
        if not self._may(request):
            return PlainTextResponse("This link is not of these dice.", 403)
        return Response(read_static("overlay.html"), media_type="text/html; charset=utf-8")

    async def static(self, request: Request) -> Response:
        """Style and script."""
        name = request.path_params["name"]
        if name not in STATIC:
            return PlainTextResponse("not here", 404)
        return Response(read_static(name), media_type=STATIC[name])


class Reader:
    """One stream: what it has sent, and what it sends next."""

    def __init__(self, rolls: Rolls, last_event_id: str) -> None:
        known = last_event_id.isascii() and last_event_id.isdigit() and len(last_event_id) < 10
        self._rolls = rolls
        self._sent: Sent | int | None = int(last_event_id) if known else None

    def read(self, wake: Wake) -> Sequence[Event]:
        """What is new."""
        news = self._rolls.since(self._sent)
        if news:
            self._sent = news[-1]
        return [Event("roll", roll.line, str(roll.number)) for roll in news]


def make_app(rolls: Rolls, token: str, hosts: frozenset[str]) -> Starlette:
    """The application for one run of the command: whoever has its links may read."""

    def may(request: Request) -> bool:
        return hmac.compare_digest(request.path_params["token"].encode(), token.encode())

    site = RollsSite(rolls, may)
    routes = [("/rolls/{token}", site.rolls), ("/overlay/{token}", site.overlay), ("/static/{name}", site.static)]
    return Starlette(routes=[Route(path, guard(do, hosts), methods=["GET"]) for path, do in routes])


def serve(rolls: Rolls, port: int) -> tuple[Server, Sequence[str]]:
    """Serve the rolls from now on; returns also the links for people."""
    token = secrets.token_urlsafe(16)
    server = Server(partial(make_app, rolls, token), port)
    return server, [f"{name} {server.link(f'{name}/{token}')}" for name in ("overlay", "rolls")]


def read_static(name: str) -> bytes:
    """A file for browsers."""
    return files("tablekeeper.display.browser").joinpath(f"static/{name}").read_bytes()
