"""Whole games are played by phones alone: each presses what it sees, and sees what its seat may see."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.pages import EndPage
from tablekeeper.display.phone_pages import SeatsPage
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.firmware.pages.table_pages import secret_of
from tablekeeper.firmware.phones.reception import GONE_S
from tablekeeper.firmware.phones.visible import catch, may_answer, page_for
from tests.display.samples import doubt_page
from tests.firmware.commands import call
from tests.phones.room import Phone, Room

MOST_PRESSES = 6000
ENTRIES = 60
"""So many answers of each game are enough here; the browsers play to the end."""
ASIDE = intents.AskWhy | intents.OpenTimeline | intents.TakeBack | intents.OpenFix
AWAY = intents.OpenMenu | intents.TakeSeat
"""What no longer plays: the seat is given back from the phone's menu."""
OPEN = intents.Answered | intents.FixReading | Local


def press_something(phone: Phone, luck: random.Random) -> None:
    """Anything that leads on: whys and stories are opened and closed, but seldom."""
    shown = phone.look()
    keys = [button.key for button in shown.sheet.buttons if not isinstance(shown.acts[button.key].act, AWAY)]
    keys = one_die(keys, luck)
    onward = [key for key in keys if not isinstance(shown.acts[key].act, ASIDE)]
    phone.press(luck.choice(onward if onward and luck.random() < 0.9 else keys))


def one_die(keys: list[str], luck: random.Random) -> list[str]:
    """Just one of all the numbers that dice may show: among so many, the key that enters them is hardly ever found."""
    dice = [key for key in keys if key.startswith("die.")]
    return [key for key in keys if key not in dice] + ([luck.choice(dice)] if dice else [])


def paled(phone: Phone) -> list[str]:
    """What is drawn and cannot be touched, but the dots in the header."""
    shown = phone.look()
    return [target.key for target in shown.sheet.scene.targets if target.key not in {*shown.acts, "health"}]


def test_the_big_screen_has_an_answer_before_any_phone(open_room: Callable[..., Room]) -> None:
    """Phones are drawn for on the same processor, and dice at rest are on the screen within a tenth of a second."""
    room = open_room("chocobo")
    phones, luck = [room.seat(0), room.seat(1)], random.Random(1)
    order: list[tuple[str, int]] = []
    desk, screen, played = room.program.phones._desk, room.sitting.screen, room.session.history.played
    publish, draw, began = desk.publish, screen.draw, len(played)
    desk.publish = lambda *news: (order.append(("phones", len(played))), publish(*news))
    screen.draw = lambda now_s: (order.append(("screen", len(played))), draw(now_s))
    while len(played) < began + 4:
        press_something(luck.choice(phones), luck)
    seen = {answers for where, answers in order if where == "phones" and answers > began}
    assert len(seen) > 1
    for answers in seen:
        assert order.index(("screen", answers)) < order.index(("phones", answers))


def test_a_server_that_has_died_is_opened_again_and_nobody_has_to_join_anew(open_room: Callable[..., Room]) -> None:
    room = open_room("chocobo")
    phone = room.seat(0)
    before = phone.data
    room.at_s = 100.0
    room.doors[-1].alive = False
    room.step()
    assert [door.closed for door in room.doors] == [True, False]
    assert (phone.data, phone.client.seat) == (before, 0)
    room.doors[-1].alive = False
    room.step()
    assert len(room.doors) == 2  # it dies again and again: not at once
    room.at_s = 111.0
    room.step()
    assert len(room.doors) == 3


@pytest.mark.parametrize("table", ["virtual", "real"])
@pytest.mark.parametrize("game", NAMES)
def test_phones_alone_play(game: str, table: str, open_room: Callable[..., Room]) -> None:
    room = open_room(game, table=table)
    phones = [room.seat(0), room.seat(1)]
    watcher = room.watcher()
    luck = random.Random(2)
    for _ in range(MOST_PRESSES):
        session = room.session
        if session.is_over or len(session.history.played) >= ENTRIES:
            break
        ready = [phone for phone in phones if may_answer(session.history.question, phone.client.seat)]
        assert ready, session.history.question
        able = [phone for phone in ready if any(isinstance(t.act, OPEN) for t in phone.look().acts.values())]
        press_something(luck.choice(able or ready), luck)
        if not room.session.is_over:
            assert not any(paled(one) for one in (watcher, *phones) if not one.window.ui and one.window.over is None)
    assert len(room.session.history.played) >= ENTRIES or room.session.is_over
    moment = catch(room.session, room.program.home.health.lights())
    assert watcher.look().asked == moment.asked


