"""Short stories: each floor change, each way to lose, both bosses, told from a state near the event.

They were read line by line beside the rulebook.
"""

from __future__ import annotations

from tablekeeper.engines.chocobo.state import HIDDEN, Monster, State
from tests.engines.chocobo.tables import RULES, acting, at, setup, story

ROW = ((3, 0), (11, 1), (40, -1), (66, 1), (90, 0))
"""Five cards of the strengths 4, 2, 3, 4, 3, beside a dial that shows move or eat, attack or eat, reaper, move or
attack, attack or eat."""
WEAK = Monster("basic", 1, 0)
"""2 Health, 2 attack, 5 Vegetables."""


def hidden(*sizes: int) -> tuple[tuple[int, ...], ...]:
    """Hands of these sizes at a real table."""
    return tuple((HIDDEN,) * size for size in sizes)


def entrance_of(state: State) -> int:
    """Where the floor of a state is entered."""
    return setup().edition.floors[state.setup.floors[state.floor - 1]].entrance


def test_from_1f_to_2f() -> None:
    """The exit takes what is left of the Move and of the round; nothing else is lost, and nothing strikes."""
    state = acting(0, ROW, here=24, reaper=3, vegetables=4, monsters=(WEAK,), books=("heal_1", "move_1"))
    state = story(
        state,
        """
        > go
        > choose move
          action_chosen action=move [dial.two_icons]
          action_begun number=1 action=move strength=4 [round.actions]
        > move 26
          chocobo_moved steps=4 path=25,26 [move.exit_stops]
          floor_left floor=1F [floor.change]
          cards_discarded cards=5 [round.turn_dial]
          dial_turned position=7 [round.turn_dial]
          monsters_discarded count=1 [floor.monsters]
          floor_entered floor=2F [floor.enter]
          round_begun round=2 [round.encounter]
        """,
    )
    assert (state.floor, state.here, state.reaper) == (2, entrance_of(state), 0)
    assert (state.hp, state.vegetables, state.books) == (8, 4, ("heal_1", "move_1"))
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert state.discard == tuple(card for card, _ in ROW)
    assert 1 in state.beaten[0]


def test_from_2f_to_3f() -> None:
    """A Book can be the last step down; there an Elite Monster waits."""
    state = acting(3, ROW, floor=2, here=19, reaper=3, monsters=(WEAK,), books=("move_2",))
    state = story(
        state,
        """
        > use move_2
          book_used book=move_2 left=0 [book.use]
        > move 20
          chocobo_moved steps=2 path=20 [move.exit_stops]
          floor_left floor=2F [floor.change]
          cards_discarded cards=5 [round.turn_dial]
          dial_turned position=7 [round.turn_dial]
          monsters_discarded count=1 [floor.monsters]
          floor_entered floor=3F [floor.enter]
          round_begun round=2 [round.encounter]
        > reveal elite 4
          monster_revealed monster=elite_4 [round.encounter]
        """,
    )
    assert (state.floor, state.here, state.reaper) == (3, entrance_of(state), 0)


def test_from_3f_to_4f() -> None:
    """Both pieces stand on their starting spaces; Behemoth brings a Basic Monster every round."""
    state = acting(3, ROW, floor=3, here=32, reaper=3)
    state = story(
        state,
        """
        > go
        > choose move
          action_chosen action=move [dial.two_icons]
          action_begun number=4 action=move strength=4 [round.actions]
        > move 33
          chocobo_moved steps=4 path=33 [move.exit_stops]
          floor_left floor=3F [floor.change]
          cards_discarded cards=5 [round.turn_dial]
          dial_turned position=7 [round.turn_dial]
          boss_met boss=behemoth [boss.enter]
          round_begun round=2 [round.encounter]
        > reveal basic 7
          monster_revealed monster=basic_7 [round.encounter]
        > draw 50
          bonus_revealed card=50 [round.bonus]
        """,
    )
    assert (state.floor, state.here, state.reaper) == (4, 0, 0)
    assert RULES.question(state).kind == "go_on"


def test_omega_brings_no_monsters() -> None:
    """Nothing is printed for Omega, so its rounds begin with the Bonus card."""
    state = acting(3, ROW, floor=3, here=32, reaper=3, boss="omega")
    state = story(
        state,
        """
        > go
        > choose move
          action_chosen action=move [dial.two_icons]
          action_begun number=4 action=move strength=4 [round.actions]
        > move 33
          chocobo_moved steps=4 path=33 [move.exit_stops]
          floor_left floor=3F [floor.change]
          cards_discarded cards=5 [round.turn_dial]
          dial_turned position=7 [round.turn_dial]
          boss_met boss=omega [boss.enter]
          round_begun round=2 [round.encounter]
        > draw 50
          bonus_revealed card=50 [round.bonus]
        """,
    )
    assert (state.floor, state.monsters) == (4, ())


