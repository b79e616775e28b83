"""Chocobo's Dungeon on paper: virtual tables with a complete copy."""

from __future__ import annotations

from typing import Any

from tests.engines.referee.watching import Asking


class FloorLeft(Exception):
    """The exit: what is left of the round is dropped."""


class Over(Exception):
    """The game is won or lost."""


class Chocobo:
    """The boards, the tracks and the cards; hands by what was drawn."""

    def __init__(self, setup: Any) -> None:
        self.print = setup.edition.values
        self.floors, self.maps = setup.floors, setup.edition.floors
        self.boss = setup.boss
        self.players = len(setup.players)
        self.dealt, self.first_books = setup.hand_size, setup.books
        self.hands: list[set[int]] = [set() for _ in range(self.players)]
        self.deck = 100
        self.discard: list[int] = []
        self.face_down = False
        self.table: list[int] = []
        self.row: list[int] = []
        self.hp, self.vegetables, self.dial = 9, 5, 0
        self.books: list[str] = []
        self.books_left, self.tokens_left = 15, 21
        self.floor = self.here = self.reaper = self.boss_damage = 0
        self.monsters: list[list[Any]] = []
        self.packs = {"basic": 15, "elite": 15}
        self.beaten = {"basic": 0, "elite": 0}
        self.hidden_next = False
        self.in_play = False

    def play(self) -> Asking:
        """Floor after floor, round after round."""
        for seat in range(self.players):
            for _ in range(self.dealt):
                yield from self.draw(seat)
        for _ in range(self.first_books):
            yield from self.find_book()
        self.dial = int((yield "dial")[1])
        self.in_play = True
        self.floor = 1
        try:
            while True:
                self.enter()
                try:
                    while True:
                        yield from self.round()
                except FloorLeft:
                    self.clear_table()
                    for monster in self.monsters:
                        self.beaten[monster[0]] += 1
                    self.monsters = []
                    self.floor += 1
        except Over:
            return

    def enter(self) -> None:
        """Both pieces on their first spaces."""
        self.reaper = 0
        spaces = {} if self.floor == 4 else self.maps[self.floors[self.floor - 1]].spaces
        self.here = next((number for number, space in spaces.items() if space.icon == "entrance"), 0)

    # cards

    def draw(self, seat: int) -> Asking:
        """One card for a hand."""
        if self.refill():
            self.hands[seat].add(int((yield "draw")[1]))
            self.deck -= 1

    def refill(self) -> bool:
        """Whether the deck has a card, if need be after the discards are shuffled."""
        if not self.deck:
            self.deck, self.discard = len(self.discard), []
        return self.deck > 0

    def clear_table(self) -> None:
        """The cards beside the dial are discarded and the dial is turned."""
        self.discard += [*self.row, *self.table]
        self.row, self.table = [], []
        self.dial = (self.dial - 1) % self.print["dial.size"]

    # a round

    def round(self) -> Asking:
        """Seven phases."""
        yield from self.reveal_monsters()
        hidden, self.hidden_next = self.hidden_next, False
        if self.players == 1:
            yield from self.pause()
            yield from self.lay(1)
        for number in range(2 if self.players in (1, 3) else 1):
            if number == 0 and hidden:
                if self.refill():
                    self.deck -= 1
                    self.face_down = True
            elif self.refill():
                self.table.append(int((yield "bonus")[1]))
                self.deck -= 1
        yield from self.pause()
        yield from self.lay(1 if self.players > 2 else 2)
        if self.face_down:
            self.table.append(int((yield "bonus")[1]))
            self.face_down = False
        self.row, self.table = sorted(self.table), []
        for number, card in enumerate(self.row):
            yield from self.act(number, self.print[f"cards.{card}"])
        if self.floor == 4:
            yield from self.pause()
            yield from self.boss_attack()
        yield from self.pause()
        self.hurt(sum(self.values(monster)[1] for monster in self.monsters))
        self.clear_table()

    def reveal_monsters(self) -> Asking:
        """As many as the floor prints; on the last one Behemoth calls one."""
        if self.floor == 4:
            counts = {"basic": 1 if self.boss == "behemoth" else 0, "elite": 0}
        else:
            printed = self.print[f"floors.{self.floors[self.floor - 1]}.encounter"]
            counts = dict(zip(("basic", "elite"), printed, strict=True))
        for deck, count in counts.items():
            for _ in range(count):
                if not self.packs[deck]:
                    self.packs[deck], self.beaten[deck] = self.beaten[deck], 0
                if self.packs[deck]:
                    self.packs[deck] -= 1
                    _, word, number = yield "monster"
                    self.monsters.append([word, int(number), 0])

    def lay(self, count: int) -> Asking:
        """Everybody lays so many cards face down; who cannot loses for all."""
        if any(len(hand) < count for hand in self.hands):
            raise Over
        for hand in self.hands:
            for _ in range(count):
                card = int((yield from self.ask("play"))[1])
                hand.remove(card)
                self.table.append(card)

    def act(self, number: int, strength: int) -> Asking:
        """The action beside a card."""
        icons = self.print[f"dial.{(self.dial + number) % self.print['dial.size']}"]
        action = icons[0] if len(icons) == 1 else (yield from self.ask("action"))[1]
        if action == "move":
            if self.floor == 4:
                yield from self.pause()
            yield from self.move(strength)
        elif action == "attack":
            if not self.targets():
                yield from self.pause()
            yield from self.attack(strength)
        elif action == "eat":
            yield from self.eat(strength)
        else:
            yield from self.pause()
            self.advance_reaper(strength)

    # Books

    def usable(self) -> list[str]:
        """Those that would do something now."""
        if not self.in_play:
            return []
        foes = bool(self.monsters) or self.floor == 4
        return [b for b in self.books if b.startswith("move") or (self.hp < 9 if b.startswith("heal") else foes)]

    def pause(self) -> Asking:
        """A moment for Books."""
        while self.usable():
            words = yield "go_on"
            if words[0] == "go":
                return
            yield from self.use(words[1])

    def ask(self, kind: str) -> Any:
        """A question that is not changed by a Book that is used first."""
        while (words := (yield kind))[0] == "use":
            yield from self.use(words[1])
        return words

    def use(self, book: str) -> Asking:
        """Its effect, once."""
        assert book in self.usable()
        self.books.remove(book)
        kind, _, strength = book.partition("_")
        if kind == "heal":
            self.hp = min(9, self.hp + int(strength))
        elif kind == "move":
            yield from self.move(int(strength))
        elif kind == "attack":
            yield from self.attack(int(strength))
        else:
            if self.floor == 4:
                self.hit_boss(2)
            won = 0
            for monster in list(self.monsters):
                won += self.hit(monster, 2)
            for _ in range(won):
                yield from self.find_book()

    def find_book(self) -> Asking:
        """A token; with a fourth, one of the older three goes or any is used."""
        if not self.books_left:
            return
        self.books_left -= 1
        self.books.append((yield "book")[1])
        if len(self.books) > 3:
            verb, book = yield "drop_book"
            if verb == "use":
                yield from self.use(book)
            else:
                assert book in self.books[:3]
                self.books.remove(book)

    # moving

    def move(self, steps: int) -> Asking:
        """On 4F clockwise; else any way on new spaces, as far as the strength or the exit."""
        if self.floor == 4:
            yield from self.run(steps)
            return
        spaces = self.maps[self.floors[self.floor - 1]].spaces
        while True:
            ends = self.ends(spaces, steps)
            if len(ends) == 1 and not self.usable():
                end = ends.pop()
                break
            words = yield "move"
            if words[0] != "use":
                end = int(words[1].split(",")[-1])
                assert end in ends
                break
            yield from self.use(words[1])
        self.here = end
        yield from self.stop_on(spaces[end].icon)

    def ends(self, spaces: Any, steps: int) -> set[int]:
        """Where a Move can end; if it cannot be made in full, where it gets furthest."""
        full, far = set(), {0: {self.here}}

        def walk(path: list[int]) -> None:
            here = path[-1]
            far.setdefault(len(path) - 1, set()).add(here)
            if spaces[here].icon == "exit" or len(path) > steps:
                full.add(here)
                return
            for there in spaces[here].links:
                if there not in path:
                    walk([*path, there])

        walk([self.here])
        return full or far[max(far)]

    def run(self, steps: int) -> Asking:
        """Every step may meet the Reaper."""
        for _ in range(steps):
            self.here = (self.here + 1) % self.print["ring.outer"]
            self.meet()
        yield from self.stop_on(self.print[f"ring.spaces.{self.here}"])

    def meet(self) -> None:
        """The pieces side by side."""
        if self.reaper in self.print[f"ring.touches.{self.here}"]:
            raise Over

    def stop_on(self, icon: str) -> Asking:
        """The icon under the Chocobo."""
        kind, _, number = icon.partition("_")
        if kind == "exit":
            raise FloorLeft
        if kind == "book":
            yield from self.find_book()
        elif kind == "vegetable" and self.tokens_left:
            self.tokens_left -= 1
            self.gain_vegetables(int((yield "vegetable")[1]))
        elif kind == "heal":
            self.hp = min(9, self.hp + int(number))
        elif kind == "trap":
            self.hurt(int(number))
        elif kind == "reaper":
            self.advance_reaper(int(number))

    def advance_reaper(self, steps: int) -> None:
        """To the end of its track, or round the inner ring."""
        for _ in range(steps):
            self.reaper += 1
            if self.floor == 4:
                self.reaper %= self.print["ring.inner"]
                self.meet()
            elif self.reaper >= self.print[f"floors.{self.floors[self.floor - 1]}.reaper"]:
                raise Over

    # eating and fighting

    def eat(self, strength: int) -> Asking:
        """A card for each vegetable; alone no more than twelve are kept."""

        def edible() -> int:
            return min(strength, self.vegetables, self.deck + len(self.discard))

        if self.players == 1 or not edible():
            yield from self.pause()
        shares = [edible()] + [0] * (self.players - 1)
        while self.players > 1 and edible():
            words = yield "share"
            if words[0] != "use":
                shares = [int(word) for word in words[1].split(",")]
                assert sum(shares) == edible()
                break
            yield from self.use(words[1])
            shares = [edible()] + [0] * (self.players - 1)
        self.vegetables -= min(strength, self.vegetables)
        for seat, count in enumerate(shares):
            for _ in range(count):
                yield from self.draw(seat)
        while self.players == 1 and len(self.hands[0]) > 12:
            yield from self.throw(0)

    def throw(self, seat: int) -> Asking:
        """One card of a hand is discarded."""
        card = int((yield "discard")[1])
        self.hands[seat].remove(card)
        self.discard.append(card)

    def targets(self) -> list[str]:
        """What an Attack may hit."""
        return [f"{m[0]}_{m[1]}" for m in self.monsters] + (["boss"] if self.floor == 4 else [])

    def attack(self, strength: int) -> Asking:
        """All on one target."""
        while targets := self.targets():
            if len(targets) == 1 and not self.usable():
                target = targets[0]
            else:
                words = yield "attack"
                if words[0] == "use":
                    yield from self.use(words[1])
                    continue
                target = words[1]
            if target == "boss":
                self.hit_boss(strength)
                return
            for _ in range(self.hit(self.monsters[targets.index(target)], strength)):
                yield from self.find_book()
            return

    def values(self, monster: list[Any]) -> tuple[int, int, int, int, int]:
        """Health, attack, and the reward: heal, Books, vegetables."""
        found: tuple[int, int, int, int, int] = self.print[f"monsters.{monster[0]}.{monster[1]}"]
        return found

    def hit(self, monster: list[Any], damage: int) -> int:
        """Damage stays; the Books won by defeating it."""
        monster[2] += damage
        health, _, heal, books, vegetables = self.values(monster)
        if monster[2] < health:
            return 0
        self.monsters.remove(monster)
        self.beaten[monster[0]] += 1
        self.hp = min(9, self.hp + heal)
        self.gain_vegetables(vegetables)
        return books

    def hit_boss(self, damage: int) -> None:
        """It falls at its Health."""
        self.boss_damage += damage
        if self.boss_damage >= self.print[f"bosses.{self.boss}.hp"]:
            raise Over

    def gain_vegetables(self, count: int) -> None:
        """No more than fifteen."""
        self.vegetables = min(15, self.vegetables + count)

    def hurt(self, damage: int) -> None:
        """At 0 HP all is lost."""
        self.hp = max(0, self.hp - damage)
        if not self.hp:
            raise Over

    def boss_attack(self) -> Asking:
        """What the Reaper's space shows."""
        kind, _, number = self.print[f"bosses.{self.boss}.{self.reaper}"].partition("_")
        if kind == "damage":
            self.hurt(int(number))
        elif kind == "hidden":
            self.hidden_next = True
        elif kind == "bolt":
            held = sum(map(len, self.hands))
            count = min(int(number), held)
            ways = ways_to_split(count, [len(hand) for hand in self.hands])
            split = ways[0] if len(ways) == 1 else [int(n) for n in (yield "give_up")[1].split(",")]
            assert list(split) in ways
            for seat, some in enumerate(split):
                for _ in range(some):
                    yield from self.throw(seat)

    def compare(self, state: Any) -> None:
        """The same board, tracks and cards."""
        names = ("hp", "vegetables", "floor", "dial", "boss_damage", "deck")
        due = state.agenda[0][0] if state.agenda else "over"
        for name in names:
            assert getattr(state, name) == getattr(self, name), (name, due)
        if self.floor:
            assert (state.here, state.reaper) == (self.here, self.reaper) or due == "over"
        assert [list(monster) for monster in state.monsters] == self.monsters
        assert sorted(state.books) == sorted(self.books)
        assert sorted(state.discard) == sorted(self.discard)
        assert [set(hand) for hand in state.hands] == self.hands
        assert [card for card, _ in state.row] == self.row


def ways_to_split(count: int, most: list[int]) -> list[list[int]]:
    """Every way to take so many cards from hands of these sizes."""
    if not most:
        return [] if count else [[]]
    return [[some, *rest] for some in range(min(count, most[0]) + 1) for rest in ways_to_split(count - some, most[1:])]
