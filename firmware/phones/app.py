"""The few pages that phones may ask for. What somebody may see is decided elsewhere; here is only HTTP.

Every text from outside is hostile: sizes are bounded, hosts and origins compared, nothing is echoed unescaped.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.firmware.phones.admission import Client, NotAdmitted
from tablekeeper.firmware.phones.pace import Pace
from tablekeeper.firmware.phones.reception import Reception
from tablekeeper.firmware.phones.rolls_site import STATIC as OVERLAY
from tablekeeper.firmware.phones.rolls_site import RollsSite
from tablekeeper.firmware.web.bell import Wake
from tablekeeper.firmware.web.event_stream import Event, respond
from tablekeeper.firmware.web.guard import guard

COOKIE = "tablekeeper"
COOKIE_LIVES_S = 30 * 24 * 3600
FONT_LIVES_S = 30 * 24 * 3600
MOST_BODY_BYTES = 4096
STATIC = {
    "phone.css": ("static/phone.css", "text/css; charset=utf-8"),
    "fonts.css": ("static/fonts.css", "text/css; charset=utf-8"),
    "phone.js": ("static/phone.js", "text/javascript; charset=utf-8"),
    **{name: (f"static/{name}", kind) for name, kind in OVERLAY.items()},
}
FONTS = frozenset(f"{face}{part}.woff2" for face in ("voice", "text", "strong", "number") for part in ("", "-rest"))
"""Faces of the table's own screen, as `make fonts` writes them; fonts.css says which letters are in which."""


def make_app(reception: Reception, hosts: frozenset[str], now: Callable[[], float] = time.monotonic) -> Starlette:
    """The application for one table; `hosts` are the names and addresses, with port, that phones may use for it."""
    site = Site(reception, Pace(now))
    rolls = RollsSite(reception.rolls, site.is_known)
    guarded = [
        ("/", site.page, "GET"), ("/join/{code}", site.join, "GET"), ("/events", site.events, "GET"),
        ("/press", site.press, "POST"), ("/static/{name}", site.static, "GET"),
        ("/static/fonts/{name}", site.font, "GET"), ("/rolls", rolls.rolls, "GET"), ("/overlay", rolls.overlay, "GET"),
    ]  # fmt: skip
    return Starlette(routes=[Route(path, guard(do, hosts), methods=[method]) for path, do, method in guarded])


class Listener:
    """One stream of one phone: the sheets that it is sent."""

    def __init__(self, reception: Reception, client: Client) -> None:
        self._reception, self._client = reception, client
        self._sent = ""
        self._gone = False

    def listen(self, wake: Wake) -> None:
        """The phone wants the news."""
        self._reception.listen(self._client, wake)

    def leave(self, wake: Wake) -> None:
        """It listens no more."""
        self._reception.leave(self._client, wake)

    def read(self, wake: Wake) -> Sequence[Event] | None:
        """The sheet if it is another one than was sent; None: this stream ends."""
        if self._gone or not self._reception.listens(self._client, wake):
            return None
        sheet = self._reception.sheet(self._client.number)
        if sheet is None:
            self._gone = True
            wake()
            return [Event("gone", "{}")]
        if sheet.data == self._sent:
            return ()
        self._sent = sheet.data
        return [Event("sheet", sheet.data, sheet.id)]


class Site:
    """The endpoints."""

    def __init__(self, reception: Reception, pace: Pace) -> None:
        self.reception, self.pace = reception, pace

    async def join(self, request: Request) -> Response:
        """A scanned code becomes a secret, once."""
        try:
            secret = self.reception.join(request.path_params["code"])
        except NotAdmitted as fault:
            return self._words(f"phones.{fault.why.value}", 403)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, secret, max_age=COOKIE_LIVES_S, httponly=True, samesite="strict")
        return response

    async def page(self, request: Request) -> Response:
        """The one page; who has not joined is told how, and nothing else."""
        if self._client(request) is None:
            return self._words("phones.scan_first", 401)
        return self._html("phone.html", noscript="phones.noscript")

    async def static(self, request: Request) -> Response:
        """Style and script."""
        found = STATIC.get(request.path_params["name"])
        if found is None:
            return PlainTextResponse("not here", 404)
        content = _read(found[0])
        mark = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        headers = {"Cache-Control": "no-cache", "ETag": mark}  # after an update the next load must bring the new one
        if request.headers.get("if-none-match") == mark:
            return Response(status_code=304, headers=headers)
        return Response(content, media_type=found[1], headers=headers)

    async def font(self, request: Request) -> Response:
        """A face of the table's own screen; another release asks for it under another address."""
        name = request.path_params["name"]
        if name not in FONTS:
            return PlainTextResponse("not here", 404)
        headers = {"Cache-Control": f"max-age={FONT_LIVES_S}, immutable"}
        return Response(_read(f"static/fonts/{name}"), media_type="font/woff2", headers=headers)

    async def press(self, request: Request) -> Response:
        """A button was touched."""
        client = self._client(request)
        if client is None:
            return JSONResponse({}, 401)
        pressed = await _read_json(request)
        if not self.pace.allows(client.number):
            return JSONResponse({"note": shipped_texts(self.reception.language).say("phones.busy")}, 429)
        if pressed is None:
            return JSONResponse({}, 400)
        note = self.reception.press(client, pressed)
        return JSONResponse({"note": note})

    async def events(self, request: Request) -> Response:
        """The sheets of one phone, as long as it listens."""
        client = self._client(request)
        if client is None:
            return PlainTextResponse("", 401)
        if not self.pace.allows(client.number):
            return PlainTextResponse("", 429)
        self.reception.resize(client, *_read_shape(request.query_params.get("shape", "")))
        listener = Listener(self.reception, client)
        return respond(listener, listener.read)

    def is_known(self, request: Request) -> bool:
        """Whether this phone has joined."""
        return self._client(request) is not None

    def _client(self, request: Request) -> Client | None:
        try:
            return self.reception.find(request.cookies.get(COOKIE, ""))
        except NotAdmitted:
            return None

    def _words(self, key: str, status: int) -> Response:
        return self._html("words.html", status, words=key)

    def _html(self, name: str, status: int = 200, **texts: str) -> Response:
        """A page of ours with these texts in it."""
        say, language = shipped_texts(self.reception.language).say, self.reception.language
        page = files("tablekeeper.display.browser").joinpath("static", name).read_text(encoding="utf-8")
        page = page.replace("{language}", language)
        for place, key in texts.items():
            page = page.replace(f"{{{place}}}", escape(say(key)))
        return Response(page, status, media_type="text/html; charset=utf-8")


def _read(name: str) -> bytes:
    return files("tablekeeper.display.browser").joinpath(name).read_bytes()


async def _read_json(request: Request) -> dict[str, object] | None:
    """A small JSON object, or None."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BODY_BYTES:
            return None
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _read_shape(text: str) -> tuple[int, int]:
    """`390x844`, or a usual phone where it is something else."""
    wide, _, high = text.partition("x")
    if len(text) > 12 or not (wide.isascii() and wide.isdigit() and high.isascii() and high.isdigit()):
        return 390, 844
    return max(1, int(wide)), max(1, int(high))