def test_lost_to_the_monsters() -> None:
    """All undefeated Monsters strike together; what a Book would heal comes too late."""
    state = acting(4, ROW, hp=4, monsters=(WEAK, Monster("basic", 3, 0), Monster("basic", 12, 0)), books=("heal_2",))
    state = story(
        state,
        """
        > go
        > choose attack
          action_chosen action=attack [dial.two_icons]
          action_begun number=5 action=attack strength=3 [round.actions]
        > attack basic_1
          monster_hit monster=basic_1 damage=3 total=3 [attack.hit]
          monster_defeated monster=basic_1 [attack.defeated]
          vegetables_gained gained=5 vegetables=10 [reward.vegetables]
        > go
          damage_taken damage=5 hp=0 [round.monsters_attack]
          game_lost cause=no_hp [lose.no_hp]
        """,
    )
    assert RULES.outcome(state) == ((), "no_hp", "lose.no_hp", ())


def test_lost_to_a_trap() -> None:
    """A trap at the end of a Move takes the last Health Point at once: the round is not played on."""
    state = acting(3, ROW, here=4, hp=1)
    state = story(
        state,
        """
        > go
        > choose move
          action_chosen action=move [dial.two_icons]
          action_begun number=4 action=move strength=4 [round.actions]
        > move 23
          chocobo_moved steps=4 path=9,15,19,23 [move.full]
          damage_taken damage=1 hp=0 [icon.trap]
          game_lost cause=no_hp [lose.no_hp]
        """,
    )
    assert (state.cause, state.agenda) == ("no_hp", ())


def test_lost_to_the_reaper_beyond_its_end() -> None:
    """A Reaper of strength 3 with two steps left: beyond the right end is lost as well."""
    state = acting(2, ROW, reaper=setup().edition.values["floors.1F.reaper"] - 2)
    state = story(
        state,
        """
        > go
          action_begun number=3 action=reaper strength=3 [round.actions]
        > go
          reaper_advanced steps=3 at=6 end=6 [reaper.advance]
          game_lost cause=reaper_arrived [lose.reaper]
        """,
    )
    assert RULES.outcome(state) == ((), "reaper_arrived", "lose.reaper", ())


def test_lost_by_running_past_the_reaper() -> None:
    """Four steps would end on a free space, but the third meets the Reaper."""
    state = acting(0, ROW, floor=4, here=0, reaper=8)
    state = story(
        state,
        """
        > go
        > choose move
          action_chosen action=move [dial.two_icons]
          action_begun number=1 action=move strength=4 [round.actions]
        > go
          chocobo_moved steps=3 to=3 [move.ring]
          game_lost cause=reaper_met chocobo=3 reaper=8 [lose.contact]
        """,
    )
    assert RULES.outcome(state) == ((), "reaper_met", "lose.contact", ())


def test_lost_to_the_reaper_running_past() -> None:
    """Three steps would end on a free space, but the second meets the Chocobo."""
    state = acting(2, ROW, floor=4, here=3, reaper=6)
    state = story(
        state,
        """
        > go
          action_begun number=3 action=reaper strength=3 [round.actions]
        > go
          reaper_advanced steps=2 at=8 [reaper.advance]
          game_lost cause=reaper_met chocobo=3 reaper=8 [lose.contact]
        """,
    )
    assert RULES.outcome(state) == ((), "reaper_met", "lose.contact", ())


def test_lost_for_one_player_without_cards() -> None:
    """With two players each lays down two cards; Ann's eight do not help Ben."""
    state = at((("wait",), ("clear_away",)), hands=hidden(8, 1), books=("move_1",))
    state = story(
        state,
        """
        > go
          dial_turned position=7 [round.turn_dial]
          round_begun round=2 [round.encounter]
        > reveal basic 2
          monster_revealed monster=basic_2 [round.encounter]
        > draw 5
          bonus_revealed card=5 [round.bonus]
        > go
          game_lost cause=out_of_cards player=Ben cards=1 needed=2 [lose.out_of_cards]
        """,
    )
    assert RULES.outcome(state) == ((), "out_of_cards", "lose.out_of_cards", ())


def test_lost_alone_after_the_bonus_cards() -> None:
    """Alone one card is laid before the Bonus cards, and two must follow."""
    state = at((("wait",), ("clear_away",)), players=1, hands=hidden(2), books=("move_1",))
    state = story(
        state,
        """
        > go
          dial_turned position=7 [round.turn_dial]
          round_begun round=2 [round.encounter]
        > reveal basic 2
          monster_revealed monster=basic_2 [round.encounter]
        > go
        > play 9
          card_laid left=1 [round.choose]
        > draw 5
          bonus_revealed card=5 [round.bonus]
        > draw 6
          bonus_revealed card=6 [round.bonus]
        > go
          game_lost cause=out_of_cards player=Ann cards=1 needed=2 [lose.out_of_cards]
        """,
    )
    assert state.cause == "out_of_cards"


