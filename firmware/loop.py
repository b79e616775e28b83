"""The table comes alive: one loop that hears the devices and the people, and lets the session decide.

`step(now)` does everything that is due and returns; nothing in it waits. Whoever calls it sleeps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from display import wishes as w
from display.pages import Light, Page
from engines.core import CHANCE, Answer, EngineError, Event, Question, Roll
from engines.core.ledger import Clause
from engines.core.playout import Bot, choose_randomly
from firmware import arbiter, pages
from firmware.inbox import Ailing, Felt, Inbox, Message, Seen, Stirring, Turned
from firmware.session import Session
from hardware.facts import Fact, Slid
from vision.reading import Die, Reading, conclude

HEALTH = {"off": "off", "ready": "ok", "starting": "doubt", "doubtful": "doubt", "lost": "bad", "closed": "off"}
"""How a device's state looks as a dot."""


class Screen(Protocol):
    """What the loop needs of a window."""

    def show(self, page: Page) -> None:
        """From now on this page."""

    def wishes(self, now_s: float) -> list[w.Wish]:
        """What the people want since the last call."""

    def draw(self, now_s: float) -> Any:
        """Bring the pixels up to date."""

    def turn(self, steps: int) -> None:
        """The knob was turned."""

    def press(self, now_s: float) -> None:
        """The knob was pressed."""

    def hold(self) -> None:
        """The knob was held."""


class Roller(Protocol):
    """Whoever looks for dice: told which ones are awaited."""

    def ask(self, dice: Mapping[str, int] | None) -> None:
        """These dice are awaited; None: no dice are."""


