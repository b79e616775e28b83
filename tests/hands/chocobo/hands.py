"""Hands at a real table of Chocobo's Dungeon."""

from __future__ import annotations

from typing import Any, ClassVar

from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.places import CARDS, MONSTERS
from tests.hands.reading import Hands

TOP_HP, VEGETABLES = 9, 5
EN = {
    r"Round \d+ begins\.|Card \d+: .+ with \d+\.|There is nothing to attack\.|Next round .+|The boss strikes: .+": "",
    r"Deal (?P<cards>\d+) cards? to everybody\. HP on (?P<hp>\d+), vegetables on (?P<vegetables>\d+)\.": "begin",
    r"Lay out (?P<floor>\dF.*)\. The Chocobo goes to the entrance, the Reaper to its start\.": "lay_out",
    r"Lay out (?P<floor>4F): .+\. The Chocobo and the Reaper go to their starts\.": "lay_out",
    r"Set the dial: its place (?P<position>\d+) stands at number 1\.": "set_dial",
    r"Turn the dial one step clockwise\.": "turn_dial",
    r"Reveal a monster: (?P<monster>.+)\.": "reveal",
    r"Put (?P<damage>\d+) damage on the boss: \d+ in all\.": "hit_boss",
    r"Put (?P<damage>\d+) damage on (?P<monster>.+): \d+ in all\.": "hit",
    r"(?P<monster>.+) is beaten: put it on its discard pile\.": "defeat",
    r"All monsters go to their discard piles\.": "drop_monsters",
    r"The deck is empty: shuffle the (?P<cards>\d+) cards? of the discard pile as the new deck\.": "reshuffle",
    r"Shuffle the \d+ beaten monsters? \((?P<deck>.+)\) as their new deck\.": "reshuffle_monsters",
    r"Lay the top card face down as a Bonus card\.": "hide_bonus",
    r"Turn over the Bonus card that lies face down\.": "turn_bonus",
    r"Bonus card (?P<card>\d+) lies open\.": "show_bonus",
    r"Lay one card face down\. In your hand: (?P<left>\d+)\.": "lay",
    r"Turn all cards over and lay them beside the dial: (?P<order>.+)\.": "assign",
    r"Draw (?P<count>\d+) cards?\. In the deck: (?P<deck>\d+)\.": "draw",
    r"Put card (?P<card>\d+) on the discard pile\.": "discard",
    r"Put all cards of this round on the discard pile\.": "clear",
    r"HP: (?P<damage>\d+) down to (?P<hp>\d+)\.": "hurt",
    r"HP: \d+ up to (?P<hp>\d+)\.": "heal",
    r"Vegetables: \d+ up to (?P<vegetables>\d+)\.(?P<token> The token leaves the game\.)?": "gain",
    r"Vegetables: \d+ down to (?P<vegetables>\d+)\.": "gain",
    r"Move the Chocobo to the exit\.": "",
    r"Move the Chocobo \d+ steps? to space (?P<space>\d+)\.": "move",
    r"Move the Chocobo \d+ steps? clockwise to space (?P<space>\d+) of the outer ring\.": "move",
    r"Move the Reaper to step (?P<at>\d+) of its track\.": "reap",
    r"Move the Reaper \d+ steps? clockwise to space (?P<at>\d+) of the inner ring\.": "reap",
    r"Lay the Book “(?P<book>.+)” open\.": "find",
    r"The Book “(?P<book>.+)” is used: out of the game\.": "lose_book",
    r"Give up the Book “(?P<book>.+)”: out of the game\.": "lose_book",
}
FR = {
    r"La manche \d+ commence\.|Carte \d+ : .+, force \d+\.|Il n’y a rien à attaquer\.|À la pr.+": "",
    r"Le boss frappe : .+": "",
    r"Donnez (?P<cards>\d+) cartes? à chacun\. PV sur (?P<hp>\d+), légumes sur (?P<vegetables>\d+)\.": "begin",
    r"Installez (?P<floor>\dF.*)\. Le Chocobo va à l’entrée, la Faucheuse à son départ\.": "lay_out",
    r"Installez (?P<floor>4F) : .+\. Le Chocobo et la Faucheuse vont à leurs départs\.": "lay_out",
    r"Réglez le cadran : sa place (?P<position>\d+) est au numéro 1\.": "set_dial",
    r"Tournez le cadran d’un cran, sens horaire\.": "turn_dial",
    r"Révélez un monstre : (?P<monster>.+)\.": "reveal",
    r"Le boss : posez (?P<damage>\d+) de dégâts, \d+ en tout\.": "hit_boss",
    r"(?P<monster>.+) : posez (?P<damage>\d+) de dégâts, \d+ en tout\.": "hit",
    r"(?P<monster>.+) : vaincu, posez-le sur sa défausse\.": "defeat",
    r"Tous les monstres vont sur leurs défausses\.": "drop_monsters",
    r"La pioche est vide : mélangez la défausse \((?P<cards>\d+) cartes?\), c’est la nouvelle pioche\.": "reshuffle",
    r"Mélangez les \d+ monstres? vaincus? \((?P<deck>.+)\), c’est leur nouvelle pioche\.": "reshuffle_monsters",
    r"Posez la carte du dessus, face cachée : une carte Bonus\.": "hide_bonus",
    r"Retournez la carte Bonus cachée\.": "turn_bonus",
    r"La carte Bonus (?P<card>\d+) est visible\.": "show_bonus",
    r"Posez une carte, face cachée\. Il vous en reste (?P<left>\d+)\.": "lay",
    r"Retournez toutes les cartes et posez-les à côté du cadran : (?P<order>.+)\.": "assign",
    r"Piochez (?P<count>\d+) cartes?\. Dans la pioche : (?P<deck>\d+)\.": "draw",
    r"Défaussez la carte (?P<card>\d+)\.": "discard",
    r"Défaussez toutes les cartes de cette manche\.": "clear",
    r"PV : (?P<damage>\d+) de moins, il en reste (?P<hp>\d+)\.": "hurt",
    r"PV : \d+ de plus, cela fait (?P<hp>\d+)\.": "heal",
    r"Légumes : \d+ de plus, cela fait (?P<vegetables>\d+)\.(?P<token> Le jeton quitte le jeu\.)?": "gain",
    r"Légumes : \d+ de moins, il en reste (?P<vegetables>\d+)\.": "gain",
    r"Déplacez le Chocobo jusqu’à la sortie\.": "",
    r"Déplacez le Chocobo de \d+ pas, case (?P<space>\d+)\.": "move",
    r"Déplacez le Chocobo de \d+ pas, sens horaire, case (?P<space>\d+) de l’anneau extérieur\.": "move",
    r"Déplacez la Faucheuse au pas (?P<at>\d+) de sa piste\.": "reap",
    r"Déplacez la Faucheuse de \d+ pas, sens horaire, case (?P<at>\d+) de l’anneau intérieur\.": "reap",
    r"Posez le Livre « (?P<book>.+) » face visible\.": "find",
    r"Le Livre « (?P<book>.+) » a servi : il quitte le jeu\.": "lose_book",
    r"Rendez le Livre « (?P<book>.+) » : il quitte le jeu\.": "lose_book",
}


