"""Dice with no game on every phone: the page, a doubt that anybody may settle, and the rolls for other programs."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display import intents
from tablekeeper.display.dice_pages import PRESETS as OFFERED
from tablekeeper.display.dice_pages import DicePage
from tablekeeper.display.pages import DoubtPage
from tablekeeper.firmware.dice.presets import PRESETS
from tablekeeper.firmware.phones.app import make_app
from tablekeeper.firmware.phones.rolls_site import Reader
from tablekeeper.firmware.senses.inbox import Seen, Stirring
from tablekeeper.firmware.web.event_stream import stream
from tablekeeper.vision.reading import Die, conclude
from tests.phones.asgi import Browser
from tests.phones.room import HOST, Phone, Room

LATE = "Somebody was faster: the game has gone on."


def die(value: int, x: int, body: str = "white", doubt: str | None = None) -> Die:
    return Die(value, 0.9, body, "black", (x, 0, 40, 40), doubt)


class DiceRoom(Room):
    """A table with phones at which dice are read."""

    def see(self, *dice: Die) -> Any:
        self.program.inbox.put(Stirring("resting"))
        self.program.inbox.put(Seen(conclude(dice, ()), None, self.sitting.now_s))
        self.step()
        return self.step()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[DiceRoom]:
    room = DiceRoom(tmp_path, "")
    room.sitting.intent(intents.OpenDice())
    room.step()
    yield room
    room.close()


def said(phone: Phone) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(phone.data)
    return told


def test_a_phone_shows_the_dice_as_soon_as_it_has_joined(room: DiceRoom) -> None:
    room.see(die(3, 0), die(5, 100, "red"))
    phone = Phone(room)
    assert said(phone)["now"] == "That makes 8"
    assert said(phone)["story"] == "the white die 3, the red die 5. That makes 8."
    room.see(die(6, 300))
    assert said(phone)["now"] == "That makes 6"


def test_a_phone_looks_at_how_they_fall_and_goes_on_looking_at_the_next_roll(room: DiceRoom) -> None:
    room.see(die(3, 0))
    phone, other = Phone(room), Phone(room)
    phone.look()
    phone.press("counts")
    assert phone.window.ui == {"tab": "counts"}
    room.see(die(6, 300))
    phone.look()
    other.look()
    assert phone.window.ui == {"tab": "counts"}
    assert other.window.ui == {}


def test_one_tap_on_any_phone_settles_a_doubt_and_the_second_is_late(room: DiceRoom) -> None:
    room.see(die(3, 0), die(4, 100, doubt="glare"))
    one, two = Phone(room), Phone(room)
    at = two.look().asked
    assert {"face.5", "yes", "again"} <= {button.key for button in one.buttons}
    one.press("face.5")
    one.press("yes")
    page = room.step()
    assert isinstance(page, DicePage)
    assert [crop.value for crop in page.dice] == [3, 5]
    two.press("yes", at)
    assert isinstance(room.step(), DicePage)
    assert said(two)["note"] == LATE


def test_two_phones_at_the_same_moment_count_once(room: DiceRoom) -> None:
    room.see(die(3, 0), die(4, 100, doubt="glare"))
    phones = Phone(room), Phone(room)
    for phone in phones:
        place = list(phone.look().asked)
        room.reception.press(phone.client, {"at": place, "key": "yes", "held": False})
    room.step()
    page = room.step()
    assert isinstance(page, DicePage)
    assert page.number == 1
    assert [said(phone)["note"] for phone in phones] == ["", LATE]


def test_the_latest_roll_can_be_fixed_from_a_phone(room: DiceRoom) -> None:
    room.see(die(3, 0))
    phone = Phone(room)
    phone.look()
    phone.press("fix")
    assert isinstance(room.step(), DoubtPage)
    phone.press("face.2")
    phone.press("yes")
    assert [crop.value for crop in room.step().dice] == [2]


def test_a_phone_chooses_what_is_rolled_and_leaves_the_rest_to_the_big_screen(room: DiceRoom) -> None:
    room.see(die(3, 0))
    phone = Phone(room)
    assert not {"back", "save"} & {button.key for button in phone.buttons}
    phone.press("preset")
    page = room.step()
    assert page.preset == "two"
    assert isinstance(room.see(die(1, 0), die(2, 100), die(3, 200)), DoubtPage)


def test_the_page_offers_every_preset() -> None:
    assert tuple(preset.name for preset in PRESETS) == OFFERED


def test_when_a_game_begins_the_phones_choose_their_seats(room: DiceRoom) -> None:
    room.see(die(3, 0))
    phone = Phone(room)
    at = phone.look().asked
    room.sitting.intent(intents.Back())
    room.step()
    assert "watch" not in {button.key for button in phone.buttons}, "no game is on the table"
    room.sitting.intent(intents.StartGame("kokoro", ("Ann", "Ben"), ("blue", "red"), table="virtual"))
    room.step()
    assert {"seat.0", "seat.1", "watch"} <= {button.key for button in phone.buttons}
    assert phone.press("fix", at) == LATE


def test_only_who_has_joined_reads_the_rolls(room: DiceRoom) -> None:
    browser = Browser(make_app(room.reception, frozenset({HOST})), HOST)
    for path in ("/rolls", "/overlay"):
        assert browser.get(path).status == 403
    browser.get(f"/join/{room.reception.admission.code()}")
    assert browser.get("/overlay").status == 200
    assert browser.get("/static/overlay.js").status == 200


def test_each_roll_is_sent_and_sent_again_when_people_put_it_right(room: DiceRoom) -> None:
    rolls, luck = room.reception.rolls, random.Random(1)
    room.see(die(3, 0), die(4, 100, doubt="glare"))

    async def read() -> list[dict[str, Any]]:
        pieces: Any = stream(rolls.bell, Reader(rolls, "").read)
        found = [await anext(pieces)]
        room.sitting.intent(intents.FixReading(-1, "roll 3,5"))
        room.step()
        found.append(await anext(pieces))
        room.see(die(luck.randint(1, 6), 300))
        found.append(await anext(pieces))
        await pieces.aclose()
        return [json.loads(piece.split("data: ")[1]) for piece in found]

    first, right, following = asyncio.run(read())
    assert (first["roll"], first["sure"], first["why"]) == (1, False, "glare")
    assert (right["roll"], right["sure"], right["sum"]) == (1, True, 8)
    assert following["roll"] == 2
