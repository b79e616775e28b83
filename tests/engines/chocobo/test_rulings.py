"""Rulings and corners that no golden story tells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablekeeper.engines.chocobo.edition import Edition
from tablekeeper.engines.chocobo.floors import Floor, Space
from tablekeeper.engines.chocobo.places import BOOKS
from tablekeeper.engines.chocobo.state import BONUS, HIDDEN, Monster, State
from tablekeeper.engines.core import CHANCE, PUBLIC
from tests.engines.chocobo.tables import RULES, after, at, run, setup


def test_a_virtual_table_deals_and_only_the_owner_sees() -> None:
    state, _ = RULES.start(setup(2, "virtual"))
    question = RULES.question(state)
    assert (question.kind, question.asked, question.only_for) == ("draw", CHANCE, 0)
    state, events = RULES.answer(state, RULES.read("draw 37"))
    assert [event.only_for for event in events if "card" in event.facts] == [0]
    assert RULES.view(state, 0).players[0].hand == (37,)
    for stranger in (1, PUBLIC):
        assert RULES.view(state, stranger).players[0].hand == ()


def fork() -> Floor:
    """0 - 1 - 2, with the exit 3 beside 1 and a long arm 4 - 5."""
    links = {0: (1,), 1: (0, 2, 3), 2: (1, 4), 3: (1,), 4: (2, 5), 5: (4,)}
    icons = {0: "entrance", 3: "exit"}
    return Floor({i: Space(i, 0, icons.get(i, "nothing"), there) for i, there in links.items()})


def test_a_dead_end_is_walked_as_far_as_it_goes() -> None:
    floor = fork()
    assert set(floor.ways(4, 3)) == {0, 3}
    assert set(floor.ways(0, 5)) == {3}, "the exit can be reached, so one must go there"
    line = Floor({0: Space(0, 0, "entrance", (1,)), 1: Space(1, 0, "nothing", (0, 2)), 2: Space(2, 0, "exit", (1,))})
    assert set(line.ways(1, 3)) == {2}
    arm = Floor({i: Space(i, 0, "exit" if i == 9 else "nothing", {0: (1,), 1: (0,)}.get(i, ())) for i in (0, 1, 9)})
    assert arm.ways(0, 4) == {1: (1,)}
    copy = Edition("arm", setup().edition.printed)
    copy.__dict__["floors"] = {**setup().edition.floors, "1F": arm}
    state = at((("wait",), ("move", 4)), setup=replace(setup(), edition=copy), books=("heal_1",), hp=5)
    _, told = after(state, "go", "move 1")
    assert told[0] == "chocobo_moved steps=4 path=1 [move.dead_end]"


@pytest.mark.parametrize(
    ("icon", "fields", "event"),
    [
        ("heal_1", {"hp": 7}, "hp_recovered healed=1 hp=8 [icon.heal]"),
        ("heal_1", {"hp": 9}, "hp_recovered healed=0 hp=9 [icon.heal]"),
        ("trap_2", {"hp": 7}, "damage_taken damage=2 hp=5 [icon.trap]"),
        ("reaper_2", {}, "reaper_advanced steps=2 at=2 end=6 [icon.reaper]"),
    ],
)
def test_icons(icon: str, fields: dict[str, int], event: str) -> None:
    assert event in run(("icon", icon), **fields)[1]


def test_empty_piles_give_nothing() -> None:
    state, told = run(("find_book",), ("find_vegetables",), book_pile=(), vegetable_pile=())
    assert told[:2] == ["pile_empty pile=book [token.pile_empty]", "pile_empty pile=vegetable [token.pile_empty]"]
    assert state.books == ("move_1",)


def test_eating_with_too_few_vegetables() -> None:
    _, told = run(("eat", 5), vegetables=0)
    assert "vegetables_eaten eaten=0 vegetables=0 cards=0,0 [eat.short]" in told
    state, told = after(at((("share", 5),), vegetables=2), "share 1,1")
    assert told[0] == "vegetables_eaten eaten=2 vegetables=0 cards=1,1 [eat.short]"
    assert [len(hand) for hand in state.hands] == [9, 9]


def test_alone_twelve_cards_are_kept_after_eating() -> None:
    state, _ = run(("eat", 4), players=1, vegetables=5)
    assert RULES.question(state).final
    state, _ = after(state, "share 4")
    assert len(state.hands[0]) == 14
    assert RULES.question(state).kind == "discard"
    state, told = after(state, "discard 3", "discard 4")
    assert told[:2] == [
        "card_discarded card=3 left=13 [eat.solo_limit]",
        "card_discarded card=4 left=12 [eat.solo_limit]",
    ]
    assert state.discard[:2] == (3, 4)


def test_the_deck_is_made_anew() -> None:
    state, told = run(("bonus",), deck=0, discard=(7, 9), pool=tuple(range(10, 30)))
    assert told == ["deck_reshuffled cards=2 [deck.reshuffle]"]
    assert (state.deck, state.discard) == (2, ())
    assert {7, 9} <= set(state.pool)


def test_with_no_card_left_the_lowest_numbers_act() -> None:
    laid = ((8, 0), (5, 1))
    state, told = run(("bonus",), ("assign",), deck=0, discard=(), pool=(), laid=laid, dial=3)
    assert told[0] == "pile_empty pile=chocobo [deck.empty]"
    assert state.row == ((5, 1), (8, 0))
    assert [step[1] for step in state.agenda if step[0] == "act"] == [1]


def test_a_missing_bonus_card_plays_for_nobody() -> None:
    state, _ = run(("assign",), laid=((8, 0),), bonus=(3,), dial=3)
    assert state.row == ((3, BONUS), (8, 0))


@pytest.mark.parametrize(
    ("values", "event"),
    [
        ("heal", "hp_recovered healed=1 hp=6 [reward.heal]"),
        ("book", "book_won books=1 [reward.book]"),
    ],
)
def test_rewards(values: str, event: str) -> None:
    edition = setup().edition.values
    place = 2 if values == "heal" else 3
    number = next(n for n in range(1, 16) if edition[f"monsters.basic.{n}"][place] == 1)
    state, told = after(at((("aim", 9),), hp=5, monsters=(Monster("basic", number, 0),)), f"attack basic_{number}")
    assert event in told
    assert number in state.beaten[0]
    if values == "book":
        assert RULES.question(state).kind == "book"


def test_the_monster_deck_is_made_anew() -> None:
    packs = ((), tuple(range(1, 16)))
    state, told = run(("spawn", "basic"), packs=packs, beaten=((4, 2), ()))
    assert told == ["deck_reshuffled deck=basic cards=2 [monster.reshuffle]"]
    assert [option.spell() for option in RULES.question(state).options] == ["reveal basic 2", "reveal basic 4"]
    _, told = run(("spawn", "basic"), packs=packs, beaten=((), ()))
    assert told[0] == "pile_empty pile=basic [monster.empty]"


def test_books() -> None:
    two = (Monster("elite", 1, 0), Monster("basic", 1, 0))
    _, told = after(at((("wait",),), books=("blast_2",), monsters=two, floor=4, hp=5), "use blast_2")
    assert told[0] == "book_used book=blast_2 left=0 [book.use]"
    assert [line for line in told if "[book.blast]" in line] == [
        "boss_hit damage=2 total=2 [book.blast]",
        "monster_hit monster=elite_1 damage=2 total=2 [book.blast]",
        "monster_hit monster=basic_1 damage=2 total=2 [book.blast]",
    ]
    _, told = after(at((("wait",),), books=("heal_2",), hp=8), "use heal_2")
    assert "hp_recovered healed=1 hp=9 [book.heal]" in told
    _, told = after(at((("wait",),), books=("move_2",)), "use move_2", "move 2")
    assert "chocobo_moved steps=2 path=1,2 [move.full]" in told
    _, told = after(at((("wait",),), books=("attack_3",), monsters=two), "use attack_3", "attack elite_1")
    assert "monster_hit monster=elite_1 damage=3 total=3 [attack.hit]" in told


def test_a_fourth_book() -> None:
    three = ("heal_1", "move_1", "move_2")
    state, told = after(at((("turn_book",),), books=three), "find attack_4")
    assert [option.spell() for option in RULES.question(state).options] == [
        "drop heal_1", "drop move_1", "drop move_2", "use move_1", "use move_2",
    ]  # fmt: skip
    dropped, told = after(state, "drop heal_1")
    assert told[0] == "book_discarded book=heal_1 [book.limit]"
    assert dropped.books == ("move_1", "move_2", "attack_4")
    used, _ = after(state, "use move_1")
    assert used.books == ("heal_1", "move_2", "attack_4")


def test_a_book_can_lead_down_before_the_cards_are_laid() -> None:
    found = setup().edition.floors["1F"]
    near = found.spaces[found.exit].links[0]
    state = at((("wait",), ("plays", 2)), books=("move_1",), here=near, bonus=(50,))
    state, told = after(state, "use move_1", f"move {found.exit}")
    assert state.floor == 2
    assert state.discard == (50,)
    assert "floor_left floor=1F [floor.change]" in told


def beside_the_exit() -> int:
    """A space from which one step leads down."""
    found = setup().edition.floors["1F"]
    return found.spaces[found.exit].links[0]


def test_cards_that_lie_face_down_are_put_away_when_a_book_leads_down() -> None:
    """Rulebook, Moving to the Next Floor: discard all played cards, keep those in hand."""
    state = at((("lay", 0), ("lay", 1), ("assign",)), books=("move_1",), here=beside_the_exit(), phase=3)
    before = len(state.hands[0])
    way = f"move {setup().edition.floors['1F'].exit}"
    state, _ = after(state, "use move_1", way)
    question = RULES.question(state)
    assert (question.kind, question.asked) == ("put_away", 0)
    state, told = after(state, "discard 17")
    assert told == [f"card_discarded card=17 left={before - 1} [floor.change]"]
    assert RULES.question(state).asked == 1
    state, _ = after(state, "go")
    assert (state.floor, state.discard, len(state.hands[0]), len(state.hands[1])) == (2, (17,), before - 1, before)


def test_a_way_down_that_shows_what_others_chose_cannot_be_taken_back() -> None:
    exit_ = setup().edition.floors["1F"].exit
    fields = {"books": ("move_1",), "here": beside_the_exit(), "hands": ((12, 37), (3, 4)), "phase": 3}
    state = at((("lay", 1), ("assign",)), table="virtual", laid=((20, 0),), **fields)
    state, _ = after(state, "use move_1")
    state, events = RULES.answer(state, RULES.read(f"move {exit_}"))
    assert (state.floor, state.discard) == (2, (20,))
    assert any(event.shows for event in events)


def test_both_pieces_are_watched_step_by_step_on_4f() -> None:
    touches = setup().edition.values
    reaper = touches["ring.touches.3"][0]
    state, told = run(("stride", 5), floor=4, here=0, reaper=reaper, books=("heal_1",), hp=5)
    assert state.cause == "reaper_met"
    assert state.here < 5, "met in passing"
    state, told = run(("reap", 5), floor=4, here=3, reaper=(reaper - 2) % 12, books=("heal_1",), hp=5)
    assert state.cause == "reaper_met"
    assert told[0] == f"reaper_advanced steps=2 at={reaper} [reaper.advance]"


def test_what_a_player_may_say() -> None:
    state = at((("lay", 0),), table="virtual", hands=((12, 37, 48, 90), (3, 4)), bonus=(45,), talk="limited")
    free = at((("lay", 0),), table="virtual", hands=((12, 37, 48, 90), (3, 4)), bonus=(45,))
    talk = RULES.view(free, 0).talk
    assert talk is not None
    strengths = sorted(free.setup.edition.values[f"cards.{card}"] for card in (12, 37, 48, 90))
    assert list(talk.strengths) == strengths
    words = sorted(word for _, words in talk.comparisons for word in words)
    assert words == ["much_higher", "much_lower", "slightly_higher", "slightly_lower"]
    assert not {12, 37, 48, 90} & set(talk.strengths)
    assert RULES.view(free, PUBLIC).talk is None
    assert RULES.view(state, 1).talk.strengths


def test_limited_talk_is_silent_while_cards_are_chosen() -> None:
    hands = ((12, 37), (3, 4))
    for step, books in ((("lay", 0), ()), (("wait",), ("move_1",))):
        state = at((step,), table="virtual", hands=hands, bonus=(45,), talk="limited", phase=3, books=books)
        choosing = RULES.view(state, 0).talk
        assert (choosing.spoken, choosing.comparisons) == (False, ()), "whoever has a Book to use"
    acting = RULES.view(at((("wait",),), table="virtual", hands=hands, talk="limited", books=("move_1",)), 0).talk
    assert acting.spoken


def choosing(boss: str = "behemoth", players: int = 2, table: str = "virtual", **fields: Any) -> State:
    """The end of a round on 4F, the pieces apart, after which the next one is chosen."""
    known = ((12, 37, 38), (3, 4), (60, 61), (80, 81))[:players]
    hands = tuple((HIDDEN,) * len(hand) for hand in known) if table == "real" else known
    dealt = () if table == "real" else tuple(card for hand in known for card in hand)
    cards = {"hands": hands, "pool": tuple(card for card in range(1, 101) if card not in dealt), "deck": 90 + 10}
    cards["deck"] = len(cards["pool"]) - (0 if dealt else sum(map(len, hands)))
    state = at((), players, table, boss=boss, **{**cards, "floor": 4, "here": 0, "reaper": 10, **fields})
    state.__dict__["agenda"] = (("clear_away",),)
    wait = State.__new__(State)
    wait.__dict__.update({**state.__dict__, "agenda": (("wait",), ("clear_away",)), "phase": 6})
    return wait


def test_the_last_card_of_the_deck_lies_face_down_and_the_second_bonus_card_comes_from_the_discards() -> None:
    """X with two Bonus cards, one card in the deck, 90 discarded: the deck is made anew before the second one."""
    discard = tuple(range(11, 101))
    state = choosing("omega", 3, "real", hidden_bonus=True, deck=1, pool=tuple(range(1, 11)), discard=discard,
                     hands=((HIDDEN,) * 3,) * 3)  # fmt: skip
    state, told = after(state, "go")
    assert [line for line in told if "deck" in line] == [
        "bonus_laid deck=0 [boss.hidden_bonus]",
        "deck_reshuffled cards=90 [deck.reshuffle]",
    ]
    state, _ = after(state, "draw 50", "play 2", "play 3", "play 4")
    assert state.deck == 89
    state, _ = after(state, "draw 7")
    assert [card for card, _ in state.row] == [2, 3, 4, 7, 50]


def test_at_a_virtual_table_the_hidden_card_is_the_last_one_of_the_old_deck() -> None:
    state = choosing("omega", 3, hidden_bonus=True, deck=1, pool=(7,), discard=tuple(range(62, 72)))
    state, _ = after(state, "go")
    assert (state.face_down, 7 in state.pool) == ((7,), False)
    state, _ = after(state, "draw 65", "play 12", "play 3", "play 60")
    assert list(RULES.question(state).options) == [RULES.read("draw 7")]


@pytest.mark.parametrize(("players", "pauses"), [(1, [False, True]), (2, [True])])
def test_the_view_says_when_a_bonus_card_lies_face_down(players: int, pauses: list[bool]) -> None:
    """Alone one lays a card before the Bonus cards come, with others after; the deck is one lower meanwhile."""
    state = choosing("omega", players, hidden_bonus=True, books=("attack_3",), boss_damage=0)
    cards, found = state.deck, []
    while not state.row:
        question = RULES.question(state)
        if question.kind == "go_on" and state.round > 1:
            found.append(RULES.view(state).bonus_hidden)
            assert RULES.view(state).deck == cards - len(state.bonus) - found[-1]
        state, _ = RULES.answer(state, question.options[0])
    assert found == pauses


def test_an_empty_pile_leaves_nothing_face_down() -> None:
    state = choosing("omega", 2, hidden_bonus=True, deck=0, pool=(), discard=())
    state.__dict__["discard"] = ()
    state, told = after(state, "go")
    assert "pile_empty pile=chocobo [deck.empty]" in told
    assert not RULES.view(state).bonus_hidden


def test_the_last_card_laid_down_cannot_be_taken_back() -> None:
    state = at((("lay", 0), ("lay", 1), ("assign",)), table="virtual", hands=((12, 37), (3, 4)), phase=3)
    assert not RULES.question(state).final
    state, _ = after(state, "play 12")
    assert RULES.question(state).final
    waiting = at((("lay", 1), ("unhide",)), table="virtual", hands=((12, 37), (3, 4)), face_down=(HIDDEN,))
    assert not RULES.question(waiting).final


def test_cards_drawn_by_hand_cannot_be_taken_back() -> None:
    assert RULES.question(at((("share", 2),))).final
    assert not RULES.question(at((("share", 2),), table="virtual", hands=((12,), (3,)))).final


def test_a_book_may_be_used_between_two_players_cards() -> None:
    state = at((("lay", 0), ("lay", 1), ("assign",)), table="virtual", hands=((12, 37), (3, 4)), hp=5,
               books=("heal_2",), phase=3)  # fmt: skip
    state, told = after(state, "play 12", "use heal_2", "play 3")
    assert "hp_recovered healed=2 hp=7 [book.heal]" in told
    real = at((("lay", 0), ("lay", 1), ("assign",)), hp=5, books=("heal_2",), phase=3)
    assert RULES.read("use heal_2") in RULES.question(real).options
    real, _ = after(real, "play 12")
    assert RULES.read("use heal_2") not in RULES.question(real).options, "the cards have been turned over by now"


def test_a_book_may_be_used_before_an_eat_for_which_no_card_is_left() -> None:
    hands = ((12, 37), (3, 4))
    fields = {"table": "virtual", "hands": hands, "deck": 0, "pool": (), "vegetables": 4, "hp": 5, "acting": 0}
    state = at((("wait",), ("perform", "eat")), books=("heal_2", "heal_1"), row=((50, 0),), **fields)
    state, told = after(state, "go", "use heal_2", "go")
    assert "hp_recovered healed=2 hp=7 [book.heal]" in told
    assert any(line.startswith("vegetables_eaten") for line in told)


def test_a_real_table_never_shows_a_hand() -> None:
    state = at((("lay", 0),))
    assert set(state.hands[0]) == {HIDDEN}
    view = RULES.view(state, 0)
    assert (view.players[0].hand, view.talk) == ((), None)
    assert view.players[0].cards == 8


def test_a_book_can_lead_down_when_the_last_action_is_over() -> None:
    """No Monster lies in the row, and still there is a moment before the dial is turned."""
    found = setup().edition.floors["1F"]
    near = found.spaces[found.exit].links[0]
    state = at((("wait",), ("round_over",)), books=("move_1",), here=near, dial=3, row=((5, 0), (9, BONUS)))
    state, _ = after(state, "go", "use move_1", f"move {found.exit}")
    assert (state.floor, state.dial, state.discard) == (2, 2, (5, 9))


def test_an_attack_without_a_target() -> None:
    _, told = run(("attack", 5), books=("move_1",))
    assert told[0] == "attack_wasted strength=5 [attack.no_target]"
    _, told = after(at((("choose", "attack", "eat"), ("round_over",)), row=((5, 0),), acting=0), "choose attack")
    assert "attack_wasted strength=5 [attack.no_target]" in told, "of two icons also the one that does nothing"


@pytest.mark.parametrize(
    ("players", "difficulty", "cards", "books"),
    [
        (1, "normal", 10, 2), (1, "hard", 7, 1),
        (2, "easy", 10, 3), (2, "normal", 8, 2), (2, "hard", 6, 1),
        (3, "easy", 7, 3), (3, "normal", 6, 2), (3, "hard", 5, 1),
        (4, "easy", 7, 3), (4, "normal", 6, 2), (4, "hard", 5, 1),
    ],
)  # fmt: skip
def test_the_printed_table_of_the_set_up(players: int, difficulty: str, cards: int, books: int) -> None:
    for table in ("real", "virtual"):
        state, events = RULES.start(setup(players, table, difficulty=difficulty))
        assert f"game_begun difficulty={difficulty} cards={cards} books={books} [setup.level]" == events[0].spell()
        drawn = [0] * players
        while (question := RULES.question(state)).kind in ("draw", "book"):
            drawn[question.about.get("seat", 0)] += question.kind == "draw"
            state, _ = RULES.answer(state, question.options[0])
        assert [len(hand) for hand in state.hands] == [cards] * players
        assert drawn == ([cards] * players if table == "virtual" else [0] * players)
        assert len(state.books) == books
        assert (state.hp, state.vegetables) == (9, 5)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_always_five_cards_from_hands_and_deck(players: int) -> None:
    state = at((("clear_away",),), players)
    state, _ = after(at((("wait",), ("clear_away",)), players, books=("move_1",)), "go")
    asked = []
    luck = iter(range(1, 101))
    while (question := RULES.question(state)).kind in ("monster", "bonus", "play", "go_on"):
        kind = {"bonus": "B", "play": str(question.asked), "monster": "", "go_on": ""}[question.kind]
        asked.append(kind)
        text = {"monster": "reveal basic 2", "go_on": "go", "bonus": "draw", "play": "play"}[question.kind]
        state, _ = after(state, f"{text} {next(luck)}" if kind else text)
        if state.row:
            break
    assert "".join(asked) == {1: "0BB00", 2: "B0011", 3: "BB012", 4: "B0123"}[players]
    assert len(state.row) == 5


def test_every_book_token_does_what_it_shows() -> None:
    """The fifteen tokens are of seven kinds; each does its number, once, and never comes back."""
    foe = Monster("elite", 14, 0)
    did = {
        "heal_1": "hp_recovered healed=1 hp=6 [book.heal]",
        "heal_2": "hp_recovered healed=2 hp=7 [book.heal]",
        "move_1": "chocobo_moved steps=1 path=3 [move.full]",
        "move_2": "chocobo_moved steps=2 path=3,4 [move.full]",
        "attack_3": "monster_hit monster=elite_14 damage=3 total=3 [attack.hit]",
        "attack_4": "monster_hit monster=elite_14 damage=4 total=4 [attack.hit]",
        "blast_2": "monster_hit monster=elite_14 damage=2 total=2 [book.blast]",
    }
    assert did.keys() == BOOKS.keys()
    assert sum(BOOKS.values()) == 15
    for book, event in did.items():
        pile = tuple(other for other in BOOKS if other != book)
        state = at((("wait",),), books=(book, "move_1"), book_pile=pile, here=2, hp=5, monsters=(foe,))
        more = {
            "move_1": ["move 3"],
            "move_2": ["move 4"],
            "attack_3": ["attack elite_14"],
            "attack_4": ["attack elite_14"],
        }
        state, told = after(state, f"use {book}", *more.get(book, []))
        assert told[0] == f"book_used book={book} left=1 [book.use]"
        assert event in told
        assert state.books == ("move_1",)
        assert state.book_pile == pile


def test_vegetables_beyond_fifteen_are_lost_and_a_token_never_returns() -> None:
    state, told = after(at((("turn_vegetable",),), vegetables=14), "dig 3")
    assert told[0] == "vegetables_gained gained=1 vegetables=15 [token.vegetable]"
    assert len(state.vegetable_pile) == 20
    assert state.vegetable_pile.count(3) == 5


def test_a_move_cannot_go_on_behind_the_exit() -> None:
    """The exit of this floor lies in the middle of a line."""
    links = {0: (1,), 1: (0, 2), 2: (1, 3), 3: (2, 4), 4: (3,)}
    icons = {0: "entrance", 2: "exit"}
    line = Floor({i: Space(i, 0, icons.get(i, "nothing"), there) for i, there in links.items()})
    assert line.fault(0, 3, (1, 2, 3)) == "beyond_the_exit"
    assert line.fault(0, 3, (1, 2)) is None
    assert line.fault(0, 3, (3,)) == "beyond_the_exit", "by its end alone"
