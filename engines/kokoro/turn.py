"""A turn: a path card is called, and every player draws that path or looks at the next sanctuary card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import overload

from tablekeeper.engines.core import CHANCE, TEAM, Answer, Product, Question, put, without
from tablekeeper.engines.kokoro.answers import AllDrew, Draw, Drew, Looked, Path, Peek, Top
from tablekeeper.engines.kokoro.edition import GOLDEN_A_ROUND
from tablekeeper.engines.kokoro.flow import FLOW
from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.paths import BLANK, put_piece
from tablekeeper.engines.kokoro.setup import NO_LIMIT
from tablekeeper.engines.kokoro.state import State, Table, code_of, shape_of

KINDS = ("plain", "golden")


@cache
def card(code: int) -> Path:
    """The answer that calls a path card."""
    return Path(shape_of(code), KINDS[code % 2])


@cache
def drawing(seat: int, space: int, shape: int) -> Draw:
    """The answer that draws a path."""
    return Draw(seat, space, shape)


class Actions(Sequence[Answer]):
    """Every drawing on an empty space of every mat that is waited for, then every look that is allowed."""

    __slots__ = ("lookers", "mats", "seats", "shape")

    def __init__(self, seats: tuple[int, ...], mats: tuple[str, ...], shape: int, lookers: tuple[int, ...]) -> None:
        self.seats = seats
        self.mats = mats
        self.shape = shape
        self.lookers = lookers

    def of(self, seat: int) -> Actions:
        """Those of one seat."""
        return Actions((seat,), self.mats, self.shape, tuple(looker for looker in self.lookers if looker == seat))

    def __len__(self) -> int:
        length = len(self.lookers)
        for seat in self.seats:
            length += self.mats[seat].count(BLANK)
        return length

    @overload
    def __getitem__(self, index: int) -> Answer: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Answer]: ...
    def __getitem__(self, index: int | slice) -> Answer | Sequence[Answer]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        for seat in self.seats:
            mat = self.mats[seat]
            empty = mat.count(BLANK)
            if index < empty:
                space = -1
                for _ in range(index + 1):
                    space = mat.index(BLANK, space + 1)
                return drawing(seat, space, self.shape)
            index -= empty
        return Peek(self.lookers[index])

    def __contains__(self, answer: object) -> bool:
        if isinstance(answer, Draw):
            return (
                answer.shape == self.shape
                and answer.seat in self.seats
                and 0 <= answer.space < len(self.mats[answer.seat])
                and self.mats[answer.seat][answer.space] == BLANK
            )
        return isinstance(answer, Peek) and answer.seat in self.lookers


@FLOW.step("turn")
def begin_turn(table: Table) -> None:
    """A card, all players, and then the next one unless it was the fourth golden one."""
    table.then(("path",), ("act",), ("end_turn",))


@FLOW.question("path")
def ask_path(state: State) -> Question:
    """Which path card comes from the deck?"""
    return Question("path", CHANCE, tuple(map(card, state.pool)), {"dealt_by": state.setup.dealer})


@FLOW.answer("path")
def call_path(table: Table, answer: Path) -> None:
    """The card is out of the deck for good; used cards never come back (ruling 19)."""
    golden = answer.kind == "golden"
    code = code_of(answer.shape, golden)
    at = table.pool.index(code)
    table.pool = table.pool[:at] + table.pool[at + 1 :]
    table.card = code
    table.turn += 1
    table.golden += golden
    seats = len(table.mats)
    table.waiting = tuple(range(seats))
    table.acts = ("",) * seats
    table.say(
        "path_called", "turn.call", TEAM, shape=answer.shape, golden=golden, turn=table.turn, golden_so_far=table.golden
    )


@FLOW.refusal("path")
def refuse_path(state: State, answer: object) -> str | None:
    """A card of which all have been called already, or one that was never printed."""
    if not isinstance(answer, Path):
        return None
    if answer.kind in KINDS and 1 <= answer.shape <= len(state.setup.edition.shapes):
        return "no_such_card_left"
    return "no_such_card"


def may_look(table: Table, seat: int) -> bool:
    """Whether the option of this table still allows a look in this round."""
    limit = table.setup.peek_limit
    return limit == NO_LIMIT or table.peeks[seat] < limit


@FLOW.question("act")
def ask_act(state: State) -> Question:
    """Draw the path or look? All at once: whoever is ready answers, in any order.

    Nobody learns from another's drawing, so one question to the team with the seat in each answer keeps the table's
    own pace; only what a peek shows is put to its seat alone.
    """
    setup, waiting = state.setup, state.waiting
    lookers = waiting if setup.peek_limit == NO_LIMIT else tuple(seat for seat in waiting if may_look(state, seat))
    shape = shape_of(state.card)
    about = {"waiting": waiting, "shape": shape}
    if setup.virtual_mats:
        return Question("act", TEAM, Actions(waiting, state.mats, shape, lookers), about)
    return Question("act", TEAM, (*map(Drew, waiting), AllDrew(), *map(Peek, lookers)), about)


@FLOW.answer("act")
def act(table: Table, answer: Answer) -> None:
    """The path is drawn as shown, or the top card of the sanctuary deck is looked at."""
    if isinstance(answer, Draw):
        seat, space = answer.seat, answer.space
        table.mats = put(table.mats, seat, put_piece(table.mats[seat], space, answer.shape))
        _drew(table, seat)
        table.say("path_drawn", "turn.draw", seat, space=space, shape=answer.shape)
    elif isinstance(answer, Peek):
        _peek(table, answer.seat)
    else:
        for seat in (answer.seat,) if isinstance(answer, Drew) else table.waiting:
            _drew(table, seat)
            table.say("path_drawn", "turn.draw", seat, shape=shape_of(table.card))
    if table.waiting:
        table.then(("act",))
    if isinstance(answer, Peek):
        table.then(*((("top", answer.seat),) if table.setup.own_decks else ()), ("look", answer.seat))


def _drew(table: Table, seat: int) -> None:
    table.pieces = put(table.pieces, seat, table.pieces[seat] + 1)
    table.acts = put(table.acts, seat, "drew")
    waiting = table.waiting
    at = waiting.index(seat)
    table.waiting = waiting[:at] + waiting[at + 1 :]


def _peek(table: Table, seat: int) -> None:
    table.peeks = put(table.peeks, seat, table.peeks[seat] + 1)
    table.all_peeks = put(table.all_peeks, seat, table.all_peeks[seat] + 1)
    table.acts = put(table.acts, seat, "peeked")
    table.waiting = without(table.waiting, seat)
    table.say("sanctuary_peeked", "peek.look", seat, round=table.round)


@FLOW.refusal("act")
def refuse_act(state: State, answer: object) -> str | None:
    """What is wrong with a drawing or a look, as exactly as the table would say it."""
    seat = getattr(answer, "seat", None)
    if not isinstance(answer, Draw | Drew | Peek) or seat is None:
        return None
    if not 0 <= seat < len(state.mats):
        return "no_such_seat"
    if seat not in state.waiting:
        return "acted_already"
    if isinstance(answer, Peek):
        return "peek_limit"
    return _refuse_drawing(state, answer) if isinstance(answer, Draw) and state.setup.virtual_mats else None


def _refuse_drawing(state: State, answer: Draw) -> str:
    shape = shape_of(state.card)
    if answer.shape != shape:
        sides = dict(enumerate(state.setup.edition.shapes, 1))
        turned = answer.shape in sides and _bends(sides[answer.shape]) == _bends(sides[shape])
        return "turned_path" if turned else "other_path"
    if not 0 <= answer.space < len(state.mats[answer.seat]):
        return "off_the_mat"
    return "used_space"


def _bends(shape: str) -> bool:
    return set(shape) not in ({"N", "S"}, {"E", "W"})


@FLOW.question("top")
def ask_top(state: State, seat: int) -> Question:
    """Which card lies on top of the sanctuary deck? Only this seat sees it; once dealt it stays there."""
    options = Product(Top, (state.top,) if state.top else state.left)
    return Question("top", CHANCE, options, {"dealt_by": "companion", "seat": seat}, only_for=seat)


@FLOW.refusal("top")
def refuse_top(state: State, answer: object, seat: int) -> str | None:
    """A letter that cannot lie there any more, or another one than was seen there before."""
    if not isinstance(answer, Top):
        return None
    if answer.letter not in LETTERS:
        return "no_such_sanctuary"
    return "other_card" if answer.letter in state.left else "called_before"


@FLOW.answer("top")
def show_top(table: Table, answer: Top, seat: int) -> None:
    """The companion shows it to this seat, and lays it back on top."""
    table.top = answer.letter
    if seat not in table.seers:
        table.seers = (*table.seers, seat)
    table.whisper("sanctuary_seen", "peek.secret", seat, letter=answer.letter)


@FLOW.question("look")
def ask_look(state: State, seat: int) -> Question:
    """Have you looked? The table waits, so that nobody else sees the card and the look cannot be undone.

    Of a real deck the companion is not told what was seen.
    """
    return Question("look", seat, (Looked(),), {"dealt_by": state.setup.dealer}, final=True)


@FLOW.answer("look")
def look(table: Table, answer: Looked, seat: int) -> None:
    """The card is back on top of its deck."""


@FLOW.step("end_turn")
def end_turn(table: Table) -> None:
    """After the turn of the fourth golden card the round is over."""
    if table.golden == GOLDEN_A_ROUND:
        table.say("round_ended", "round.fourth_golden", TEAM, round=table.round, turn=table.turn)
        table.then(("measure", table.letters[-1]))
    else:
        table.then(("turn",))