def test_behemoth_is_beaten_in_the_middle_of_a_round() -> None:
    """The Monster would have taken the last Health Point; it never strikes."""
    state = acting(4, ROW, floor=4, here=0, hp=1, boss_damage=17, monsters=(WEAK,))
    state = story(
        state,
        """
        > go
        > choose attack
          action_chosen action=attack [dial.two_icons]
          action_begun number=5 action=attack strength=3 [round.actions]
        > attack boss
          boss_hit damage=3 total=20 [attack.boss]
          game_won cause=boss_defeated [boss.defeated]
        """,
    )
    assert RULES.outcome(state) == ((0, 1), "boss_defeated", "boss.defeated", ())


def test_omega_is_beaten_by_a_book() -> None:
    """A blast hits the boss too; 25 damage are enough, and all three have won."""
    state = acting(4, ROW, players=3, boss="omega", floor=4, here=0, boss_damage=23, books=("blast_2",))
    state = story(
        state,
        """
        > use blast_2
          book_used book=blast_2 left=0 [book.use]
          boss_hit damage=2 total=25 [book.blast]
          game_won cause=boss_defeated [boss.defeated]
        """,
    )
    assert RULES.outcome(state) == ((0, 1, 2), "boss_defeated", "boss.defeated", ())


def test_the_end_of_a_round_with_behemoth() -> None:
    """First the space of the Reaper strikes, then the Monsters; then a new Monster comes to the old one."""
    state = acting(4, ROW, floor=4, here=0, reaper=3, boss_damage=3, monsters=(WEAK,))
    state = story(
        state,
        """
        > go
        > choose eat
          action_chosen action=eat [dial.two_icons]
          action_begun number=5 action=eat strength=3 [round.actions]
        > share 3,0
          vegetables_eaten eaten=3 vegetables=2 cards=3,0 [eat.eat]
          cards_drawn count=3 deck=81 [eat.draw]
        > go
          boss_attacked strike=damage_3 [boss.attack]
          damage_taken damage=3 hp=5 [boss.damage]
        > go
          damage_taken damage=2 hp=3 [round.monsters_attack]
          cards_discarded cards=5 [round.turn_dial]
          dial_turned position=7 [round.turn_dial]
          round_begun round=2 [round.encounter]
        > reveal basic 9
          monster_revealed monster=basic_9 [round.encounter]
        """,
    )
    assert [monster.word for monster in state.monsters] == ["basic_1", "basic_9"]
    assert state.boss_damage == 3


def test_lightning_takes_cards() -> None:
    """The team decides who gives up a card, and its owner which."""
    state = acting(4, ROW, players=3, boss="omega", floor=4, here=0, reaper=4, hands=hidden(2, 3, 4))
    state = story(
        state,
        """
        > go
        > choose eat
          action_chosen action=eat [dial.two_icons]
          action_begun number=5 action=eat strength=3 [round.actions]
        > share 0,0,3
          vegetables_eaten eaten=3 vegetables=2 cards=0,0,3 [eat.eat]
          cards_drawn count=3 deck=79 [eat.draw]
        > go
          boss_attacked strike=bolt_1 [boss.attack]
        > share 0,1,0
          lightning_struck cards=0,1,0 [boss.bolt]
        > discard 77
          card_discarded card=77 left=2 [boss.bolt]
        """,
    )
    assert [len(hand) for hand in state.hands] == [2, 2, 7]
    assert state.discard == (77,)


def test_a_bonus_card_stays_hidden_for_a_round() -> None:
    """X: of two Bonus cards the first is turned over when all have chosen; the round after is as usual."""
    state = acting(4, ROW, players=3, boss="omega", floor=4, here=0, reaper=10, hands=hidden(2, 3, 4))
    state = story(
        state,
        """
        > go
        > choose eat
          action_chosen action=eat [dial.two_icons]
          action_begun number=5 action=eat strength=3 [round.actions]
        > share 0,0,3
          vegetables_eaten eaten=3 vegetables=2 cards=0,0,3 [eat.eat]
          cards_drawn count=3 deck=79 [eat.draw]
        > go
          boss_attacked strike=hidden_bonus [boss.attack]
          bonus_hidden [boss.hidden_bonus]
        > go
          cards_discarded cards=5 [round.turn_dial]
          dial_turned position=7 [round.turn_dial]
          round_begun round=2 [round.encounter]
          bonus_laid deck=78 [boss.hidden_bonus]
        > draw 50
          bonus_revealed card=50 [round.bonus]
        > go
        > play 12
          card_laid left=1 [round.choose]
        > play 14
          card_laid left=2 [round.choose]
        > play 60
          card_laid left=6 [round.choose]
          bonus_unhidden [boss.hidden_bonus]
        > draw 7
          bonus_revealed card=7 [round.bonus]
          cards_assigned cards=7,12,14,50,60 [round.assign]
          action_begun number=1 action=eat strength=5 [round.actions]
        """,
    )
    assert [card for card, _ in state.row] == [7, 12, 14, 50, 60]
    assert not state.hidden_bonus
