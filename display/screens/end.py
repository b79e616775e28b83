"""The end: bars with patterns and a crown; then the story, the points over the turns, and the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.display.drawing.layout import MARGIN, STAGE
from tablekeeper.display.drawing.pen import SMALLEST, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import INK, PAPER, Colour
from tablekeeper.display.games import look_of
from tablekeeper.display.intents import Continue, OpenEvenings, OpenMenu, OpenTimeline
from tablekeeper.display.pages import Code, EndPage, Unfinished
from tablekeeper.display.screens.plain import draw_events
from tablekeeper.display.widgets.pieces import draw_badge, draw_die, draw_pattern, draw_pawn
from tablekeeper.display.widgets.side_page import Tool, colour_of_seat, header, name_of, now_line, rail
from tablekeeper.display.widgets.small_table import draw_small_table
from tablekeeper.display.words.fairness import verdict
from tablekeeper.display.words.speech import Speech

WIDE_ENOUGH = 260.0
"""A column of less than this shows two tabs beside each other, and no figures."""
CODE = 436.0
"""The edge of the code; below it stands what it is for."""
FEW = 4
"""So many tabs stand two by two."""
TABS = ("bars", "story", "points", "dice", "code")


def draw(pen: Pen, page: EndPage, ui: Ui) -> None:
    """Four pictures to choose from; the winner stays on the page."""
    tab = ui.get("tab", "bars")
    stage = pen.stage()
    if tab == "story":
        draw_story(stage, page)
    elif tab == "points":
        draw_points(stage, page)
    elif tab == "dice":
        draw_dice_rows(stage, {body: (counts, verdict(counts)) for body, counts in page.dice.items()})
    elif tab == "code":
        draw_code(stage, page.code)
    elif look_of(page.game).reached(page.view):
        (draw_team if page.outcome.winners else draw_reached)(stage, page)
    else:
        draw_bars(stage, page)
    draw_page(pen.page(), page, tab)


def draw_bars(pen: Pen, page: EndPage) -> None:
    """A bar a player, in the order of the seats; the winner wears the crown."""
    seats = sorted(seat for seat in page.names if seat >= 0)
    scores = page.outcome.scores
    if len(scores) < len(seats):
        draw_team(pen, page)
        return
    best, least = max(scores), min(0, *scores)
    step = 450 / len(seats)
    wide = min(80.0, step - 10)
    for i, seat in enumerate(seats):
        x = 15 + step * i + (step - wide) / 2
        high = 48 + 220 * (scores[seat] - least) / max(best - least, 1)
        y = 438 - high
        who = colour_of_seat(page.colours, seat)
        pen.stamp(draw_pattern, x, y, (-1, -1, wide + 1, high + 1), who, wide, high)
        plate = min(52.0, wide - 8)
        pen.rect(x + wide / 2 - plate / 2, y + 8, plate, 40, 12, INK)
        pen.text(x + wide / 2, y + 28, scores[seat], 32, "number", PAPER, "middle", room=plate - 4)
        pen.text(x + wide / 2, 459, page.names[seat], 20, "strong", pen.c.text, "middle", room=step - 4, cut=True)
        won = seat in page.outcome.winners
        radius = (34.0 if won else 20.0) * min(1.0, wide / 70)
        side = look_of(page.game).screen.seat_side(page.view, seat)
        out = radius + 8
        above = y - radius - 10
        if side:
            pen.stamp(draw_pawn, x + wide / 2, above, (-out, -out, out, out), who, radius, side, won)
        else:
            pen.stamp(draw_badge, x + wide / 2, above, (-out, -out, out, out), who, radius)
        if won:
            pen.icon("crown", x + wide / 2, above - radius - 26, 26, pen.c.materials["gold"])


def draw_team(pen: Pen, page: EndPage) -> None:
    """Won or lost together: everybody's badge round one large sign."""
    won = bool(page.outcome.winners)
    pen.circ(240, 210, 110, pen.c.page, pen.c.accent if won else pen.c.line, 6)
    pen.icon("crown" if won else "reaper", 240, 210, 64, pen.c.materials["gold"] if won else pen.c.text_soft)
    seats = sorted(seat for seat in page.names if seat >= 0)
    for i, seat in enumerate(seats):
        x = 240 + (i - (len(seats) - 1) / 2) * min(90, 440 / len(seats))
        pen.stamp(draw_badge, x, 380, (-26, -26, 26, 26), colour_of_seat(page.colours, seat), 24)
        pen.text(x, 428, page.names[seat], 20, "strong", pen.c.text, "middle", room=86, cut=True)


