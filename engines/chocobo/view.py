"""What a seat, or everybody, may see of a game of Chocobo's Dungeon, and what a seat may say about its cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablekeeper.engines.chocobo.books import uses
from tablekeeper.engines.chocobo.dial import position_of
from tablekeeper.engines.chocobo.fight import ATTACK, BOOK, HEAL, HP, VEGETABLES
from tablekeeper.engines.chocobo.floors import Space
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.movement import map_of, name_of
from tablekeeper.engines.chocobo.places import CARDS, DECKS, MONSTERS
from tablekeeper.engines.chocobo.state import BOTTOM, HIDDEN, Monster, State
from tablekeeper.engines.chocobo.talk import Talk, may_say


@dataclass(frozen=True)
class PlayerView:
    """One player, as the viewer may see them."""

    name: str
    cards: int
    hand: tuple[int, ...]
    """The numbers in the hand, where the viewer may see them."""
    laid: int
    """How many cards lie face down before this player."""
    to_lay: int
    """How many more this player lays down now."""


@dataclass(frozen=True)
class CardView:
    """A card beside the dial."""

    card: int
    strength: int
    """0 while nobody has told it."""
    seat: int
    """Who played it; -1 for a Bonus card."""


@dataclass(frozen=True)
class MonsterView:
    """A Monster of the row; every value is 0 until it has been told."""

    word: str
    deck: str
    damage: int
    hp: int
    attack: int
    heal: int
    books: int
    vegetables: int


@dataclass(frozen=True)
class SpaceView:
    """A space of the board that lies on the table."""

    number: int
    x: int
    y: int
    icon: str
    """What it shows; empty where nobody has told."""
    links: tuple[int, ...]


@dataclass(frozen=True)
class BossView:
    """4F: the boss, and the ring on its tile."""

    name: str
    hp: int
    damage: int
    strikes: tuple[str, ...]
    """What each space of the inner ring shows; empty where nobody has told."""
    touches: tuple[tuple[int, ...], ...]
    """For each space of the outer ring, the spaces of the inner ring beside it."""


@dataclass(frozen=True)
class View:
    """The whole table."""

    players: tuple[PlayerView, ...]
    difficulty: str
    limited_talk: bool
    round: int
    phase: int
    floor: str
    here: int
    """The Chocobo's space; -1 on a board that has no map."""
    reaper: int
    reaper_end: int
    """The right end of the Reaper's track; 0 on 4F, which has none, or while nobody has told."""
    spaces: tuple[SpaceView, ...]
    boss: BossView | None
    hp: int
    vegetables: int
    dial: tuple[tuple[str, ...], ...]
    """Every position of the dial clockwise from the one at number 1; the first five show a number."""
    acting: int
    """The index of the card that acts, or -1."""
    row: tuple[CardView, ...]
    laid: tuple[CardView, ...]
    """The cards that lie before the players; 0 where the viewer may not know which."""
    strengths: tuple[int, ...]
    """What each card prints, from card 1 on; 0 where nobody has told."""
    bonus: tuple[CardView, ...]
    bonus_hidden: bool
    monsters: tuple[MonsterView, ...]
    bestiary: tuple[MonsterView, ...]
    """Every Monster whose values are known, to be recognised when it comes."""
    attack: int
    """What the Monsters would take at the end of the round, as far as it is known."""
    books: tuple[str, ...]
    usable_books: tuple[str, ...]
    book_tokens: int
    vegetable_tokens: int
    deck: int
    discard: tuple[int, ...]
    talk: Talk | None
    """What the viewer may say about their own hand now."""
    learned: int
    """How much the table has told about its copy tonight."""
    cause: str


