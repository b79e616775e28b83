"""Monsters: they appear, are attacked, give rewards, and strike back."""

from __future__ import annotations

from tablekeeper.engines.chocobo.answers import Attack, Reveal
from tablekeeper.engines.chocobo.books import refuse_book, use_first, uses
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.health import WON, end, gain_vegetables, heal, hurt
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.places import DECKS
from tablekeeper.engines.chocobo.state import BOTTOM, Monster, State, Table
from tablekeeper.engines.core import CHANCE, TEAM, Answer, Product, Question, put, without

BOSS = "boss"
HP, ATTACK, HEAL, BOOK, VEGETABLES = range(5)
"""What stands at a Monster's place in an edition."""


def values_of(table: Table, monster: Monster) -> tuple[int, int, int, int, int]:
    """A Monster's Health, attack, and reward (heal, books, vegetables)."""
    values: tuple[int, int, int, int, int] = known(table, f"monsters.{monster.deck}.{monster.number}")
    return values


@FLOW.step("spawn")
def spawn(table: Table, deck: str) -> None:
    """Reveal one Monster; an empty deck is made anew from its discarded cards, and both may be empty (ruling 15)."""
    i = DECKS.index(deck)
    if not table.packs[i]:
        if not table.beaten[i]:
            table.say("pile_empty", "monster.empty", TEAM, pile=deck)
            return
        table.packs = put(table.packs, i, tuple(sorted(table.beaten[i])))
        table.beaten = put(table.beaten, i, ())
        table.say("deck_reshuffled", "monster.reshuffle", TEAM, deck=deck, cards=len(table.packs[i]))
    table.then(("appear", deck))


@FLOW.question("appear")
def ask_monster(state: State, deck: str) -> Question:
    """Which Monster was revealed? Of those whose values nobody has told, the first stands for all."""
    numbers = state.packs[DECKS.index(deck)]
    new = [n for n in numbers if known(state, f"monsters.{deck}.{n}") is None]
    told = tuple(n for n in numbers if n not in new[1:]) if new else numbers
    return Question("monster", CHANCE, Product(Reveal, (deck,), told), {"new": new[0] if new else None})


@FLOW.answer("appear")
def appear(table: Table, answer: Reveal, deck: str) -> None:
    """The Monster lies in the row; what it prints is asked the first time."""
    i = DECKS.index(deck)
    monster = Monster(deck, answer.number, 0)
    table.packs = put(table.packs, i, without(table.packs[i], answer.number))
    table.monsters = (*table.monsters, monster)
    table.say("monster_revealed", "round.encounter", TEAM, monster=monster.word)
    if known(table, f"monsters.{deck}.{answer.number}") is None:
        table.then(("tell", f"monsters.{deck}.{answer.number}"))


@FLOW.step("attack")
def attack(table: Table, strength: int) -> None:
    """Choose one target; without any nothing happens (ruling 5)."""
    targets = targets_of(table)
    if not targets:
        table.say("attack_wasted", "attack.no_target", TEAM, strength=strength)
    elif len(targets) == 1 and not uses(table):
        _hit(table, targets[0], strength)
    else:
        table.then(("aim", strength))


def targets_of(table: Table) -> list[str]:
    """What can be attacked: the Monsters of the row, and on 4F the boss."""
    targets = [monster.word for monster in table.monsters]
    return [*targets, BOSS] if table.floor == BOTTOM else targets


@FLOW.question("aim")
def ask_target(state: State, strength: int) -> Question:
    """Whom does the Chocobo attack?"""
    return Question("attack", TEAM, (*map(Attack, targets_of(state)), *uses(state)), {"strength": strength})


@FLOW.answer("aim")
def aim(table: Table, answer: Answer, strength: int) -> None:
    """One target takes all the damage."""
    if not use_first(table, answer, "attack", strength) and isinstance(answer, Attack):
        _hit(table, answer.target, strength)


@FLOW.refusal("aim")
def refuse_target(state: State, answer: Answer, strength: int) -> str | None:
    """A target that is not there, or a Book that cannot be used."""
    return "no_such_target" if isinstance(answer, Attack) else refuse_book(state, answer)


def _hit(table: Table, target: str, damage: int) -> None:
    if target == BOSS:
        _hit_boss(table, damage, "attack.boss")
        return
    i = next(i for i, monster in enumerate(table.monsters) if monster.word == target)
    _hit_monster(table, i, damage, "attack.hit")


def _hit_boss(table: Table, damage: int, clause: str) -> None:
    table.boss_damage += damage
    table.say("boss_hit", clause, TEAM, damage=damage, total=table.boss_damage)
    if table.boss_damage >= known(table, f"bosses.{table.setup.boss}.hp"):
        end(table, WON)


def _hit_monster(table: Table, i: int, damage: int, clause: str) -> None:
    """Damage stays on the card; as much as its Health defeats it."""
    monster = table.monsters[i]
    monster = monster._replace(damage=monster.damage + damage)
    table.say("monster_hit", clause, TEAM, monster=monster.word, damage=damage, total=monster.damage)
    values = values_of(table, monster)
    if monster.damage < values[HP]:
        table.monsters = put(table.monsters, i, monster)
        return
    table.monsters = table.monsters[:i] + table.monsters[i + 1 :]
    _lay_aside(table, monster)
    table.say("monster_defeated", "attack.defeated", TEAM, monster=monster.word)
    if values[HEAL]:
        heal(table, values[HEAL], "reward.heal")
    if values[VEGETABLES]:
        gain_vegetables(table, values[VEGETABLES], "reward.vegetables")
    if values[BOOK]:
        table.say("book_won", "reward.book", TEAM, books=values[BOOK])
        table.then(*[("find_book",)] * values[BOOK])


def _lay_aside(table: Table, monster: Monster) -> None:
    i = DECKS.index(monster.deck)
    table.beaten = put(table.beaten, i, (*table.beaten[i], monster.number))


@FLOW.step("blast")
def blast(table: Table, damage: int) -> None:
    """The boss and every Monster. The boss first, for its fall ends all; the order of rewards makes no difference."""
    if table.floor == BOTTOM:
        _hit_boss(table, damage, "book.blast")
        if table.cause:
            return
    for word in [monster.word for monster in table.monsters]:
        i = next(i for i, monster in enumerate(table.monsters) if monster.word == word)
        _hit_monster(table, i, damage, "book.blast")


@FLOW.step("monsters_turn")
def monsters_turn(table: Table) -> None:
    """A last moment for Books in this round; then undefeated Monsters attack."""
    table.phase = 6
    table.acting = -1
    table.then(("pause",), ("monsters_strike",))


@FLOW.step("monsters_strike")
def monsters_strike(table: Table) -> None:
    """All undefeated Monsters together, in one packet."""
    hurt(table, attack_power(table), "round.monsters_attack")


def attack_power(table: Table) -> int:
    """What the undefeated Monsters would take."""
    return sum(values_of(table, monster)[ATTACK] for monster in table.monsters)


def drop_monsters(table: Table) -> None:
    """Floor change: all go without reward, to the discarded cards of their kind (ruling 15)."""
    if table.monsters:
        table.say("monsters_discarded", "floor.monsters", TEAM, count=len(table.monsters))
    for monster in table.monsters:
        _lay_aside(table, monster)
    table.monsters = ()
