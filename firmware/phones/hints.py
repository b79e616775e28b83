"""What a good player would choose, for the seat that is asked. A hint knows no more than its seat."""

from __future__ import annotations

import random

from tablekeeper.display.words.speech import Speech, speech_of
from tablekeeper.display.words.texts import Texts, shipped_texts
from tablekeeper.engines.core import CHANCE
from tablekeeper.firmware.pages.advice import Advice, advise
from tablekeeper.firmware.pages.advice_desk import AdviceDesk
from tablekeeper.firmware.phones.visible import Moment, may_answer, table_page_for


def may_hint(moment: Moment, seat: int | None) -> bool:
    """Whether the table allows it, and this seat has something to choose."""
    question = moment.question
    if not moment.hints or question is None or question.asked == CHANCE or not may_answer(question, seat):
        return False
    return seat in question.about.get("waiting", (seat,))


def hint_for(moment: Moment, seat: int, language: str, desk: AdviceDesk) -> tuple[str, ...]:
    """Sentences for one seat; the same at the same table, whoever asks again."""
    texts, question = shipped_texts(language), moment.question
    if question is None or not may_hint(moment, seat):
        return (texts.say("phones.hint_none"),)
    if question.kind in moment.game.held and not moment.history.setup.virtual:
        general = texts.first(f"{moment.game.name}.hint.held.{question.kind}")
        return (texts.say("phones.hint_held"), *([general] if general else []))
    advice = advice_for(moment, seat, desk)
    if advice is None:
        return (texts.say("phones.hint_thinking"),)
    return (*_choose(advice, speech_of(texts, table_page_for(moment, seat))), *_chances(moment, texts))


def advice_for(moment: Moment, seat: int, desk: AdviceDesk) -> Advice | None:
    """What the desk advises this seat; None while it is worked out."""
    game, state, question = moment.game, moment.history.state, moment.history.question.put_to(seat)
    return desk.find(moment.asked, seat, lambda: advise(game, state, question, random.Random(0)))


def _choose(advice: Advice, speech: Speech) -> tuple[str, ...]:
    said = f"{speech.option(advice.answer)}. {speech.because(advice.reason)}".rstrip()
    expected = speech.expects(advice.weighed, advice.answer)
    return speech.texts.say("phones.hint_now"), said, *([expected] if expected else [])


def _chances(moment: Moment, texts: Texts) -> tuple[str, ...]:
    if moment.game.hint is None:
        return ()
    key, facts = moment.game.hint(moment.history.state)
    return (texts.say(f"{moment.game.name}.hint.{key}", **facts),)
