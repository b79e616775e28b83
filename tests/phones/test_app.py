"""What comes over HTTP is hostile: whoever is not let in gets nothing, and whatever is too large or odd is refused."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from typing import Any

import pytest
from starlette.requests import Request

from tablekeeper.firmware.phones.app import COOKIE, MOST_BODY_BYTES, Site, make_app
from tablekeeper.firmware.phones.pace import BURST, Pace
from tablekeeper.firmware.web.server import hosts_of
from tests.phones.asgi import Browser
from tests.phones.room import HOST, Room

ORIGIN = f"http://{HOST}"
PATHS = ("/", "/events", "/join/x", "/press", "/static/phone.css", "/static/fonts/text.woff2")


@pytest.fixture
def browser(room: Room) -> Browser:
    return Browser(make_app(room.reception, hosts_of("10.0.0.7", 8570)), HOST)


def joined(browser: Browser, room: Room) -> Browser:
    answer = browser.get(f"/join/{room.reception.admission.code()}")
    assert answer.status == 303
    return browser


def test_a_scanned_code_becomes_a_cookie_that_scripts_cannot_read(browser: Browser, room: Room) -> None:
    answer = browser.get(f"/join/{room.reception.admission.code()}")
    cookie = answer.headers["set-cookie"].lower()
    assert answer.headers["location"] == "/"
    assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/"))


@pytest.mark.parametrize("path", ["/", "/events?shape=390x844"])
def test_who_has_not_joined_sees_no_name_and_no_game(path: str, browser: Browser) -> None:
    answer = browser.get(path)
    assert answer.status == 401
    assert not any(word in answer.text for word in ("Ann", "Ben", "Cocoon"))


def test_who_is_not_let_in_reads_why_on_a_page_of_its_own(browser: Browser, room: Room) -> None:
    for answer in (browser.get("/"), browser.get("/join/nothing")):
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert '<html lang="en">' in answer.text
    assert "Scan the code on the big screen to join." in browser.get("/").text


def test_who_has_not_joined_can_press_nothing(browser: Browser, room: Room) -> None:
    answer = browser.post("/press", {"at": [1, 0], "key": "who.0"}, origin=ORIGIN)
    assert answer.status == 401
    assert room.session.history.played == []


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example", "evil.example:8570", "10.0.0.7", "10.0.0.8:8570", ""])
def test_another_hosts_name_gets_nothing(host: str, path: str, browser: Browser) -> None:
    """DNS rebinding: a foreign page whose name points here."""
    assert browser.get(path, host=host).status in (405, 421)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://10.0.0.7:8570", "http://10.0.0.7"])
def test_another_sites_page_can_press_nothing(origin: str, browser: Browser, room: Room) -> None:
    joined(browser, room)
    assert browser.post("/press", {"key": "watch"}, origin=origin).status == 421
    assert browser.post("/press", {"key": "watch"}).status == 403


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_policy(path: str, browser: Browser) -> None:
    answer = browser.get(path)
    if answer.status != 405:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "%2e%2e/%2e%2e/phones.json", "phone.html", "phone.css/..", "fonts", "", "\x00"]
)
def test_nothing_but_the_few_files_is_served(name: str, browser: Browser) -> None:
    answer = browser.get(f"/static/{name}")
    assert answer.status in (404, 400)
    assert "import" not in answer.text


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"null", b"{", b"\xff\xfe", b'{"key":' * 3000, b"x" * (MOST_BODY_BYTES + 1), b'{"at":[1,0],"key":7}',
     b'{"at":{"a":1},"key":"watch"}', b'{"at":[1,0],"key":"' + b"k" * 3000 + b'"}', b"[" * 4000],
    ids=lambda body: body[:12].decode("latin-1"),
)  # fmt: skip
def test_an_odd_body_changes_nothing(body: bytes, browser: Browser, room: Room) -> None:
    joined(browser, room)
    client = room.reception.admission.clients[0]
    room.reception.sheet(client.number)
    answer = browser.ask("POST", "/press", body=body, origin=ORIGIN)
    assert answer.status in (200, 400)
    room.step()
    assert room.reception.admission.clients == (client,)
    assert room.session.history.played == []


@pytest.mark.parametrize("shape", ["", "x", "0x0", "-1x5", "9" * 500, "1e9x3", "²x³", "390x844x1", "99999x1"])
def test_an_odd_shape_is_a_usual_phone(shape: str, browser: Browser, room: Room) -> None:
    joined(browser, room)
    assert first_sheet(room, browser, shape)["size"][1] >= 480


def first_sheet(room: Room, browser: Browser, shape: str = "390x844") -> Any:
    """The first sheet of a stream; the endpoint itself is called, for a stream has no end."""
    site = Site(room.reception, Pace(lambda: 0.0))
    cookie = f"{COOKIE}={browser.cookies[COOKIE]}".encode()
    scope = {
        "type": "http", "method": "GET", "path": "/events", "headers": [(b"cookie", cookie)],
        "query_string": b"shape=" + shape.encode("latin-1", "replace"),
    }  # fmt: skip

    async def read() -> str:
        response: Any = await site.events(Request(scope))
        async for part in response.body_iterator:
            return str(part)
        return ""

    part = asyncio.run(read())
    return json.loads(part.partition("data: ")[2])


def test_a_stream_begins_with_the_sheet_and_the_number_of_its_question(browser: Browser, room: Room) -> None:
    joined(browser, room)
    sheet = first_sheet(room, browser)
    assert sheet["at"] == [0, 0] or sheet["at"][0] == room.session.record
    assert "Who are you?" in sheet["now"]


def test_style_and_script_are_loaded_once_and_anew_after_an_update(browser: Browser) -> None:
    first = browser.get("/static/phone.js")
    assert first.headers["cache-control"] == "no-cache"
    again = browser.get("/static/phone.js", match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert browser.get("/static/phone.js", match='"older"').body == first.body
    assert "immutable" in browser.get("/static/fonts/text.woff2").headers["cache-control"]


def test_who_taps_faster_than_anybody_can_is_told_to_wait(room: Room) -> None:
    now_s = 0.0
    browser = joined(Browser(make_app(room.reception, hosts_of("10.0.0.7", 8570), lambda: now_s), HOST), room)
    answers = [browser.post("/press", {"key": "nothing"}, origin=ORIGIN) for _ in range(BURST + 1)]
    assert [answer.status for answer in answers] == [200] * BURST + [429]
    assert "busy" in answers[-1].text
    assert browser.get("/events?shape=390x844").status == 429
    now_s = 1.0
    assert browser.post("/press", {}, origin=ORIGIN).status == 200


@pytest.mark.parametrize("times", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_odd_requests_change_nothing(times: int, room: Room) -> None:
    """A fuzzer over all routes; seeds are fixed so that a failure can be played again."""
    clock = itertools.count()
    browser = joined(
        Browser(make_app(room.reception, hosts_of("10.0.0.7", 8570), lambda: float(next(clock))), HOST), room
    )
    room.reception.sheet(1)
    luck = random.Random(7)
    for number in range(times):
        method, path, body, headers = odd_request(luck)
        answer = browser.ask(method, path, body=body, origin=ORIGIN, extra=headers)
        assert answer.status < 500, (number, method, path, body, headers)
        assert not any(word in answer.body for word in (b"Traceback", b'File "'))
    room.step()
    assert room.session.history.played == []
    assert len(room.reception.admission.clients) == 1


LETTERS = "/.%?=&#:;\\\"'<>{}[]\x01\x7fé²☃abc01x"
PIECES = (b"{", b"}", b"[", b"]", b'"key"', b'"at"', b'"held"', b":", b",", b"1", b"-1", b"0", b"1e999", b"null",
          b"true", b'"watch"', b'"seat.9"', b'"\\u0000"', b"\xff", b" ", b"NaN")  # fmt: skip


def odd_request(luck: random.Random) -> tuple[str, str, bytes, list[tuple[bytes, bytes]]]:
    """A method, a path near a real one, a body of pieces of a real one, and headers that mean something elsewhere."""
    path = luck.choice([path for path in PATHS if path != "/events"])
    path += "".join(luck.choice(LETTERS) for _ in range(luck.choice((0, 0, 1, 5, 12, 300))))
    body = b"".join(luck.choice(PIECES) for _ in range(luck.choice((0, 1, 7, 30, 2000))))
    names = (
        b"x-forwarded-for",
        b"x-forwarded-host",
        b"range",
        b"cookie",
        b"if-none-match",
        b"content-length",
        b"accept",
    )
    values = (b"127.0.0.1", b"bytes=0-", b"tablekeeper=", b"\xff\xfe", b"-5", b"*", b"a" * 4000)
    headers = [(luck.choice(names), luck.choice(values)) for _ in range(luck.randrange(3))]
    return luck.choice(("GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH")), path, body, headers
