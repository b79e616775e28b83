"""What the table's retained state says: one small JSON object, made of the page that everybody may see."""

from __future__ import annotations

from tablekeeper.display.words.speech import speech_of
from tablekeeper.display.words.texts import Texts
from tablekeeper.engines.core import Roll
from tablekeeper.firmware.mqtt.entries import Plain
from tablekeeper.firmware.phones.visible import Moment, public_text, table_page_for

TOLD = 5
"""So many of the latest events are said."""
MOST_LETTERS = 255
"""Home Assistant refuses a longer state."""
NO_GAME: Plain = {
    "game": None, "entry": None, "title": "", "players": [], "seat": None, "turn": "", "asked": "", "question": "",
    "dice": [], "sum": None, "happened": [], "doubt": False, "finished": False, "winners": [],
}  # fmt: skip


def spell_state(table: str, moment: Moment | None, texts: Texts, health: dict[str, str]) -> dict[str, object]:
    """The state of a table, with the game, the entry and the question that it shows."""
    state = {"table": table, **NO_GAME, "health": health}
    if moment is not None:
        state |= _spell_game(moment, texts)
    return state


def _spell_game(moment: Moment, texts: Texts) -> dict[str, object]:
    page = table_page_for(moment, None)
    speech = speech_of(texts, page)
    question, players = page.question, list(moment.history.setup.players)
    seat = None if question is None else question.about.get("seat", question.asked)
    asked = seat if seat is not None and seat >= 0 else None
    dice = last_dice(moment)
    return {
        "game": moment.asked.game, "entry": moment.asked.number, "name": moment.game.name, "title": moment.game.title,
        "players": players, "seat": asked, "turn": "" if asked is None else players[asked],
        "asked": "" if question is None else question.kind,
        "question": "" if question is None else cut(speech.ask(question)),
        "dice": dice, "sum": sum(die["value"] for die in dice) if dice else None,
        "happened": [cut(speech.event(event)) for event in page.happened[-TOLD:]],
        "doubt": moment.doubt is not None, "finished": moment.is_over, "winners": _winners(moment),
    }  # fmt: skip


def last_dice(moment: Moment) -> list[Plain]:
    """The dice of the latest roll that everybody saw."""
    for played in reversed(moment.history.played):
        if isinstance(played.answer, Roll) and public_text(played):
            bodies = [body for body, count in played.about["dice"] for _ in range(count)]
            return [{"value": value, "body": body} for value, body in zip(played.answer.values, bodies, strict=False)]
    return []


def _winners(moment: Moment) -> list[str]:
    outcome = moment.game.rules.outcome(moment.history.state) if moment.is_over else None
    return [] if outcome is None else [moment.history.setup.players[seat] for seat in outcome.winners]


def cut(words: str) -> str:
    """Words that fit."""
    return words if len(words) <= MOST_LETTERS else words[: MOST_LETTERS - 1] + "…"
