"""Sharing cards among the team: a row a player, with a minus and a plus to touch."""

from __future__ import annotations

from typing import Any

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.choosing import choose
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.side_page import colour_of_seat, main_button
from tablekeeper.engines.core import Question

SHARED = ("share", "give_up")
"""Questions that are answered like this, where more than one plays."""


def ways_to_share(question: Question) -> list[tuple[int, ...]]:
    """Every way that is allowed."""
    return [option.parts()["cards"] for option in question.options if option.by_seat]


def share_now(question: Question, ui: Ui) -> tuple[int, ...]:
    """What has been shared out so far; at first as evenly as can be."""
    ways: Any = ways_to_share(question)
    picked: tuple[int, ...] = ui.get("share") or min(ways, key=lambda way: (max(way) - min(way), way))
    return picked


def draw_shares(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """Each player with the cards that they take."""
    now, ways = share_now(question, ui), ways_to_share(question)
    whole = sum(ways[0])
    pitch = min(104.0, 400 / len(now))
    top = 60 + (400 - pitch * len(now)) / 2
    left = pen.say("chocobo.left_to_share", count=whole - sum(now))
    pen.text(240, 32, left, 24, "strong", pen.c.text if sum(now) == whole else pen.c.accent, "middle", room=440)
    for seat, count in enumerate(now):
        y, high = top + seat * pitch, pitch - 10
        pen.rect(12, y, 456, high, 18, pen.c.page)
        pen.stamp(draw_badge, 46, y + high / 2, (-22, -22, 22, 22), colour_of_seat(page.colours, seat), 20)
        pen.text(80, y + high / 2, page.names[seat], 23, "strong", room=150, cut=True)
        fewer = (*now[:seat], count - 1, *now[seat + 1 :])
        more = (*now[:seat], count + 1, *now[seat + 1 :])
        can_more = sum(now) < whole and any(way[seat] > count for way in ways)
        pen.button(250, y + 6, 66, high - 12, "", Local("share", fewer) if count else None, f"fewer.{seat}", "quiet",
                   "minus", says=pen.say("chocobo.fewer_for", name=page.names[seat]))  # fmt: skip
        pen.text(350, y + high / 2, count, 36, "number", pen.c.text, "middle")
        pen.button(388, y + 6, 66, high - 12, "", Local("share", more) if can_more else None, f"more.{seat}", "quiet",
                   "plus", says=pen.say("chocobo.more_for", name=page.names[seat]))  # fmt: skip


def draw_share_button(pen: Pen, question: Question, ui: Ui) -> None:
    """The button that confirms what was shared out; dashed until it fits."""
    verb = next(option.verb for option in question.options if option.by_seat)
    act = choose(question, verb, cards=share_now(question, ui))
    main_button(pen, pen.say("chocobo.share_so"), act, "confirm", "check" if act is not None else None)
