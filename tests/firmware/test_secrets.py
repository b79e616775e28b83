"""No seat's secret gets out: two tables that differ only in what one seat holds look the same to everybody else.

A game is played to a moment at which a hand is known to its seat alone. Beside it stands a twin whose seat drew
something else. Every output must be the same to the last byte: public page and pixels, what lies over it, the screens
of the program, log, diagnostics, statistics, play log, and what a terminal tells of bots.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tablekeeper.display import intents
from tablekeeper.display.pages import TablePage
from tablekeeper.display.window.window import Window
from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import PUBLIC, TEAM
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.commands.playing.terminal import Terminal
from tablekeeper.firmware.doctor.bundle import write_bundle
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.program.device_sets import NoDevices
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.program.program import Home, Program
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.settings.config import load_config
from tablekeeper.firmware.settings.copies import load_edition, load_ledger
from tests.firmware.commands import call

PLAYERS = ("Ann", "Ben")
SIZE = (800, 480)
DEEP = 60
"""How many answers into a game secrets are looked for."""
CASES = 6


class Twins(NamedTuple):
    """Two lists of answers that differ in one secret, and whose it is."""

    one: tuple[str, ...]
    other: tuple[str, ...]
    seat: int


@cache
def find_twins(game: str) -> tuple[Twins, ...]:
    """Moments at which a seat has learned something, and could as well have learned something else."""
    found = []
    for seed in range(CASES):
        luck, known = random.Random(seed), find_game(game)
        rules = known.rules
        state, _ = rules.start(begin_setup(game))
        told: list[str] = []
        moments = []
        for _ in range(DEEP):
            if rules.is_over(state):
                break
            question = rules.question(state)
            answer = choose_randomly(rules, state, question, luck)
            other = next((option for option in question.options if option != answer), None)
            if question.only_for >= 0 and question.asked < TEAM and other is not None:
                moments.append(Twins((*told, answer.spell()), (*told, other.spell()), question.only_for))
            state, _ = rules.answer(state, answer)
            told.append(answer.spell())
        found += luck.sample(moments, min(1, len(moments)))
    return tuple(found)


def begin_setup(game: str) -> Any:
    """The setup with which the tables begin too."""
    known = find_game(game)
    return known.prepare(PLAYERS, load_edition(known), table="virtual", options={})


def show_everything(home: Path, game: str, answers: tuple[str, ...], seat: int) -> Iterator[tuple[str, Any]]:
    """Every output of a table with this history, by name; the seat's own look comes last."""
    window = Window(SIZE, driver="dummy", calm=True)
    with Journal(home / JOURNAL) as journal:
        session = Session.begin(journal, game, PLAYERS, table="virtual", now=lambda: 1000.0)
        yield "terminal", terminal_of(session, answers, seat)
        loop = Loop(session, window, Inbox(), load_ledger(session.game), luck=random.Random(1))  # type: ignore[arg-type]
        for name, intent in (
            ("table", None), ("timeline", intents.OpenTimeline()),
            ("why", intents.AskWhy(0)), ("why before", intents.AskWhy(2)),
            ("fix", intents.OpenFix()), ("spoken", intents.Speak()),
        ):  # fmt: skip
            if intent is not None:
                loop.screen.intents = lambda now_s, intent=intent: [intent]  # type: ignore[method-assign]
            loop.step(1.0)
            loop.screen.intents = lambda now_s: []  # type: ignore[method-assign]
            for turn in range(5):
                loop.step(2.0 + turn)
            yield f"page, {name}", public_part(window.page)
            yield f"pixels, {name}", pixels_of(window)
            loop.cover.lay(None)
        yield "spectator", repr(session.game.rules.view(session.history.state, PUBLIC))
        place = Home(load_config(home, environment={}), journal)
        program = Program(window, place, lambda _: NoDevices(), luck=random.Random(1))
        program.step(9.0)
        yield "page, resume", public_part(program.page)
        yield "pixels, resume", pixels_of(window)
        program.close()
        write_bundle(home / "b.zip", home, [], ())
        yield "diagnostics", (home / "b.zip").read_bytes()
        yield "own view", repr(session.game.rules.view(session.history.state, seat))
    window.close()
    for words in (("statistics", "--json"), ("playlog",)):
        result = call(home, *words)
        yield words[0], (result.stdout + result.stderr).replace(str(home), "")


def terminal_of(session: Session, answers: tuple[str, ...], seat: int) -> str:
    """What a terminal tells while these answers are given by bots and luck; then its log."""
    lines: list[str] = []
    names = session.names
    terminal = Terminal(
        session, load_ledger(session.game), Speech(shipped_texts("en"), session.game.name, names, {}),
        ask=lambda prompt: "", show=lines.append, luck=random.Random(1),
        bots=dict.fromkeys((TEAM, 0, 1), choose_randomly),
    )  # fmt: skip
    for text in answers:
        terminal._give(session.game.rules.read(text), "luck")
    terminal._show_log()
    terminal._show_why()
    return "\n".join(lines)


def public_part(page: Any) -> str:
    """A page without what stands behind hold-to-look, with the options that everybody is offered."""
    question = getattr(page, "question", None)
    options = [option.spell() for option in question.options] if question is not None else []
    return f"{plain(replace(page, secret=None) if isinstance(page, TablePage) else page)} {options}"


def plain(shown: Any) -> str:
    """Its text, without where in memory lazy options lie."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(shown))


def pixels_of(window: Window) -> bytes:
    return bytes(window.screen.get_buffer().raw)


GAMES_WITH_SECRETS = ("cocoon_world", "kokoro", "chocobo")


@pytest.mark.parametrize("game", GAMES_WITH_SECRETS)
def test_what_one_seat_knows_changes_nothing_that_others_see(
    game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    twins = find_twins(game)
    assert len(twins) >= CASES
    for number, pair in enumerate(twins):
        told = []
        for answers in (pair.one, pair.other):
            home = tmp_path / f"{number}-{len(told)}"
            home.mkdir()
            caplog.clear()
            outputs = dict(show_everything(home, game, answers, pair.seat))
            outputs["log"] = caplog.text.replace(str(home), "")
            told.append(outputs)
        one, other = told
        assert one.pop("own view") != other.pop("own view"), "the twins do not differ"
        for name, output in one.items():
            assert output == other[name], (name, pair)


def test_cocoons_has_no_secrets_of_a_seat() -> None:
    """What is covered in the box nobody knows, so no question is for one seat alone."""
    assert () == find_twins("cocoons")
