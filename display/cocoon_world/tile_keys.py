"""Finding a tile: by its kind, in the middle of the board, with the loop and its pawns around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tablekeeper.display.cocoon_world.pictograms import EVENT_SIGNS, draw_tile
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.words.speech import Speech

KINDS = ("forward", "backward", "events", "special")
LEFT, TOP, EDGE = 54.0, 54.0, 372.0
"""The square inside the loop that the tiles may take."""
FEW = 6
"""So many tiles need no kinds."""
LARGE = 12
"""So many tiles have their words below them; more have them beside."""


STOPS = {"experience": ("experience", "start")}
"""Start is an Experience space too."""


def kind_of(tile: str) -> str:
    """Where people look for a tile."""
    way, _, number = tile.rpartition("_")
    if way in KINDS and number.isdigit():
        return way
    return "events" if tile.removesuffix("_roll") in EVENT_SIGNS else "special"


def kinds_in(tiles: Sequence[str]) -> list[str]:
    """The kinds that there are, in the order of the keys; none where a few tiles need none."""
    return [kind for kind in KINDS if any(kind_of(tile) == kind for tile in tiles)] if len(tiles) > FEW else []


def kind_shown(tiles: Sequence[str], ui: Ui) -> str:
    """The kind that lies open."""
    kinds = kinds_in(tiles)
    picked = ui.get("kind")
    return picked if picked in kinds else next(iter(kinds), "")


def draw_tiles(pen: Pen, tiles: Sequence[str], ui: Ui, act: Callable[[str], Act]) -> None:
    """The tiles of one kind, each labelled."""
    kind = kind_shown(tiles, ui)
    shown = [tile for tile in tiles if not kind or kind_of(tile) == kind]
    speech = Speech(pen.texts, "cocoon_world", {}, {})
    said = {tile: speech.word("tile", tile) for tile in shown}
    columns = 1 if len(shown) == 1 else 2 if len(shown) <= 4 or kind in ("events", "special") else 3
    rows = -(-len(shown) // columns)
    wide, high = EDGE / columns, min(EDGE / rows, 112.0)
    top = TOP + (EDGE - rows * high) / 2
    if high >= 84 and len(shown) <= LARGE:
        draw = partial(_draw_below, pen, most=max(len(_broken(pen, words, wide - 12)) for words in said.values()))
    else:
        draw = partial(_draw_beside, pen)
    for i, (tile, words) in enumerate(said.items()):
        x, y = LEFT + i % columns * wide, top + i // columns * high
        pen.rect(x + 3, y + 2, wide - 6, high - 4, 14, pen.c.page, pen.c.raised, 2)
        draw(tile, words, x, y, wide, high)
        pen.target(x + 3, y + 2, wide - 6, high - 4, act(tile), f"tile.{i}", first=i == 0, says=words)


def _draw_below(
    pen: Pen, tile: str, words: str, x: float, y: float, wide: float, high: float, most: int
) -> None:  # fmt: skip
    """All tiles are equally large: as high as `most` lines of words leave them."""
    lines = _broken(pen, words, wide - 12)
    edge = min(62.0, high - 18 - 20 * most)
    out = edge / 2 + 2
    pen.stamp(draw_tile, x + wide / 2, y + 7 + edge / 2, (-out, -out, out, out + 8), tile, edge)
    for n, line in enumerate(lines):
        bottom = y + high - 16 - 19 * ((most + len(lines)) / 2 - 1 - n)
        pen.text(x + wide / 2, bottom, line, 18, "strong", pen.c.text, "middle", room=wide - 12)


def _draw_beside(pen: Pen, tile: str, words: str, x: float, y: float, wide: float, high: float) -> None:
    edge = min(38.0, high - 12)
    out = edge / 2 + 2
    pen.stamp(draw_tile, x + 10 + edge / 2, y + high / 2 - 1, (-out, -out, out, out + 6), tile, edge)
    room, left = wide - edge - 26, x + edge + 18
    lines = _broken(pen, words, room)
    for n, line in enumerate(lines):
        pen.text(left, y + high / 2 + 20 * (n - (len(lines) - 1) / 2), line, 18, "strong", room=room)


def _broken(pen: Pen, words: str, room: float) -> list[str]:
    """The words on one line, or on two where they need them."""
    return [words] if pen.measure.width(words, 18, "strong") <= room else pen.measure.halves(words, 18, "strong")


def draw_kinds(pen: Pen, tiles: Sequence[str], ui: Ui, floor: float) -> float:
    """A key for each kind; the one that lies open is framed. Returns their top."""
    kinds, here = kinds_in(tiles), kind_shown(tiles, ui)
    if not kinds:
        return floor
    columns = len(kinds) if pen.frame.portrait else 2
    rows = -(-len(kinds) // columns)
    wide, pitch = (pen.frame.column - 8 * (columns - 1)) / columns, 60.0
    for i, kind in enumerate(kinds):
        x, y = MARGIN + i % columns * (wide + 8), floor - (rows - i // columns) * pitch
        on = kind == here
        pen.rect(x, y, wide, 54, 14, pen.c.raised, pen.c.accent if on else None, 4)
        words = pen.say(f"cocoon_world.kind.{kind}")
        pen.label(x + wide / 2, y + 27, words, 20, wide - 8)
        pen.target(x, y, wide, 54, Local("kind", kind), f"kind.{kind}")
    return floor - rows * pitch


def way_of(tile: str, spaces: Sequence[str], here: int) -> tuple[int, ...]:
    """The spaces that a pawn goes through when it obeys this tile at once; empty where the tile moves no pawn."""
    way, _, number = tile.rpartition("_")
    size = len(spaces)
    if way in ("forward", "backward") and number.isdigit():
        step = 1 if way == "forward" else -1
        return tuple((here + step * i) % size for i in range(int(number) + 1))
    event = tile.removesuffix("_roll")
    stops = STOPS.get(event, (event,))
    ahead = next((n for n in range(1, size + 1) if spaces[(here + n) % size] in stops), 0)
    return tuple((here + i) % size for i in range(ahead + 1)) if event in EVENT_SIGNS and ahead else ()
