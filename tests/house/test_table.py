"""What the house sees of a table, and what it may want of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.words.speech import speech_of
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.core import PUBLIC
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.mqtt.connection import Heard
from tablekeeper.firmware.mqtt.entries import publish_game
from tablekeeper.firmware.mqtt.errors import BrokerFault
from tablekeeper.firmware.mqtt.requests import Allowance, read_ask, read_button
from tablekeeper.firmware.mqtt.serving import find_newest
from tablekeeper.firmware.phones.visible import catch, table_page_for
from tablekeeper.firmware.updates.shelf import Shelf
from tests.conftest import Clock
from tests.house.table import TABLE, HouseTable

DAY_S = 86_400.0


def test_each_entry_is_passed_on_once_with_its_numbers(table: HouseTable) -> None:
    table.answer(7)
    said = table.broker.of("entry")
    assert [record["entry"] for record in said] == list(range(len(table.session.history.played) + 1))
    assert {(record["table"], record["game"]) for record in said} == {(TABLE, 1)}
    assert said[0]["kind"] == "begun"
    assert said[0]["players"] == ["Ann", "Ben"]


def test_what_was_said_live_is_what_the_journal_gives_later(table: HouseTable) -> None:
    table.answer(9)
    live = table.broker.of("entry")
    table.broker.hear("ask", b'{"game": 1}')
    table.step()
    assert table.broker.of("entries")[-1] == live


def test_a_state_holds_until_it_changes_and_an_event_does_not(table: HouseTable) -> None:
    table.answer(3)
    retained = {where.rpartition("/")[2] for where, _, retain in table.broker.said if retain}
    passing = {where.rpartition("/")[2] for where, _, retain in table.broker.said if not retain}
    assert retained == {"status", "about", "state", "config"}
    assert passing <= {"entry", "signal"}
    assert table.broker.of("state")[-1]["entry"] == len(table.session.history.played)


@pytest.mark.parametrize("game", NAMES)
def test_nothing_of_a_seats_own_leaves_the_table(open_table: Callable[..., HouseTable], game: str) -> None:
    table = open_table()
    table.begin(game)
    table.answer(25)
    said = table.broker.of("entry")
    secret = [played for played in table.session.history.played if played.only_for != PUBLIC]
    shown = [event for record in said for event in record.get("events", ())]
    everything = [*table.session.history.opening, *(e for p in table.session.history.played for e in p.events)]
    assert len(shown) == sum(event.only_for == PUBLIC for event in everything)
    texts = [record.get("text") for record in said if record["kind"] == "answer"]
    assert texts.count("") >= len(secret)
    hidden = [json.dumps(event.spell()) for event in everything if event.only_for != PUBLIC]
    assert not any(words.strip('"') in json.dumps(said) for words in hidden)


def test_the_state_is_in_the_words_of_the_table(open_table: Callable[..., HouseTable]) -> None:
    table = open_table(language="fr")
    table.begin("cocoon_world", table="real")
    state = table.broker.of("state")[-1]
    assert state["title"] == "Cocoon World"
    assert state["players"] == ["Ann", "Ben"]
    page = table_page_for(catch(table.session, ()), None)
    assert state["question"] == speech_of(shipped_texts("fr"), page).ask(page.question)
    assert state["question"] != speech_of(shipped_texts("en"), page).ask(page.question)
    assert not state["finished"]


def test_the_dice_of_the_last_roll_are_told_with_their_colours(open_table: Callable[..., HouseTable]) -> None:
    table = open_table()
    table.begin("cocoon_world", table="real")
    while table.session.history.question.kind != "roll":
        table.answer()
    table.sitting.intent(intents.Answered("roll 3,5,6"))
    table.step()
    state = table.broker.of("state")[-1]
    assert [die["value"] for die in state["dice"]] == [3, 5, 6]
    assert state["sum"] == 14
    assert {die["body"] for die in state["dice"]} == {"blue", "black"}


def test_after_a_break_nobody_is_told_late_and_the_state_is_new(table: HouseTable, clock: Clock) -> None:
    table.answer(2)
    table.broker.fault = BrokerFault("broker_lost", "gone")
    table.answer(5)
    passed_on = len(table.broker.of("entry"))
    table.broker.fault = None
    clock.pass_s(100)
    table.step()
    clock.pass_s(3)
    table.step()
    assert len(table.broker.of("entry")) == passed_on
    assert table.broker.of("state")[-1]["entry"] == len(table.session.history.played)
    table.broker.hear("ask", b'{"game": 1, "since": %d}' % passed_on)
    table.step()
    missed = table.broker.of("entries")[-1]
    assert [record["entry"] for record in missed] == list(range(passed_on, len(table.session.history.played) + 1))


def test_a_broker_that_is_gone_is_reported_once_and_once_when_it_is_back(table: HouseTable, clock: Clock) -> None:
    table.reports.clear()
    table.broker.fault = BrokerFault("broker_unreachable", "gone")
    for _ in range(6):
        clock.pass_s(100)
        table.step()
    table.broker.fault = None
    for _ in range(2):
        clock.pass_s(100)
        table.step()
    states = [state for _, state, _ in table.reports]
    assert set(states[:-1]) == {"lost"}
    assert states[-1] == "ready"
    light = next(light for light in table.program.home.health.lights() if light.name == "house")
    assert light.state == "ok"


def test_one_that_was_thrown_out_by_its_own_name_stays_away(table: HouseTable, clock: Clock) -> None:
    table.broker.fault = BrokerFault("broker_other_table", "another table")
    table.step()
    table.broker.fault = None
    opened = table.broker.opened
    clock.pass_s(120)
    table.step()
    assert table.broker.opened == opened
    clock.pass_s(300)
    table.step()
    assert table.broker.opened == opened + 1


def test_a_slow_broker_gets_the_newest_state_and_no_pile(table: HouseTable) -> None:
    table.step()
    table.broker.said.clear()
    table.broker.room = 0
    before = len(table.session.history.played)
    table.answer(6)
    assert not table.broker.said
    table.broker.room = 100
    table.step()
    assert [state["entry"] for state in table.broker.of("state")] == [len(table.session.history.played)]
    assert len(table.broker.of("entry")) == len(table.session.history.played) - before


def test_a_broker_that_answers_nothing_is_left(table: HouseTable, clock: Clock) -> None:
    table.broker.is_quiet = False
    clock.pass_s(31)
    table.step()
    assert ("house", "lost", "broker_silent") in table.reports


def test_quiet_makes_the_table_quiet(table: HouseTable) -> None:
    table.broker.hear("do", b"quiet")
    table.step()
    assert table.program.home.settings.table.sound == "quiet"


@pytest.mark.parametrize("payload", [b"quiet\n", b"QUIET", b"", b"\xff\xfe", b"quiet" * 1000, b'{"do": "quiet"}'])
def test_a_button_that_is_none_of_ours_does_nothing(table: HouseTable, payload: bytes) -> None:
    table.broker.hear("do", payload)
    table.step()
    assert table.program.home.settings.table.sound == "on"


def test_what_a_stranger_left_at_the_broker_presses_nothing_and_asks_nothing(table: HouseTable) -> None:
    table.broker.said.clear()
    table.broker.hear("do", b"quiet", retained=True)
    table.broker.hear("ask", b'{"game": 1}', retained=True)
    table.step()
    assert table.program.home.settings.table.sound == "on"
    assert not table.broker.of("entries")


def test_again_counts_only_while_dice_are_in_doubt(table: HouseTable) -> None:
    before = len(table.session.history.played), table.session.history.state
    table.broker.hear("do", b"again")
    table.step()
    assert (len(table.session.history.played), table.session.history.state) == before


@pytest.mark.parametrize(
    "payload",
    [b"", b"[]", b"nonsense", b'{"game": -1}', b'{"game": 1e9}', b'{"game": "1"}', b"[" * 400, b" " * 600 + b"{}"],
)
def test_a_question_that_is_none_is_not_answered(payload: bytes) -> None:
    assert read_ask(payload) is None


def test_a_flood_of_questions_is_bounded(table: HouseTable, clock: Clock) -> None:
    table.broker.said.clear()
    for _ in range(1000):
        table.broker.hear("ask", b'{"game": 1}')
    for _ in range(30):
        table.step()
    assert len(table.broker.of("entries")) <= 20


def test_an_allowance_comes_back_with_time() -> None:
    allowance = Allowance(2, 1.0)
    assert [allowance.take(0.0) for _ in range(3)] == [True, True, False]
    assert allowance.take(1.0)
    assert not allowance.take(1.0)


def test_old_evenings_are_nobodys_business(open_table: Callable[..., HouseTable]) -> None:
    table = open_table(shared_days=2)
    table.begin("kokoro")
    table.now_s = table.session.journal.records()[0].begun_at_s + 3 * DAY_S
    table.broker.said.clear()
    table.broker.hear("ask", b'{"game": 1}')
    table.broker.hear("ask", b"{}")
    table.step(6)
    assert table.broker.of("entries") == [[]]
    assert table.broker.of("games")[0]["games"] == []


def test_a_corrected_game_says_how_it_stands_now(table: HouseTable) -> None:
    table.answer(8)
    table.session.rewind(3, "touch")
    table.answer(1)
    said = table.broker.of("entry")
    rewind = next(record for record in said if record["kind"] == "rewind")
    assert rewind["answers"] == 3
    assert said[-1]["answers"] == len(table.session.history.played)


def test_the_records_of_a_whole_game_end_with_how_it_ended(table: HouseTable) -> None:
    table.answer(3000)
    assert table.session.is_over
    path = table.sitting.home.folder / JOURNAL
    db = open_for_reading(path)
    records = read_records(db)
    made = list(publish_game(TABLE, "j", records[0], read_entries(db, path, 1)))
    db.close()
    outcome = table.session.game.rules.outcome(table.session.history.state)
    assert made[-1]["ending"]["winners"] == list(outcome.winners)
    assert all(record["ending"] is None for record in made[:-1])


def test_home_assistant_is_told_again_when_it_has_started(table: HouseTable) -> None:
    table.broker.said.clear()
    table.broker.heard.append(Heard("homeassistant/status", b"online", retained=False))
    table.step()
    assert next(where for where, _, _ in table.broker.said) == f"homeassistant/device/{TABLE}/config"


def test_the_device_has_what_home_assistant_demands(table: HouseTable) -> None:
    config = next(json.loads(payload) for where, payload, _ in table.broker.said if where.startswith("homeassistant/"))
    assert config["dev"]["ids"]
    assert config["o"]["name"]
    assert all("p" in part for part in config["cmps"].values())
    entities = [part for part in config["cmps"].values() if part["p"] != "device_automation"]
    assert len({part["unique_id"] for part in entities}) == len(entities)
    assert config["avty_t"] == f"tablekeeper/{TABLE}/status"


def test_a_release_that_was_put_on_the_table_is_said_without_a_restart(table: HouseTable) -> None:
    assert [about["newest"] for about in table.broker.of("about")] == ["0.1.0"]
    table.newest = "0.2.0"
    table.begin("kokoro")
    table.answer()
    assert [about["newest"] for about in table.broker.of("about")] == ["0.1.0", "0.2.0"]


@pytest.mark.parametrize(
    ("runs", "lies_ready", "newest"), [("0.2.0", "0.10.0", "0.10.0"), ("0.10.0", "0.2.0", "0.10.0"), ("", "", "")]
)
def test_the_newest_release_is_the_one_that_lies_ready_if_it_is_newer(
    runs: str, lies_ready: str, newest: str, tmp_path: Path
) -> None:
    shelf = Shelf(tmp_path)
    if lies_ready:
        shelf.place(lies_ready).mkdir(parents=True)
        shelf.switch(lies_ready)
    assert find_newest(shelf, runs) == newest


def test_switched_off_the_broker_keeps_nothing_of_the_table(table: HouseTable) -> None:
    table.sitting.intent(intents.OpenSettings())
    table.sitting.intent(intents.SwitchHouse(False))
    last = {where: payload for where, payload, retain in table.broker.said if retain}
    assert last.pop(f"tablekeeper/{TABLE}/status") == b"offline"
    assert set(last.values()) == {b""}
    assert not any(light.name == "house" for light in table.program.home.health.lights())


@pytest.mark.parametrize(("payload", "button"), [(b"again", "again"), (b"quiet", "quiet"), (b"win", "")])
def test_two_buttons_are_known(payload: bytes, button: str) -> None:
    assert read_button(payload) == button


def come_back_to_another(table: HouseTable, clock: Clock) -> None:
    """After a break, somebody else's introduction lies at the broker under the name of this table."""
    table.broker.fault = BrokerFault("broker_lost", "thrown out")
    table.step()
    table.broker.fault = None
    clock.pass_s(100)
    table.broker.hear("about", b'{"table": "table-1", "run": "another"}', retained=True)


