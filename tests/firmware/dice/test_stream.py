"""Rolls as server-sent events, as an overlay, and for the house."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.rolls import RollWorker
from tablekeeper.firmware.phones.roll_shelf import KEPT, Rolls
from tablekeeper.firmware.phones.rolls_site import Reader, make_app
from tablekeeper.firmware.web.event_stream import HERE, stream
from tablekeeper.vision.reading import Die, Reading
from tests.conftest import Clock
from tests.house.table import PaperBroker
from tests.phones.asgi import Browser

HOST = "10.0.0.7:8570"
TOKEN = "a-token-of-this-run"


def roll(number: int, *values: int) -> DiceRoll:
    dice = tuple(
        Die(value, 1.0, "red", "white", (10 * n, 0, 8, 8)) for n, value in enumerate(values or (number % 6 + 1,))
    )
    return DiceRoll(number, float(number), Reading(dice, sure=True, why=None))


@pytest.fixture
def rolls() -> Rolls:
    return Rolls()


def read_stream(rolls: Rolls, known: str, count: int, meanwhile: Callable[[], object] = lambda: None) -> list[str]:
    """The first pieces of a stream; after the first something happens."""

    async def run() -> list[str]:
        pieces: Any = stream(rolls.bell, Reader(rolls, known).read)
        found = [await anext(pieces)]
        meanwhile()
        found += [await anext(pieces) for _ in range(count - 1)]
        await pieces.aclose()
        return found

    found = asyncio.run(run())
    assert len(rolls.bell) == 0, "a stream that has ended is still woken"
    return found


def test_a_reader_gets_the_latest_roll_and_then_each(rolls: Rolls) -> None:
    for number in (1, 2, 3):
        rolls.add(roll(number))
    first, second = read_stream(rolls, "", 2, lambda: rolls.add(roll(4)))
    assert first == f"id: 3\nevent: roll\ndata: {roll(3).to_json()}\n\n"
    assert second == f"id: 4\nevent: roll\ndata: {roll(4).to_json()}\n\n"


def test_a_roll_that_was_put_right_is_sent_once_more(rolls: Rolls) -> None:
    rolls.add(roll(1, 3, 5))
    _, again = read_stream(rolls, "", 2, lambda: rolls.add(roll(1, 3, 6)))
    assert again == f"id: 1\nevent: roll\ndata: {roll(1, 3, 6).to_json()}\n\n"
    assert [sent.number for sent in rolls.since(0)] == [1]


def test_a_quiet_stream_says_that_it_is_there(rolls: Rolls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablekeeper.firmware.web.event_stream.HERE_S", 0.001)
    rolls.add(roll(1))
    assert read_stream(rolls, "", 2)[1] == HERE


def test_a_reader_who_comes_back_gets_what_was_missed(rolls: Rolls) -> None:
    for number in range(1, KEPT + 50):
        rolls.add(roll(number))
    pieces = read_stream(rolls, str(KEPT + 45), 4)
    assert [re.findall(r"id: (\d+)", piece)[0] for piece in pieces] == [str(KEPT + n) for n in (46, 47, 48, 49)]
    assert len(rolls.since(0)) == KEPT


def test_only_the_link_opens_the_overlay(rolls: Rolls) -> None:
    browser = Browser(make_app(rolls, TOKEN, frozenset({HOST})), HOST)
    assert browser.get(f"/overlay/{TOKEN}").status == 200
    assert browser.get("/static/overlay.js").status == 200
    for path in ("/overlay/guess", "/rolls/guess", "/rolls/é"):
        assert browser.get(path).status == 403
    assert browser.get("/static/overlay.html").status == 404
    assert browser.get(f"/overlay/{TOKEN}", host="evil.example").status == 421


def test_the_overlay_puts_in_text_only() -> None:
    script = files("tablekeeper.display.browser").joinpath("static/overlay.js").read_text(encoding="utf-8")
    assert not re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", script)


@pytest.fixture
def house(clock: Clock) -> Callable[[], tuple[RollWorker, PaperBroker, list[str]]]:
    def make() -> tuple[RollWorker, PaperBroker, list[str]]:
        told: list[str] = []
        broker: Any = PaperBroker()
        return RollWorker("table-1", broker, told.append, clock), broker, told

    return make


def test_the_house_hears_each_roll_once(house: Callable[[], Any]) -> None:
    worker, broker, told = house()
    worker.say(roll(1, 3, 5).to_json())
    worker.step()
    worker.step()
    assert [json.loads(payload)["sum"] for _, payload, _ in broker.said] == [8]
    assert [(where, retain) for where, _, retain in broker.said] == [("tablekeeper/table-1/roll", False)]
    assert told == []


def test_a_roll_never_comes_late_and_a_lost_broker_is_reported_once(house: Callable[[], Any], clock: Clock) -> None:
    worker, broker, told = house()
    broker.fault = BrokerFault("broker_lost", "the broker is gone")
    worker.say(roll(1).to_json())
    for _ in range(4):
        worker.step()
        clock.pass_s(100)
    broker.fault = None
    worker.step()
    worker.say(roll(2).to_json())
    worker.step()
    assert [json.loads(payload)["roll"] for _, payload, _ in broker.said] == [2]
    assert told == ["the broker is gone"]
