"""Knob, buttons, lamp and buzzer by hand, over the real drivers on mocked pins; and the page to print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.doctor.controls import knob_wishes as wishes_of_knob
from tablekeeper.firmware.doctor.controls import try_control, walk_controls
from tablekeeper.firmware.doctor.page import write_page
from tablekeeper.firmware.doctor.steps import Hands
from tablekeeper.firmware.errors import BadInput
from tablekeeper.hardware.header.controls import Pressed, Turned
from tablekeeper.hardware.header.pins import load_pins
from tests.conftest import Clock

PINS = load_pins()


class Person:
    """Does what is asked, unless told otherwise, and answers what they see and hear."""

    def __init__(self, factory: Any, clock: Clock, *, lazy: tuple[str, ...] = (), blind: tuple[str, ...] = ()) -> None:
        self.factory, self.clock, self.lazy, self.blind = factory, clock, lazy, blind
        self.asked: list[str] = []
        self.seen: list[str] = []
        self.do: Callable[[], None] = lambda: None

    def hands(self) -> Hands:
        return Hands(self.hear, self.confirm, self.clock, self.act)

    def hear(self, words: str) -> None:
        if "beep" not in words:
            self.asked.append(words)
        self.do = (lambda: None) if any(word in words for word in self.lazy) else lambda: self.follow(words)

    def act(self) -> None:
        self.clock.pass_s(0.5)
        self.do()
        self.do = lambda: None

    def follow(self, words: str) -> None:
        assert PINS.knob is not None
        a, b, push = (self.factory.pin(pin) for pin in PINS.knob)
        if "right" in words or "left" in words:
            first, second = (b, a) if "right" in words else (a, b)
            for pin, low in ((first, True), (second, True), (first, False), (second, False)):
                pin.drive_low() if low else pin.drive_high()
        elif "knob" in words:
            push.drive_low()
        elif "button" in words:
            self.factory.pin(dict(PINS.buttons)[words.rsplit(maxsplit=1)[-1]]).drive_low()

    def confirm(self, words: str) -> bool:
        assert PINS.lamp is not None
        shining = [half for half, pin in zip(("left", "right"), PINS.lamp, strict=True) if self.factory.pin(pin).state]
        self.seen.append(f"{words} {shining}")
        return not any(word in words for word in self.blind)


def walk(clock: Clock, **how: Any) -> tuple[dict[str, Finding], Person]:
    factory = MockFactory(pin_class=MockPWMPin)
    person = Person(factory, clock, **how)
    return {finding.name: finding for finding in walk_controls(PINS, factory, person.hands())}, person


def test_all_is_asked_one_at_a_time_and_found_well(clock: Clock) -> None:
    findings, person = walk(clock)
    assert {name: finding.state for name, finding in findings.items()} == dict.fromkeys(
        ("knob", "buttons", "lamp", "buzzer"), "ok"
    )
    assert person.asked == [
        "Turn the knob one click to the right", "Turn the knob one click to the left", "Press the knob",
        "Press the button next", "Press the button back",
    ]  # fmt: skip
    assert person.seen[0] == "Does the left half of the lamp shine? ['left']"
    assert person.seen[1] == "Does the right half of the lamp shine? ['right']"


def test_what_does_not_answer_is_named_after_twenty_seconds(clock: Clock) -> None:
    findings, _ = walk(clock, lazy=("Press the knob", "next"))
    assert findings["knob"].found == "no answer to: Press the knob"
    assert findings["buttons"].found == "no answer to: Press the button next"
    assert findings["buttons"].mend


def test_what_was_not_seen_or_heard(clock: Clock) -> None:
    findings, _ = walk(clock, blind=("right half", "beep"))
    assert (findings["lamp"].state, findings["buzzer"].state) == ("look", "look")
    assert "right half" in findings["lamp"].found


def test_a_knob_that_is_wired_the_other_way_round(clock: Clock) -> None:
    class Backwards:
        controls = iter(([], [Turned(-1, 0.0)], [Turned(1, 0.0)], [Pressed("knob", 0.0)]))

        def events(self) -> list[Any]:
            return list(next(self.controls, []))

    *_, last = try_control("knob", Backwards(), wishes_of_knob(), clock)
    assert last.finding is not None
    assert last.finding.mend == "swap a and b of the knob, or their numbers in pins.toml"


def test_all_wires_are_given_back(clock: Clock) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    for _ in range(2):
        assert len(list(walk_controls(PINS, factory, Person(factory, clock).hands()))) == 4


@pytest.mark.parametrize(("language", "words"), [("en", "How this table is"), ("fr", "L’état de cette table")])
def test_the_page_holds_everything_and_escapes_it(language: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    bad = Finding("camera", "bad", found("camera_silent", "<b>driver</b>"), why("camera_silent"), mend("camera_cable"))
    write_page(path, [bad, fine("knob", found("control_well"))], shipped_texts(language), "2026-11-19")
    text = path.read_text(encoding="utf-8")
    assert words in text
    assert "2026-11-19" in text
    assert "<b>" not in text
    assert shipped_texts(language).say("doctor.mend.camera_cable").partition(",")[0] in text


def test_a_page_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="write the page"):
        write_page(tmp_path / "none" / "page.html", [], shipped_texts("en"), "")