def test_who_finds_another_table_under_its_name_is_silent_first(table: HouseTable, clock: Clock) -> None:
    come_back_to_another(table, clock)
    table.broker.said.clear()
    table.step()
    clock.pass_s(3)
    table.step()
    assert not table.broker.said
    table.broker.fault = BrokerFault("broker_lost", "thrown out again")
    table.step()
    assert table.reports[-1] == ("house", "lost", "broker_lost")
    table.broker.fault = None
    clock.pass_s(100)
    table.broker.hear("about", b'{"table": "table-1", "run": "another"}', retained=True)
    table.step()
    table.broker.fault = BrokerFault("broker_lost", "thrown out a third time")
    table.step()
    assert table.reports[-1] == ("house", "lost", "broker_other_table")


def test_a_liar_sends_no_table_away_that_signs(table: HouseTable, clock: Clock) -> None:
    """Not by the name alone: what would make a table give way must carry its own signature."""
    table.broker.secret = "shared"
    come_back_to_another(table, clock)
    table.broker.said.clear()
    table.step()
    clock.pass_s(3)
    table.step()
    assert table.broker.said


def test_who_finds_a_table_that_is_gone_under_its_name_goes_on(table: HouseTable, clock: Clock) -> None:
    come_back_to_another(table, clock)
    table.step()
    clock.pass_s(6)
    table.step()
    assert table.reports[-1] == ("house", "ready", "")
