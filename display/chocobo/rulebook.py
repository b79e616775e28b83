"""Chocobo's Dungeon: its rules by topic, and how its table is laid out."""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.display.chocobo.dial import draw_reaper_piece
from tablekeeper.display.chocobo.emblem import draw_chocobo
from tablekeeper.display.chocobo.floor import draw_bird
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.rulebook import GuideStep, Layout, Topic
from tablekeeper.display.widgets.components import draw_board, draw_chip_at, draw_pile, draw_row, draw_track
from tablekeeper.display.words.texts import Texts

TOPICS = (
    Topic(name="aim", clauses=("lose.", "boss.defeated")),
    Topic(name="round", asked=("bonus", "monster", "dial", "go_on"), clauses=("round.", "setup.dial")),
    Topic(name="cards", asked=("play", "discard", "give_up", "put_away"),
          clauses=("round.choose", "round.assign", "talk.", "setup.level", "setup.hands")),
    Topic(name="moving", asked=("move", "stop"), clauses=("move.", "icon.", "token.", "dial.two_icons")),
    Topic(name="fighting", asked=("attack", "action"), clauses=("attack.", "reward.", "monster.",
                                                                "round.monsters_attack")),
    Topic(name="eating", asked=("share", "vegetable", "draw"), clauses=("eat.", "deck.", "token.vegetable")),
    Topic(name="books", asked=("book", "drop_book"), clauses=("book.",)),
    Topic(name="reaper", clauses=("reaper.", "icon.reaper", "lose.reaper", "lose.contact")),
    Topic(name="floors", clauses=("floor.",)),
    Topic(name="boss", clauses=("boss.", "attack.boss", "move.ring")),
)  # fmt: skip
DEALT = {
    "easy": (10, 7, 7), "normal": (8, 6, 6), "hard": (6, 5, 5),
}  # fmt: skip
"""Cards for two, three and four players."""
ALONE = {"normal": 10, "hard": 7}
BOOKS = {"easy": 3, "normal": 2, "hard": 1}


def dial(pen: Pen, layout: Layout) -> None:
    """The board with its dial."""
    pen.circ(0, 0, 96, pen.c.ivory)
    pen.circ(0, 0, 62, pen.c.raised, pen.c.ivory_edge, 4)
    for x, y in ((0, -79), (56, -56), (79, 0), (56, 56), (0, 79), (-56, 56), (-79, 0), (-56, -56)):
        pen.circ(x, y, 11, pen.c.ivory_edge)
    pen.stamp(draw_chocobo, 0, 0, (-74, -74, 74, 74))


def counters(pen: Pen, layout: Layout) -> None:
    """Where the two counters begin."""
    draw_track(pen, -160, -30, range(1, 10), 40, 9)
    draw_chip_at(pen, 160, -76, "heart", pen.c.materials["heart"])
    draw_track(pen, -160, 62, range(1, 10), 40, 5)
    draw_chip_at(pen, 0, 16, "veg", pen.c.materials["vegetable"])


def floors(pen: Pen, layout: Layout) -> None:
    """The boards, one under the other."""
    for i, name in enumerate(("1F", "2F", "3F")):
        star = i and layout.option(f"floor_{i + 1}", "plain") == "star"
        draw_board(pen, 0, -66 + i * 66, 230, 56, name)
        if star:
            pen.icon("sun", 84, -66 + i * 66, 13, pen.c.materials["gold_edge"])


def name_sides(texts: Texts, layout: Layout) -> Mapping[str, object]:
    """Which sides of the boards are played."""
    return {name: texts.say(f"chocobo.guide.side.{layout.option(name, 'plain')}") for name in ("floor_2", "floor_3")}


def boss(pen: Pen, layout: Layout) -> None:
    """The Boss tile."""
    pen.rect(-80, -84, 160, 172, 16, pen.c.ivory_edge)
    pen.rect(-80, -90, 160, 172, 16, pen.c.ivory)
    pen.circ(0, -4, 60, None, pen.c.ivory_edge, 10)
    pen.icon("attack" if layout.option("boss", "behemoth") == "behemoth" else "bolt", 0, -4, 30, pen.c.mark)


def name_boss(texts: Texts, layout: Layout) -> Mapping[str, object]:
    """Who waits."""
    return {"boss": texts.say(f"chocobo.word.{layout.option('boss', 'behemoth')}")}


def pieces(pen: Pen, layout: Layout) -> None:
    """The Chocobo on the entrance, the Reaper at the left."""
    for i in range(5):
        pen.rect(-150 + i * 62, 26, 54, 54, 10, pen.c.ivory)
        pen.rect(-150 + i * 62, -76, 54, 54, 10, pen.c.raised)
    pen.stamp(draw_bird, -123, 53, (-30, -30, 30, 30), 22)
    pen.stamp(draw_reaper_piece, -123, -49, (-30, -30, 30, 30))


def monsters(pen: Pen, layout: Layout) -> None:
    """Two decks."""
    draw_pile(pen, -64, 4, "attack", 92, 122)
    draw_pile(pen, 64, 4, "bolt", 92, 122)


def tokens(pen: Pen, layout: Layout) -> None:
    """Vegetables, Books and damage."""
    for x, sign in ((-110, "veg"), (0, "book"), (110, "attack")):
        for i in range(3):
            draw_chip_at(pen, x, 8 - 8 * i, sign)


def cards(pen: Pen, layout: Layout) -> None:
    """A hand and the deck."""
    draw_row(pen, -60, 0, 4, "", 56, 84, -18)
    draw_pile(pen, 130, 4, "", 56, 84)


def count_cards(texts: Texts, layout: Layout) -> Mapping[str, object]:
    """How many cards and Books these players begin with."""
    difficulty, players = layout.option("difficulty", "normal"), layout.players
    if players == 1:
        return {"cards": ALONE.get(difficulty, ALONE["normal"]), "books": min(2, BOOKS[difficulty])}
    return {"cards": DEALT[difficulty][players - 2], "books": BOOKS[difficulty]}


def books(pen: Pen, layout: Layout) -> None:
    """The Books that lie open."""
    count = BOOKS[layout.option("difficulty", "normal")]
    for i in range(count):
        draw_chip_at(pen, (i - (count - 1) / 2) * 80, 0, "book")


GUIDE = (
    GuideStep(name="dial", draw=dial), GuideStep(name="counters", draw=counters),
    GuideStep(name="boss", draw=boss, facts=name_boss), GuideStep(name="floor", draw=floors, facts=name_sides),
    GuideStep(name="pieces", draw=pieces), GuideStep(name="monsters", draw=monsters),
    GuideStep(name="tokens", draw=tokens), GuideStep(name="cards", draw=cards, facts=count_cards),
    GuideStep(name="books", draw=books, facts=count_cards),
)  # fmt: skip
