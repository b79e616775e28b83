"""The legs of every part in their order, seen from the front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablekeeper.hardware.circuits.parts import Kind
from tablekeeper.hardware.drawings.paper import FAINT, INK, PART, box, line, page, text

_WIDE, _HIGH, _COLUMNS = 300.0, 210.0, 3
_ROW_OF = 4
"""A part with more legs than that has two rows."""
_SHORT = {"supply": "supply", "ground": "ground", "open-drain": "output", "push-pull": "output", "analog": "output"}


def draw_legs(kinds: Iterable[Kind]) -> str:
    """One sheet with all parts."""
    known = list(kinds)
    rows = -(-len(known) // _COLUMNS)
    parts = [text(20, 30, "Which leg is which: every part seen from its front, legs down", size=16)]
    for number, kind in enumerate(known):
        row, column = divmod(number, _COLUMNS)
        parts += _draw(kind, 20 + column * _WIDE, 50 + row * _HIGH)
    return page(20 + _COLUMNS * _WIDE, 60 + rows * _HIGH, parts)


def _draw(kind: Kind, x: float, y: float) -> list[str]:
    middle = x + _WIDE / 2 - 10
    two_rows = len(kind.legs) > _ROW_OF
    body = _two_rows(kind, middle, y) if two_rows else _single(kind, middle, y)
    return [
        text(x, y + 12, f"{kind.name}", size=14),
        text(x, y + 25, f"{kind.what}; {kind.case}", size=9, colour=FAINT),
        *body,
        *(text(x, y + 182 + 11 * n, words, size=9, colour=FAINT) for n, words in enumerate(_wrap(kind.front))),
        *([text(x + _WIDE - 30, y + 12, "order: please check", size=9, anchor="end")] if kind.legs_guess else []),
    ]


def _single(kind: Kind, middle: float, y: float) -> list[str]:
    left = middle - 46 * (len(kind.legs) - 1) / 2
    marks = _body(kind, middle, y)
    for number, (leg, role) in enumerate(kind.legs):
        x = left + 46 * number
        marks += [line(x, y + 100, x, y + 140, width=3), text(x, y + 154, leg, size=12, anchor="middle")]
        marks.append(text(x, y + 166, _role(leg, role), size=8, anchor="middle", colour=FAINT))
    return marks


def _role(leg: str, role: str) -> str:
    words = _SHORT.get(role, role)
    return "" if words.lower() == leg.lower() or role in ("end", "contact") else words


def _body(kind: Kind, middle: float, y: float) -> list[str]:
    half = max(34.0, 23.0 * len(kind.legs))
    if kind.case == "TO-220":
        tab = [
            box(middle - half, y + 36, 2 * half, 24, fill="#cccccc"),
            box(middle - 9, y + 40, 18, 14, fill="#ffffff"),
        ]
        return [*tab, box(middle - half, y + 60, 2 * half, 40, fill=PART), _name(kind, middle, y + 84)]
    if "TO-92" in kind.case:
        return [box(middle - half, y + 50, 2 * half, 50, fill=PART, round_by=9), _name(kind, middle, y + 80)]
    if kind.name == "DIODE":
        half = 17.0
        ring = line(middle + 10, y + 62, middle + 10, y + 88, width=5)
        return [box(middle - half, y + 62, 2 * half, 26, fill=PART), ring, *_bends(middle, y, half)]
    if kind.name == "LED":
        dome = f"M {middle - 30} {y + 96} V {y + 62} A 30 26 0 0 1 {middle + 30} {y + 62} V {y + 96} Z"
        rim = box(middle - 36, y + 92, 66, 8, fill=PART)
        return [f'<path d="{dome}" fill="{PART}" stroke="{INK}" stroke-width="1.5"/>', rim]
    return [box(middle - half, y + 56, 2 * half, 44, fill=PART), _name(kind, middle, y + 82)]


def _bends(middle: float, y: float, half: float) -> list[str]:
    return [
        mark
        for side in (-1, 1)
        for mark in (
            line(middle + side * half, y + 75, middle + side * 23, y + 75),
            line(middle + side * 23, y + 75, middle + side * 23, y + 100),
        )
    ]


def _name(kind: Kind, middle: float, y: float) -> str:
    return text(middle, y, kind.name, size=10, anchor="middle")


def _two_rows(kind: Kind, middle: float, y: float) -> list[str]:
    """Counted as chips are: below from left to right, above from right to left."""
    below = -(-len(kind.legs) // 2)
    left = middle - 30 * (below - 1) / 2
    notch = f'<path d="M {left - 15:g} {y + 94} a 8 8 0 0 1 0 16" fill="#ffffff" stroke="{INK}"/>'
    marks = [box(left - 15, y + 76, 30 * below, 50, fill=PART), _name(kind, middle, y + 104)]
    marks += [notch] if "DIP" in kind.case else []
    for number, (leg, _) in enumerate(kind.legs):
        if number < below:
            marks += _pin(left + 30 * number, y + 126, 1, leg, number + 1)
        else:
            marks += _pin(left + 30 * (2 * below - 1 - number), y + 76, -1, leg, number + 1)
    return marks


def _pin(x: float, y: float, way: int, leg: str, number: int) -> list[str]:
    words = y + way * 22 + (8 if way > 0 else 0)
    return [
        line(x, y, x, y + way * 12, width=3),
        text(x, words, leg, size=9, anchor="middle"),
        text(x, words + way * 11, str(number), size=8, anchor="middle", colour=FAINT),
    ]


def _wrap(words: str) -> Sequence[str]:
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) > 52:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
