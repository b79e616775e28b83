"""The rules of a game: a list of topics on the page, the chosen one in plain sentences on the square. A long press
shows the numbered clauses behind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.games import look_of
from tablekeeper.display.pages import Clause
from tablekeeper.display.rulebook import Topic, topics_now
from tablekeeper.display.rules_pages import RulesPage
from tablekeeper.display.widgets.guide import draw_guide, guide_of
from tablekeeper.display.widgets.scroll import draw_scroll
from tablekeeper.display.widgets.side_page import Tool, header, now_line, rail
from tablekeeper.display.words.speech import clause_words, source_words

GUIDE = "guide"
"""What is chosen while the game is laid out."""
SIZES = (24, 23, 22, 21, 20, 19, 18)
ROW = 58.0
LEAST_COLUMN = 128.0
"""A topic's button is at least so wide."""


def draw(pen: Pen, page: RulesPage, ui: Ui) -> None:
    """The chosen topic, its clauses, or how to lay out the game; and all topics."""
    topics = look_of(page.game).topics
    now = topics_now(topics, page.question)
    order = sorted(topics, key=lambda topic: topic.name not in now)
    chosen = ui.get("topic", order[0].name if order else GUIDE)
    topic = next((topic for topic in topics if topic.name == chosen), None)
    if topic is None:
        draw_guide(pen.stage(), page.game, page.layout, ui)
    elif ui.get("clauses") == chosen:
        draw_clauses(pen.stage(), page, topic, ui)
    else:
        draw_topic(pen.stage(), page.game, topic)
    draw_list(pen.page(), page, order, now, chosen, ui)


def draw_topic(pen: Pen, game: str, topic: Topic) -> None:
    """The topic in plain sentences, as large as they fit."""
    pen.rect(12, 10, 456, 460, 18, pen.c.page)
    pen.text(30, 42, pen.say(f"{game}.rules.{topic.name}.title"), 30, "strong", pen.c.accent, room=420)
    lines = pen.say(f"{game}.rules.{topic.name}.says").strip().split("\n")
    size = next((size for size in SIZES if height(pen, lines, size) <= 350), SIZES[-1])
    y = 72.0
    for words in lines:
        pen.circ(36, y + 0.62 * size, 4, pen.c.accent)
        for line in pen.measure.wrap(words, size, "text", 392):
            pen.text(52, y + 0.62 * size, line, size, "text")
            y += 1.24 * size
        y += 0.45 * size
    pen.text(240, 448, pen.say("rules.hold"), 18, "text", pen.c.text_soft, "middle", room=420)
    pen.target(12, 10, 456, 460, Local("topic", topic.name), "topic", ring=18, says=pen.say("rules.hold"),
               why=Local("clauses", topic.name))  # fmt: skip


def height(pen: Pen, lines: Sequence[str], size: float) -> float:
    """How high these sentences stand at this size."""
    count = sum(len(pen.measure.wrap(words, size, "text", 392)) for words in lines)
    return 1.24 * size * count + 0.45 * size * len(lines)


def draw_clauses(pen: Pen, page: RulesPage, topic: Topic, ui: Ui) -> None:
    """The numbered clauses behind a topic, as many as there is room for."""
    clauses = [clause for clause in page.clauses if topic.covers(clause.id)]
    leaves = leaf_through(pen, page.game, clauses)
    here = ("clauses", topic.name)
    where, at = ui.get("scroll", (here, 0))
    at = min(at, len(leaves) - 1) if where == here else 0
    pen.rect(12, 10, 456, 392, 18, pen.c.page)
    y = 20.0
    for clause in leaves[at]:
        y = pen.para(30, y, say_clause(pen, page.game, clause), 420, "body")
        source = pen.say("why.source", source=source_words(pen.texts, clause.source), id=clause.id)
        pen.text(30, y + 11, source, 18, "text", pen.c.text_soft, room=420, cut=True)
        y += 34
    pen.target(12, 10, 456, 392, Local("clauses", ""), "clauses", ring=18, says=pen.say("rail.back"))
    draw_scroll(pen, 12, 412, 456, 58, at, len(leaves), here=here)


def say_clause(pen: Pen, game: str, clause: Clause) -> str:
    """A clause in the table's language."""
    return clause_words(pen.texts, game, clause.id) or clause.says


def leaf_through(pen: Pen, game: str, clauses: Sequence[Clause]) -> list[list[Clause]]:
    """The clauses by the leaf: as many on each as fit."""
    leaves: list[list[Clause]] = [[]]
    left = 372.0
    for clause in clauses:
        size = pen.grown(21)
        high = pen.grown(26) * len(pen.measure.wrap(say_clause(pen, game, clause), size, "text", 420)) + 34
        if high > left and leaves[-1]:
            leaves.append([])
            left = 372.0
        leaves[-1].append(clause)
        left -= high
    return leaves


def draw_list(pen: Pen, page: RulesPage, topics: Sequence[Topic], now: Sequence[str], chosen: str, ui: Ui) -> None:
    """All topics, those on the table now first; and how to lay out the game."""
    header(pen, pen.texts.first(f"game.{page.game}") or page.game, page.health, icon="book")
    y = now_line(pen, pen.say("rules.now" if now else "rules.which"), most=2) + 8
    columns = max(1, int((pen.frame.column + 8) // (LEAST_COLUMN + 8)))
    rows = max(1, int((pen.frame.rail_y - 2 - y) // ROW))
    fits = rows * columns
    if len(topics) > fits:
        fits -= columns
    leaves = -(-len(topics) // fits)
    at = ui.get("list", 0)
    draw_topics(pen, page.game, topics[at * fits : (at + 1) * fits], now, chosen, y, columns)
    if leaves > 1:
        draw_turning(pen, y + (rows - 1) * ROW, at, leaves)
    lay_out = Local("topic", GUIDE) if guide_of(page.game, page.layout) and chosen != GUIDE else None
    rail(pen, [Tool(pen.say("rail.back"), "back", page.back, "back", "main"),
               Tool(pen.say("rules.lay_out"), "tiles", lay_out, "lay_out")])  # fmt: skip


def draw_topics(
    pen: Pen, game: str, topics: Sequence[Topic], now: Sequence[str], chosen: str, top: float, columns: int
) -> None:
    """One button a topic; those that matter now bear a sign."""
    wide = (pen.frame.column - 8 * (columns - 1)) / columns
    for i, topic in enumerate(topics):
        x, y = MARGIN + i % columns * (wide + 8), top + i // columns * ROW
        title = pen.say(f"{game}.rules.{topic.name}.title")
        kind = "main" if topic.name == chosen else "quiet"
        sign = "flag" if topic.name in now else None
        pen.button(x, y, wide, ROW - 6, title, Local("topic", topic.name), f"topic.{topic.name}", kind, sign, 19,
                   first=topic.name == chosen)  # fmt: skip


def draw_turning(pen: Pen, top: float, at: int, leaves: int) -> None:
    """To the topics that found no room; after the last ones come the first."""
    label = pen.say("table.of", part=at + 1, whole=leaves)
    act = Local("list", (at + 1) % leaves)
    pen.button(MARGIN, top, pen.frame.column, ROW - 6, label, act, "more_topics", "quiet", "fwd", 19)
