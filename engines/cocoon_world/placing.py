"""Placing tiles, revealing and obeying them."""

from __future__ import annotations

from tablekeeper.engines.cocoon_world.answers import Fetch, Lay, Place, Reveal, Rob, Swap, Take
from tablekeeper.engines.cocoon_world.board import TRACK
from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.state import State, Table, meet, unseen
from tablekeeper.engines.cocoon_world.tiles import EMPTY, FACE_DOWN, TILES
from tablekeeper.engines.core import CHANCE, NOBODY, PUBLIC, Answer, Product, Question, made, put, without


def playable(table: Table, seat: int) -> tuple[str, ...]:
    """The kinds that a seat may hold: those of a known hand, else every kind not seen yet."""
    hand = table.hands[seat]
    if FACE_DOWN not in hand:
        return tuple(dict.fromkeys(hand))
    return tuple(TILES) if table.setup.tiles_guessed else tuple(dict.fromkeys(table.pool))


def _only_for(state: Table, seat: int) -> int:
    """A known hand is its owner's secret; what might be in a hidden one is no secret."""
    return seat if state.setup.known_hands else PUBLIC


def _leave_hand(table: Table, seat: int, tile: str) -> None:
    hand = table.hands[seat]
    if FACE_DOWN in hand:
        meet(table, tile)
        table.hands = put(table.hands, seat, hand[1:])
    else:
        table.hands = put(table.hands, seat, without(hand, tile))


def _lie_down(table: Table, space: int, tile: str) -> None:
    """A new tile makes a new board, so that no earlier stop counts for a loop any more."""
    table.tiles = put(table.tiles, space, tile)
    table.trail = ()


def _count_placement(table: Table) -> None:
    table.to_place = max(0, table.to_place - 1)


@FLOW.question("reveal")
def ask_reveal(state: State, space: int) -> Question:
    """Which tile is it? Any that nobody has told of yet."""
    only_for = NOBODY if state.setup.known_hands else PUBLIC  # what may come tells what known hands hold
    about = {"space": space, "seat": state.seat}
    return Question("reveal", CHANCE, Product(Reveal, unseen(state)), about, only_for)


@FLOW.answer("reveal")
def reveal(table: Table, answer: Reveal, space: int) -> None:
    """The tile remains face up."""
    meet(table, answer.tile)
    table.tiles = put(table.tiles, space, answer.tile)
    table.say("tile_revealed", "scenario.reveal", table.seat, space=space, tile=answer.tile)


@FLOW.step("obey")
def obey(table: Table, space: int) -> None:
    """Follow the tile on a space."""
    tile = table.tiles[space]
    table.say("tile_obeyed", "tile.obey", table.seat, tile=tile, space=space)
    table.then(*TILES[tile])


@FLOW.question("place_here")
def ask_place_here(state: State) -> Question:
    """Which tile do you lay on your empty space?"""
    seat = state.seat
    spaces = (state.at[seat],)
    return Question(
        "place",
        seat,
        Product(Place, playable(state, seat), spaces),
        {"obey": True, "why": "here"},
        _only_for(state, seat),
    )


@FLOW.answer("place_here")
def place_here(table: Table, answer: Place) -> None:
    """Place and obey."""
    _place(table, answer, "place.own_space")
    obey(table, answer.space)


def _place(table: Table, answer: Place, clause: str) -> None:
    seat = table.seat
    _leave_hand(table, seat, answer.tile)
    _lie_down(table, answer.space, answer.tile)
    _count_placement(table)
    table.say("tile_placed", clause, seat, tile=answer.tile, space=answer.space)
    if answer.space == table.at[seat]:
        table.trail = (answer.space,)


@FLOW.step("place_nearest")
def place_nearest(table: Table) -> None:
    """A tile still to be placed goes to the nearest empty space, and is not obeyed."""
    if table.to_place and table.hands[table.seat] and _nearest(table):
        table.then(("lay_nearest",), ("place_nearest",))


def _nearest(table: Table) -> tuple[int, ...]:
    here = table.at[table.seat]
    board = table.setup.board
    return board.nearest_empty(table.tiles, board.gods_bet if here == TRACK else here)


@FLOW.question("lay_nearest")
def ask_lay_nearest(state: State) -> Question:
    """Which tile do you lay on the nearest empty space? Where two are equally near, on which?"""
    seat = state.seat
    options = Product(Place, playable(state, seat), _nearest(state))
    return Question("place", seat, options, {"obey": False, "why": "nearest"}, _only_for(state, seat))


@FLOW.answer("lay_nearest")
def lay_nearest(table: Table, answer: Place) -> None:
    """Just placed."""
    _place(table, answer, "place.nearest")


@FLOW.step("one_more")
def grant_one_more(table: Table) -> None:
    """One more tile may be placed in this turn."""
    table.to_place += 1
    table.say("placement_added", "tile.roll_place", table.seat)


@FLOW.step("promise")
def promise(table: Table, what: str) -> None:
    """A tile speaks of the next turn or supply; the same promise twice is one (ruling 13)."""
    seat = table.seat
    if what not in table.promised[seat]:
        table.promised = put(table.promised, seat, (*table.promised[seat], what))
    table.say("promise_made", "tile." + what, seat, what=what)


