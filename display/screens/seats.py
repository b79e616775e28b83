"""On a phone: play as whom, or watch? The table says yes to a seat."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.intents import TakeSeat
from tablekeeper.display.phone_pages import SeatsPage
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.side_page import Tool, colour_of_seat, header, now_line, rail

ROWS = 8


def draw(pen: Pen, page: SeatsPage, ui: Ui) -> None:
    """A row a seat; on the side what to do."""
    stage, voice = pen.stage(), pen.page()
    seats = sorted(seat for seat in page.names if seat >= 0)
    pitch = min(92.0, 456 / max(len(seats), 1))
    for row, seat in enumerate(seats):
        draw_seat(stage, page, seat, 12 + row * pitch, pitch - 8)
    title = pen.texts.first(f"game.{page.game}") or "Tablekeeper"
    header(voice, title, (), icon="sun")
    if not page.game:
        now_line(voice, pen.say("phones.no_game"))
    elif page.wants is not None:
        now_line(voice, pen.say("phones.waits", name=page.names[page.wants]), pen.say("phones.waits_how"))
    else:
        now_line(voice, pen.say("phones.play_as"), pen.say("phones.play_as_how"))
    watch = TakeSeat(None) if page.game else None
    rail(voice, [Tool(pen.say("phones.watch"), "eye", watch, "watch", "main")])


def draw_seat(pen: Pen, page: SeatsPage, seat: int, y: float, high: float) -> None:
    """Who sits there, and whether a phone may still ask for it."""
    taken, wanted = seat in page.taken, seat == page.wants
    pen.rect(12, y, 456, high, 18, None if taken else pen.c.page, pen.c.line if taken else
             pen.c.accent if wanted else None, 3, (6, 6) if taken else None)  # fmt: skip
    who = colour_of_seat(page.colours, seat)
    radius = min(24.0, high / 2 - 6)
    pen.stamp(draw_badge, 52, y + high / 2, (-26, -26, 26, 26), who, radius)
    pen.text(96, y + high / 2, page.names[seat], 26, "strong", room=220, cut=True)
    if taken:
        pen.text(448, y + high / 2, pen.say("phones.taken"), 18, "text", pen.c.text_soft, "end", room=130)
    else:
        pen.target(12, y, 456, high, TakeSeat(seat), f"seat.{seat}", ring=18)
