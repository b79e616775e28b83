"""Evenings at a simulated table where things go wrong: none may get stuck, none may end with a silently wrong value.

`python -m tests.firmware.faulty_evenings --evenings 1000 --workers 2 --results FILE` plays those that FILE does not
hold yet, as `tablekeeper simulate` does, and prints the table of faults against outcomes. Its seed alone
decides an evening.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.firmware.batches.progress import show_progress
from tablekeeper.firmware.batches.run import Where, run
from tablekeeper.firmware.batches.task import make_task
from tablekeeper.firmware.journal.care.repair import open_journal
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.senses.camera.known_tray import Reader
from tablekeeper.firmware.simulated.evening import Evening
from tablekeeper.firmware.simulated.people import People
from tablekeeper.hardware.sliding_box.slides import CELLS
from tests.firmware.clumsy import MISHAPS, Clumsy
from tests.firmware.fakes import refusing
from tests.firmware.quick_table import FRAMES_PER_S, QuickTable, Rereading

PLAY = "tests.firmware.faulty_evenings:play_evenings"
STUCK_S = 300.0
"""Table time without an answer after which an evening counts as stuck; late rollers take up to 70 s of it."""
SLOW_FRAMES_PER_S = 1.5
STUCK_STEPS = 20_000
"""So many turns without an answer are stuck too, should time itself stand still."""
APART_S = 25.0
"""Faults begin within so many seconds of one another, and may overlap."""
CAMERA = (
    "camera_unplugged", "frozen_frames", "camera_slow", "dark", "fogged_lens", "bumped_camera", "glare", "flicker",
    "hand_stays", "die_leaning", "dice_stacked", "die_outside",
)  # fmt: skip
BOX = ("sensor_stuck_on", "sensor_stuck_off", "loose_wire", "box_unplugged")
ANY = ("knob_bounce", "disk_full", "disk_late", "power_cut")
DICE_MISHAPS = ("die_left", "early_roll", "late_roll", "double_roll", "wrong_touch")
BOX_MISHAPS = ("stray_slide",)
FITS: dict[str, tuple[str, ...]] = {
    "cocoon_world": (*CAMERA, *ANY, *(m for m in MISHAPS if m not in BOX_MISHAPS)),
    "cocoons": (*BOX, *ANY, *(m for m in MISHAPS if m not in DICE_MISHAPS)),
    "kokoro": (*ANY, "take_back", "rewind", "curious"),
    "chocobo": (*ANY, "take_back", "rewind", "curious"),
}
"""What can go wrong in an evening of each game; those without dice or box are played by knob and touch."""
GAMES = ("cocoon_world", "cocoons") * 3 + ("kokoro", "chocobo")
"""Whose turn it is, by the seed: dice and slides are where most can go wrong."""
MOST_ANSWERS = {"cocoon_world": (25, 90), "cocoons": (40, 200), "kokoro": (40, 200), "chocobo": (40, 250)}
"""Evenings are cut somewhere here, or end by themselves."""
SHORTEST_S, LONGEST_S = 2.0, 40.0


@dataclass
class Outcome:
    """How one evening went; a line of the kept file."""

    seed: int
    game: str
    struck: dict[str, int] = field(default_factory=dict)
    ended: str = ""
    """`over`, `cut`, or why it got stuck."""
    answers: int = 0
    rolls: int = 0
    camera: int = 0
    hall: int = 0
    asked: int = 0
    touch: int = 0
    resumed: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def stuck(self) -> bool:
        """Whether nothing was answered any more."""
        return self.ended not in ("over", "cut")


class FaultyEvening(Evening):
    """An evening with a plan of faults and mishaps, all from the seed."""

    pause_s = 0.1

    def __init__(self, home: Path, game: str, *, seed: int) -> None:
        self.home = home
        self.chance = random.Random(f"faults {seed}")
        self.struck: Counter[str] = Counter()
        self.refuses_until_s = self.slow_until_s = -1.0
        self.resumed, self.pulled = 0, False
        names = self.chance.choices(FITS[game], k=self.chance.randint(3, 8))
        self.plan = [(self.chance.randint(1, 30), name) for name in names if name in MISHAPS]
        self.faults = [name for name in names if name not in MISHAPS]
        super().__init__(
            Journal(home / "journal.sqlite"), game, ["Ann", "Ben", "Chloé"][: self.chance.randint(2, 3)], seed=seed,
            out=home / "out", table=QuickTable(seed=seed, hole=self.chance.choice(CELLS)),
        )  # fmt: skip
        begins_s = 0.0
        for name in self.faults:
            begins_s += self.chance.uniform(1, APART_S)
            self.table.clock.at(begins_s, partial(self._strike, name))

    def sit_down(self, session: Session) -> None:
        """As ever, but the disk may fail."""
        super().sit_down(session)
        self._keep = session.history.keep
        session.history.keep = self._keep_or_fail

    def make_reader(self, colours: Sequence[str]) -> Reader:
        """The usual reader, asked once for each picture."""
        return Rereading(super().make_reader(colours))

    def make_people(self, bots: Mapping[int, Bot]) -> People:
        """The same people before and after a power cut."""
        if not hasattr(self, "people"):
            return Clumsy(
                self.loop, self.table, self.wanted.append, luck=self.luck, bots=bots, find=self._clicks_to,
                plan=self.plan, strike=self._note,
            )  # fmt: skip
        self.people.loop = self.loop
        return self.people

    def play_on(self, most_answers: int) -> str:
        """Play until it is over, cut or stuck; which of them."""
        clock, answered, since_s, steps = self.table.clock, -1, 0.0, 0
        people: Any = self.people
        while not self.session.is_over:
            answers = len(self.session.history.played)
            if answers >= most_answers and people.at_ease and not self._is_refusing():
                break
            self._step()
            steps += 1
            if len(self.session.history.played) != answered:
                answered, since_s, steps = len(self.session.history.played), clock.now(), 0
            elif clock.now() - since_s > STUCK_S or steps > STUCK_STEPS:
                return f"stuck at {self.loop.question} with {self.loop.note!r} and {type(self.loop.sheet).__name__}"
        people.act()
        return "over" if self.session.is_over else "cut"

    def close(self) -> None:
        """Give everything back, the journal too."""
        super().close()
        self.session.journal.close()

    def _step(self) -> None:
        if self.pulled:
            self._cut_power()
        super()._step()

    def is_watching(self) -> bool:
        """Somebody may have rolled too early, too."""
        people: Any = self.people
        return super().is_watching() or bool(people._stray)

    def _cut_power(self) -> None:
        """Go on with what the card held at this moment, as a program that has just started."""
        self.pulled = False
        journal = self.session.journal
        if self.session.is_over:
            return
        self.resumed += 1
        card = self.home / f"card-{self.resumed}"
        card.mkdir()
        for end in ("", "-wal", ".head"):
            shutil.copy(journal.path.with_name(journal.path.name + end), card)
        journal.close()
        again, notice = open_journal(card / journal.path.name)
        record = next(record for record in again.records() if record.id == self.session.record)
        assert not notice
        for device in (self.table.tray, self.table.box):
            assert device is not None
            device.close()
            device.open()
        self.wanted.clear()
        self.sit_down(Session.resume(again, record))

    # -- faults

    def _note(self, name: str) -> None:
        self.struck[name] += 1

    def _strike(self, name: str) -> None:
        """A fault begins, and ends after a while."""
        self._note(name)
        lasts_s = self.chance.uniform(SHORTEST_S, LONGEST_S)
        begin, end = self._fault(name)
        begin()
        self.table.clock.after(lasts_s, end)

    def _fault(self, name: str) -> tuple[Callable[[], Any], Callable[[], Any]]:
        clock, table = self.table.clock, self.table
        own: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
            "camera_slow": (partial(self._pace, SLOW_FRAMES_PER_S), partial(self._pace, FRAMES_PER_S)),
            "box_unplugged": (partial(self._plug_box, False), partial(self._plug_box, True)),
            "knob_bounce": (partial(self._wear, True), partial(self._wear, False)),
            "disk_full": (partial(setattr, self, "refuses_until_s", clock.now() + LONGEST_S), lambda: None),
            "disk_late": (partial(setattr, self, "slow_until_s", clock.now() + LONGEST_S), lambda: None),
            "power_cut": (partial(setattr, self, "pulled", True), lambda: None),
        }
        if name in own:
            return own[name]
        cell = self.chance.choice(CELLS)
        return partial(table.fault, name, cell=cell), partial(table.fault, name, False, cell=cell)

    def _pace(self, frames_per_s: float) -> None:
        tray: Any = self.table.tray
        tray.most_frames_per_s = frames_per_s

    def _plug_box(self, plugged: bool) -> None:
        for cell in CELLS:
            self.table.fault("sensor_stuck_off", not plugged, cell=cell)

    def _wear(self, worn: bool) -> None:
        self.table.hands.worn = worn

    def _is_refusing(self) -> bool:
        return self.table.clock.now() < self.refuses_until_s

    def _keep_or_fail(self, entry: Entry) -> None:
        if self._is_refusing():
            with refusing(self.session.journal):
                self._keep(entry)
        if self.table.clock.now() < self.slow_until_s:
            self.table.clock.sleep(1.5)
        self._keep(entry)


def play_evening(seed: int, most_answers: int | None = None) -> Outcome:
    """One evening of this seed, whole or cut after so many answers; the four games take turns."""
    game = GAMES[seed % len(GAMES)]
    with tempfile.TemporaryDirectory(dir=_memory()) as folder:
        evening = FaultyEvening(Path(folder), game, seed=seed)
        began = time.process_time()
        try:
            ended = evening.play_on(most_answers or evening.chance.randint(*MOST_ANSWERS[game]))
            return _outcome(evening, seed, ended, time.process_time() - began)
        finally:
            evening.close()


def _memory() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _outcome(evening: FaultyEvening, seed: int, ended: str, seconds: float) -> Outcome:
    people: Any = evening.people
    session = evening.session
    sources = Counter(played.source for played in session.history.played)
    wrong = people.differences()
    told = [played.answer.spell() for played in session.history.played]
    record = session.journal.records()[-1]
    again = Session.resume(session.journal, record)
    if [
        played.answer.spell() for played in again.history.played
    ] != told or again.history.state != session.history.state:
        wrong.append("the journal tells another game than the one that was played")
    return Outcome(
        seed, session.game.name, dict(evening.struck), ended, len(told), people.tally.rolls, sources["camera"],
        sources["hall"], people.tally.asked, people.tally.told_by_touch, evening.resumed, wrong, round(seconds, 2),
    )  # fmt: skip


def tabulate(outcomes: Sequence[Outcome]) -> Iterable[str]:
    """A line for each fault: how often it struck, and how the evenings went in which it did."""
    widths = (8, 10, 7, 7, 7, 7, 8, 7)
    heads = ("struck", "evenings", "over", "cut", "stuck", "wrong", "asked", "told")
    yield f"{'fault':<18}" + "".join(f"{head:>{w}}" for head, w in zip(heads, widths, strict=True))
    names = dict.fromkeys(name for fits in FITS.values() for name in fits)
    for name in (*names, "any", "none"):
        those = [o for o in outcomes if (name == "any" or name in o.struck or (name == "none" and not o.struck))]
        struck = sum(sum(o.struck.values()) if name == "any" else o.struck.get(name, 0) for o in those)
        ended = Counter(o.ended if not o.stuck else "stuck" for o in those)
        numbers = (struck, len(those), ended["over"], ended["cut"], ended["stuck"], sum(bool(o.wrong) for o in those))
        sums = (sum(o.asked for o in those), sum(o.touch for o in those))
        yield f"{name:<18}" + "".join(f"{n:>{w}}" for n, w in zip((*numbers, *sums), widths, strict=True))
    answers, seconds = sum(o.answers for o in outcomes), sum(o.seconds for o in outcomes)
    yield (
        f"{len(outcomes)} evenings, {answers} answers ({sum(o.camera for o in outcomes)} by camera, "
        f"{sum(o.hall for o in outcomes)} by hall sensors), {sum(o.rolls for o in outcomes)} throws, "
        f"{sum(o.resumed for o in outcomes)} resumed; {seconds / max(1, len(outcomes)):.1f} s of processor an evening"
    )


def play_evenings(_about: Mapping[str, Any], numbers: range, seed: int) -> list[dict[str, Any]]:
    """The outcomes of these evenings, for whoever plays them: an evening's seed is the first one and its number."""
    return [asdict(play_evening(seed + number)) for number in numbers]


def main(words: Sequence[str] | None = None) -> int:
    """Play, keep, tell; 1 if an evening got stuck or ended wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--results", type=Path, help="a file of outcomes; what is in it is not played again")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--cluster", default="", help="a scheduler of Dask, as tcp://HOST:PORT")
    wanted = parser.parse_args(words)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    task = make_task(
        "play faulty evenings", PLAY, {}, games=wanted.evenings, seed=wanted.first, packages=("tests.firmware",)
    )
    try:
        with show_progress("faulty evenings", wanted.evenings, partial(print, file=sys.stderr)) as progress:
            found = run(task, Where(wanted.workers, wanted.cluster, wanted.results), progress).found
    except KeyboardInterrupt:
        raise SystemExit(
            f"Stopped: the same command goes on with {wanted.results}" if wanted.results else 130
        ) from None
    outcomes = [Outcome(**one) for one in found]
    for outcome in outcomes:
        if outcome.stuck or outcome.wrong:
            print(f"seed {outcome.seed}, {outcome.game}: {outcome.ended} {outcome.wrong} {outcome.struck}")
    print("\n".join(tabulate(outcomes)))
    return int(any(outcome.stuck or outcome.wrong for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
