"""Scoring: what a sanctuary or a guardian joins, what is written for it, the final tally."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablekeeper.engines.core import TEAM, put
from tablekeeper.engines.kokoro.decrees import BY_BOXES, CODED, Finished
from tablekeeper.engines.kokoro.flow import FLOW
from tablekeeper.engines.kokoro.paths import Chain
from tablekeeper.engines.kokoro.state import NOT_YET, Table

PENALTY = 5
GUARDIANS = ("caterpillar", "flower")
DECREE = "decree"


def sanctuary_space(table: Table, letter: str) -> int:
    """Where a sanctuary is printed."""
    return table.setup.mat.sanctuaries.index(letter)


def join(table: Table, seat: int, target: str) -> tuple[Chain, int]:
    """The path through a sanctuary or guardian on a seat's mat, and how many of its features count."""
    return joined(table, table.mats[seat], target)


def joined(table: Table, drawn: str, target: str) -> tuple[Chain, int]:
    """The same on a mat of which this is drawn."""
    mat = table.setup.mat
    if target in GUARDIANS:
        which = GUARDIANS.index(target)
        start, values = table.guardians[which], (mat.caterpillars, mat.flowers)[which]
    else:
        start, values = sanctuary_space(table, target), table.setup.features
    chain = table.setup.paths.chain(drawn, start)
    return chain, sum([values[space] for space in chain.spaces])


def finished(table: Table, seat: int) -> Finished:
    """A seat's mat as a decree looks at it."""
    setup = table.setup
    return Finished(
        setup.mat, setup.paths, table.mats[seat], table.guardians, table.boxes[seat], table.favours[seat],
        table.all_peeks[seat],
    )  # fmt: skip


def is_seen(table: Table, target: str) -> bool:
    """Whether the companion can count this by itself."""
    if target != DECREE:
        return table.setup.virtual_mats
    return table.decree in BY_BOXES or (table.setup.virtual_mats and table.decree in CODED)


@FLOW.step("measure")
def measure(table: Table, target: str) -> None:
    """The companion counts on mats that it holds; else the players tell what they count."""
    seats = range(len(table.mats))
    if not is_seen(table, target):
        table.waiting = tuple(seats)
        table.counts = (NOT_YET,) * len(table.mats)
        table.then(("count", target), ("write", target))
        return
    table.counts = tuple(_count(table, seat, target) for seat in seats)
    write(table, target)


def _count(table: Table, seat: int, target: str) -> int:
    if target == DECREE:
        return CODED[table.decree](finished(table, seat))
    chain, amount = join(table, seat, target)
    table.say("features_counted", "score.count", seat, target=target, features=amount, spaces=chain.spaces)
    return amount


@FLOW.step("write")
def write(table: Table, target: str) -> None:
    """Every seat writes its number; the counts are used up."""
    for seat, amount in enumerate(table.counts):
        if target in GUARDIANS:
            _write_favour(table, seat, target, amount)
        elif target == DECREE:
            clause = f"decree.{table.decree}" if table.decree in CODED else "decree.note"
            table.bonus = put(table.bonus, seat, amount)
            table.say("decree_scored", clause, seat, decree=table.decree, points=amount)
        else:
            _write_box(table, seat, target, amount)
    table.counts = (NOT_YET,) * len(table.mats)


def _write_box(table: Table, seat: int, letter: str, features: int) -> None:
    boxes = table.boxes[seat]
    before = boxes[-1] if boxes else 0
    if features > before:
        clause = "score.higher" if before else "score.comeback" if boxes else "score.first"
        table.say("sanctuary_scored", clause, seat, letter=letter, points=features, before=before)
        table.boxes = put(table.boxes, seat, (*boxes, features))
    else:
        clause = "score.zero" if boxes else "score.first"
        table.say("sanctuary_missed", clause, seat, letter=letter, features=features, needed=before + 1)
        table.boxes = put(table.boxes, seat, (*boxes, 0))


def _write_favour(table: Table, seat: int, guardian: str, points: int) -> None:
    table.favours = put(table.favours, seat, (*table.favours[seat], points))
    table.say("guardian_scored", f"guardian.{guardian}", seat, guardian=guardian, points=points)


@FLOW.step("last_scoring")
def score_guardians(table: Table) -> None:
    """After the fifth sanctuary: both guardians, the decree, the penalties."""
    decree = (("measure", DECREE),) if table.decree else ()
    table.then(*(("measure", guardian) for guardian in GUARDIANS), *decree, ("tally",))


@FLOW.step("tally")
def tally(table: Table) -> None:
    """Everybody adds up, and the highest final score wins."""
    table.say("sanctuary_spared", "end.sixth", TEAM, letters=table.left)
    for seat in range(len(table.mats)):
        subtotal, penalty, final = tally_of(table, seat)
        if penalty:
            table.say("penalty_taken", "end.penalty", seat, zeroes=table.boxes[seat].count(0), points=penalty)
        table.say("score_tallied", "end.final", seat, subtotal=subtotal, final=final)
    winners, clause = rank(table)
    for seat in winners:
        table.say("game_won" if len(table.mats) > 1 else "game_ended", clause, seat, final=final_score(table, seat))


class Tally(NamedTuple):
    """The right column of a mat, added up."""

    subtotal: int
    penalty: int
    """Not above 0."""
    final: int


def tally_boxes(sanctuaries: Sequence[int], guardians: Sequence[int] = (), decree: int = 0) -> Tally:
    """Add up the boxes as they are written: those of sanctuaries, of the guardians, and of a decree."""
    subtotal = sum(sanctuaries) + sum(guardians) + decree
    penalty = -PENALTY * sum(box == 0 for box in sanctuaries)
    return Tally(subtotal, penalty, subtotal + penalty)


def tally_of(table: Table, seat: int) -> Tally:
    """The boxes of a seat, as far as they are written."""
    return tally_boxes(table.boxes[seat], table.favours[seat], table.bonus[seat])


def final_score(table: Table, seat: int) -> int:
    """All boxes of a seat, less five for each zero written for a sanctuary."""
    return tally_of(table, seat).final


def rank(table: Table) -> tuple[tuple[int, ...], str]:
    """Who wins and by which clause: final score, then the highest single box, else shared."""
    finals = [final_score(table, seat) for seat in range(len(table.mats))]
    tied = tuple(seat for seat, final in enumerate(finals) if final == max(finals))
    if len(finals) == 1:
        return tied, "end.alone"
    if len(tied) == 1:
        return tied, "end.most_points"
    highest = {seat: max(*table.boxes[seat], *table.favours[seat], table.bonus[seat]) for seat in tied}
    best = tuple(seat for seat in tied if highest[seat] == max(highest.values()))
    return best, "end.highest_box" if len(best) == 1 else "end.shared"