@FLOW.step("place_any")
def place_any(table: Table) -> None:
    """Place a tile on any empty space, if there is a tile and a space."""
    if table.hands[table.seat] and table.setup.board.empty(table.tiles):
        table.then(("lay_anywhere",))
    else:
        table.say("effect_impossible", "tile.place_any", table.seat)


@FLOW.question("lay_anywhere")
def ask_lay_anywhere(state: State) -> Question:
    """Which tile, and on which empty space?"""
    seat = state.seat
    options = Product(Place, playable(state, seat), state.setup.board.empty(state.tiles))
    return Question("place", seat, options, {"obey": False, "why": "anywhere"}, _only_for(state, seat))


@FLOW.answer("lay_anywhere")
def lay_anywhere(table: Table, answer: Place) -> None:
    """It is the tile of this turn (`place.once`), and nobody obeys it now."""
    _place(table, answer, "tile.place_any")


@FLOW.step("fetch")
def fetch(table: Table) -> None:
    """Exchange this tile with any other on the board, if there is one."""
    if _others(table):
        table.then(("fetch_which",))
    else:
        table.say("effect_impossible", "tile.fetch", table.seat)


def _others(table: Table) -> tuple[int, ...]:
    here = table.at[table.seat]
    return tuple(space for space, tile in enumerate(table.tiles) if tile != EMPTY and space != here)


@FLOW.question("fetch_which")
def ask_fetch(state: State) -> Question:
    """Which tile on the board comes here?"""
    return Question("fetch", state.seat, Product(Fetch, _others(state)))


@FLOW.answer("fetch_which")
def fetch_tile(table: Table, answer: Fetch) -> None:
    """The two tiles change places (ruling 17); the one that came is obeyed once."""
    here = table.at[table.seat]
    mine, theirs = table.tiles[here], table.tiles[answer.space]
    _lie_down(table, answer.space, mine)
    _lie_down(table, here, theirs)
    table.trail = (here,)
    table.say("tiles_exchanged", "tile.fetch", table.seat, here=here, there=answer.space, came=theirs)
    table.then(*((("reveal", here),) if theirs == FACE_DOWN else ()), ("obey", here))


@FLOW.step("rob")
def rob(table: Table) -> None:
    """Look at an opponent's hand, if anybody has a tile."""
    if _victims(table):
        table.then(("rob_whom",))
    else:
        table.say("effect_impossible", "tile.rob", table.seat)


def _victims(table: Table) -> tuple[str, ...]:
    return tuple(colour for seat, colour in enumerate(table.setup.colours) if seat != table.seat and table.hands[seat])


@FLOW.question("rob_whom")
def ask_rob(state: State) -> Question:
    """Whose tiles do you look at?"""
    return Question("rob", state.seat, tuple([made(Rob, colour) for colour in _victims(state)]), final=True)


@FLOW.answer("rob_whom")
def rob_hand(table: Table, answer: Rob) -> None:
    """Look, then take one."""
    victim = table.setup.colours.index(answer.colour)
    table.say("hand_seen", "tile.rob", table.seat, of=answer.colour)
    if table.setup.known_hands:
        table.whisper("tiles_seen", "tile.rob", table.seat, tiles=table.hands[victim])
    table.then(("take", victim))


@FLOW.question("take")
def ask_take(state: State, victim: int) -> Question:
    """Which of these tiles do you take?"""
    options = Product(Take, playable(state, victim))
    return Question("take", state.seat, options, {"of": victim}, _only_for(state, state.seat))


@FLOW.answer("take")
def take(table: Table, answer: Take, victim: int) -> None:
    """The tile is used at once; the others go back."""
    _leave_hand(table, victim, answer.tile)
    table.say("tile_taken", "tile.rob", table.seat, tile=answer.tile, of=table.setup.colours[victim])
    table.then(("use_taken", answer.tile))


@FLOW.question("use_taken")
def ask_use(state: State, tile: str) -> Question:
    """Lay it on an empty space, or swap it for this tile and obey it?"""
    empty = state.setup.board.empty(state.tiles)
    return Question("use_taken", state.seat, (made(Swap), *[made(Lay, space) for space in empty]), {"tile": tile})


@FLOW.answer("use_taken")
def use_taken(table: Table, answer: Answer, tile: str) -> None:
    """Laid: nobody obeys it. Swapped: this tile leaves the game, and the new one is obeyed.

    Either way it is a tile placed in this turn (`place.once`): the printed text says "place" of both.
    """
    here = table.at[table.seat]
    _count_placement(table)
    if isinstance(answer, Lay):
        _lie_down(table, answer.space, tile)
        table.say("tile_laid", "tile.rob", table.seat, tile=tile, space=answer.space)
    else:
        _lie_down(table, here, tile)
        table.trail = (here,)
        table.say("tile_swapped", "tile.rob", table.seat, tile=tile, space=here)
        table.then(("obey", here))
