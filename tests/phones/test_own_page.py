"""What a phone can do besides playing: a hint where the table allows it, reading aloud, the rules, another seat."""

from __future__ import annotations

import json
import random
import re
import threading
from collections.abc import Callable

import pytest

from tablekeeper.display import intents
from tablekeeper.display.games import look_of
from tablekeeper.display.words.speech import speech_of
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.pages.advice_desk import in_background
from tablekeeper.firmware.phones.hints import advice_for
from tablekeeper.firmware.phones.visible import table_page_for
from tests.phones.room import Phone, Room


def own_keys(phone: Phone) -> set[str]:
    """What its own menu offers."""
    phone.press("menu")
    return {button.key for button in phone.buttons}


def allow_hints(room: Room) -> None:
    """Somebody touches it on the big screen."""
    room.sitting.intent(intents.OpenPhones())
    room.sitting.intent(intents.AllowHints(True))
    room.sitting.intent(intents.Back())
    room.step()


TEXTS = shipped_texts("en")


def topics(game: str) -> dict[str, str]:
    """The name of each topic of a game's rules, by its title."""
    return {TEXTS.say(f"{game}.rules.{topic.name}.title"): topic.name for topic in look_of(game).topics}


def said_of(game: str, title: str) -> str:
    """The first words of what a topic says."""
    words = TEXTS.say(f"{game}.rules.{topics(game)[title]}.says").strip()
    return " ".join(words.split()[:3])


def asked(room: Room) -> Phone:
    """A phone of whoever is asked first."""
    return room.seat(max(0, room.session.history.question.asked))


def test_hints_are_off_until_the_table_allows_them(open_room: Callable[..., Room]) -> None:
    room = open_room("cocoons")
    phone = asked(room)
    assert "hint" not in own_keys(phone)
    phone.press("back")
    allow_hints(room)
    assert "hint" in own_keys(phone)
    phone.press("hint")
    assert "A good player would choose" in phone.data
    assert room.session.history.played[-1].source != "touch"


@pytest.mark.parametrize("game", NAMES)
def test_a_hint_names_something_that_may_be_chosen(game: str, open_room: Callable[..., Room]) -> None:
    room = open_room(game)
    allow_hints(room)
    phone = asked(room)
    own_keys(phone)
    phone.press("hint")
    told = json.loads(phone.data)
    assert told["now"] == "A good player would choose"
    assert any(words.endswith(".") for words in told["words"])


def test_each_phone_gets_the_hint_of_its_own_seat(open_room: Callable[..., Room]) -> None:
    """What all do at once is hinted to each for itself, until it has done it."""
    room = open_room("kokoro")
    allow_hints(room)
    assert room.session.history.question.kind == "act"
    phones = [room.seat(0), room.seat(1)]
    moment = room.reception.desk.news[1]
    assert moment is not None
    for seat, phone in enumerate(phones):
        own_keys(phone)
        phone.press("hint")
        advice = advice_for(moment, seat, room.reception._hints)
        assert advice is not None
        assert advice.answer.giver == seat
        assert speech_of(TEXTS, table_page_for(moment, seat)).option(advice.answer) in spoken(phone)
    room.session.answer(room.session.history.question.options[0], "touch")
    room.step()
    assert "hint" not in own_acts(phones[0])
    assert "hint" in own_acts(phones[1])


def own_acts(phone: Phone) -> set[str]:
    """What of its own menu can be touched."""
    phone.press("menu")
    return set(phone.look().acts)


def spoken(phone: Phone) -> str:
    """All words of its sheet."""
    return " ".join(json.loads(phone.data)["words"])


@pytest.mark.parametrize("game", NAMES)
def test_a_hint_names_what_the_two_best_options_promise(game: str, open_room: Callable[..., Room]) -> None:
    room = open_room(game)
    allow_hints(room)
    luck, session = random.Random(2), room.session
    while session.history.question.kind not in CHOSEN:
        history = session.history
        session.answer(choose_randomly(session.game.rules, history.state, history.question, luck), "touch")
    room.step()
    phone = asked(room)
    own_keys(phone)
    phone.press("hint")
    assert PROMISE.search(spoken(phone))


CHOSEN = ("act", "action", "move", "place", "play", "turn")
"""Kinds of questions in which two options can be compared, one or two of each game."""
PROMISE = re.compile(r"(Wins about \d+ of 100 games like this|About \d+ points in the end), (\d+|and as many) with: ")


