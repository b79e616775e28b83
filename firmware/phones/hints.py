"""What a good player would choose, for the seat that is asked. A hint knows no more than its seat."""

from __future__ import annotations

import random

from tablekeeper.display.words.speech import Speech, speech_of
from tablekeeper.display.words.texts import Texts, shipped_texts
from tablekeeper.engines.core import CHANCE
from tablekeeper.firmware.phones.visible import Moment, may_answer, table_page_for


def may_hint(moment: Moment, seat: int | None) -> bool:
    """Whether the table allows it, and this seat has something to choose."""
    question = moment.question
    return moment.hints and question is not None and question.asked != CHANCE and may_answer(question, seat)


def hint_for(moment: Moment, seat: int, language: str) -> tuple[str, ...]:
    """Sentences for one seat; the same at the same table, whoever asks again."""
    texts, question = shipped_texts(language), moment.question
    if question is None or not may_hint(moment, seat):
        return (texts.say("phones.hint_none"),)
    if question.kind in moment.game.held and not moment.history.setup.virtual:
        general = texts.first(f"{moment.game.name}.hint.held.{question.kind}")
        return (texts.say("phones.hint_held"), *([general] if general else []))
    speech = speech_of(texts, table_page_for(moment, seat))
    return (*_choose(moment, texts, speech), *_chances(moment, texts))


def _choose(moment: Moment, texts: Texts, speech: Speech) -> tuple[str, ...]:
    question = moment.history.question
    game, state = moment.game, moment.history.state
    chosen = game.bots["good"](game.rules, state, question, random.Random(0))
    because = speech.because(game.reason(game.rules, state, question, chosen))
    return texts.say("phones.hint_now"), f"{speech.option(chosen)}. {because}".rstrip()


def _chances(moment: Moment, texts: Texts) -> tuple[str, ...]:
    if moment.game.hint is None:
        return ()
    key, facts = moment.game.hint(moment.history.state)
    return (texts.say(f"{moment.game.name}.hint.{key}", **facts),)
