"""Cocoon World on paper: virtual and real tables, Scenario 1."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tablekeeper.engines.cocoon_world import GAME
from tests.engines.referee.watching import Asking

WHITE, BLACK = 0, 1
TRACK = -1
CONCERNS_EP = {"gain_1_roll": 1, "lose_1_roll": -1, "lose_3": -3}
PROMISES = ("extra_die", "change_die", "reverse", "choose_supply")


class CocoonWorld:
    """The board, the pawns and the EP circle; of hands only how many tiles they hold, and what is known of them."""

    def __init__(self, setup: Any) -> None:
        copy = setup.edition
        self.virtual, self.last_turn = setup.virtual, setup.turns
        self.colours = setup.colours
        self.by_side = not setup.absolute_ep_tiles
        self.seats = range(len(setup.players))
        step = copy.gap + 1
        self.size = step * 6
        self.event = {step * number: event for number, event in enumerate(copy.events)}
        self.tiles = {event + away: "?" for event in self.event for away in (1, 4, 7)}
        self.at, self.side, self.ep = ([0 for _ in self.seats] for _ in range(3))
        self.on_top = list(self.seats)
        self.hands = [0 if self.virtual else 3 for _ in self.seats]
        self.pile = 44 - 18 - sum(self.hands)
        self.top: list[str] = []
        """What somebody has looked at and put back on the pile."""
        self.bets: dict[int, int] = {}
        self.side_on_track: dict[int, int] = {}
        self.promised: list[set[str]] = [set() for _ in self.seats]
        self.seat = self.to_place = 0
        self.trail: list[int] = []

    def play(self) -> Asking:
        """Five turns or ten, clockwise from the start player."""
        if self.virtual:
            for seat in self.seats:
                yield from self.supply(seat)
        first = self.colours.index((yield "first")[1])
        for _ in range(self.last_turn):
            for number in self.seats:
                self.seat = (first + number) % len(self.seats)
                yield from self.turn()

    def turn(self) -> Asking:
        """The roll, the movement, a tile if none was placed, the supply."""
        seat = self.seat
        self.to_place, self.trail = 1, []
        if self.at[seat] == TRACK:
            self.at[seat], self.side[seat] = 0, self.side_on_track[seat]
        promised, self.promised[seat] = self.promised[seat], self.promised[seat] & {"choose_supply"}
        values = [int(value) for value in (yield "roll")[1].split(",")]
        if "change_die" in promised:
            verb, *words = yield "change_die"
            if verb == "change":
                values[int(words[0])] = int(words[1])
        *own, target = values
        assert len(own) == (3 if "extra_die" in promised else 2)
        if target in own:
            self.gain(own.count(target))
        elif all(die < target for die in own):
            self.side[seat] = 1 - self.side[seat]
        yield from self.go(own, backward="reverse" in promised)
        while self.to_place and self.hands[seat] and (near := self.nearest()):
            _, tile, space = yield "place"
            assert int(space) in near
            self.lay(tile, int(space))
        for number in self.seats:
            yield from self.supply((seat + number) % len(self.seats))

    def gain(self, ep: int, absolute: bool = False) -> None:
        """White upwards, black downwards, round the circle; the marker that moved last lies on top."""
        seat = self.seat
        if ep:
            self.on_top.remove(seat)
            self.on_top.append(seat)
        self.ep[seat] = (self.ep[seat] + (ep if absolute or self.side[seat] == WHITE else -ep)) % 11

    def go(self, own: list[int], backward: bool = False) -> Asking:
        """Move by the dice; a doublet counts for EP only and rolls again."""
        spaces = -sum(own) if backward else sum(own)
        if len(set(own)) == len(own):
            yield from self.move(spaces)
            return
        if not self.pass_over(spaces):
            yield from self.only_ep()
        yield from self.roll()

    def roll(self) -> Asking:
        """The two own dice once more."""
        values = [int(value) for value in (yield "roll")[1].split(",")]
        assert len(values) == 2
        self.trail = []
        yield from self.go(values)

    def move(self, spaces: int) -> Asking:
        """So many spaces, and what lies there."""
        if not self.pass_over(spaces):
            yield from self.land()

    def pass_over(self, spaces: int) -> bool:
        """Move the pawn; whether that ended on the way, because a bettor's own spare pawn came round."""
        seat = self.seat
        beyond = self.at[seat] + spaces
        self.at[seat] = beyond % self.size
        if spaces > 0 and beyond > self.size:
            called_back = seat in self.bets
            self.settle()
            return called_back
        return False

    def settle(self) -> None:
        """This pawn is at or past Start: all bets are right or wrong."""
        mover = self.seat
        for number in self.seats:
            seat = (mover + number) % len(self.seats)
            if seat not in self.bets:
                continue
            right = self.bets.pop(seat) == mover
            self.side[seat] = self.side_on_track[seat] if right else 1 - self.side_on_track[seat]
            self.at[seat] = 0
            self.trail = []
            if right:
                self.seat = seat
                self.gain(3)
                self.seat = mover

    def stop_on_start(self) -> None:
        """1 EP, and bets are settled."""
        self.gain(1)
        self.settle()

    def land(self) -> Asking:
        """The pawn stops: an event, a tile, an empty space, another pawn, or a space of a loop."""
        seat, here = self.seat, self.at[self.seat]
        if here == 0 or here in self.trail:
            self.at[seat] = 0
            self.stop_on_start()
            return
        self.trail.append(here)
        if any(self.at[other] == here for other in self.seats if other != seat):
            yield from self.only_ep()
            yield from self.move(-1)
        elif here in self.event:
            yield from self.happen(self.event[here])
        elif here in self.tiles:
            yield from self.turn_up(here)
            yield from self.obey(self.tiles[here])
        elif self.to_place and self.hands[seat]:
            _, tile, space = yield "place"
            assert int(space) == here
            self.lay(tile, here)
            yield from self.obey(tile)

    def turn_up(self, space: int) -> Asking:
        """A tile that lies face down."""
        if self.tiles[space] == "?":
            self.tiles[space] = (yield "reveal")[1]

    def only_ep(self) -> Asking:
        """What concerns EP."""
        here = self.at[self.seat]
        if here == 0:
            self.stop_on_start()
        elif self.event.get(here) == "experience":
            self.gain(1)
        elif here in self.tiles:
            yield from self.turn_up(here)
            if self.tiles[here] in CONCERNS_EP:
                self.gain(CONCERNS_EP[self.tiles[here]], absolute=not self.by_side)

    def happen(self, event: str) -> Asking:
        """An event space; Start has been dealt with."""
        seat = self.seat
        if event == "experience":
            self.gain(1)
        elif event == "initiation":
            self.side[seat] = 1 - self.side[seat]
        elif event == "pit":
            yield from self.pit()
        elif seat not in self.bets:
            free = [other for other in self.seats if other != seat and other not in self.bets.values()]
            if free:
                on = self.colours.index((yield "bet")[1])
                assert on in free
                self.bets[seat], self.side_on_track[seat], self.at[seat] = on, self.side[seat], TRACK

    def pit(self) -> Asking:
        """Hands of four dice, until one comes twice or the player stops."""
        if (yield "pit")[0] == "leave":
            return
        made: list[str] = []
        won = 0
        while True:
            dice = sorted((yield "roll")[1].split(","))
            pairs = sorted(Counter(dice).values())
            straight = "".join(dice) in "123456"
            hand = "straight" if pairs == [1, 1, 1, 1] and straight else str(pairs)
            if hand in made:
                return
            made.append(hand)
            if pairs == [4]:
                won += int((yield "wish")[1])
            else:
                won += 2 if straight or pairs in ([2, 2], [1, 3]) else 1
            if (yield "go_on")[0] == "stop":
                self.gain(won)
                return

    def obey(self, tile: str) -> Asking:
        """What is printed on a tile."""
        what, _, number = tile.partition("_")
        if what in ("forward", "backward"):
            yield from self.move(int(number) if what == "forward" else -int(number))
        elif what in ("start", "pit", "experience", "initiation", "gods"):
            yield from self.advance("gods_bet" if what == "gods" else what)
        elif tile in CONCERNS_EP:
            self.gain(CONCERNS_EP[tile], absolute=not self.by_side)
        elif tile == "flip_roll":
            self.side[self.seat] = 1 - self.side[self.seat]
        elif tile == "roll_place":
            self.to_place += 1
        elif tile in PROMISES:
            self.promised[self.seat].add(tile)
        elif tile in ("rob", "fetch", "place_any"):
            yield from {"rob": self.rob, "fetch": self.fetch, "place_any": self.place_any}[tile]()
        if "roll" in tile.split("_") and self.at[self.seat] != TRACK:
            yield from self.roll()

    def advance(self, kind: str) -> Asking:
        """Forward to the next space of a kind; Start gives EP too."""
        kinds = {kind, "start"} if kind == "experience" else {kind}
        here = self.at[self.seat]
        away = next(n for n in range(1, self.size + 1) if self.event.get((here + n) % self.size) in kinds)
        yield from self.move(away)

    def empty(self) -> list[int]:
        """Normal spaces with no tile."""
        return [space for space in range(self.size) if space not in self.event and space not in self.tiles]

    def nearest(self) -> list[int]:
        """The empty spaces nearest to the pawn, on the track to Gods' Bet."""
        here = self.at[self.seat]
        if here == TRACK:
            here = next(space for space, event in self.event.items() if event == "gods_bet")
        away = {space: min((space - here) % self.size, (here - space) % self.size) for space in self.empty()}
        return [space for space in away if away[space] == min(away.values())]

    def lay(self, tile: str, space: int) -> None:
        """A tile from the hand."""
        self.hands[self.seat] -= 1
        self.to_place = max(0, self.to_place - 1)
        self.put_down(tile, space)

    def put_down(self, tile: str, space: int) -> None:
        """The board is another one now, so no stop before counts for a loop."""
        assert space not in self.event
        self.tiles[space] = tile
        self.trail = [space] if space == self.at[self.seat] else []

    def place_any(self) -> Asking:
        """A tile on any empty space, not obeyed."""
        if self.hands[self.seat] and self.empty():
            _, tile, space = yield "place"
            assert int(space) in self.empty()
            self.lay(tile, int(space))

    def fetch(self) -> Asking:
        """Two tiles change places, and the other one is obeyed."""
        here = self.at[self.seat]
        if len(self.tiles) == 1:
            return
        there = int((yield "fetch")[1])
        mine, theirs = self.tiles[here], self.tiles[there]
        self.put_down(mine, there)
        self.put_down(theirs, here)
        yield from self.turn_up(here)
        yield from self.obey(self.tiles[here])

    def rob(self) -> Asking:
        """One tile of an opponent: laid somewhere, or put in the place of this one and obeyed."""
        if not any(self.hands[other] for other in self.seats if other != self.seat):
            return
        victim = self.colours.index((yield "rob")[1])
        tile = (yield "take")[1]
        self.hands[victim] -= 1
        verb, *words = yield "use_taken"
        self.to_place = max(0, self.to_place - 1)
        self.put_down(tile, int(words[0]) if verb == "lay" else self.at[self.seat])
        if verb == "swap":
            yield from self.obey(tile)

    def supply(self, seat: int) -> Asking:
        """Up to three tiles, while the pile lasts; perhaps the first one is chosen of three."""
        if self.hands[seat] < 3 and self.pile and "choose_supply" in self.promised[seat]:
            self.promised[seat].remove("choose_supply")
            if self.virtual:
                yield from self.choose_of_three(seat)
        while self.hands[seat] < 3 and self.pile:
            if self.top:
                self.top.pop(0)
            elif self.virtual:
                yield "draw"
            self.hands[seat] += 1
            self.pile -= 1

    def choose_of_three(self, seat: int) -> Asking:
        """Look at three, keep one, put the others back."""
        seen = self.top[: min(3, self.pile)]
        self.top = self.top[len(seen) :]
        while len(seen) < min(3, self.pile):
            seen.append((yield "draw")[1])
        kept = (yield "keep")[1]
        seen.remove(kept)
        if len(seen) > 1:
            first = (yield "return")[1]
            seen.remove(first)
            seen.insert(0, first)
        self.top = seen + self.top
        self.hands[seat] += 1
        self.pile -= 1

    def winner(self) -> int:
        """Most EP, then a white pawn, then the marker on top."""
        own = [self.side_on_track[seat] if seat in self.bets else self.side[seat] for seat in self.seats]
        tied = [seat for seat in self.seats if self.ep[seat] == max(self.ep)]
        white = [seat for seat in tied if own[seat] == WHITE]
        return max(white or tied, key=self.on_top.index)

    def compare(self, state: Any) -> None:
        """The same board."""
        assert state.at == tuple(self.at)
        assert state.ep == tuple(self.ep)
        assert [side for seat, side in enumerate(state.sides) if self.at[seat] != TRACK] == [
            side for seat, side in enumerate(self.side) if self.at[seat] != TRACK
        ]
        assert {space: tile for space, tile in enumerate(state.tiles) if tile} == self.tiles
        assert [bet for bet in state.bets if bet >= 0] == [self.bets[seat] for seat in sorted(self.bets)]
        assert state.stack == tuple(self.on_top)
        if state.agenda and state.agenda[0][0] not in ("keep", "return", "look_next", "use_taken", "draw"):
            assert (list(map(len, state.hands)), state.pile) == (self.hands, self.pile)
        if not state.agenda:
            outcome = GAME.rules.outcome(state)
            assert outcome is not None
            assert outcome.winners == (self.winner(),)