def test_what_a_phone_answers_stands_in_the_journal(room: Room) -> None:
    phone = room.seat(0)
    phone.press(next(button.key for button in phone.buttons if button.key.startswith("who.")))
    assert len(room.session.history.played) == 1


def test_who_watches_can_answer_nothing(room: Room) -> None:
    watcher = room.watcher()
    acts = watcher.look().acts
    assert not any(isinstance(target.act, intents.Answered) for target in acts.values())
    assert watcher.press("who.0") == ""
    assert room.session.history.played == []


def test_a_late_press_is_refused_kindly(room: Room) -> None:
    one, two = room.seat(0), room.seat(1)
    before = two.look().asked
    key = next(button.key for button in one.buttons if button.key.startswith("who."))
    two_key = next((button.key for button in two.buttons if button.key.startswith("who.")), key)
    assert one.press(key) == ""
    assert two.press(two_key, before) in ("", "Somebody was faster: the game has gone on.")
    assert len(room.session.history.played) == 1


def test_two_presses_at_once_count_once(room: Room) -> None:
    """Both leave before the loop hears either."""
    one = room.seat(0)
    key = next(button.key for button in one.buttons if button.key.startswith("who."))
    told = {"at": list(one.look().asked), "key": key}
    room.reception.press(one.client, told)
    room.reception.press(one.client, told)
    room.step()
    assert len(room.session.history.played) == 1
    assert "Somebody was faster" in one.data


def test_a_note_outlives_a_stream_that_died_in_silence_and_ends_with_the_next_touch(room: Room) -> None:
    one, two = room.seat(0), room.seat(1)
    room.reception.notify(one.client.number, "phones.stale")
    lost, shown, other = (json.loads(phone.data) for phone in (one, one, two))
    assert (lost["note"], lost["noted"]) == (shown["note"], shown["noted"])
    assert "Somebody was faster" in shown["note"]
    assert other["note"] == ""
    one.press("why")
    after = json.loads(one.data)
    assert (after["note"], after["noted"]) == ("", shown["noted"])
    room.reception.notify(one.client.number, "phones.refused")
    again = json.loads(one.data)
    assert again["note"]
    assert again["noted"] != shown["noted"]


def test_a_seat_waits_for_the_tables_word(room: Room) -> None:
    phone = Phone(room)
    phone.press("seat.1")
    assert phone.client.seat is None
    assert "Somebody at the table has to say yes to Ben" in phone.data
    page = room.step()
    assert page.phones[0].wants == 1
    room.sitting.intent(intents.GrantSeat(phone.client.number, False))
    assert phone.client.seat is None
    assert phone.client.wants is None


def test_a_revoked_phone_is_gone_and_its_seat_is_played_at_the_table(room: Room) -> None:
    phone = room.seat(0)
    number = phone.client.number
    room.program.phones.revoke(number)
    assert room.reception.sheet(number) is None
    assert room.program.phones.seats() == frozenset()


def test_phones_come_back_after_a_restart(open_room: Callable[..., Room]) -> None:
    room = open_room("kokoro")
    secret = room.seat(1).secret
    room.close()
    again = open_room("kokoro")
    assert again.reception.find(secret).seat is None  # another game: the table grants seats anew


def test_a_phone_that_leaves_the_table_is_forgotten_when_phones_are_switched_off(room: Room, tmp_path: Path) -> None:
    room.seat(0)
    assert (tmp_path / "phones.json").stat().st_mode & 0o777 == 0o600
    room.program.phones.switch(False)
    assert not (tmp_path / "phones.json").exists()
    assert room.doors[-1].closed


