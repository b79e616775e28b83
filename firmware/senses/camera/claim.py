"""What the camera says before it counts: the dice of the open claim, what lies in the tray, and how answers looked."""

from __future__ import annotations

from tablekeeper.display.pages import DieCrop
from tablekeeper.engines.core import Question, Roll
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.camera.crops import crop
from tablekeeper.firmware.senses.camera.learning import Confirmed, Corrected, Feedback
from tablekeeper.firmware.senses.camera.resting_dice import RestingDice
from tablekeeper.firmware.senses.effects import Answers, AsksTable, Effect, Refuses, Shows, Situation
from tablekeeper.firmware.senses.inbox import Lain, Seen, Stirring
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Die

WRONG_DICE = "wrong_dice"
SETTLING = "settling"


class Claim:
    """The camera's part in one game."""

    def __init__(self, *, resumed: bool) -> None:
        self.dice: tuple[Die, ...] = ()
        """The dice that are claimed; none while nothing is."""
        self.seen: Seen | None = None
        """The reading behind them, or behind the latest one."""
        self.early: Seen | None = None
        """Dice that came before anybody asked for them."""
        self.resting_dice = RestingDice(unseen=resumed)
        self._asked = False
        self._crops: dict[int, tuple[DieCrop, ...]] = {}
        """The dice of each answer that the camera gave: their crops, for whole pictures would fill the memory."""

    @property
    def picture(self) -> Picture | None:
        """The picture of the latest reading."""
        return self.seen.picture if self.seen is not None else None

    @property
    def values(self) -> tuple[int, ...]:
        """What the claimed dice show."""
        return tuple(die.value for die in self.dice)

    def judge(self, situation: Situation, message: Seen | Stirring | Lain) -> Effect | None:
        """Dice that are asked for, and surely read, are the answer."""
        if isinstance(message, Seen):
            return self._judge_dice(situation.question, message)
        if isinstance(message, Stirring):
            return self._judge_stirring(situation, message)
        self.resting_dice.narrow(message.dice)
        return None

    def _judge_dice(self, question: Question | None, seen: Seen) -> Effect | None:
        feedback = self.resting_dice.judge(question, seen.reading)
        if isinstance(feedback, arbiter.Early):
            self.seen, self.early = seen, seen if feedback.dice else None
            return None
        self._take(feedback.dice, seen, asked=isinstance(feedback, arbiter.Doubted))
        if isinstance(feedback, arbiter.Accepted):
            return Answers(feedback.roll, "camera")
        return AsksTable() if self._asked else Refuses(WRONG_DICE)

    def _judge_stirring(self, situation: Situation, message: Stirring) -> Effect | None:
        """The screen says that dice roll; dice that came too early and are moved again were not meant."""
        if message.phase == "moving":
            self.early = None
        if not arbiter.is_roll(situation.question) or situation.note == WRONG_DICE:
            return None
        return Shows(SETTLING if message.phase in ("moving", "resting") else "")

    def went_on(self, situation: Situation) -> Effect | None:
        """Another question is open: dice that came too early are offered now."""
        if self.early is None or not arbiter.is_roll(situation.question):
            return None
        early, self.early = self.early, None
        feedback = self.resting_dice.judge(situation.question, arbiter.doubt_early(early.reading))
        if not isinstance(feedback, arbiter.Doubted):
            return None
        self._take(feedback.dice, early, asked=True)
        return AsksTable()

    def went_back(self, situation: Situation) -> None:
        """Answers were undone: nobody asks any more what their dice looked like."""
        standing = len(situation.history.played)
        self._crops = {at: kept for at, kept in self._crops.items() if at < standing}

    def _take(self, dice: tuple[Die, ...], seen: Seen, *, asked: bool) -> None:
        self.dice, self.seen, self._asked = dice, seen, asked

    def drop(self) -> None:
        """Nothing is claimed any more."""
        self.dice, self._asked = (), False

    def become(self, number: int, roll: Roll, source: str) -> Feedback | None:
        """An answer was given while this was claimed; what is sent to whoever learns from it."""
        if source != "camera":
            self.resting_dice.unseen = True
        if not self.dice or source not in ("camera", "touch"):
            return None
        self._crops[number] = self.crops()
        if roll.values != self.values:
            return Corrected(number, self.seen, self.dice, roll.values)
        return Confirmed(number, self.seen, self.dice, asked=self._asked) if self.seen is not None else None

    def note_confirmed(self, seen: Seen) -> None:
        """People said what the dice of this reading show, looking at them: so everybody knows where they lie."""
        self.resting_dice.note(seen.reading.dice)

    def crops(self) -> tuple[DieCrop, ...]:
        """The claimed dice beside their pieces of the picture."""
        return tuple(crop(die, self.picture) for die in self.dice)

    def crops_of(self, number: int, roll: Roll) -> tuple[DieCrop, ...]:
        """The dice of an answer that stands; plain ones where the camera has not seen them."""
        kept = self._crops.get(number, ())
        return kept if len(kept) == len(roll.values) else tuple(DieCrop(value, "white") for value in roll.values)
