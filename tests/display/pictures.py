"""The pictures of the README and of the way to the first roll, made by playing: `make pictures`.

One of each game in the middle of a game between good players, and an evening of Cocoon World as a short animation.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.display import pages
from tablekeeper.display.any_page import Page
from tablekeeper.display.window.window import Window
from tablekeeper.engines.catalogue import NAMES
from tests.display import first_roll
from tests.display.photographs import photograph
from tests.display.samples import MENU, make_page, people, prepare

SIZE = (800, 480)
SHOWN = (400, 240)
"""The size of the animation."""
SHOWN_MS = 900
SEED = 11
TABLE = {"cocoon_world": "real", "cocoons": "real", "kokoro": "real", "chocobo": "virtual"}
MOMENT = {"cocoon_world": (60, "roll"), "cocoons": (45, "turn"), "kokoro": (50, "act"), "chocobo": (40, "action")}
"""The picture of a game: the first question of this kind after so many pages."""
FIRST, SCENES = 14, 24
"""The animation: the first pages one by one, then some of the others."""


def played(game: str, seats: int) -> Iterator[pages.TablePage]:
    """The pages of one game between good players."""
    found, setup = prepare(game, TABLE[game], seats)
    rules, luck, bot = found.rules, random.Random(SEED), found.bots["good"]
    state, events = rules.start(setup)
    question = None
    while not rules.is_over(state):
        before, question = question, rules.question(state)
        page = make_page(game, rules, state, tuple(events), question, people(game, TABLE[game], seats), before)
        yield page
        answer = bot(rules, state, question, luck)
        if question.kind == "roll":
            yield replace(page, note="settling", claim=dice(question, answer))
        state, events = rules.answer(state, answer)


def dice(question: Any, answer: Any) -> tuple[pages.DieCrop, ...]:
    """The dice of a roll as the tray shows them."""
    bodies = [body for body, count in question.about.get("dice", ()) for _ in range(count)]
    return tuple(pages.DieCrop(value, body) for value, body in zip(answer.values, bodies, strict=False))


def moment(game: str) -> pages.TablePage:
    """The page of a game in its middle."""
    after, kind = MOMENT[game]
    late = islice(played(game, 3), after, None)
    return next(page for page in late if page.question is not None and page.question.kind == kind and not page.note)


def evening() -> Iterator[Page]:
    """The pages of the animation."""
    yield pages.MenuPage(MENU)
    game = list(played("cocoon_world", 3))
    yield from game[:FIRST]
    yield from game[FIRST :: len(game) // (SCENES - FIRST) + 1]


def animate(frames: Sequence[NDArray[np.uint8]], path: Path) -> None:
    """Write frames as a GIF (OpenCV from 4.11 on)."""
    animation: Any = cv2.Animation()
    animation.frames = [cv2.resize(frame, SHOWN, interpolation=cv2.INTER_AREA) for frame in frames]
    animation.durations = np.full(len(frames), SHOWN_MS)
    if not cv2.imwriteanimation(str(path), animation):
        raise OSError(f"write the animation {path}: OpenCV could not")


def main(out: Path) -> None:
    """Write all pictures into a folder."""
    out.mkdir(parents=True, exist_ok=True)
    window = Window(SIZE, "dark", "en", driver="dummy", captions=False)
    for game in NAMES:
        cv2.imwrite(str(out / f"{game}.png"), photograph(window, moment(game)))
    animate([photograph(window, page) for page in evening()], out / "evening.gif")
    window.close()
    first_roll.draw(out / "first_roll")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
