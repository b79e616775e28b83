"""Plays one whole game in a real X11 window by mouse clicks only: `python -m tests.display.clicking GAME`."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import count
from typing import Any

from display import wishes
from display.pages import Secret, TablePage
from display.scene import Local, Target
from display.window import Window
from engines.core import PUBLIC, Question
from engines.core.errors import EngineError
from tests.display.samples import PEOPLE, prepare

PLAIN = ("scroll", "list", "keypad", "tens", "narrow", "seat")
"""Local changes that lead on, but are no decision."""
SETTLES = ("confirm", "dice.yes", "all_drew", "agree", "traced")
"""What ends a question that could be talked about for ever."""
MOST_CLICKS = 12_000
TWO = 2
"""Players; more of them only make the game longer."""
FRAME_S = 1 / 30


def choose(targets: list[Target], luck: random.Random) -> Target | None:
    """A target that answers something, or leads to one."""
    answers = [t for t in targets if isinstance(t.act, wishes.Answered)]
    local = [t for t in targets if isinstance(t.act, Local)]
    better = [t for t in local if t.act.name not in PLAIN]  # type: ignore[union-attr]
    confirms = [t for t in answers if t.key in SETTLES or t.act.text in SETTLES]  # type: ignore[union-attr]
    if confirms and luck.random() < 0.8:
        return luck.choice(confirms)
    if answers and luck.random() < 0.7:
        return luck.choice(answers)
    pool = better if better and luck.random() < 0.9 else answers + local
    return luck.choice(pool) if pool else None


def play(game: str, seed: int = 1) -> tuple[int, int]:
    """Play to the end; returns clicks and answers."""
    found, setup = prepare(game, "real", TWO)
    rules, luck = found.rules, random.Random(seed)
    state, events = rules.start(setup)
    window = Window((800, 480), driver="x11", calm=True)
    names = dict(enumerate(PEOPLE[:TWO]))
    clicks = answers = 0
    now_s = 0.0
    try:
        for _ in count():
            if rules.is_over(state):
                return clicks, answers
            question = rules.question(state)
            window.show(see(game, rules, state, question, names, tuple(events)))
            text = None
            while text is None:
                target = choose(list(window.hands.targets), luck)
                assert target is not None, f"nothing to click at {question.kind}"
                x, y = target.rect.center
                subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)
                clicks += 1
                assert clicks < MOST_CLICKS, f"no end after {clicks} clicks, at {question.kind}"
                text, now_s = wait(window, now_s)
            try:
                state, events = rules.answer(state, rules.read(text))
            except EngineError as fault:
                raise AssertionError(f"a click answered {text!r} to {question.kind}") from fault
            answers += 1
    finally:
        window.close()
    raise AssertionError("unreachable")


def see(game: str, rules: Any, state: Any, question: Question, names: dict[int, str], events: Any) -> TablePage:
    """The page of everybody's screen, with what only one seat may see behind its button."""
    only = question.only_for
    secret = Secret(only, question.seen_by(only), rules.view(state, only)) if only != PUBLIC else None
    return TablePage(game, rules.view(state), question.seen_by(PUBLIC), names, events, touch=True, secret=secret)


def wait(window: Window, now_s: float) -> tuple[str | None, float]:
    """Pump until the click has arrived: an answer, or None when it was a local change or nothing."""
    before = window.scene
    for _ in range(400):
        now_s += FRAME_S / 10
        found = [wish for wish in window.wishes(now_s) if isinstance(wish, wishes.Answered)]
        if found:
            return found[0].text, now_s
        window.draw(now_s)
        if window.scene is not before:
            return None, now_s
    return None, now_s


if __name__ == "__main__":
    played = play(sys.argv[1])
    print(f"{sys.argv[1]}: {played[0]} clicks, {played[1]} answers")
