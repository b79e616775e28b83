"""Every kind of sense keeps its promises to the loop, the doctor and the texts; the buttons do what they say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tablekeeper.display.pages import DoubtPage, MenuPage, TablePage, WhyPage
from tablekeeper.display.words.texts import LANGUAGES, shipped_texts
from tablekeeper.firmware.doctor import examine
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.program.table_devices import TableDevices
from tablekeeper.firmware.senses.button.watch import ButtonWatch, Pushed
from tablekeeper.firmware.senses.catalogue import SENSES, GameSenses
from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tablekeeper.firmware.senses.sense import Sense
from tablekeeper.firmware.simulated.turns import Turns
from tablekeeper.hardware.header.controls import Buttons
from tablekeeper.hardware.header.pins import Reservations
from tablekeeper.hardware.mock.simulated_pins import simulated_pins
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tablekeeper.hardware.mock.table_clock import TableClock
from tests.conftest import Clock
from tests.firmware.fakes import Table
from tests.firmware.sitting import Sitting, simulated_devices
from tests.firmware.test_doctor import WELL


@pytest.mark.parametrize("sense", SENSES, ids=lambda sense: sense.name)
def test_a_sense_has_a_name_in_every_language_and_is_served_where_its_device_is(sense: Sense) -> None:
    assert all(f"device.{sense.name}" in shipped_texts(language) for language in LANGUAGES)
    with SimulatedTable(seed=1) as table:
        served = sense.serve(table, Inbox())
        assert served is not None
        served.worker.step()


def test_each_message_and_each_finding_belongs_to_one_sense() -> None:
    messages = Counter(kind for sense in SENSES for kind in sense.messages)
    findings = Counter(name for sense in SENSES for names in sense.looks.values() for name in names)
    assert set(messages.values()) == set(findings.values()) == {1}
    assert len({sense.name for sense in SENSES}) == len(SENSES)
    assert len(GameSenses(resumed=False).judges) == len(SENSES)


def test_the_doctor_looks_at_every_sense(tmp_path: Path) -> None:
    found = {finding.name for finding in examine(tmp_path, WELL)}
    assert {"camera", "pins", "buttons"} <= found


# the buttons


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    clock = Clock()
    made = Table(tmp_path / "j", clock)
    made.intent(intents.Answered("begin red"))
    yield made
    made.journal.close()


def push(table: Table, name: str) -> object:
    table.inbox.put(Pushed(name))
    return table.step()


def test_the_buttons_close_what_is_read(table: Table) -> None:
    for name in ("next", "back"):
        assert isinstance(table.intent(intents.AskWhy()), WhyPage)
        assert isinstance(push(table, name), TablePage)


def test_next_never_chooses(table: Table) -> None:
    before = table.answers()
    page = push(table, "next")
    assert isinstance(page, TablePage)
    assert ("choose", before) == (page.note, table.answers())
    assert push(table, "back") is page


def test_next_confirms_no_dice_in_doubt(table: Table) -> None:
    table.see((3, "red", 10), (2, "red", 100), (5, "black", 200, "glare"))
    assert isinstance(push(table, "next"), DoubtPage)
    assert table.answers() == ["begin red"]


def test_next_gives_the_only_answer_there_is(tmp_path: Path) -> None:
    made, luck = Table(tmp_path / "only", Clock(), game="kokoro"), random.Random(1)
    while (question := made.loop.question) is not None and len(question.options) > 1:
        made.loop.answer(question.options[luck.randrange(len(question.options))], "touch")
    assert question is not None
    only, before = question.options[0].spell(), len(made.answers())
    push(made, "next")
    assert made.answers()[before] == only
    assert made.loop.session.history.played[before].source == "button"
    made.journal.close()


def test_a_button_that_nobody_knows_does_nothing(table: Table) -> None:
    before = table.step()
    assert push(table, "doorbell") is before


def test_a_press_at_the_pins_is_told_once_however_it_bounces() -> None:
    inbox = Inbox()
    with SimulatedTable(seed=3) as table:
        watch = ButtonWatch(table.buttons, inbox)
        watch.report()
        assert [message.state for message in inbox.take() if isinstance(message, Ailing)] == ["ready"]
        table.hands.act("press next\nwait 0.1\npress back\nwait 0.1")
        watch.report_due()
        assert list(inbox.take()) == [Pushed("next"), Pushed("back")]
        watch.report_due()
        assert list(inbox.take()) == []


def test_a_table_without_buttons_has_no_such_worker() -> None:
    clock, factory = TableClock(), simulated_pins()
    with SimulatedTable(seed=1) as table:
        table.buttons = Buttons(clock, (), factory, Reservations())
        assert {sense.name for sense in SENSES if sense.serve(table, Inbox()) is not None} == {"camera", "box"}


def test_a_button_of_a_simulated_table_goes_through_the_whole_program(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, simulated_devices)
    try:
        assert isinstance(sitting.step(), MenuPage)
        sitting.intent(intents.StartGame("cocoon_world", ("Ann", "Ben"), ("blue", "red"), table="virtual"))
        sitting.intent(intents.OpenTimeline())
        assert sitting.program.loop is not None
        assert sitting.program.loop.sheet is not None
        sitting.program.devices.table.hands.press("next")  # type: ignore[attr-defined]
        for _ in range(5):
            sitting.step()
        assert sitting.program.loop.sheet is None
    finally:
        sitting.close()


@pytest.mark.parametrize(
    ("wiring", "state", "says"),
    [
        ("[buttons]\nnext = 19\n", "ok", "wired: next"),
        ("", "ok", "none is fitted"),
        ("[buttons]\ndoorbell = 19\n", "look", "doorbell"),
        ("[buttons]\nnext = 99\n", "bad", "found pin 99"),
    ],
)
def test_the_doctor_says_which_buttons_mean_something(wiring: str, state: str, says: str, tmp_path: Path) -> None:
    pins = tmp_path / "mine.toml"
    pins.write_text(wiring, encoding="utf-8")
    wished = (f"box.pins={pins}", "camera.backend=none")
    found = {finding.name: finding for finding in examine(tmp_path, replace(WELL), wished)}["buttons"]
    assert found.state == state
    assert says in found.found


def test_a_box_tells_where_its_gap_is_only_while_it_feels_its_cocoons(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal, SimulatedTable(seed=1) as table:
        session = Session.begin(journal, "cocoons", ["Ann", "Ben"], table="virtual")
        devices = TableDevices(Inbox(), table, Turns())
        question = session.history.question
        assert devices.box is not None
        assert devices.observes(session.game, question)
        for cell in range(1, 10):
            table.fault("sensor_stuck_off", cell=cell)
        table.clock.sleep(2.0)
        devices.box.facts()
        assert not devices.observes(session.game, question)