def draw_reached(pen: Pen, page: EndPage) -> None:
    """Lost together: the table as it stood, and how far everybody came."""
    colours = tuple(colour_of_seat(page.colours, seat) for seat in sorted(page.names) if seat >= 0)
    stood = Unfinished(page.game, tuple(page.names[seat] for seat in sorted(page.names) if seat >= 0), colours,
                       view=page.view)  # fmt: skip
    draw_small_table(pen, stood, 90, 10, 300)
    facts = look_of(page.game).reached(page.view)
    for i, (key, said) in enumerate(facts):
        y = 330 + i * 48
        pen.rect(40, y, 400, 42, 12, pen.c.page)
        pen.text(
            240, y + 21, pen.say(f"{page.game}.reached.{key}", **said), 21, "strong", pen.c.text, "middle", room=376
        )


def draw_story(pen: Pen, page: EndPage) -> None:
    """The moments worth a picture, oldest first."""
    speech = Speech(pen.texts, page.game, page.names, page.colours)
    draw_events(pen, speech, page.story)
    if not page.story:
        pen.text(240, 240, pen.say("end.no_story"), 21, "text", pen.c.text_soft, "middle", room=440)


def draw_points(pen: Pen, page: EndPage) -> None:
    """Points over turns: one line a player, with the badge at its end."""
    longest = max((len(points) for points in page.points), default=0)
    if longest < 2:
        pen.text(240, 240, pen.say("end.no_points"), 21, "text", pen.c.text_soft, "middle", room=440)
        return
    top = max(1, *(point for points in page.points for point in points))
    low = min(0, *(point for points in page.points for point in points))
    spread = max(top - low, 1)
    for value in ticks(low, top, 5):
        y = 430 - 380 * (value - low) / spread
        pen.line(52, y, 430, y, pen.c.line, 1.5, (2, 6))
        pen.text(42, y, value, 18, "strong", pen.c.text_soft, "end")
    for turn in ticks(1, longest, 10):
        pen.text(56 + 370 * (turn - 1) / (longest - 1), 446, turn, 18, "strong", pen.c.text_soft, "middle")
    for seat, points in enumerate(page.points):
        there = tuple((370 * i / (longest - 1), 380 - 380 * (p - low) / spread) for i, p in enumerate(points))
        who = colour_of_seat(page.colours, seat)
        ink = pen.c.players.get(who, pen.c.text_soft)
        pen.stamp(draw_curve, 56, 50, (-4, -4, 374, 384), there, ink)
    ends: dict[int, int] = {}
    for seat, points in enumerate(page.points):
        if not points:
            continue
        y = round(430 - 380 * (points[-1] - low) / spread)
        ends[y] = ends.get(y, 0) + 1
        x = 418 + (ends[y] - 1) * 16
        pen.stamp(draw_badge, x, y, (-15, -15, 15, 15), colour_of_seat(page.colours, seat), 14)
    pen.text(240, 468, pen.say("end.over_turns"), 18, "strong", pen.c.text_soft, "middle", room=440)
    pen.text(12, 26, pen.texts.first(f"{page.game}.unit") or pen.say("word.points"), 18, "strong", pen.c.text_soft)