def look(state: State, seat: int) -> View:
    """The table as this seat, or PUBLIC, sees it."""
    setup = state.setup
    at_boss = state.floor == BOTTOM
    name = name_of(state) if state.floor else ""
    return View(
        players=tuple(_player(state, i, seat) for i in range(len(setup.players))),
        difficulty=setup.difficulty,
        limited_talk=setup.limited_talk,
        round=state.round,
        phase=state.phase,
        floor=name,
        here=state.here,
        reaper=state.reaper,
        reaper_end=0 if at_boss else known(state, f"floors.{name}.reaper") or 0,
        spaces=_ring(state) if at_boss else _spaces(state) if state.floor else (),
        boss=_boss(state) if at_boss else None,
        hp=state.hp,
        vegetables=state.vegetables,
        dial=_dial(state),
        acting=state.acting,
        row=tuple(CardView(card, known(state, f"cards.{card}") or 0, by) for card, by in state.row),
        laid=tuple(_laid(state, card, by, seat) for card, by in state.laid),
        strengths=tuple(known(state, f"cards.{card}") or 0 for card in CARDS),
        bonus=tuple(CardView(card, known(state, f"cards.{card}") or 0, -1) for card in state.bonus),
        bonus_hidden=bool(state.face_down),
        monsters=tuple(_monster(state, monster) for monster in state.monsters),
        bestiary=tuple(
            _monster(state, Monster(deck, number, 0))
            for deck in DECKS
            for number in MONSTERS
            if known(state, f"monsters.{deck}.{number}") is not None
        ),
        attack=sum(_monster(state, monster).attack for monster in state.monsters),
        books=state.books,
        usable_books=tuple(answer.spell().split()[1] for answer in uses(state)),
        book_tokens=len(state.book_pile),
        vegetable_tokens=len(state.vegetable_pile),
        deck=state.deck,
        discard=state.discard,
        talk=may_say(state, seat),
        learned=len(state.learned),
        cause=state.cause,
    )


def _player(state: State, seat: int, viewer: int) -> PlayerView:
    hand = state.hands[seat]
    seen = seat == viewer and HIDDEN not in hand
    return PlayerView(
        state.setup.players[seat], len(hand), hand if seen else (), sum(by == seat for _, by in state.laid),
        state.agenda.count(("lay", seat)),
    )  # fmt: skip


def _laid(state: State, card: int, by: int, viewer: int) -> CardView:
    """At a real table cards are told once they lie open; at a virtual one each is its player's secret until then."""
    shown = card if card != HIDDEN and (by == viewer or not state.setup.known_hands) else 0
    return CardView(shown, known(state, f"cards.{shown}") or 0 if shown else 0, by)


def _dial(state: State) -> tuple[tuple[str, ...], ...]:
    size = known(state, "dial.size") or 0
    return tuple(known(state, f"dial.{position_of(state, i)}") or () for i in range(size))


def _monster(state: State, monster: Monster) -> MonsterView:
    values: Any = known(state, f"monsters.{monster.deck}.{monster.number}") or (0,) * 5
    return MonsterView(
        monster.word, monster.deck, monster.damage, values[HP], values[ATTACK], values[HEAL], values[BOOK],
        values[VEGETABLES],
    )  # fmt: skip


def _spaces(state: State) -> tuple[SpaceView, ...]:
    found = map_of(state)
    if found is None:
        return ()
    return tuple(SpaceView(number, *space) for number, space in found.spaces.items())


def _ring(state: State) -> tuple[SpaceView, ...]:
    size = known(state, "ring.outer") or 0
    spaces = []
    for i in range(size):
        x, y = known(state, f"ring.at.{i}") or (-1, -1)
        space = Space(x, y, known(state, f"ring.spaces.{i}") or "", ((i - 1) % size, (i + 1) % size))
        spaces.append(SpaceView(i, *space))
    return tuple(spaces)


def _boss(state: State) -> BossView:
    boss = state.setup.boss
    outer, inner = known(state, "ring.outer") or 0, known(state, "ring.inner") or 0
    return BossView(
        boss,
        known(state, f"bosses.{boss}.hp") or 0,
        state.boss_damage,
        tuple(known(state, f"bosses.{boss}.{i}") or "" for i in range(inner)),
        tuple(known(state, f"ring.touches.{i}") or () for i in range(outer)),
    )
