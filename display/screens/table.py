"""The game on the table: its picture in the square, whose turn it is and what to do now on the page."""

from __future__ import annotations

from dataclasses import replace

from tablekeeper.display.drawing.pen import NARROW, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.games import look_of
from tablekeeper.display.intents import Continue
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.doing import BUTTON_W, CLOSED, LEAST_H, draw_lines, draw_way_back, lines_on, open_page
from tablekeeper.display.widgets.once_more import SURE, draw_once_more, hold_back, is_for_good
from tablekeeper.display.widgets.panel import draw_secret, is_secret, seen_question, wants_keypad
from tablekeeper.display.widgets.side_page import colour_of_seat, game_rail, header, health_width, main_button, now_line
from tablekeeper.display.words.instructions import Line
from tablekeeper.display.words.speech import asked_seat, speech_of
from tablekeeper.engines.core.question import TELL


def draw(pen: Pen, page: TablePage, ui: Ui) -> None:
    """The whole screen."""
    if page.note == "paused":
        _draw_paused(pen, page)
        return
    question, picked = seen_question(page, ui), ui.get(SURE)
    draw_stage(pen.stage(), page, ui)
    if question is not None and picked is not None and is_for_good(question):
        pen.scene.targets.clear()
        draw_head(pen.page(), page)
        draw_once_more(pen.page(), page, question, picked)
        game_rail(pen.page(), page)
        return
    draw_voice(pen.page(), page, ui)
    if is_for_good(question):
        hold_back(pen.scene)


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """Only the square. While people move their pieces it shows where they go, and only then what is to be chosen."""
    shown = to_look_at(page)
    if open_page(page, ui, lines_on(pen, page)) != CLOSED and not wants_keypad(page):
        shown = replace(shown, question=None)
    look_of(page.game).screen.draw_stage(pen, shown, ui)


def to_look_at(page: TablePage) -> TablePage:
    """Where somebody else chooses, on a phone or elsewhere, the table lies there with nothing to touch."""
    chosen_elsewhere = page.question is not None and not page.question.options and page.secret is None
    return replace(page, question=None) if chosen_elsewhere else page


def draw_voice(pen: Pen, page: TablePage, ui: Ui) -> None:
    """Only the page."""
    screen = look_of(page.game).screen
    lines = lines_on(pen, page)
    opened = open_page(page, ui, lines)
    draw_head(pen, page, lines if opened == CLOSED else [])
    question = seen_question(page, ui)
    if question is None:
        y = now_line(pen, pen.say("table.over"))
    elif page.secret is not None and is_secret(page, ui):
        y = now_line(pen, pen.say("secret.ask", name=speech_of(pen.texts, page).name(page.secret.seat)))
        if opened == CLOSED:
            draw_secret(pen, page)
    else:
        now, second = words_of(pen, page, ui)
        if opened != CLOSED:
            keep = LEAST_H if pen.frame.column < NARROW else 0.0
            y = now_line(pen, now, floor=pen.frame.rail_y - 64, keep=keep)
        else:
            y = now_line(pen, now, second or screen.second_line(pen, page))
    if opened != CLOSED:
        draw_lines(pen, page, lines, opened, y)
    elif not is_secret(page, ui):
        screen.draw_content(pen, to_look_at(page), ui, y, pen.frame.rail_y - 8)
    looking = page.secret is not None and bool(ui.get("look"))
    game_rail(pen, page, looking)


def draw_head(pen: Pen, page: TablePage, lines: list[Line] | None = None) -> None:
    """Whose turn it is; lines that do not lie open can be opened here."""
    if lines:
        draw_way_back(pen, lines, pen.frame.page_w - health_width(page.health) - BUTTON_W)
    spare = BUTTON_W if lines else 0
    screen, speech = look_of(page.game).screen, speech_of(pen.texts, page)
    if page.question is None:
        header(
            pen,
            pen.say(f"game.{page.game}") if f"game.{page.game}" in pen.texts else page.game,
            page.health,
            spare=spare,
        )
        return
    seat = asked_seat(page.question)
    who = colour_of_seat(page.colours, seat) if seat >= 0 else ""
    title = speech.name(seat) if page.question.kind != TELL else pen.say("word.your_box")
    header(pen, title, page.health, who=who, icon="" if who else "sun", side=screen.side_of(page), spare=spare)


NOTES = {
    "camera_lost": "dice.roll_and_tap", "nothing_moved": "dice.nothing_moved", "disk_late": "disk.late",
    "thinking": "table.thinking", "refused": "table.refused",
    "other_seat": "table.other_seat", "too_late": "table.too_late", "choose": "table.choose",
    "box_differs": "table.box_differs",
}  # fmt: skip
"""What a note says instead of what is asked."""
ASKED_AGAIN = ("nothing_moved", "refused", "other_seat", "too_late", "choose", "box_differs")
"""Notes below which stands what is asked."""


def words_of(pen: Pen, page: TablePage, ui: Ui) -> tuple[str, str]:
    """The one line and the softer one; a note about the devices comes first."""
    speech, question = speech_of(pen.texts, page), seen_question(page, ui)
    assert question is not None
    ask = speech.ask(question)
    waiting = [seat for seat in question.about.get("waiting", ()) if seat in page.companions]
    thinks = page.note == "thinking" and waiting
    name = speech.name(waiting[0] if thinks else asked_seat(question))
    if page.note == "wrong_dice":
        seen = {die.body: 0 for die in page.claim or ()}
        for die in page.claim or ():
            seen[die.body] += 1
        found = speech.dice(tuple(seen.items())) or pen.say("word.no_dice")
        return pen.say("dice.i_see", dice=found), pen.say("dice.i_wait_for", dice=speech.dice(question.about["dice"]))
    key = NOTES.get(page.note)
    if key is not None and (page.note != "camera_lost" or "dice" in question.about):
        return pen.say(key, name=name), ask if page.note in ASKED_AGAIN else ""
    return ask, speech.second(question)


def _draw_paused(pen: Pen, page: TablePage) -> None:
    draw_stage(pen.stage(), page, {})
    pen.scene.targets.clear()
    pen.stage().rect(60, 180, 360, 120, 24, pen.c.page, pen.c.accent, 4)
    seat = asked_seat(page.question) if page.question is not None else -1
    name = speech_of(pen.texts, page).name(seat)
    pen.stage().text(240, 240, name, 44, "strong", pen.c.text, "middle", room=330, cut=True)
    voice = pen.page()
    draw_head(voice, page)
    now_line(voice, pen.say("table.paused"))
    main_button(voice, pen.say("table.go_on"), Continue(), "go_on")
    game_rail(voice, page)
