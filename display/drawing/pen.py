"""Puts sprites, words and targets into a scene, in units from a corner of the stage or the page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

import pygame

from tablekeeper.display.drawing.fonts import Measure
from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.layout import Frame
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Act, Item, Local, Scene, Target, Words
from tablekeeper.display.drawing.shapes import Dash, Point, Shapes
from tablekeeper.display.drawing.sprites import AnySprites, Box
from tablekeeper.display.drawing.theme import Colour, Palette, shipped_tokens
from tablekeeper.display.pages import Code, Picture
from tablekeeper.display.words.texts import Texts, printable, printed

SMALLEST = 18
"""The smallest text there is, in units."""
LARGER, SMALL = 1.2, 30.0
"""How much larger large words are, and which are large anyway."""
NARROW = 240.0
"""On a column of less than this the one line may be smaller, and one line longer."""
PITCH_STEP = 1.1
"""So much closer lines stand for each unit that their letters are smaller."""
TWO_LINES_H = 50
"""From this height on a button has room for a label of two lines."""
TYPE = shipped_tokens()["type"]


class Pen:
    """Draws into one scene. `panel` is the part of the screen that its words must stay inside."""

    def __init__(
        self, scene: Scene, sprites: AnySprites, palette: Palette, texts: Texts, look: Look, frame: Frame,
        at: tuple[int, int] = (0, 0), panel: pygame.Rect | None = None,
    ) -> None:  # fmt: skip
        self.scene = scene
        self.sprites = sprites
        self.c = palette
        self.texts = texts
        self.say = texts.say
        self.look = look
        self.frame = frame
        self.k = frame.scale
        self.measure = Measure(frame.scale)
        self.at = at
        self.panel = panel or pygame.Rect((0, 0), frame.size)

    def moved(self, x: float, y: float) -> Pen:
        """A pen with its origin further right and down."""
        return self._with((self.at[0] + round(x * self.k), self.at[1] + round(y * self.k)), self.panel, self.c)

    def scaled(self, x: float, y: float, factor: float) -> Pen:
        """A pen for shapes only, with its origin further right and down, that draws everything smaller."""
        small = self.moved(x, y)
        small.k = self.k * factor
        return small

    def stage(self) -> Pen:
        """A pen from the corner of the square."""
        short = min(self.frame.size)
        return self._with(self.frame.stage_at, pygame.Rect(self.frame.stage_at, (short, short)), self.c)

    def page(self) -> Pen:
        """A pen from the corner of the page."""
        size = (round(self.frame.page_w * self.k), round(self.frame.page_h * self.k))
        return self._with(self.frame.page_at, pygame.Rect(self.frame.page_at, size), self.c)

    def wearing(self, palette: Palette) -> Pen:
        """A pen with other colours."""
        return self._with(self.at, self.panel, palette)

    def _with(self, at: tuple[int, int], panel: pygame.Rect, palette: Palette) -> Pen:
        pen = type(self)(self.scene, self.sprites, palette, self.texts, self.look, self.frame, at, panel)
        pen.k = self.k
        return pen

    def px(self, x: float, y: float) -> tuple[int, int]:
        """A place in pixels."""
        return self.at[0] + round(x * self.k), self.at[1] + round(y * self.k)

    def rect_px(self, x: float, y: float, w: float, h: float) -> pygame.Rect:
        """A rectangle in pixels."""
        px, py = self.px(x, y)
        qx, qy = self.px(x + w, y + h)
        return pygame.Rect(px, py, qx - px, qy - py)

    # -- sprites

    def stamp(
        self, draw: Callable[..., None], x: float, y: float, box: Box, *args: object, key: Hashable = None,
        route: str = "", place: int = 0,
    ) -> None:  # fmt: skip
        """A picture drawn by `draw(canvas, *args)` inside a box around (x, y)."""
        drawn = self.sprites.drawn(draw, args, box, self.c, self.k)
        px, py = self.px(x, y)
        item = Item(drawn.picture, px + drawn.left_px, py + drawn.top_px, key, route, place, lettered=drawn.lettered)
        self.scene.items.append(item)

    def rect(
        self, x: float, y: float, w: float, h: float, r: float = 0, fill: Colour | None = None,
        stroke: Colour | None = None, sw: float = 2.5, dash: tuple[float, float] | None = None, key: Hashable = None,
    ) -> None:  # fmt: skip
        """A rectangle with round corners."""
        out = sw / 2 + 1 if stroke is not None else 0
        self.stamp(_rect, x, y, (-out, -out, w + out, h + out), w, h, r, fill, stroke, sw, dash, key=key)

    def circ(
        self, x: float, y: float, r: float, fill: Colour | None = None, stroke: Colour | None = None, sw: float = 2.5,
        dash: tuple[float, float] | None = None, key: Hashable = None,
    ) -> None:  # fmt: skip
        """A disc or a ring."""
        out = r + (sw if stroke is not None else 0) + 1
        self.stamp(_circ, x, y, (-out, -out, out, out), r, fill, stroke, sw, dash, key=key)

    def line(
        self, ax: float, ay: float, bx: float, by: float, stroke: Colour, sw: float = 2.5,
        dash: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """A line with round ends."""
        left, top, out = min(ax, bx), min(ay, by), sw
        box = (-out, -out, abs(bx - ax) + out, abs(by - ay) + out)
        self.stamp(_line, left, top, box, ax - left, ay - top, bx - left, by - top, stroke, sw, dash)

    def poly(self, points: Sequence[Point], fill: Colour) -> None:
        """A filled shape."""
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        there = tuple((x - left, y - top) for x, y in points)
        self.stamp(_poly, left, top, (-1, -1, right - left + 1, bottom - top + 1), there, fill)

    def icon(self, name: str, x: float, y: float, r: float, ink: Colour, back: Colour | None = None) -> None:
        """A sign."""
        out = r * 1.5 + 2
        self.stamp(draw_icon, x, y, (-out, -out, out, out), name, 0, 0, r, ink, back)

    def photo(self, picture: Picture, x: float, y: float, w: float, h: float, *, live: bool = False) -> None:
        """A camera's picture; a live one is not kept."""
        sprite = self.sprites.photo(picture.pixels, self.rect_px(x, y, w, h).size, None if live else picture)
        self.scene.items.append(Item(sprite, *self.px(x, y)))

    def code(self, code: Code, x: float, y: float, edge: float) -> float:
        """A QR code in the middle of a square, every module a whole number of pixels; returns its edge."""
        edge_px = max(1, int(edge * self.k) // len(code)) * len(code)
        out = (edge - edge_px / self.k) / 2
        self.scene.items.append(Item(self.sprites.code(code, edge_px), *self.px(x + out, y + out)))
        return edge_px / self.k

    def veil(self, share: float) -> None:
        """Cover everything drawn so far with the stage's colour; the share is its opacity."""
        self.scene.items.append(Item(self.sprites.veil(self.frame.size, self.c.stage, share), *self.px(0, 0)))

    # -- words

    def text(
        self, x: float, y: float, words: object, size: float = 21, face: str = "strong", fill: Colour | None = None,
        anchor: str = "start", room: float | None = None, cut: bool = False,
    ) -> float:  # fmt: skip
        """One line; y is the middle of its capitals. In a room it shrinks to the smallest size; returns its width."""
        line = printed(words)
        if room is not None:
            line, size = self._fitted(line, self.grown(size), face, room, cut)
        width = self.measure.width(line, size, face)
        if not line:
            return 0.0
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        self._write(left, y, line, size, face, fill or self.c.text)
        return width

    def label(self, x: float, y: float, words: str, size: float, room: float, fill: Colour | None = None) -> None:
        """Words in the middle of a key, in two lines where one finds no room."""
        fits = self.measure.width(words, SMALLEST, "strong") <= room
        lines = [words] if fits else self.measure.halves(words, SMALLEST, "strong")
        for n, line in enumerate(lines):
            at = y + 20 * (n - (len(lines) - 1) / 2)
            self.text(x, at, line, size if fits else SMALLEST, "strong", fill, "middle", room=room)

    def broken(
        self, x: float, y: float, words: str, size: float, room: float, face: str = "strong",
        fill: Colour | None = None, most: int = 2,
    ) -> None:  # fmt: skip
        """A line that may become `most` lines around y, where not even its smallest letters fit beside each other."""
        lines = self.measure.wrap(words, SMALLEST, face, room)
        if not 1 < len(lines) <= most:
            self.text(x, y, words, size, face, fill, room=room)
            return
        for n, line in enumerate(lines):
            self.text(x, y + 20 * (n - (len(lines) - 1) / 2), line, SMALLEST, face, fill, room=room)

    def least_high(self, words: str, width: float, kind: str = "body") -> float:
        """How high a column of these words is in the smallest letters."""
        style = TYPE[kind]
        lines = self.measure.wrap(printable(words, keep="\n"), SMALLEST, style["font"], width)
        return len(lines) * (self.grown(style["line"]) - PITCH_STEP * (self.grown(style["size"]) - SMALLEST))

    def grown(self, size: float) -> float:
        """The size of words for people who want them large; where there is no room they shrink again."""
        return float(round(size * LARGER)) if self.look.large and size <= SMALL else size

    def _fitted(self, line: str, size: float, face: str, room: float, cut: bool) -> tuple[str, float]:
        while size > SMALLEST and self.measure.width(line, size, face) > room:
            size -= 1
        if self.measure.width(line, size, face) <= room:
            return line, size
        if cut:
            return self.measure.cut(line, size, face, room), size
        self.scene.clipped.append(line)
        return line, size

    def _write(self, left: float, y: float, line: str, size: float, face: str, fill: Colour) -> None:
        written = self.sprites.written(line, face, self.measure.size_px(size), fill)
        px, py = self.px(left, y + 0.35 * size)
        caps = self.rect_px(left, y - 0.35 * size, written.width_px / self.k, 0.7 * size)
        if not self.panel.contains(caps):
            self.scene.clipped.append(line)
        self.scene.items.append(Item(written.picture, px, py - written.ascent_px, words=Words(line, caps, fill, size)))

    def para(
        self, x: float, top: float, words: str, width: float, kind: str = "body", fill: Colour | None = None,
        most: int = 9, anchor: str = "start", floor: float | None = None, steady: bool = False,
    ) -> float:  # fmt: skip
        """At most `most` lines in a column (or down to `floor`); returns where they end. Shrinks, never cuts;
        `steady` ones stay as they are where people want large words."""
        words, style = printable(words, keep="\n"), TYPE[kind]
        size, pitch, face = float(style["size"]), float(style["line"]), style["font"]
        least = (26.0 if self.frame.column >= NARROW else 19.0) if kind == "voice" else float(SMALLEST)
        if self.look.large and not steady:
            size, pitch = self._large_voice() if kind == "voice" else (self.grown(size), self.grown(pitch))
        split = self.measure.balance if kind == "voice" else self.measure.wrap
        while True:
            lines = split(words, size, face, width)
            room = most if floor is None else min(most, int((floor - top) // pitch))
            if len(lines) <= room and self.measure.widest(lines, size, face) <= width:
                break
            if size <= least:
                self.scene.clipped.append(words)
                break
            size, pitch = size - 1, pitch - PITCH_STEP
        for i, line in enumerate(lines):
            self.text(x, top + pitch * (i + 0.5), line, size, face, fill, anchor)
        return top + pitch * len(lines)

    def _large_voice(self) -> tuple[float, float]:
        """On a narrow page or below the square it would push away what is to be touched: there it stays as it is."""
        tight = self.frame.portrait or self.frame.column < NARROW
        return (float(TYPE["voice"]["size"]), float(TYPE["voice"]["line"])) if tight else (40.0, 44.0)

    # -- targets

    def target(
        self, x: float, y: float, w: float, h: float, act: Act, key: str, *, first: bool = False, ring: float = 14,
        why: Act | None = None, hot: str = "", snaps: bool = False, says: str = "", lifted: Local | None = None,
        fixes: bool = False, sign: str = "",
    ) -> None:  # fmt: skip
        """A place to touch. `says` names it where it shows only a sign."""
        rect = self.rect_px(x, y, w, h)
        target = Target(rect, act, key, first, round(ring * self.k), why, hot, snaps, says, fixes, lifted, sign)
        self.scene.targets.append(target)

    def button(
        self, x: float, y: float, w: float, h: float, label: str, act: Act | None, key: str, kind: str = "quiet",
        icon: str | None = None, size: float = 21, first: bool = False, hot: str = "", r: float = 14,
        says: str = "", lifted: Local | None = None,
    ) -> None:  # fmt: skip
        """A button. Without an act it is drawn dashed and cannot be touched."""
        if act is None:
            kind = "off"
        fill, ink = {
            "quiet": (self.c.raised, self.c.text),
            "main": (self.c.accent, self.c.mark),
            "off": (None, self.c.text_soft),
        }[kind]
        dashed = kind == "off"
        self.rect(x, y, w, h, r, fill, self.c.line if dashed else None, 2, (6, 6) if dashed else None)
        self._face(x, y, w, h, label, icon, size, ink, fill)
        if act is not None:
            sign = icon if icon and says and not label else ""
            self.target(x, y, w, h, act, key, first=first, hot=hot, says=says, lifted=lifted, sign=sign)

    def _face(
        self, x: float, y: float, w: float, h: float, label: str, icon: str | None, size: float, ink: Colour,
        back: Colour | None,
    ) -> None:  # fmt: skip
        room = w - 16
        sign = 0.0 if icon is None else (30.0 if label else 22.0)
        if label and icon and self.measure.width(label, SMALLEST, "strong") + sign > room:
            icon, sign = None, 0.0
        if label and h >= TWO_LINES_H and self.measure.width(label, SMALLEST, "strong") > room:
            lines = self.measure.halves(label, SMALLEST, "strong")
            for i, line in enumerate(lines):
                at = y + h / 2 + 20 * (i - (len(lines) - 1) / 2)
                self.text(x + w / 2, at, line, SMALLEST, "strong", ink, "middle", room=room + 8)
            return
        label, size = self._fitted(label, size, "strong", room - sign, False) if label else ("", size)
        wide = self.measure.width(label, size, "strong") if label else 0.0
        left = x + (w - wide - sign) / 2
        if icon:
            self.icon(icon, left + 11, y + h / 2, 11, ink, back)
        if label:
            self.text(left + sign, y + h / 2, label, size, "strong", ink)


def _rect(
    canvas: Shapes, w: float, h: float, r: float, fill: Colour | None, stroke: Colour | None, sw: float, dash: Dash
) -> None:
    canvas.rect(0, 0, w, h, r, fill, stroke, sw, dash)


def _circ(canvas: Shapes, r: float, fill: Colour | None, stroke: Colour | None, sw: float, dash: Dash) -> None:
    canvas.circ(0, 0, r, fill, stroke, sw, dash)


def _line(canvas: Shapes, ax: float, ay: float, bx: float, by: float, stroke: Colour, sw: float, dash: Dash) -> None:
    canvas.line(ax, ay, bx, by, stroke, sw, dash)


def _poly(canvas: Shapes, points: Sequence[Point], fill: Colour) -> None:
    canvas.poly(points, fill=fill)
