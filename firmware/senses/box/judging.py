"""What the sliding box answers: a slide that is asked for, and where the gap is at the start."""

from __future__ import annotations

from tablekeeper.engines.core.game import SlidingBox
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.effects import Answers, Effect, Fixes, Refuses, Shows, Situation
from tablekeeper.firmware.senses.inbox import Felt
from tablekeeper.hardware.sliding_box.facts import Fact, Slid

DIFFERS = "box_differs"


class BoxJudge:
    """The box's part in one game."""

    def __init__(self) -> None:
        self._asks_start = True
        """Whether the box is believed where its gap is at the start."""

    def judge(self, situation: Situation, message: Felt) -> Effect | None:
        """A slide that is asked for is the answer; out of turn, or undecided, the table is asked to look."""
        fact, slides = message.fact, situation.game.slides
        if slides is None:
            return None
        started = self._judge_start(situation, slides, fact)
        if started is not None:
            return started
        gap = slides.gap(situation.history.state)
        answer = arbiter.judge_slide(slides, situation.question, fact, gap) if isinstance(fact, Slid) else None
        if answer is not None:
            return Answers(answer, "hall")
        if not arbiter.agrees(fact, gap):
            return Refuses(DIFFERS)
        return Shows("") if situation.note == DIFFERS else None

    def _judge_start(self, situation: Situation, slides: SlidingBox, fact: Fact) -> Effect | None:
        """The box reports its gap at the start; until the next answer, cocoons that are laid anew report it again.

        Whoever goes back to this question wants to enter it by hand, so the box no longer answers it.
        """
        played = situation.history.played
        if not played and self._asks_start:
            answer = arbiter.judge_gap(slides, situation.question, fact)
            return Answers(answer, "hall") if answer is not None else None
        if len(played) != 1 or played[0].source != "hall":
            return None
        rules = situation.game.rules
        first = rules.question(rules.start(situation.history.setup)[0])
        answer = arbiter.judge_gap(slides, first, fact)
        return Fixes(0, answer, "hall") if answer not in (None, played[0].answer) else None

    def went_on(self, situation: Situation) -> Effect | None:
        """A slide is felt when it happens: nothing waits for a question."""

    def went_back(self, situation: Situation) -> None:
        """Whoever goes back to the first question wants to answer it."""
        self._asks_start = self._asks_start and bool(situation.history.played)
