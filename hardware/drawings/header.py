"""The 40-pin header with what goes to each position."""

from __future__ import annotations

from tablekeeper.hardware.drawings.paper import FAINT, INK, PAPER, box, dot, line, page, text
from tablekeeper.hardware.header.pins import HEADER, KEPT, Pins

# the header's positions that are no GPIO
FIXED = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"} | dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")
# readable by people who see no colours: the letter in each dot says the same
_KINDS = {
    "hall": ("#1b6e53", "H"),
    "knob": ("#7a4a00", "K"),
    "button": ("#7a4a00", "B"),
    "lamp": ("#8a1c4a", "L"),
    "buzzer": ("#5b3a8c", "Z"),
    "analog": ("#1c4f8a", "A"),
}


def _kind(owner: str) -> tuple[str, str]:
    return _KINDS[owner.partition(" ")[0]]


def draw_header(pins: Pins) -> str:
    """The 40-pin header as it looks from above, with what goes to each position."""
    owners = {HEADER[pin]: (owner, pin) for owner, pin in pins.owners()}
    numbers = {position: pin for pin, position in HEADER.items()}
    parts = [text(320, 28, "Wires on the header (seen from above, USB sockets below)", size=16, anchor="middle")]
    parts.append(box(280, 42, 80, 20 * 24 + 12, fill="#eeeeee"))
    for position in range(1, 41):
        left = position % 2 == 1
        x, y = (302 if left else 338), 60 + (position - 1) // 2 * 24
        anchor, edge, label = ("end", 270, 262) if left else ("start", 370, 378)
        owner, pin = owners.get(position, ("", numbers.get(position, -1)))
        fill, letter = _kind(owner) if owner else ("#ffffff", "")
        words = f"{owner}  (BCM {pin})" if owner else FIXED.get(position) or f"free (BCM {pin})"
        if not owner and pin in KEPT:
            words = f"leave alone: {KEPT[pin]} (BCM {pin})"
        parts += [
            dot(x, y, 9, fill=fill),
            text(x, y + 4, letter or str(position), size=9, anchor="middle", colour=PAPER if letter else FAINT),
        ]
        parts += [line(edge, y, label, y, width=1, colour=INK if owner else "#bbbbbb")]
        far = label - 4 if left else label + 4
        parts.append(
            text(
                far,
                y + 4,
                f"{words}  [{position}]" if left else f"[{position}]  {words}",
                size=11,
                anchor=anchor,
                colour=INK if owner or position in FIXED else FAINT,
            )
        )
    parts.append(
        text(
            320,
            572,
            "Number in brackets: position on the header. BCM: the number in pins.toml.",
            size=11,
            anchor="middle",
            colour=FAINT,
        )
    )
    return page(640, 590, parts)
