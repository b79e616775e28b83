"""Drawing tiles back up to three, and looking at three to keep one."""

from __future__ import annotations

from tablekeeper.engines.cocoon_world.answers import Draw, Keep, Return
from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.state import HAND_SIZE, State, Table
from tablekeeper.engines.cocoon_world.tiles import FACE_DOWN
from tablekeeper.engines.core import CHANCE, Product, Question, put, without


@FLOW.step("supply")
def supply(table: Table) -> None:
    """The active player draws first, then clockwise everybody with less than three tiles, as long as there are any."""
    if not table.pile:
        return
    seats = range(len(table.hands))
    clockwise = (*seats[table.seat :], *seats[: table.seat])
    table.then(*[("draw_up", seat) for seat in clockwise if len(table.hands[seat]) < HAND_SIZE])


@FLOW.step("draw_up")
def draw_up(table: Table, seat: int) -> None:
    """One tile after the other, until the hand is full or the pile is empty."""
    missing = min(HAND_SIZE - len(table.hands[seat]), table.pile)
    if missing <= 0:
        return
    chooses = "choose_supply" in table.promised[seat]
    if chooses:
        table.promised = put(table.promised, seat, without(table.promised[seat], "choose_supply"))
        table.say("supply_chosen", "tile.choose_supply", seat, of=min(HAND_SIZE, table.pile))
    if not table.setup.known_hands:
        table.pile -= missing
        table.hands = put(table.hands, seat, table.hands[seat] + (FACE_DOWN,) * missing)
        table.say("tiles_drawn", "supply.draw", seat, count=missing, pile=table.pile)
    elif chooses:
        table.then(("look", seat, (), min(HAND_SIZE, table.pile)), ("draw_up", seat))
    elif table.top:
        _take_in(table, seat, table.top[0])
        table.top = table.top[1:]
        table.then(("draw_up", seat))
    else:
        table.then(*[("draw", seat)] * missing)


def _take_in(table: Table, seat: int, tile: str) -> None:
    table.pile -= 1
    table.hands = put(table.hands, seat, (*table.hands[seat], tile))
    table.say("tiles_drawn", "supply.draw", seat, count=1, pile=table.pile)
    table.whisper("tile_drawn", "supply.draw", seat, tile=tile)


@FLOW.question("draw")
def ask_draw(state: State, seat: int) -> Question:
    """Which tile is on top of the pile? Only its drawer sees it."""
    return Question("draw", CHANCE, Product(Draw, state.pool), {"seat": seat}, only_for=seat)


@FLOW.answer("draw")
def draw(table: Table, answer: Draw, seat: int) -> None:
    """The tile joins the hand."""
    table.pool = without(table.pool, answer.tile)
    _take_in(table, seat, answer.tile)


@FLOW.step("look")
def look(table: Table, seat: int, seen: tuple[str, ...], wanted: int) -> None:
    """Look at the topmost tiles, those first that somebody has put back before."""
    if len(seen) == wanted:
        table.then(("keep", seat, seen))
    elif table.top:
        table.whisper("tile_seen", "tile.choose_supply", seat, tile=table.top[0])
        seen = (*seen, table.top[0])
        table.top = table.top[1:]
        table.then(("look", seat, seen, wanted))
    else:
        table.then(("look_next", seat, seen, wanted))


@FLOW.question("look_next")
def ask_look(state: State, seat: int, seen: tuple[str, ...], wanted: int) -> Question:
    """Which tile comes next from the pile?"""
    return Question("draw", CHANCE, Product(Draw, state.pool), {"seat": seat}, only_for=seat)


@FLOW.answer("look_next")
def look_at(table: Table, answer: Draw, seat: int, seen: tuple[str, ...], wanted: int) -> None:
    """Seen by its drawer, still in nobody's hand."""
    table.pool = without(table.pool, answer.tile)
    table.whisper("tile_seen", "tile.choose_supply", seat, tile=answer.tile)
    table.then(("look", seat, (*seen, answer.tile), wanted))


@FLOW.question("keep")
def ask_keep(state: State, seat: int, seen: tuple[str, ...]) -> Question:
    """Which of them do you keep?"""
    return Question("keep", seat, tuple(map(Keep, dict.fromkeys(seen))), {"of": len(seen)}, only_for=seat)


@FLOW.answer("keep")
def keep(table: Table, answer: Keep, seat: int, seen: tuple[str, ...]) -> None:
    """One joins the hand; the others go back on top. Two alike are asked for too, or all would know them alike."""
    rest = without(seen, answer.tile)
    _take_in(table, seat, answer.tile)
    if len(rest) > 1:
        table.then(("return", seat, rest))
    else:
        _lay_back(table, seat, rest)


def _lay_back(table: Table, seat: int, tiles: tuple[str, ...]) -> None:
    table.top = tiles + table.top
    if tiles:
        table.say("tiles_returned", "tile.choose_supply", seat, count=len(tiles))


@FLOW.question("return")
def ask_return(state: State, seat: int, rest: tuple[str, ...]) -> Question:
    """Which of the two others goes on top?"""
    return Question("return", seat, tuple(map(Return, dict.fromkeys(rest))), only_for=seat)


@FLOW.answer("return")
def put_back(table: Table, answer: Return, seat: int, rest: tuple[str, ...]) -> None:
    """The other one lies below it."""
    _lay_back(table, seat, (answer.tile, *without(rest, answer.tile)))
