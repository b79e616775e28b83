"""A bot that weighs each space for the called path: what its mat joins now, and what one more piece could join."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.kokoro.answers import Draw, Peek
from tablekeeper.engines.kokoro.edition import GOLDEN_A_ROUND, ROUNDS
from tablekeeper.engines.kokoro.paths import BLANK, OFF_MAT, put_piece
from tablekeeper.engines.kokoro.scoring import PENALTY
from tablekeeper.engines.kokoro.state import State, shape_of
from tablekeeper.engines.kokoro.turn import may_look

CARDS_A_GOLDEN_ONE = 42 / 22
"""How many path cards are called for each golden one, on average."""
HOPE = 0.26
"""What a joint that one more piece could make is worth, beside one that is made."""
OPEN = 3.0
"""What an end that can still grow is worth, for each place that wants features on its path."""

LOOK = -0.1
"""What a look at the next sanctuary is worth."""


class Wish(NamedTuple):
    """A place on the mat that wants features on its path."""

    space: int
    values: tuple[int, ...]
    """What each space counts for it."""
    weight: float
    """How likely it is scored."""
    above: int
    """It scores only with more than so many..."""
    lost: float
    """...and costs this when it does not."""


class Part(NamedTuple):
    """A chain, or an empty space, with the wishes on it and what it brings to each wish."""

    wishes: frozenset[int]
    brings: tuple[int, ...]


def wishes_of(state: State, seat: int) -> list[Wish]:
    """The sanctuary of this round, those that may still come, and the guardians, as this seat knows them."""
    setup = state.setup
    mat, features = setup.mat, setup.features
    space_of = {letter: space for space, letter in enumerate(mat.sanctuaries) if letter}
    before = state.boxes[seat][-1] if state.boxes[seat] else 0
    found = [Wish(space_of[state.letters[-1]], features, 1.0, before, PENALTY)]
    to_come = ROUNDS - state.round
    known = state.top if seat in state.seers else ""
    others = len(state.left) - bool(known)
    for letter in state.left if to_come else ():
        odds = 1.0 if letter == known else (to_come - bool(known)) / others
        found.append(Wish(space_of[letter], features, odds, 0, PENALTY))
    kinds = (mat.caterpillars, mat.flowers)
    found.extend(Wish(space, kind, 1.0, 0, 0.0) for space, kind in zip(state.guardians, kinds, strict=True))
    return found


def cards_to_come(state: State) -> float:
    """How many path cards will still be called, about."""
    golden = GOLDEN_A_ROUND - state.golden + GOLDEN_A_ROUND * (ROUNDS - state.round)
    return golden * CARDS_A_GOLDEN_ONE


def worth(state: State, drawn: str, wishes: list[Wish], hope: float) -> float:
    """What a mat promises: each wish by what its path joins, and by what one more piece could join to it."""
    paths = state.setup.paths
    chains = paths.chains(drawn)
    parts = [_part(chain.spaces, wishes) for chain in chains]
    value = sum(_missed(wish) for wish in wishes)
    value += sum(_gain(part, wishes) for part in parts)
    leading: dict[int, list[Part]] = {}
    for chain, part in zip(chains, parts, strict=True):
        for end in chain.ends:
            if end != OFF_MAT and drawn[end] == BLANK:
                value += hope * OPEN * len(part.wishes)
                leading.setdefault(end, []).append(part)
    for space, ends in leading.items():
        value += hope * HOPE * _best_joint(_part((space,), wishes), ends, wishes)
    return value


def _best_joint(bare: Part, ends: list[Part], wishes: list[Wish]) -> float:
    """The most that a piece in an empty space can join, over what its neighbours have already."""
    best = 0.0
    for i, one in enumerate(ends):
        best = max(best, _gain(_join(bare, one), wishes) - _gain(one, wishes))
        for other in ends[:i]:
            if other is not one:
                joined = _gain(_join(_join(bare, one), other), wishes)
                best = max(best, joined - _gain(one, wishes) - _gain(other, wishes))
    return best


def _join(one: Part, other: Part) -> Part:
    return Part(one.wishes | other.wishes, tuple(map(sum, zip(one.brings, other.brings, strict=True))))


def _part(spaces: Iterable[int], wishes: list[Wish]) -> Part:
    on = frozenset(i for i, wish in enumerate(wishes) if wish.space in spaces)
    return Part(on, tuple(sum([wish.values[space] for space in spaces]) for wish in wishes))


def _missed(wish: Wish) -> float:
    return -wish.weight * wish.lost


def _gain(part: Part, wishes: list[Wish]) -> float:
    gain = 0.0
    for i in part.wishes:
        wish, brings = wishes[i], part.brings[i]
        if brings > wish.above:
            gain += wish.weight * (brings + wish.lost)
    return gain


def play_gently(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """Draw where the mat promises most afterwards; look only when every drawing would spoil it.

    Of a question put to several seats it answers for the first that is waited for.
    """
    if question.kind != "act" or not state.setup.virtual_mats:
        return choose_randomly(rules, state, question, luck)
    seat = question.speaker
    drawn, shape = state.mats[seat], shape_of(state.card)
    wishes = wishes_of(state, seat)
    hope = min(1.0, cards_to_come(state) / 12)
    stay = worth(state, drawn, wishes, hope) if may_look(state, seat) else float("-inf")
    best, best_value = -1, stay + LOOK
    for space, piece in enumerate(drawn):
        if piece == BLANK:
            value = worth(state, put_piece(drawn, space, shape), wishes, hope) + 0.01 * luck.random()
            if value > best_value:
                best, best_value = space, value
    return Peek(seat) if best < 0 else Draw(seat, best, shape)