def ticks(low: int, top: int, most: int) -> range:
    """Whole numbers along an axis, at equal steps of 1, 2, 5, 10..., at most so many."""
    steps = (step * 10**power for power in range(9) for step in (1, 2, 5))
    step = next(step for step in steps if (top - low) // step + 1 <= most)
    first = low if step == 1 else -(-low // step) * step
    return range(first, top + 1, step)


def draw_curve(canvas: Shapes, points: Sequence[tuple[float, float]], ink: Colour) -> None:
    """A line through points."""
    canvas.poly(points, stroke=ink, sw=4, close=False)


def draw_code(pen: Pen, code: Code) -> None:
    """The code for the play log, every module a whole number of pixels."""
    if not code:
        pen.text(240, 240, pen.say("end.no_code"), 21, "text", pen.c.text_soft, "middle", room=440)
        return
    pen.code(code, (STAGE - CODE) / 2, 4, CODE)
    pen.text(240, 462, pen.say("end.scan"), 20, "strong", pen.c.text, "middle", room=460)


def draw_dice_rows(pen: Pen, dice: Mapping[str, tuple[tuple[int, ...], str]]) -> None:
    """How often each face was read, and what an exact test says about it."""
    kinds = list(dice.items())[:4]
    if not kinds:
        pen.text(240, 240, pen.say("end.no_dice"), 21, "text", pen.c.text_soft, "middle", room=440)
        return
    high = min(150.0, 470 / len(kinds))
    for row, (body, (counts, word)) in enumerate(kinds):
        y = 6 + row * high
        pen.rect(12, y, 456, high - 8, 18, pen.c.page)
        most = max(*counts, 1)
        for face, count in enumerate(counts, 1):
            x = 52 + (face - 1) * 54
            bar = (high - 80) * count / most
            pen.rect(x - 16, y + high - 58 - bar, 32, bar + 2, 5, pen.c.accent)
            pen.text(x, y + high - 68 - bar, count, 18, "number", pen.c.text, "middle")
            pen.stamp(draw_die, x, y + high - 32, (-18, -18, 18, 22), body, 30, face)
        pen.para(366, y + 14, pen.say(f"end.dice_{word}"), 94, "label", pen.c.text_soft, most=5)


def draw_page(pen: Pen, page: EndPage, tab: str) -> None:
    """Who won and why, a few facts, and the pictures to choose from."""
    winners = page.outcome.winners
    who = colour_of_seat(page.colours, winners[0]) if len(winners) == 1 else ""
    header(pen, pen.say("end.after", count=page.turns) if page.turns else pen.say("end.title"), page.health, who=who,
           icon="" if who else "crown")  # fmt: skip
    y = now_line(pen, winner_words(pen, page), most=2)
    cause = pen.texts.first(f"{page.game}.end.{page.outcome.cause}")
    if cause:
        y = pen.para(MARGIN, y + 2, cause, pen.frame.column, "body", pen.c.text_soft, most=2)
    if not pen.frame.portrait:
        draw_facts(pen, page, y + 20)
    tabs: list[tuple[str, Act]] = [(name, Local("tab", name)) for name in TABS if has_tab(page, name)]
    tabs.append(("evenings", OpenEvenings()))
    columns = 3 if pen.frame.column >= WIDE_ENOUGH and len(tabs) != FEW else 2
    top = pen.frame.rail_y - 6 - 60 * -(-len(tabs) // columns)
    wide = (pen.frame.column - 8 * (columns - 1)) / columns
    for i, (name, act) in enumerate(tabs):
        x, ty = MARGIN + (i % columns) * (wide + 8), top + (i // columns) * 60
        pen.button(x, ty, wide, 52, pen.say(f"end.tab_{name}"), act, f"tab.{name}",
                   "quiet" if name != tab else "main", None, 19)  # fmt: skip
    rail(
        pen,
        [
            Tool(pen.say("end.again"), None, Continue(), "again", "main"),
            Tool(pen.say("timeline.short"), None, OpenTimeline(), "timeline"),
            Tool(pen.say("rail.menu"), "menu", OpenMenu(), "menu", hot="m"),
        ],
    )


def has_tab(page: EndPage, name: str) -> bool:
    """Whether there is anything to see behind a tab."""
    seen = {"story": page.story, "points": any(map(any, page.points)), "dice": page.dice, "code": page.code}
    return bool(seen.get(name, True))


def winner_words(pen: Pen, page: EndPage) -> str:
    """Who won, and with how much."""
    outcome = page.outcome
    if not outcome.winners:
        return pen.texts.first(f"{page.game}.end.lost") or pen.say("end.lost")
    people = sorted(seat for seat in page.names if seat >= 0)
    if len(outcome.winners) == len(people) and len(people) > 1:
        return pen.texts.first(f"{page.game}.end.won") or pen.say("end.won_together")
    names = pen.say("word.and").join(name_of(pen.texts, page.names, seat) for seat in outcome.winners)
    if len(outcome.winners) > 1:
        return pen.say("end.win_many", names=names)
    if not outcome.scores:
        return pen.say("end.wins", name=names)
    unit = pen.texts.first(f"{page.game}.unit") or pen.say("word.points")
    return pen.say("end.wins_with", name=names, count=outcome.scores[outcome.winners[0]], unit=unit)


def draw_facts(pen: Pen, page: EndPage, y: float) -> None:
    """Dice read and fixed, and whether they were fair."""
    read = sum(sum(counts) for counts in page.dice.values())
    facts = []
    if read:
        key = "end.read_fixed" if page.fixed else "end.read"
        facts.append((pen.say("end.dice"), pen.say(key, count=read, fixed=page.fixed)))
        words = {verdict(counts) for counts in page.dice.values()}
        worst = next(word for word in ("odd", "few", "fair") if word in words)
        facts.append((pen.say("end.fair"), pen.say(f"end.{worst}")))
    w = pen.frame.column
    for name, value in facts:
        needed = pen.measure.width(name, SMALLEST, "strong") + pen.measure.width(value, SMALLEST, "strong") + 12
        if y > pen.frame.rail_y - 142 or needed > w or w < WIDE_ENOUGH:
            return
        wide = pen.text(MARGIN, y, name, 18, "strong", pen.c.text_soft, room=w * 0.45)
        pen.text(MARGIN + w, y, value, 19, "strong", pen.c.text, "end", room=w - wide - 12)
        y += 32