def test_a_hint_that_takes_long_is_shown_when_it_is_there(open_room: Callable[..., Room]) -> None:
    works: list[Callable[[], None]] = []
    room = open_room("cocoons", think=works.append)
    allow_hints(room)
    phone = asked(room)
    own_keys(phone)
    phone.press("hint")
    assert json.loads(phone.data)["now"] == "Thinking …"
    rung: list[bool] = []
    room.reception.desk.bell.listen(lambda: rung.append(True))
    (work,) = works
    work()
    assert rung
    assert json.loads(phone.data)["now"] == "A good player would choose"


def test_what_the_table_no_longer_asks_is_not_thought_about(open_room: Callable[..., Room]) -> None:
    works: list[Callable[[], None]] = []
    room = open_room("cocoons", think=works.append)
    desk, rung = room.reception, []
    for _ in range(2):
        moment = desk.desk.news[1]
        assert moment is not None
        assert advice_for(moment, 0, desk._hints) is None
        room.session.answer(room.session.history.question.options[0], "touch")
        room.step()
    desk.desk.bell.listen(lambda: rung.append(True))
    late, now = works
    late()
    assert not rung
    now()
    assert rung


def test_a_hint_that_breaks_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    def work() -> None:
        raise RuntimeError("a fault of ours")

    think, finished = in_background(), threading.Event()
    think(work)
    think(finished.set)
    assert finished.wait(10)
    assert "a fault of ours" in caplog.text


def test_who_watches_gets_no_hint(open_room: Callable[..., Room]) -> None:
    room = open_room("cocoons")
    allow_hints(room)
    assert own_keys(room.watcher()) == {"aloud", "rules", "choose", "back"}


def test_a_seat_is_given_back_and_another_is_taken(room: Room) -> None:
    phone = room.seat(0)
    own_keys(phone)
    phone.press("leave")
    assert phone.client.seat is None
    assert room.program.phones.seats() == frozenset()
    own_keys(phone)
    phone.press("choose")
    assert {"seat.0", "seat.1", "watch"} <= {button.key for button in phone.buttons}


def test_rules_are_read_on_the_phone(room: Room) -> None:
    phone = room.watcher()
    own_keys(phone)
    phone.press("rules")
    words = " ".join(json.loads(phone.data)["words"])
    topic = next(title for title in topics("cocoon_world") if title in words)
    assert said_of("cocoon_world", topic) in words
    phone.press("back")
    assert "menu" in {button.key for button in phone.buttons}


def test_a_phone_is_silent_until_it_is_told_to_read(open_room: Callable[..., Room]) -> None:
    room = open_room("kokoro")
    phone = room.seat(0)
    assert json.loads(phone.data)["aloud"] == ""
    own_keys(phone)
    phone.press("aloud")
    assert json.loads(phone.data)["aloud"]
    phone.press("aloud")
    assert json.loads(phone.data)["aloud"] == ""


def test_what_is_said_aloud_is_the_same_for_every_seat(open_room: Callable[..., Room]) -> None:
    """Everybody in the room hears it."""
    room = open_room("kokoro")
    phones = [room.seat(0), room.seat(1), room.watcher()]
    for phone in phones:
        own_keys(phone)
        phone.press("aloud")
    assert len({json.loads(phone.data)["aloud"] for phone in phones}) == 1


def test_what_cannot_be_touched_on_a_phone_is_paled(open_room: Callable[..., Room]) -> None:
    """At the end of a game the big screen offers another one."""
    room = open_room("cocoons")
    watcher = room.watcher()
    assert "fill-opacity" not in watcher.look().sheet.svg
    play_to_the_end(room)
    shown = watcher.look()
    barred = [target for target in shown.sheet.scene.targets if target.key not in shown.acts]
    assert any(isinstance(target.act, intents.StartGame | intents.OpenEvenings) for target in barred)
    assert shown.sheet.svg.count("fill-opacity") >= 1
    assert {"menu", "log"} & set(shown.acts)


def play_to_the_end(room: Room) -> None:
    luck, session = random.Random(1), room.session
    while not session.is_over:
        history = session.history
        session.answer(choose_randomly(session.game.rules, history.state, history.question, luck), "bot")
    room.step()
