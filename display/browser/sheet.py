"""A page as a browser shows it: one SVG, the buttons on it, and everything in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tablekeeper.display.any_page import Page
from tablekeeper.display.browser.vectors import Fragment, VectorSprites, number, paint
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Item, Scene, Target
from tablekeeper.display.drawing.theme import Colour
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.words.speech import speech_of
from tablekeeper.display.words.texts import shipped_texts

SHAPES = ((480, 640), (480, 720), (480, 800), (480, 900), (480, 1040), (640, 480), (770, 480), (853, 480), (1040, 480))
"""The sizes, in units, that pages are drawn for; a browser gets the nearest, so that watchers share what is drawn."""
KEPT_BYTES = 4_000_000
MOST_NAMED = 500
"""More options than that have no button each."""


PALED = 0.6
"""How much is hidden of a button that cannot be touched here."""


class Button(NamedTuple):
    """A place to touch: its key, what it says, where it lies in units, and how."""

    key: str
    says: str
    box: tuple[int, int, int, int]
    ring: int
    snaps: bool


class Sheet(NamedTuple):
    """One page for one size of browser."""

    size: tuple[int, int]
    svg: str
    buttons: tuple[Button, ...]
    now: str
    """The one line that says what to do."""
    words: tuple[str, ...]
    """Everything else that is written on the page and on no button."""
    scene: Scene


def nearest_shape(wide: float, high: float) -> tuple[int, int]:
    """The size that pages are drawn for on a browser of this width and height."""
    share = max(0.2, min(5.0, wide / high))
    return min(SHAPES, key=lambda shape: abs(shape[0] / shape[1] - share))


class Press:
    """Makes sheets for one size, and keeps what is made along the way."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.composer = Composer(size, VectorSprites(KEPT_BYTES))

    def sheet(self, page: Page, ui: Ui, look: Look, beneath: TablePage | None = None) -> Sheet:
        """The page as SVG, buttons and words."""
        scene = self.composer.compose(page, ui, look, beneath)
        wordless = name_targets(page, look)
        read = [(item, words) for item in scene.items[scene.beneath :] if (words := words_of(item))]
        buttons = number_twins(make_button(target, read, wordless) for target in scene.targets)
        rest = (words for item, words in read if not any(says_too(target, item, words) for target in scene.targets))
        return Sheet(self.composer.size, write_svg(scene, self.composer.size), buttons, scene.now, tuple(rest), scene)


def write_svg(scene: Scene, size: tuple[int, int]) -> str:
    """The whole picture; what it says stands in the buttons and words beside it."""
    parts = [scene.ground.svg]
    for item in scene.items:
        fragment: Fragment = item.picture
        if fragment.svg:
            parts.append(f'<g transform="translate({number(item.x)} {number(item.y)})">{fragment.svg}</g>')
    wide, high = size
    return f'<svg viewBox="0 0 {wide} {high}" aria-hidden="true" focusable="false">{"".join(parts)}</svg>'


def dim(sheet: Sheet, targets: Iterable[Target], colour: Colour) -> Sheet:
    """The sheet with these targets paled: they are drawn, and cannot be touched here."""
    paled = "".join(
        f'<rect x="{rect.x}" y="{rect.y}" width="{rect.w}" height="{rect.h}" rx="{target.ring}" '
        f'fill="{paint(colour)}" fill-opacity="{PALED:.2f}"/>'
        for target in targets
        for rect in (target.rect,)
    )
    return sheet._replace(svg=sheet.svg.removesuffix("</svg>") + paled + "</svg>") if paled else sheet


def words_of(item: Item) -> str:
    """What is written on an item."""
    fragment: Fragment = item.picture
    return " ".join(fragment.words).strip()


def holds(target: Target, item: Item) -> bool:
    """Whether all that is written on an item lies on a target."""
    boxes = item.read()
    return bool(boxes) and all(target.rect.collidepoint(box.center) for box in boxes)


def says_too(target: Target, item: Item, words: str) -> bool:
    """Whether a button says what is written on it. One with a name of its own may lie over whole sentences."""
    return holds(target, item) and (not target.says or words in target.says)


def make_button(target: Target, read: Iterable[tuple[Item, str]], name: Callable[[Target], str]) -> Button:
    """A button says what is written on it; where nothing is, what its act would say."""
    written = " ".join(dict.fromkeys(words for item, words in read if holds(target, item)))
    box = (target.rect.x, target.rect.y, target.rect.w, target.rect.h)
    return Button(target.key, target.says or name(target) or written or target.key, box, target.ring, target.snaps)


def number_twins(buttons: Iterable[Button]) -> tuple[Button, ...]:
    """Buttons that say the same say also which of them they are."""
    every = tuple(buttons)
    often = Counter(button.says for button in every)
    return tuple(
        button._replace(says=f"{button.says} ({button.key.rpartition('.')[2]})") if often[button.says] > 1 else button
        for button in every
    )


def name_targets(page: Page, look: Look) -> Callable[[Target], str]:
    """Names a target by the option that it answers with, where the page asks something."""
    texts = shipped_texts(look.language)
    if not isinstance(page, TablePage) or page.question is None:
        return lambda target: ""
    speech, options = speech_of(texts, page), page.question.options

    def name(target: Target) -> str:
        if not isinstance(target.act, Answered) or len(options) > MOST_NAMED:
            return ""
        return next((speech.option(answer) for answer in options if answer.spell() == target.act.text), "")

    return name