def test_the_end_is_shown(open_room: Callable[..., Room]) -> None:
    room = open_room("cocoons")
    watcher = room.watcher()
    bots = room.session.game.bots["random"]
    luck = random.Random(1)
    while not room.session.is_over:
        history = room.session.history
        room.session.answer(bots(room.session.game.rules, history.state, history.question, luck), "bot")
    room.step()
    assert isinstance(page_for(catch(room.session, ()), None), EndPage)
    assert watcher.look().sheet.now


def test_a_port_that_somebody_else_has_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("", 0))
        other.listen()
        port = other.getsockname()[1]
        result = call(tmp_path, "--set", "screen.driver=dummy", "play", "kokoro", "--phones", "--port", str(port))
    assert result.exit_code == 2
    assert f"open port {port} for phones" in result.stderr


def test_phones_need_a_window(tmp_path: Path) -> None:
    result = call(tmp_path, "play", "kokoro", "--headless", "--phones")
    assert result.exit_code == 2
    assert "let phones join" in result.stderr


def test_a_seat_that_was_given_away_meanwhile_is_said_on_the_phone_alone(room: Room) -> None:
    one, two = Phone(room), Phone(room)
    for phone in (one, two):
        phone.press("seat.0")
    room.program.phones.grant(one.client.number, True)
    room.program.phones.grant(two.client.number, True)
    assert "Another phone already plays there" in two.data
    assert room.program.phones.page().fault == ""


def test_picks_of_one_page_are_not_taken_for_those_of_another(room: Room) -> None:
    """Two dice were typed on the keypad; a reading of three is in doubt when the page comes back."""
    phone = room.seat(0)
    window = room.reception._window(phone.client)
    window.ui["values"] = (5, 2)
    moment = catch(room.session, ())
    doubt = replace(moment, doubt=doubt_page(3))
    assert window.draw(doubt, lambda: SeatsPage("", {})).sheet.buttons
    assert window.ui == {}


def test_the_seat_of_a_phone_that_is_gone_is_played_on_the_big_screen(open_room: Callable[..., Room]) -> None:
    """Until it listens again."""
    room = open_room("kokoro")
    phone = room.seat(1)
    room.reception.listen(phone.client, print)
    room.at_s = GONE_S + 1
    assert room.program.phones.seats() == {1}
    room.reception.leave(phone.client, print)
    room.at_s += GONE_S
    assert room.program.phones.seats() == {1}
    room.at_s += 1
    assert room.program.phones.seats() == frozenset()
    room.reception.listen(phone.client, print)
    assert room.program.phones.seats() == {1}


def test_the_big_screen_offers_the_secret_of_a_phone_that_is_gone(open_room: Callable[..., Room]) -> None:
    room = open_room("cocoon_world")
    phones = [room.seat(0), room.seat(1)]
    luck = random.Random(3)
    while secret_of(room.session, (0, 1)) is None:
        press_something(next(p for p in phones if may_answer(room.session.history.question, p.client.seat)), luck)
    assert room.step().secret is None
    room.at_s = GONE_S + 1
    assert room.step().secret is not None


def roll_in_doubt(room: Room) -> Phone:
    """The opening roll of a real table, whose black die the camera is not sure of; the phone of whoever rolled."""
    history = room.session.history
    while "dice" not in history.question.about:
        room.session.answer(history.question.options[0], "touch")
    phone = room.seat(max(0, history.question.about.get("seat", 0)))
    room.program.loop.cover.lay(replace(doubt_page(), names=room.session.names, asked=history.asked))
    room.step()
    return phone


def test_a_doubtful_reading_is_corrected_on_the_phone_beside_its_crops(room: Room) -> None:
    phone = roll_in_doubt(room)
    assert phone.look().sheet.svg.count("<image") == 3
    phone.press("face.6")
    assert phone.press("yes") == ""
    assert room.session.history.played[-1].answer.values == (5, 2, 6)


def test_who_watches_sees_no_crops(room: Room) -> None:
    """Only who may answer is shown the reading that is in doubt."""
    watcher = room.watcher()
    roll_in_doubt(room)
    assert "<image" not in watcher.look().sheet.svg
