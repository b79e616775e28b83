"""What the screen, the lamp and the buzzer show of a game at one moment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tablekeeper.display.any_page import Page
from tablekeeper.display.pages import TablePage
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.program.signals import NOBODY, Moment
from tablekeeper.firmware.senses import arbiter

if TYPE_CHECKING:
    from tablekeeper.firmware.program.loop import Loop


def show_page(loop: Loop) -> Page:
    """Whatever lies over the table, its end, or the table."""
    if loop.cover.page is not None:
        return loop.cover.page
    if loop.session.is_over:
        return table_pages.end_page(loop.session, loop.counts.fixed, loop.health.lights(), loop.draw_code())
    return show_table(loop)


def show_table(loop: Loop) -> TablePage:
    """The table itself, as everybody may see it."""
    seats = range(len(loop.session.history.setup.players))
    page = table_pages.table_page(
        loop.session, [seat for seat in seats if seat not in loop.bots.seats and seat not in loop.hooks.elsewhere()],
        health=loop.health.lights(), claim=loop.claim.crops() or None, note=loop.cover.note,
        touch=loop.by_touch or loop.health["camera"] in ("lost", "closed", "off"),
        companions=frozenset(seat for seat in loop.bots.seats if seat >= 0),
    )  # fmt: skip
    return _without_bots(loop, page) if loop.bots.seats else page


def _without_bots(loop: Loop, page: TablePage) -> TablePage:
    """What bots are asked is theirs: nothing to touch, and whoever looks sees that they think."""
    if page.question is None or loop.question is None:
        return page
    left = loop.bots.left_to_people(page.question)
    thinks = loop.bots.plays(loop.question)
    return replace(page, question=left, note=page.note or ("thinking" if thinks else ""))


def take_moment(loop: Loop) -> Moment:
    """What is worth a signal when it changes."""
    question, ending, counts = loop.question, "", loop.counts
    if question is None:
        outcome = loop.session.game.rules.outcome(loop.session.history.state)
        ending = "won" if outcome is not None and outcome.winners else "over"
    seat = NOBODY if question is None else question.about.get("seat", question.asked)
    rolling = arbiter.is_roll(question) and loop.cover.page is None
    return Moment(
        lost=loop.health.lost(), refusals=counts.refused, doubts=counts.asked, read=counts.read, moved=counts.moved,
        seat=seat if seat >= 0 else NOBODY,
        rolling=len(loop.session.history.played) if rolling else -1, ending=ending,
    )  # fmt: skip
