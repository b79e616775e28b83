"""Knob, buttons, lamp, buzzer and sound, tried by the people's own hands, eyes and ears, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from tablekeeper.display.words.texts import Said
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.doctor.steps import PATIENCE_S, Hands, Step, Steps, ask_person, walk
from tablekeeper.hardware.clock import RealClock
from tablekeeper.hardware.header.controls import Buttons, Control, Knob, Pressed, Turned
from tablekeeper.hardware.header.gpio import PinFactory
from tablekeeper.hardware.header.pins import Pins, Reservations
from tablekeeper.hardware.header.signals import Buzzer, Lamp, Mood

SHINE, BEEP_S = 0.6, 0.3


class Felt(Protocol):
    """Something that people turn or press."""

    def events(self) -> list[Control]:
        """What they did since the last call."""


class Wish(NamedTuple):
    """One thing to do, and how it is recognised."""

    ask: Said
    fits: Callable[[Control], bool]
    backwards: Callable[[Control], bool] = lambda control: False


def knob_wishes() -> list[Wish]:
    """To the right, to the left, pressed."""
    return [
        Wish(Said("hands.turn_right"), _turned(1), _turned(-1)),
        Wish(Said("hands.turn_left"), _turned(-1), _turned(1)),
        Wish(Said("hands.push"), _pressed("knob")),
    ]


def button_wishes(names: Sequence[str]) -> list[Wish]:
    """Each of them once."""
    return [Wish(Said("hands.press", name=name), _pressed(name)) for name in names]


def _turned(way: int) -> Callable[[Control], bool]:
    return lambda control: isinstance(control, Turned) and control.clicks * way > 0


def _pressed(name: str) -> Callable[[Control], bool]:
    return lambda control: isinstance(control, Pressed) and control.name == name


def try_control(
    name: str, device: Felt, wishes: Sequence[Wish], now: Callable[[], float], patience_s: float = PATIENCE_S
) -> Steps:
    """Ask for one thing after the other."""
    silent: list[Said] = []
    backwards = False
    device.events()
    for wish in wishes:
        until_s, done = now() + patience_s, False
        while not done and now() < until_s:
            controls = device.events()
            wrong = any(wish.backwards(control) for control in controls)
            backwards, done = backwards or wrong, wrong or any(wish.fits(control) for control in controls)
            if not done:
                yield Step(wish.ask)
        if not done:
            silent.append(wish.ask)
    yield Step("", finding=_judge(name, silent, backwards=backwards))


def _judge(name: str, silent: list[Said], *, backwards: bool) -> Finding:
    if backwards:
        return Finding(name, "look", found("knob_backwards"), why("control"), mend("knob_backwards"))
    if silent:
        seen = found("control_silent", asks=tuple(silent))
        return Finding(name, "look", seen, why("control"), mend("control_silent"))
    return fine(name, found("control_well"))


def try_lamp(lamp: Lamp) -> Steps:
    """One half after the other; only a person can see whether they light up."""
    halves: tuple[tuple[Mood, Said], ...] = (("left", Said("hands.lamp_left")), ("right", Said("hands.lamp_right")))
    dark = []
    before = lamp.level, lamp.mood
    try:
        for mood, ask in halves:
            lamp.shine(SHINE, mood)
            if not (yield from ask_person(ask)):
                dark.append(ask)
    finally:
        lamp.shine(*before)
    if dark:
        seen = found("lamp_dark", asks=tuple(dark))
        yield Step("", finding=Finding("lamp", "look", seen, why("lamp"), mend("lamp_dark")))
    else:
        yield Step("", finding=fine("lamp", found("lamp_seen")))


def try_buzzer(buzzer: Buzzer, now: Callable[[], float]) -> Steps:
    """A short beep."""
    ask = Said("hands.buzzer")
    buzzer.beep(BEEP_S)
    until_s = now() + BEEP_S
    while now() < until_s:
        yield Step(ask)
    buzzer.tick()
    if (yield from ask_person(ask)):
        yield Step("", finding=fine("buzzer", found("buzzer_heard")))
    else:
        silent = Finding("buzzer", "look", found("buzzer_mute"), why("buzzer"), mend("buzzer_mute"))
        yield Step("", finding=silent)


def try_sound(play: Callable[[], bool]) -> Steps:
    """A few notes from the speaker."""
    if not play():
        yield Step("", finding=Finding("sound", "look", found("sound_none"), why("sound"), mend("sound")))
    elif (yield from ask_person(Said("hands.sound"))):
        yield Step("", finding=fine("sound", found("buzzer_heard")))
    else:
        yield Step("", finding=Finding("sound", "look", found("buzzer_mute"), why("sound"), mend("sound_mute")))


def walk_controls(pins: Pins, factory: PinFactory | None, hands: Hands) -> Iterator[Finding]:
    """Everything of the header that is fitted, the box apart; each is opened, tried and given back."""
    clock, book = RealClock(), Reservations()
    if pins.knob:
        with Knob(clock, pins.knob, factory, book) as knob:
            yield walk(try_control("knob", knob, knob_wishes(), hands.now), hands)
    if pins.buttons:
        with Buttons(clock, pins.buttons, factory, book) as buttons:
            wishes = button_wishes([name for name, _ in pins.buttons])
            yield walk(try_control("buttons", buttons, wishes, hands.now), hands)
    if pins.lamp:
        with Lamp(clock, pins.lamp, factory, book) as lamp:
            yield walk(try_lamp(lamp), hands)
    if pins.buzzer is not None:
        with Buzzer(clock, pins.buzzer, factory, book) as buzzer:
            yield walk(try_buzzer(buzzer, hands.now), hands)
