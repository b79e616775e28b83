"""The first two steps of docs/build/first-roll.md, which no screen shows: the card, and what is plugged in where."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.hardware.drawings.paper import FAINT, PART, box, line, page, text

WIDE, HIGH = 760.0, 300.0


class Socket(NamedTuple):
    """One of the Pi's sockets: where it is drawn, and what goes in."""

    x: float
    y: float
    wide: float
    high: float
    words: str
    says: tuple[float, float]
    """Where the words stand."""


SOCKETS = (
    Socket(236, 110, 16, 54, "memory card, from below", (40, 100)),
    Socket(275, 226, 40, 22, "supply (last)", (225, 282)),
    Socket(345, 226, 34, 22, "screen", (345, 282)),
    Socket(405, 226, 34, 22, "", (0, 0)),
    Socket(462, 196, 14, 52, "camera, contacts to the screen sockets", (432, 282)),
    Socket(562, 66, 60, 50, "network (or Wi-Fi)", (636, 95)),
    Socket(562, 126, 60, 50, "touch, mouse,", (636, 160)),
    Socket(562, 186, 60, 50, "keyboard", (636, 178)),
)
"""A Pi 4 from above, in the order of its sockets; the sketch is not to scale."""


def draw_card() -> str:
    """Imager, card, Pi."""
    parts = [text(20, 30, "1  Write the card", size=18)]
    for x, words, below in ((60, "computer", "Raspberry Pi Imager"), (330, "memory card", "32 GB"), (560, "Pi", "")):
        parts += [box(x, 90, 140, 100, fill=PART, round_by=8), text(x + 70, 145, words, size=16, anchor="middle")]
        parts.append(text(x + 70, 212, below, size=13, anchor="middle", colour=FAINT))
    for x in (210, 480):
        parts += [line(x, 140, x + 90 if x == 210 else x + 62, 140, width=3)]
    note = "Raspberry Pi OS (64-bit), with desktop; name, password and Wi-Fi are asked for by the Imager"
    return page(WIDE, HIGH, [*parts, text(20, 270, note, size=13)])


def draw_plugs() -> str:
    """A Pi with its sockets."""
    parts = [text(20, 30, "2  Plug everything in, the supply last", size=18), box(244, 60, 340, 180, round_by=8)]
    parts += [box(270, 64, 230, 24, fill=PART), text(385, 81, "pins: box, knob, lamp", size=12, anchor="middle")]
    for socket in SOCKETS:
        parts.append(box(socket.x, socket.y, socket.wide, socket.high, fill=PART))
        if socket.words:
            parts.append(text(*socket.says, socket.words, size=13))
    note = (
        "sketch of a Pi 4, not to scale; a Pi 5 has network and USB the other way round, and two small camera sockets"
    )
    return page(WIDE, HIGH + 30, [*parts, text(20, 318, note, size=11, colour=FAINT)])


def draw_lines() -> str:
    """All that is ever typed."""
    lines = (
        "sudo apt install /boot/firmware/tablekeeper_*_arm64.deb",
        "systemctl --user enable --now tablekeeper.service",
    )
    parts = [text(20, 30, "3  Two lines, once", size=18), box(20, 60, WIDE - 40, 130, fill="#222222", round_by=8)]
    parts += [text(44, 110 + 40 * row, f"$ {words}", size=17, colour="#eeeeee") for row, words in enumerate(lines)]
    return page(WIDE, 240, [*parts, text(20, 220, "From then on the table comes up with the Pi.", size=13)])
