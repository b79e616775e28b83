"""Who takes part by phone: a code to scan, who asks for a seat, and one touch to send a phone or all of them away."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN, STAGE
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.intents import AllowHints, Back, GrantSeat, RevokePhone, SwitchPhones
from tablekeeper.display.phone_pages import Phone, PhonesPage
from tablekeeper.display.widgets.narrow import remembered
from tablekeeper.display.widgets.pickers import draw_list
from tablekeeper.display.widgets.side_page import Tool, header, now_line, rail

CODE_EDGE = 400.0


def draw(pen: Pen, page: PhonesPage, ui: Ui) -> None:
    """The code on the stage, or the phones as a list; beside it what to do."""
    stage, voice = pen.stage(), pen.page()
    header(voice, pen.say("phones.title"), page.health, icon="sun")
    if page.fault or not page.address:
        stage.icon("eye", STAGE / 2, STAGE / 2, 70, stage.c.line)
        now_line(voice, pen.say("phones.off"), page.fault or pen.say("phones.off_how"), floor=voice.frame.rail_y - 12)
    else:
        draw_on(stage, voice, page, ui)
    on = bool(page.address)
    label = pen.say("phones.switch_off" if on else "phones.switch_on")
    hints = pen.say("phones.hints_off" if page.hints else "phones.hints_on")
    rail(
        voice,
        [
            Tool(pen.say("rail.back"), "back", Back(), "back", "main" if on else "quiet"),
            *([Tool(hints, "leaf", AllowHints(not page.hints), "hints")] if on else []),
            Tool(label, "power", SwitchPhones(not on), "switch", "quiet" if on else "main"),
        ],
    )


def draw_on(stage: Pen, voice: Pen, page: PhonesPage, ui: Ui) -> None:
    """Phones may come in: who asks for a seat comes first."""
    listed = bool(ui.get("list")) and bool(page.phones)
    if listed:
        lines = [(name_phone(stage, page, phone), RevokePhone(phone.number)) for phone in page.phones]
        draw_list(stage, lines, remembered(ui, "scroll", "phones") or 0, "phone", here="phones")
    else:
        draw_code(stage, page)
    asking = next((phone for phone in page.phones if phone.wants is not None), None)
    if asking is not None:
        now_line(voice, voice.say("phones.asks", name=page.names.get(asking.wants or 0, "")))
        draw_request(voice, asking)
        return
    now_line(voice, voice.say("phones.touch_to_send_away" if listed else "phones.scan"))
    if page.phones:
        words = voice.say("phones.show_code") if listed else voice.say("phones.show_list", count=len(page.phones))
        top = voice.frame.rail_y - 64
        voice.button(MARGIN, top, voice.frame.column, 54, words, Local("list", not listed), "list")


def name_phone(pen: Pen, page: PhonesPage, phone: Phone) -> str:
    """Whose phone it is, as far as that is known."""
    if phone.seat is None:
        return pen.say("phones.watches", number=phone.number)
    return pen.say("phones.plays", number=phone.number, name=page.names.get(phone.seat, ""))


def draw_code(pen: Pen, page: PhonesPage) -> None:
    """What a camera reads, and the same for fingers."""
    pen.code(page.code, (STAGE - CODE_EDGE) / 2, 12, CODE_EDGE)
    pen.text(STAGE / 2, 448, page.address, 22, "strong", None, "middle", room=456)


def draw_request(pen: Pen, phone: Phone) -> None:
    """Somebody asks for a seat: the table says yes or no."""
    top, wide = pen.frame.rail_y - 124, pen.frame.column
    pen.button(MARGIN, top, wide, 54, pen.say("phones.yes"), GrantSeat(phone.number), "grant", "main", "check", 24,
               first=True)  # fmt: skip
    pen.button(MARGIN, top + 60, wide, 54, pen.say("phones.no"), GrantSeat(phone.number, False), "refuse")
