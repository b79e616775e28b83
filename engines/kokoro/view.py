"""What a seat, or everybody, may see of a game of Kokoro."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.engines.kokoro.edition import GOLDEN_A_ROUND, ROUNDS
from tablekeeper.engines.kokoro.mat import Mat
from tablekeeper.engines.kokoro.scoring import join, tally_of
from tablekeeper.engines.kokoro.state import NOT_YET, State, shape_of


@dataclass(frozen=True)
class PlayerView:
    """One player, as everybody may see them."""

    name: str
    drawn: str
    """What is drawn on the mat as far as the companion knows: a digit a space in reading order, 0 for nothing."""
    pieces: int
    """Paths drawn so far."""
    did: str
    """`drew`, `peeked`, or empty while the seat is waited for."""
    peeks: int
    """Looks in this round."""
    looks_left: int
    """Looks still allowed in this round, or -1 where there is no limit."""
    boxes: tuple[int, ...]
    """What is written for the sanctuaries so far."""
    needs: int
    """How many features the sanctuary of this round must join to score."""
    joined: int
    """How many it joins now, or -1 where the companion does not hold the mat."""
    favours: tuple[int, ...]
    """What is written for the caterpillar and the flower guardian."""
    bonus: int
    """What is written in the decree box."""
    subtotal: int
    penalty: int
    final: int
    count: int | None
    """The number told in the running scoring, or None."""


@dataclass(frozen=True)
class View:
    """The whole table."""

    players: tuple[PlayerView, ...]
    round: int
    rounds: int
    letters: tuple[str, ...]
    """The sanctuaries called so far; the last is the one that this round scores."""
    next_sanctuary: str
    """The next sanctuary card, for a seat that has seen it; else empty."""
    shape: int
    """The path of this turn, or 0."""
    sides: str
    """The two sides that it joins, as in `NW`, or empty."""
    is_golden: bool
    golden: int
    golden_a_round: int
    turn: int
    cards_left: int
    golden_left: int
    """Golden cards among them: used cards lie open, so that everybody may know."""
    waiting: tuple[int, ...]
    side: str
    mat: Mat
    is_mat_known: bool
    """Whether the mats on the table are printed like `mat`."""
    shapes: tuple[str, ...]
    """For paths 1 to 6 the two sides that they join."""
    guardians: tuple[int, ...]
    """The spaces of the guardians, as far as they are known: caterpillar, flower."""
    decree: str
    decree_texts: tuple[str, str]
    """What the decree says, in English and French."""
    dealer: str
    over: bool


def look(state: State, seat: int) -> View:
    """The table as this seat, or PUBLIC, sees it."""
    setup = state.setup
    card = setup.decree_card(state.decree) if state.decree else None
    shape = shape_of(state.card) if state.card >= 0 else 0
    return View(
        players=tuple(_look_at(state, i) for i in range(len(setup.players))),
        round=state.round,
        rounds=ROUNDS,
        letters=state.letters,
        next_sanctuary=state.top if seat in state.seers else "",
        shape=shape,
        sides=setup.edition.shapes[shape - 1] if shape else "",
        is_golden=shape > 0 and state.card % 2 == 1,
        golden=state.golden,
        golden_a_round=GOLDEN_A_ROUND,
        turn=state.turn,
        cards_left=len(state.pool),
        golden_left=sum(code % 2 for code in state.pool),
        waiting=state.waiting,
        side=setup.side,
        mat=setup.mat,
        is_mat_known=setup.known_mats,
        shapes=setup.edition.shapes,
        guardians=state.guardians,
        decree=state.decree,
        decree_texts=(card.en, card.fr) if card else ("", ""),
        dealer=setup.dealer,
        over=not state.agenda,
    )


def _look_at(state: State, seat: int) -> PlayerView:
    setup, boxes = state.setup, state.boxes[seat]
    told, tally = state.counts[seat], tally_of(state, seat)
    scoring = setup.virtual_mats and state.letters
    return PlayerView(
        name=setup.players[seat],
        drawn=state.mats[seat],
        pieces=state.pieces[seat],
        did=state.acts[seat],
        peeks=state.peeks[seat],
        looks_left=max(0, setup.peek_limit - state.peeks[seat]) if setup.peek_limit else -1,
        boxes=boxes,
        needs=(boxes[-1] if boxes else 0) + 1,
        joined=join(state, seat, state.letters[-1])[1] if scoring else -1,
        favours=state.favours[seat],
        bonus=state.bonus[seat],
        subtotal=tally.subtotal,
        penalty=tally.penalty,
        final=tally.final,
        count=None if told == NOT_YET else told,
    )