class Loop:
    """One game at one table."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        inbox: Inbox,
        ledger: Mapping[str, Clause],
        *,
        luck: random.Random,
        eye: Roller | None = None,
        bots: Mapping[int, Bot] | None = None,
        deals: bool = False,
        told: Callable[[Question], bool] | None = None,
        on_fix: Callable[[int, Answer], None] = lambda at, answer: None,
        on_reading: Callable[[int, tuple[Die, ...], Any], None] = lambda at, dice, picture: None,
        on_other: Callable[[w.Wish], None] = lambda wish: None,
    ) -> None:
        self.session = session
        self.screen = screen
        self.inbox = inbox
        self.ledger = ledger
        self.luck = luck
        self.eye = eye
        self.bots = dict(bots or {})
        self.deals = deals
        """Whether the companion draws tiles and cards (a virtual table)."""
        self.told = told or (lambda question: eye is not None and arbiter.is_roll(question))
        """What devices and people tell even then: dice, where an eye is open."""
        self.on_fix = on_fix
        self.on_reading = on_reading
        """Told the dice and the picture of a reading before its answer counts."""
        self.on_other = on_other
        """Wishes about the program, such as the menu: whoever runs the loop grants them."""
        self.asked_table = 0
        self.fixed = 0
        self.over = False
        self.health = {"camera": "off" if eye is None else "ready", "box": "off", "saving": "ready"}
        self.story: pages.Story = []
        self.happened: tuple[Event, ...] = tuple(session.history.opening)
        self.note = ""
        self.claim: tuple[Die, ...] = ()
        self.picture: Any = None
        self.lying: tuple[Die, ...] = ()
        """What lay in the tray after the last accepted roll."""
        self.early: Seen | None = None
        self.sheet: Page | None = None
        self.seen: dict[int, tuple[tuple[Die, ...], Any]] = {}
        """The dice and the picture of each answer that the camera gave."""
        self._now_s = 0.0
        self._stale = True
        self._retell()
        self._await()

    def step(self, now_s: float) -> None:
        """Hear everybody, answer what can be answered, and show what came of it."""
        self._now_s = now_s
        for wish in self.screen.wishes(now_s):
            self._grant(wish)
        for message in self.inbox.take():
            self._hear(message)
        self._answer_for_bots()
        if self._stale:
            self._stale = False
            self.screen.show(self._page())
        self.screen.draw(now_s)

    @property
    def question(self) -> Question | None:
        """What is awaited now."""
        return None if self.session.is_over else self.session.history.question

    def answer(self, answer: Answer, source: str) -> None:
        """Answer the open question, unless the rules refuse it: then the screen says so."""
        at = len(self.session.history.played)
        events: list[Event] = []
        if not self._keep(lambda: events.extend(self.session.answer(answer, source))):
            return
        if self.claim and source in ("camera", "touch"):
            self.seen[at] = (self.claim, self.picture)
        self.story.append((self.session.history.played[-1], tuple(events)))
        self.happened = tuple(events)
        self._clear()
        self._await()

    def _keep(self, change: Callable[[], object]) -> bool:
        """Change the game, unless the rules or the disk refuse: then nothing has changed and the screen says so."""
        try:
            change()
        except EngineError:
            self._show(note="refused")
            return False
        except OSError:
            self.health["saving"] = "lost"
            self._show(note="disk_late")
            return False
        self.health["saving"] = "ready"
        return True

    def _answer_for_bots(self) -> None:
        while (question := self.question) is not None and self.sheet is None:
            bot = self._answerer(question)
            if bot is None:
                return
            rules, state = self.session.game.rules, self.session.history.state
            before = len(self.session.history.played)
            self.answer(bot(rules, state, question, self.luck), "luck" if question.asked == CHANCE else "bot")
            if before == len(self.session.history.played):
                return

    def _answerer(self, question: Question) -> Bot | None:
        if question.asked == CHANCE:
            return choose_randomly if self.deals and not self.told(question) else None
        return self.bots.get(question.asked)

    def _hear(self, message: Message) -> None:
        if isinstance(message, Seen):
            self._hear_dice(message)
        elif isinstance(message, Stirring):
            self._hear_stirring(message)
        elif isinstance(message, Ailing):
            self.health[message.device] = message.state
            self._show(note="camera_lost" if self.health["camera"] == "lost" else "")
        elif isinstance(message, Felt):
            self._hear_box(message.fact)
        elif isinstance(message, Turned):
            self._hear_knob(message)

    def _hear_knob(self, message: Turned) -> None:
        if message.steps:
            self.screen.turn(message.steps)
        if message.press == "short":
            self.screen.press(self._now_s)
        elif message.press == "long":
            self.screen.hold()

    def _hear_dice(self, seen: Seen) -> None:
        verdict = arbiter.judge(self.question, seen.reading, self.lying)
        self.picture = seen.picture
        if isinstance(verdict, arbiter.Early):
            self.early = seen if verdict.dice else None
        elif isinstance(verdict, arbiter.Misfit):
            self.claim = verdict.dice
            self._show(note="wrong_dice")
        elif isinstance(verdict, arbiter.Doubted):
            self._ask_about(verdict.dice, seen.picture)
        else:
            self.claim, self.lying = verdict.dice, seen.reading.dice
            self.on_reading(len(self.session.history.played), verdict.dice, seen.picture)
            self.answer(verdict.roll, "camera")

    def _hear_box(self, fact: Fact) -> None:
        """A slide that is asked for is the answer; out of turn, or undecided, the table is asked to look."""
        answer = arbiter.judge_slide(self.question, fact) if isinstance(fact, Slid) else None
        if answer is not None:
            self.answer(answer, "hall")
        else:
            self._show(note="box_differs")

    def _hear_stirring(self, message: Stirring) -> None:
        if message.phase == "moving":
            self.early = None
        if arbiter.is_roll(self.question) and self.note != "wrong_dice":
            self._show(note="settling" if message.phase in ("moving", "resting") else "")

    def _ask_about(self, dice: tuple[Die, ...], picture: Any) -> None:
        """The table is asked, with the claim filled in."""
        self.on_reading(len(self.session.history.played), dice, picture)
        self.asked_table += 1
        self.claim = dice
        question = self.question
        seat = question.about.get("seat", question.asked) if question is not None else CHANCE
        crops = tuple(pages.crop(die, picture) for die in dice)
        self.sheet = pages.doubt_page(self.session, crops, seat, -1, self._lights())
        self._stale = True

    def _grant(self, wish: w.Wish) -> None:
        GRANTS.get(type(wish), Loop.hand_on)(self, wish)
        self._stale = True

    def hand_on(self, wish: w.Wish) -> None:
        """Not the table's business."""
        self.on_other(wish)

    def lay_over(self, page: Page | None) -> None:
        """Show a page over the table until it is closed."""
        self.sheet = page
        self._stale = True

    def grant_answer(self, wish: w.Answered) -> None:
        """A finger, key or knob answers."""
        self.answer(self.session.game.rules.read(wish.text), "touch")

    def grant_fix(self, wish: w.FixReading) -> None:
        """The claim that is open, or an answer that stands, is put right."""
        answer = self.session.game.rules.read(wish.text)
        if wish.at < 0:
            if self._claimed() != answer:
                self.fixed += 1
                self.on_fix(len(self.session.history.played), answer)
            self.lying = self.claim
            self.answer(answer, "touch")
            return
        self.on_fix(wish.at, answer)
        if self._keep(lambda: self.session.fix(wish.at, answer, "touch")):
            self.fixed += 1
            self._back_in_time()

    def _claimed(self) -> Answer | None:
        return Roll(tuple(die.value for die in self.claim)) if self.claim else None

    def grant_open_fix(self, wish: w.OpenFix) -> None:
        """Show a reading for correction: the last one, if none is named."""
        history = self.session.history
        rolls = [at for at, played in enumerate(history.played) if isinstance(played.answer, Roll)]
        at = wish.at if wish.at >= 0 else next(reversed(rolls), -1)
        if at not in rolls:
            return
        values = history.played[at].answer.values  # type: ignore[attr-defined]
        dice, picture = self.seen.get(at, ((), None))
        if len(dice) != len(values):
            dice, picture = tuple(Die(value, 1.0, "white", "", (0, 0, 1, 1)) for value in values), None
        crops = tuple(pages.crop(die, picture) for die in dice)
        self.sheet = pages.doubt_page(self.session, crops, history.played[at].asked, at, self._lights())

    def grant_roll_again(self, wish: w.RollAgain) -> None:
        """The reading is thrown away; the eye waits for dice that move."""
        self._clear()

    def grant_take_back(self, wish: w.TakeBack) -> None:
        """One's own decision."""
        if self._keep(lambda: self.session.take_back("touch")):
            self._back_in_time()

    def grant_rewind(self, wish: w.Rewind) -> None:
        """Everybody agrees."""
        if self._keep(lambda: self.session.rewind(wish.at, "touch")):
            self._back_in_time()

    def grant_why(self, wish: w.AskWhy) -> None:
        """The clause behind an event."""
        told = [event for _, events in self.story for event in events]
        self.sheet = pages.why_page(self.session, self.ledger, told, wish.back, self._lights())

    def grant_timeline(self, wish: w.OpenTimeline) -> None:
        """What happened so far."""
        self.sheet = pages.timeline_page(self.session, self.story, self._lights())

    def grant_back(self, wish: w.Wish) -> None:
        """Close what lies over the table."""
        self.sheet = None

    def grant_quit(self, wish: w.Quit) -> None:
        """Leave; the game is kept."""
        self.over = True

    def _back_in_time(self) -> None:
        self.seen = {at: kept for at, kept in self.seen.items() if at < len(self.session.history.played)}
        self._retell()
        self._clear()
        self._await()

    def _retell(self) -> None:
        """Tell the story again from the answers that stand."""
        self.story = pages.tell_story(self.session)
        if self.story:
            self.happened = self.story[-1][1]

    def _await(self) -> None:
        """Tell the eye what is awaited; dice that came too early are offered now."""
        question = self.question
        awaited = dict(question.about["dice"]) if question is not None and arbiter.is_roll(question) else None
        if self.eye is not None:
            self.eye.ask(awaited)
        if awaited and self.early is not None:
            early, self.early = self.early, None
            verdict = arbiter.judge(question, _doubted(early.reading), self.lying)
            if isinstance(verdict, arbiter.Doubted):
                self._ask_about(verdict.dice, early.picture)

    def _clear(self) -> None:
        self.claim, self.sheet, self.note = (), None, ""
        self._stale = True

    def _show(self, note: str) -> None:
        if note != self.note:
            self.note = note
        self._stale = True

    def _lights(self) -> tuple[Light, ...]:
        return tuple(Light(name, HEALTH.get(state, "doubt")) for name, state in self.health.items())

    def _page(self) -> Page:
        if self.sheet is not None:
            return self.sheet
        if self.session.is_over:
            return pages.end_page(self.session, self.story, self.fixed, self._lights())
        humans = [seat for seat in range(len(self.session.history.setup.players)) if seat not in self.bots]
        claim = tuple(pages.crop(die, self.picture) for die in self.claim) or None
        return pages.table_page(
            self.session, self.happened, humans,
            health=self._lights(), claim=claim, note=self.note,
            touch=self.eye is None or self.health["camera"] in ("lost", "closed", "off"),
        )  # fmt: skip


def _doubted(reading: Reading) -> Reading:
    """The same dice, to be confirmed with one tap: they lay there before anybody asked for them."""
    dice = tuple(Die(d.value, d.confidence, d.body, d.pips, d.box, d.doubt or arbiter.EARLY) for d in reading.dice)
    return conclude(dice, reading.doubts)


GRANTS: dict[type[w.Wish], Callable[[Loop, Any], None]] = {
    w.Answered: Loop.grant_answer,
    w.FixReading: Loop.grant_fix,
    w.OpenFix: Loop.grant_open_fix,
    w.RollAgain: Loop.grant_roll_again,
    w.TakeBack: Loop.grant_take_back,
    w.Rewind: Loop.grant_rewind,
    w.AskWhy: Loop.grant_why,
    w.OpenTimeline: Loop.grant_timeline,
    w.Back: Loop.grant_back,
    w.Continue: Loop.grant_back,
    w.Quit: Loop.grant_quit,
}
"""What the loop does for each wish; those about the program (menu, settings, doctor) belong to whoever runs it."""