class ChocoboHands(Hands):
    """The boards with both figures, two tracks, the dial, cards, monsters, Books and Vegetable tokens."""

    SENTENCES: ClassVar = {"en": EN, "fr": FR}

    def __init__(self, language: str, setup: Any, start: Any) -> None:
        super().__init__(language, setup.players)
        self.entrances = {(name[:2], "star" in name): floor.entrance for name, floor in setup.edition.floors.items()}
        self.dial_size = known(start, "dial.size")
        self.dial = self.floor = self.reaper = self.boss_damage = 0
        self.here, self.hp, self.vegetables = -1, TOP_HP, VEGETABLES
        self.hands = [0] * len(self.names)
        self.laid = [0] * len(self.names)
        self.deck = len(CARDS)
        self.discards: list[int] = []
        self.bonus: list[int] = []
        self.face_down = self.turned = False
        self.row: list[int] = []
        self.monsters: dict[str, int] = {}
        self.beaten: list[str] = []
        self.books: list[str] = []
        self.book_pile, self.tokens = len(start.book_pile), len(start.vegetable_pile)

    def begin(self, seat: int, cards: str, hp: str, vegetables: str) -> None:
        self.hands = [int(cards)] * len(self.hands)
        self.deck -= int(cards) * len(self.hands)
        self.hp, self.vegetables = int(hp), int(vegetables)

    def lay_out(self, seat: int, floor: str) -> None:
        self.floor, self.reaper = int(floor[0]), 0
        star = len(floor) > len("2F")
        self.here = self.entrances[floor[:2], star] if self.floor < 4 else 0

    def set_dial(self, seat: int, position: str) -> None:
        self.dial = int(position)

    def turn_dial(self, seat: int) -> None:
        self.dial = (self.dial - 1) % self.dial_size

    def reveal(self, seat: int, monster: str) -> None:
        self.monsters[monster] = 0

    def hit(self, seat: int, damage: str, monster: str) -> None:
        self.monsters[monster] += int(damage)

    def hit_boss(self, seat: int, damage: str) -> None:
        self.boss_damage += int(damage)

    def defeat(self, seat: int, monster: str) -> None:
        del self.monsters[monster]
        self.beaten.append(monster)

    def drop_monsters(self, seat: int) -> None:
        self.beaten += self.monsters
        self.monsters = {}

    def reshuffle(self, seat: int, cards: str) -> None:
        assert len(self.discards) == int(cards)
        self.deck += len(self.discards)
        self.discards = []

    def reshuffle_monsters(self, seat: int, deck: str) -> None:
        self.beaten = [monster for monster in self.beaten if not monster.startswith(deck)]

    def hide_bonus(self, seat: int) -> None:
        self.deck -= 1
        self.face_down = True

    def turn_bonus(self, seat: int) -> None:
        self.turned = True

    def show_bonus(self, seat: int, card: str) -> None:
        if self.turned:
            self.face_down = self.turned = False
        else:
            self.deck -= 1
        self.bonus.append(int(card))

    def lay(self, seat: int, left: str) -> None:
        self.hands[seat] -= 1
        self.laid[seat] += 1
        assert self.hands[seat] == int(left)

    def assign(self, seat: int, order: str) -> None:
        self.row = [int(number) for number in order.split(" – ")]
        assert len(self.row) == sum(self.laid) + len(self.bonus)
        self.laid, self.bonus = [0] * len(self.laid), []

    def draw(self, seat: int, count: str, deck: str) -> None:
        self.hands[seat] += int(count)
        self.deck -= int(count)
        assert self.deck == int(deck)

    def discard(self, seat: int, card: str) -> None:
        self.hands[seat] -= 1
        self.discards.append(int(card))

    def clear(self, seat: int) -> None:
        self.discards += [*self.row, *self.bonus]
        self.row, self.bonus = [], []

    def hurt(self, seat: int, damage: str, hp: str) -> None:
        assert max(0, self.hp - int(damage)) == int(hp)
        self.hp = int(hp)

    def heal(self, seat: int, hp: str) -> None:
        self.hp = int(hp)

    def gain(self, seat: int, vegetables: str, token: str | None = None) -> None:
        self.vegetables = int(vegetables)
        self.tokens -= token is not None

    def move(self, seat: int, space: str) -> None:
        self.here = int(space)

    def reap(self, seat: int, at: str) -> None:
        self.reaper = int(at)

    def find(self, seat: int, book: str) -> None:
        self.books.append(book)
        self.book_pile -= 1

    def lose_book(self, seat: int, book: str) -> None:
        self.books.remove(book)

    def table(self) -> Any:
        return {
            "floor": self.floor, "here": self.here, "reaper": self.reaper, "dial": self.dial, "hp": self.hp,
            "vegetables": self.vegetables, "hands": self.hands, "laid": self.laid, "deck": self.deck,
            "discards": sorted(self.discards), "bonus": self.bonus, "face down": self.face_down, "row": self.row,
            "monsters": self.monsters, "beaten": sorted(self.beaten), "boss": self.boss_damage,
            "books": sorted(self.books), "book pile": self.book_pile, "tokens": self.tokens,
        }  # fmt: skip


