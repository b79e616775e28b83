"""Rolls as server-sent events, as an overlay, and for the house."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from tablekeeper.firmware.commands.dice_stream import KEPT, Rolls, Site, make_app
from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.rolls import RollWorker
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
    return Rolls(TOKEN)


def read_stream(site: Site, sent: int | None, count: int) -> list[str]:
    """The first pieces of a stream."""

    async def run() -> list[str]:
        stream: Any = site._stream(sent)
        pieces = [await anext(stream) for _ in range(count)]
        await stream.aclose()
        return pieces

    return asyncio.run(run())


def test_a_reader_gets_the_latest_roll_and_then_each(rolls: Rolls) -> None:
    for number in (1, 2, 3):
        rolls.add(roll(number))
    [piece] = read_stream(Site(rolls), None, 1)
    assert piece == f"id: 3\nevent: roll\ndata: {roll(3).to_json()}\n\n"


def test_a_reader_who_comes_back_gets_what_was_missed(rolls: Rolls) -> None:
    for number in range(1, KEPT + 50):
        rolls.add(roll(number))
    pieces = read_stream(Site(rolls), KEPT + 45, 4)
    assert [re.findall(r"id: (\d+)", piece)[0] for piece in pieces] == [str(KEPT + n) for n in (46, 47, 48, 49)]
    assert len(rolls.since(0)) == KEPT


def test_only_the_link_opens_the_overlay(rolls: Rolls) -> None:
    browser = Browser(make_app(rolls, frozenset({HOST})), HOST)
    assert browser.get(f"/overlay/{TOKEN}").status == 200
    assert browser.get("/static/overlay.js").status == 200
    for path in ("/overlay/guess", "/rolls/guess", "/rolls/é"):
        assert browser.get(path).status == 403
    assert browser.get("/static/overlay.html").status == 404
    assert browser.get(f"/overlay/{TOKEN}", host="evil.example").status == 421


def test_the_overlay_puts_in_text_only() -> None:
    script = files("tablekeeper.firmware.commands").joinpath("static/overlay.js").read_text(encoding="utf-8")
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
