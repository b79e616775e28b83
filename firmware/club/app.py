"""The page of the evening, for a projector and for phones, and the organiser's buttons. Only HTTP is here.

Who has the link of the board may look; who has the organiser's link may also arrange. Nobody sees a name before.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from tablekeeper.firmware.club.records import Plain
from tablekeeper.firmware.web.bell import Bell, Wake
from tablekeeper.firmware.web.event_stream import Event, respond
from tablekeeper.firmware.web.guard import guard

COOKIE = "tablekeeper_club"
COOKIE_LIVES_S = 24 * 3600
MOST_BODY_BYTES = 1024
MOST_STREAMS = 60
STATIC = {"club.css": "text/css; charset=utf-8", "club.js": "text/javascript; charset=utf-8"}


class Links(NamedTuple):
    """The secrets of the two links."""

    board: str
    organiser: str


class Shown(NamedTuple):
    """The board as it goes out, and its number."""

    version: int
    data: str


class Evenings:
    """What the pages need of the club; its fields are set by the club's thread and only read here."""

    def __init__(self, links: Links, arrange: Callable[[Plain], None], export: Callable[[str], str]) -> None:
        self.links, self.arrange, self.export = links, arrange, export
        self.shown = Shown(0, "{}")
        self.bell = Bell()
        self.language = "en"

    def show(self, data: str) -> None:
        """The board has changed."""
        self.shown = Shown(self.shown.version + 1, data)
        self.bell.ring()


def make_app(evening: Evenings, hosts: frozenset[str]) -> Starlette:
    """The application for one evening."""
    site = Site(evening)
    routes = [
        ("/", site.page, "GET"), ("/join/{code}", site.join, "GET"), ("/events", site.events, "GET"),
        ("/board.json", site.board, "GET"), ("/do", site.do, "POST"), ("/export/{name}", site.export, "GET"),
        ("/static/{name}", site.static, "GET"),
    ]  # fmt: skip
    return Starlette(routes=[Route(path, guard(do, hosts), methods=[method]) for path, do, method in routes])


class Reader:
    """One stream of the board."""

    def __init__(self, evening: Evenings) -> None:
        self._evening, self._sent = evening, -1

    def read(self, wake: Wake) -> Sequence[Event]:
        """The board, if it is another one than was sent."""
        shown = self._evening.shown
        if shown.version == self._sent:
            return ()
        self._sent = shown.version
        return [Event("board", shown.data, str(shown.version))]


class Site:
    """The endpoints."""

    def __init__(self, evening: Evenings) -> None:
        self.evening = evening

    async def join(self, request: Request) -> Response:
        """A link becomes a cookie, so that the secret does not stay in the address."""
        code = request.path_params["code"]
        if not self._role(code):
            return PlainTextResponse("This link is not of this evening.", 403)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, code, max_age=COOKIE_LIVES_S, httponly=True, samesite="strict")
        return response

    async def page(self, request: Request) -> Response:
        """The one page."""
        role = self._role_of(request)
        if not role:
            return PlainTextResponse("Scan the code of this evening first.", 401)
        page = files("tablekeeper.firmware.club").joinpath("static/club.html").read_text(encoding="utf-8")
        page = page.replace("{language}", self.evening.language).replace("{role}", role)
        return Response(page, media_type="text/html; charset=utf-8")

    async def static(self, request: Request) -> Response:
        """Style and script."""
        name = request.path_params["name"]
        if name not in STATIC:
            return PlainTextResponse("not here", 404)
        content = files("tablekeeper.firmware.club").joinpath(f"static/{name}").read_bytes()
        return Response(content, media_type=STATIC[name])

    async def board(self, request: Request) -> Response:
        """The board once."""
        if not self._role_of(request):
            return PlainTextResponse("", 401)
        return Response(self.evening.shown.data, media_type="application/json")

    async def events(self, request: Request) -> Response:
        """The board whenever it has changed."""
        if not self._role_of(request):
            return PlainTextResponse("", 401)
        if len(self.evening.bell) >= MOST_STREAMS:
            return PlainTextResponse("", 503)
        return respond(self.evening.bell, Reader(self.evening).read)

    async def do(self, request: Request) -> Response:
        """The organiser arranges something."""
        if self._role_of(request) != "organiser":
            return JSONResponse({}, 403)
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY_BYTES:
                return JSONResponse({}, 413)
        try:
            order = json.loads(body)
        except (ValueError, RecursionError):
            return JSONResponse({}, 400)
        if not isinstance(order, dict):
            return JSONResponse({}, 400)
        self.evening.arrange(order)
        return JSONResponse({})

    async def export(self, request: Request) -> Response:
        """The evening as a file."""
        if not self._role_of(request):
            return PlainTextResponse("", 401)
        name = request.path_params["name"]
        content = self.evening.export(name)
        if not content:
            return PlainTextResponse("not here", 404)
        kind = "application/json" if name.endswith(".json") else "text/csv; charset=utf-8"
        return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    def _role_of(self, request: Request) -> str:
        return self._role(request.cookies.get(COOKIE, ""))

    def _role(self, code: str) -> str:
        """Whose link this is; compared in constant time."""
        given = code.encode()
        if hmac.compare_digest(given, self.evening.links.organiser.encode()):
            return "organiser"
        return "board" if hmac.compare_digest(given, self.evening.links.board.encode()) else ""
