"""Lines, boxes and words of an SVG page."""

from __future__ import annotations

from xml.sax.saxutils import escape

INK, FAINT, PAPER, PART = "#222222", "#777777", "#ffffff", "#eeeeee"
MADE = "<!-- made by python -m tablekeeper.hardware.drawings from the circuits and pins.toml; do not edit -->"


def text(x: float, y: float, words: str, *, size: float = 12, anchor: str = "start", colour: str = INK) -> str:
    """Words that begin, centre or end at a point."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size:g}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, *, width: float = 1.5, dash: str = "", colour: str = INK) -> str:
    """A straight line."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}"{dashes}/>'


def box(x: float, y: float, w: float, h: float, *, fill: str = "none", width: float = 1.5, round_by: float = 2) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{round_by:g}" fill="{fill}" '
        f'stroke="{INK}" stroke-width="{width:g}"/>'
    )


def dot(x: float, y: float, r: float, *, fill: str = "none", width: float = 1) -> str:
    """A circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{INK}" stroke-width="{width:g}"/>'


def page(width: float, height: float, parts: list[str], unit: str = "") -> str:
    """A whole file."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}{unit}" height="{height:g}{unit}" '
        f'viewBox="0 0 {width:g} {height:g}">'
    )
    paper = f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>'
    return "\n".join([head, MADE, paper, *parts, "</svg>\n"])
