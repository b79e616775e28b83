"""The pages of the evening: who may look, who may arrange, and that no name becomes markup."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.firmware.club.app import MOST_BODY_BYTES, Links, make_app
from tablekeeper.firmware.club.evening import Evening, read_evening
from tablekeeper.firmware.club.hosting import Hosting
from tests.club.hall import TONIGHT_S, Hall, begun, entry, over
from tests.conftest import Clock
from tests.phones.asgi import Browser

HOST = "10.0.0.7:8580"
LINKS = Links("board-secret", "organiser-secret")
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def hosting(hall: Hall, clock: Clock, tmp_path: Path) -> Hosting:
    told: list[str] = []
    hosting = Hosting(
        hall.club, Evening(TONIGHT_S), tmp_path, LINKS, shipped_texts("en"), told.append,
        now=lambda: TONIGHT_S + 100, clock=clock,
    )  # fmt: skip
    hosting.told = told  # type: ignore[attr-defined]
    return hosting


@pytest.fixture
def browser(hosting: Hosting) -> Browser:
    return Browser(make_app(hosting.pages, frozenset({HOST})), HOST)


def join(browser: Browser, secret: str) -> None:
    assert browser.get(f"/join/{secret}").status == 303


def board(browser: Browser) -> Any:
    return json.loads(browser.get("/board.json").text)


@pytest.mark.parametrize("path", ["/", "/board.json", "/events", "/export/results.csv"])
def test_without_a_link_nobody_sees_anything(browser: Browser, hall: Hall, path: str) -> None:
    hall.say(begun(), over(1))
    got = browser.get(path)
    assert got.status == 401
    assert "Ann" not in got.text
    assert browser.get("/join/guess").status == 403


def test_the_board_shows_tables_results_and_standings(
    browser: Browser, hosting: Hosting, hall: Hall, clock: Clock
) -> None:
    join(browser, LINKS.board)
    hall.hear("table-1", "status", b"online", retained=True)
    hall.hear("table-1", "about", {"table": "table-1", "name": "Window"}, retained=True)
    hall.hear(
        "table-1", "state", {"table": "table-1", "game": 1, "name": "kokoro", "players": ["Ann", "Ben"]}, retained=True
    )
    hall.say(begun(), entry(1), over(2, scores=(7, 5)))
    clock.pass_s(1.0)
    hosting.step()
    shown = board(browser)
    assert shown["tables"][0]["name"] == "Window"
    assert shown["results"][0]["winners"] == ["Ann"]
    assert [one["name"] for one in shown["standings"]] == ["Ann", "Ben"]
    assert hosting.told == ["Window: Kokoro: Avenue of the Kodama is over. Ann 7, Ben 5"]  # type: ignore[attr-defined]


def test_two_tables_with_one_name_are_told_apart(browser: Browser, hosting: Hosting, hall: Hall, clock: Clock) -> None:
    join(browser, LINKS.board)
    for table in ("table-1", "table-2"):
        hall.hear(table, "about", {"table": table, "name": "Window"}, retained=True)
        hall.say(begun(table), {**over(1), "table": table}, table=table)
    clock.pass_s(1.0)
    hosting.step()
    assert {one["table"] for one in board(browser)["results"]} == {"Window (table-1)", "Window (table-2)"}


def test_the_board_alone_arranges_nothing(browser: Browser, hosting: Hosting) -> None:
    join(browser, LINKS.board)
    assert browser.post("/do", {"do": "arrive", "name": "Mallory"}, origin=f"http://{HOST}").status == 403
    hosting.step()
    assert hosting.evening.people == ()


def test_the_organiser_pairs_a_round_and_it_is_kept(
    browser: Browser, hosting: Hosting, hall: Hall, clock: Clock, tmp_path: Path
) -> None:
    join(browser, LINKS.organiser)
    hall.hear("table-1", "status", b"online", retained=True)
    hall.step()
    for name in ("Ann", "Ben", "Dai"):
        assert browser.post("/do", {"do": "arrive", "name": name}, origin=f"http://{HOST}").status == 200
    browser.post("/do", {"do": "pair", "minutes": 20}, origin=f"http://{HOST}")
    clock.pass_s(1.0)
    hosting.step()
    shown = board(browser)
    assert shown["round"] == 1
    assert shown["ends_at"] == TONIGHT_S + 100 + 20 * 60
    assert sorted(shown["seats"][0]["people"]) == ["Ann", "Ben", "Dai"]
    assert read_evening(tmp_path, 0.0) == hosting.evening


@pytest.mark.parametrize("told", [[], 1, {}, {"do": 1}, {"do": "arrive"}, {"do": "arrive", "name": 7},
                                  {"do": "pair", "minutes": 10**9}, {"do": "pair", "minutes": True}])  # fmt: skip
def test_a_wrong_order_changes_nothing_but_what_it_says(browser: Browser, hosting: Hosting, told: Any) -> None:
    join(browser, LINKS.organiser)
    browser.post("/do", told, origin=f"http://{HOST}")
    hosting.step()
    assert hosting.evening.people == ()
    assert hosting.evening.minutes in (1, 45)


def test_an_endless_order_is_refused(browser: Browser) -> None:
    join(browser, LINKS.organiser)
    body = {"do": "arrive", "name": "x" * MOST_BODY_BYTES}
    assert browser.post("/do", body, origin=f"http://{HOST}").status == 413


def test_another_site_gets_nothing(browser: Browser) -> None:
    join(browser, LINKS.organiser)
    assert browser.post("/do", {"do": "end"}, origin="http://evil.example").status == 421
    assert browser.post("/do", {"do": "end"}).status == 403
    assert browser.get("/board.json", host="evil.example:8580").status == 421


def test_a_name_like_script_stays_a_name(browser: Browser, hosting: Hosting, hall: Hall, clock: Clock) -> None:
    join(browser, LINKS.board)
    hall.hear("table-1", "about", {"table": "table-1", "name": SCRIPT}, retained=True)
    hall.say(begun(players=[SCRIPT, "Ben"]), over(1))
    clock.pass_s(1.0)
    hosting.step()
    got = browser.get("/board.json")
    assert got.headers["content-type"] == "application/json"
    assert json.loads(got.text)["results"][0]["players"][0] == SCRIPT
    page = browser.get("/")
    assert SCRIPT not in page.text
    assert "unsafe" not in page.headers["content-security-policy"]


def test_the_script_of_the_page_puts_in_text_only() -> None:
    script = files("tablekeeper.firmware.club").joinpath("static/club.js").read_text(encoding="utf-8")
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(", script)


def test_exports_are_files(browser: Browser, hosting: Hosting, hall: Hall, clock: Clock) -> None:
    join(browser, LINKS.board)
    hall.say(begun(), over(1))
    clock.pass_s(1.0)
    hosting.step()
    for name in ("results.csv", "standings.csv", "evening.json"):
        got = browser.get(f"/export/{name}")
        assert got.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert "Ann" in got.text
    assert browser.get("/export/passwords").status == 404
