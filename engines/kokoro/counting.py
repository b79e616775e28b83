"""Real mats: players tell what they count, and a disputed mat is entered and counted again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tablekeeper.engines.core import TEAM, Answer, Product, Question, put, without
from tablekeeper.engines.kokoro.answers import Agree, Count, Dispute, Trace, Traced
from tablekeeper.engines.kokoro.decrees import CODED
from tablekeeper.engines.kokoro.flow import FLOW
from tablekeeper.engines.kokoro.mat import MOST_FEATURES
from tablekeeper.engines.kokoro.paths import BLANK, put_piece
from tablekeeper.engines.kokoro.scoring import DECREE, GUARDIANS, finished, join
from tablekeeper.engines.kokoro.state import NOT_YET, State, Table, shape_of

DECREE_POINTS = range(-30, 61)
"""What a decree may come to when players reckon it themselves."""


def holds(table: Table, seat: int, target: str) -> range:
    """The numbers that a seat's mat can come to, given how many paths it bears."""
    if target == DECREE:
        return DECREE_POINTS
    pieces = table.pieces[seat]
    if not table.setup.known_mats:
        return range(MOST_FEATURES * pieces + 1)
    kind = target if target in GUARDIANS else "feature"
    start_space = pieces and kind == "feature"
    return range(sum(table.setup.fullest[kind][: pieces - bool(start_space)]) + 1)


def may_dispute(table: Table, target: str) -> tuple[int, ...]:
    """The seats whose mat can still be entered: where the companion knows what is printed on it."""
    if not table.setup.known_mats or (target == DECREE and table.decree not in CODED):
        return ()
    return tuple(range(len(table.mats)))


@FLOW.question("count")
def ask_count(state: State, target: str) -> Question:
    """How many does the path join? Whoever has counted tells; when all have, the table agrees or disputes one."""
    disputes = tuple(map(Dispute, may_dispute(state, target)))
    about = {"target": target, "waiting": state.waiting}
    if not state.waiting:
        return Question("count", TEAM, (Agree(), *disputes), about)
    told = [Count(seat, amount) for seat in state.waiting for amount in holds(state, seat, target)]
    return Question("count", TEAM, (*told, *disputes), about)


@FLOW.answer("count")
def count(table: Table, answer: Answer, target: str) -> None:
    """A number is noted; nothing is written before the table agrees."""
    if isinstance(answer, Agree):
        table.say("counts_agreed", "real.agree", TEAM, target=target)
        return
    if isinstance(answer, Count):
        table.counts = put(table.counts, answer.seat, answer.amount)
        table.waiting = without(table.waiting, answer.seat)
        table.say("count_told", "real.count", answer.seat, target=target, features=answer.amount)
        table.then(("count", target))
    elif isinstance(answer, Dispute):
        table.say("count_disputed", "real.dispute", answer.seat, target=target)
        table.then(("trace", answer.seat, target), ("count", target))


@FLOW.refusal("count")
def refuse_count(state: State, answer: object, target: str) -> str | None:
    """A number too large for the mat, a seat that has told already, a mat that the companion does not know."""
    if isinstance(answer, Agree):
        return "counts_missing"
    if not isinstance(answer, Count | Dispute):
        return None
    if not 0 <= answer.seat < len(state.mats):
        return "no_such_seat"
    if isinstance(answer, Count):
        if answer.seat not in state.waiting:
            return "told_already"
        return "no_such_points" if target == DECREE else "more_than_the_mat_holds"
    return "unknown_mat"


def called_pieces(state: Table) -> Counter[int]:
    """How often each path has been called: no mat bears more of it."""
    edition = state.setup.edition
    left = Counter(map(shape_of, state.pool))
    printed = zip(edition.golden, edition.plain, strict=True)
    return Counter({shape: sum(counts) - left[shape] for shape, counts in enumerate(printed, 1)})


def traceable(state: State, seat: int) -> Sequence[int]:
    """The paths that may still lie somewhere on this mat: called often enough, and drawn by this seat."""
    mat = state.mats[seat]
    if len(mat) - mat.count(BLANK) >= state.pieces[seat]:
        return ()
    return [shape for shape, times in called_pieces(state).items() if mat.count(str(shape)) < times]


@FLOW.question("trace")
def ask_trace(state: State, seat: int, target: str) -> Question:
    """Which path lies where on the disputed mat? Only what belongs to the counted path matters."""
    mat = state.mats[seat]
    empty = [space for space, piece in enumerate(mat) if piece == BLANK]
    traces = Product(Trace, empty, traceable(state, seat))
    return Question("trace", TEAM, (Traced(), *traces), {"seat": seat, "target": target})


@FLOW.answer("trace")
def trace(table: Table, answer: Answer, seat: int, target: str) -> None:
    """The mat fills up; then the companion counts what has been entered, and its number stands until the next doubt."""
    if isinstance(answer, Trace):
        table.mats = put(table.mats, seat, put_piece(table.mats[seat], answer.space, answer.shape))
        table.say("path_traced", "real.trace", seat, space=answer.space, shape=answer.shape)
        table.then(("trace", seat, target))
        return
    told = table.counts[seat]
    spaces: tuple[int, ...] = ()
    if target == DECREE:
        amount = CODED[table.decree](finished(table, seat))
    else:
        chain, amount = join(table, seat, target)
        spaces = chain.spaces
    table.counts = put(table.counts, seat, amount)
    if seat in table.waiting:
        table.waiting = without(table.waiting, seat)
    facts = {} if told == NOT_YET else {"told": told}
    table.say("count_corrected", "real.dispute", seat, target=target, features=amount, spaces=spaces, **facts)


@FLOW.refusal("trace")
def refuse_trace(state: State, answer: object, seat: int, target: str) -> str | None:
    """A used space, a space off the mat, a path that was not called so often."""
    if not isinstance(answer, Trace):
        return None
    if not 0 <= answer.space < len(state.mats[seat]):
        return "off_the_mat"
    if state.mats[seat][answer.space] != BLANK:
        return "used_space"
    return "more_than_drawn" if not traceable(state, seat) else "never_called"