def sit_down(language: str, setup: Any, start: Any) -> ChocoboHands:
    """The table before the cards are dealt."""
    return ChocoboHands(language, setup, start)


def see(state: Any, speech: Speech) -> Any:
    """What lies on the engine's table."""
    beaten = [f"{deck}_{n}" for deck, numbers in zip(("basic", "elite"), state.beaten, strict=True) for n in numbers]
    assert all(
        len(pack) + len(beaten) + sum(monster.deck == deck for monster in state.monsters) == len(MONSTERS)
        for deck, pack, beaten in zip(("basic", "elite"), state.packs, state.beaten, strict=True)
    )
    return {
        "floor": state.floor, "here": state.here, "reaper": state.reaper, "dial": state.dial, "hp": state.hp,
        "vegetables": state.vegetables, "hands": [len(hand) for hand in state.hands],
        "laid": [sum(owner == seat for _, owner in state.laid) for seat in range(len(state.hands))],
        "deck": state.deck, "discards": sorted(state.discard), "bonus": list(state.bonus),
        "face down": bool(state.face_down), "row": [card for card, _ in state.row],
        "monsters": {speech.word("monster", monster.word): monster.damage for monster in state.monsters},
        "beaten": sorted(speech.word("monster", word) for word in beaten), "boss": state.boss_damage,
        "books": sorted(speech.word("book", book) for book in state.books), "book pile": len(state.book_pile),
        "tokens": len(state.vegetable_pile),
    }  # fmt: skip
