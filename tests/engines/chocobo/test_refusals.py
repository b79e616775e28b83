"""Bad input: refused with its reason, and nothing changes."""

from __future__ import annotations

import pytest

from tablekeeper.engines.chocobo import GAME, edition_with, write_edition
from tablekeeper.engines.chocobo.state import Monster, State
from tablekeeper.engines.core import EditionFault, Refused, SetupFault
from tests.engines.chocobo.tables import RULES, at, setup
from tests.engines.tables import edition

ROW = {"row": ((5, 0), (6, 1), (7, 0), (8, 1), (9, -1)), "acting": 0}


def refused(state: State, text: str) -> str:
    """The reason of a refusal, after making sure that nothing changed."""
    before = hash(state)
    with pytest.raises(Refused) as fault:
        RULES.answer(state, RULES.read(text))
    assert hash(state) == before
    assert fault.value.came == text
    return fault.value.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("play 0", "play.no_such_card"),
        ("play 101", "play.no_such_card"),
        ("play 7", "play.card_seen_twice"),
        ("play 50", "play.card_seen_twice"),
        ("play 21", "play.card_seen_twice"),
        ("draw 30", "play.not_offered"),
    ],
)
def test_cards_that_cannot_be_played(text: str, reason: str) -> None:
    pool = tuple(card for card in range(1, 101) if card not in (7, 21, 50))
    state = at((("lay", 1),), discard=(7,), bonus=(50,), laid=((21, 0),), pool=pool)
    assert refused(state, text) == reason


def test_a_card_of_another_hand() -> None:
    state = at((("lay", 0),), table="virtual", hands=((1, 2), (3, 4)))
    assert refused(state, "play 3") == "play.not_in_hand"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move 0", "move.space_twice"),
        ("move 0,1", "move.space_twice"),
        ("move 1,0,1", "move.space_twice"),
        ("move 1", "move.too_short"),
        ("move 1,2", "move.too_short"),
        ("move 1,2,3,4", "move.too_far"),
        ("move 6", "move.too_far"),
        ("move 99", "move.no_such_space"),
        ("move 2,3,4", "move.spaces_not_linked"),
        ("use heal_1", "move.book_not_found_yet"),
    ],
)
def test_moves_that_are_not_allowed(text: str, reason: str) -> None:
    """From the entrance of 1F with three steps: 0 - 1 - 2 - 3 - 4 is the upper edge."""
    state = at((("walk", 3),), here=0)
    if text == "move 0,1":
        reason = "move.spaces_not_linked"
    assert refused(state, text) == reason


def test_a_move_may_be_told_by_its_path() -> None:
    state = at((("walk", 3),), here=0)
    by_end, _ = RULES.answer(state, RULES.read("move 3"))
    by_path, _ = RULES.answer(state, RULES.read("move 1,2,3"))
    assert by_end == by_path


@pytest.mark.parametrize(
    ("text", "fields", "reason"),
    [
        ("use heal_1", {"book_pile": ("heal_1", "heal_1")}, "go_on.book_already_used"),
        ("use heal_1", {}, "go_on.book_not_found_yet"),
        ("use attack_4", {"books": ("move_1", "attack_4")}, "go_on.book_without_effect"),
        ("use fly_9", {}, "go_on.no_such_book"),
        ("drop move_1", {}, "go_on.not_offered"),
    ],
)
def test_books_that_cannot_be_used(text: str, fields: dict[str, tuple[str, ...]], reason: str) -> None:
    assert refused(at((("wait",),), **{"books": ("move_1",), **fields}), text) == reason


@pytest.mark.parametrize(
    ("step", "text", "reason"),
    [
        (("tell", "cards.37"), "tell cards.37 6", "tell.strength_out_of_range"),
        (("tell", "cards.37"), "tell cards.37 0", "tell.strength_out_of_range"),
        (("tell", "cards.37"), "tell cards.38 4", "tell.another_place"),
        (("tell", "dial.0"), "tell dial.0 fly", "tell.no_such_action"),
        (("tell", "dial.size"), "tell dial.size 2", "tell.size_out_of_range"),
        (("tell", "floors.1F.reaper"), "tell floors.1F.reaper 1", "tell.length_out_of_range"),
        (("tell", "monsters.basic.1"), "tell monsters.basic.1 3,1", "tell.number_out_of_range"),
        (("tell", "bosses.omega.3"), "tell bosses.omega.3 hug", "tell.no_such_strike"),
        (("stop", 3), "stop castle", "stop.no_such_icon"),
        (("choose", "move", "eat"), "choose attack", "action.not_on_the_dial"),
        (("share", 3), "share 1,1", "share.does_not_add_up"),
        (("share", 3), "share 3", "share.one_number_a_player"),
        (("give", 3), "share 9,9", "give_up.does_not_add_up"),
        (("aim", 3), "attack basic_9", "attack.no_such_target"),
        (("turn_up",), "draw 101", "bonus.no_such_card"),
        (("throw", 0, "boss.bolt"), "discard 101", "discard.no_such_card"),
    ],
)
def test_other_answers_that_do_not_fit(step: tuple[object, ...], text: str, reason: str) -> None:
    state = at((step,), setup=setup(2, name="unknown"), monsters=(Monster("basic", 1, 0),), **ROW)
    state.__dict__["learned"] = (("cards.5", 3), ("dial.size", 8))
    assert refused(state, text) == reason


def test_the_newest_of_four_books_stays() -> None:
    state = at((("drop",),), books=("heal_1", "heal_2", "move_1", "attack_4"))
    assert refused(state, "drop attack_4") == "drop_book.newest_book_stays"


def test_the_last_unknown_position_of_a_dial_must_show_a_move() -> None:
    state = at((("tell", "dial.7"),), setup=setup(2, name="unknown"))
    seen = tuple((f"dial.{i}", ("eat",)) for i in range(7))
    state.__dict__["learned"] = (("dial.size", 8), *seen)
    assert refused(state, "tell dial.7 reaper") == "tell.dial_without_move"


SHIPPED = edition("chocobo")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ((("cards.37", 6),), ("cards.37", "6", "1 to 5")),
        ((("cards.101", 3),), ("cards.101", "no place")),
        (tuple((f"dial.{i}", ("eat",)) for i in range(8)), ("dial", "no move")),
        ((("dial.9", ("move",)),), ("dial.9", "0 to 7")),
        ((("floors.1F.spaces.3", (3, 0, "castle", (2, 4))),), ("floors.1F.spaces.3", "castle")),
        ((("floors.1F.spaces.3", (3, 0, "exit", (2, 4))),), ("floors.1F.spaces", "2 times", "once")),
        ((("floors.1F.spaces.3", (3, 0, "nothing", (2,))),), ("floors.1F.spaces.4", "links back")),
        ((("ring.touches.0", (0,)),), ("ring.touches.0",)),
        ((("ring.spaces.25", "book"),), ("ring.spaces.25", "0 to 19")),
        ((("tokens.books.heal_1", 9),), ("tokens.books", "21", "15")),
        ((("tokens.books.fly_1", 0),), ("tokens.books.fly_1", "heal_1")),
        ((("tokens.vegetables.1", 9),), ("tokens.vegetables", "23", "21")),
        ((("monsters.basic.1", (0, 1, 0, 0, 0)),), ("monsters.basic.1", "Health 1 to 15")),
    ],
)
def test_an_edition_that_cannot_be(changes: tuple[tuple[str, object], ...], words: tuple[str, ...]) -> None:
    with pytest.raises(EditionFault) as fault:
        edition_with(SHIPPED, changes)
    assert all(word in str(fault.value) for word in words), str(fault.value)


def test_an_exit_that_cannot_be_reached() -> None:
    found = SHIPPED.floors["1F"]
    lonely = {found.exit, *found.spaces[found.exit].links}
    changes = []
    for number, space in found.spaces.items():
        links = tuple(there for there in space.links if (there in lonely) == (number in lonely))
        changes.append((f"floors.1F.spaces.{number}", (space.x, space.y, space.icon, links)))
    with pytest.raises(EditionFault, match=rf"floors\.1F\.spaces\.{found.exit} has no way"):
        edition_with(SHIPPED, changes)


def test_an_edition_reads_back_as_it_is_written() -> None:
    for name in ("reconstructed", "unknown"):
        shipped = edition("chocobo", name)
        assert set(GAME.read_edition(write_edition(shipped), name).printed) == set(shipped.printed)
    owned = edition_with(SHIPPED, [("cards.37", 5)])
    again = GAME.read_edition(write_edition(owned), "mine")
    assert {entry.place: entry.provenance for entry in again.printed}["cards.37"] == "owner"
    assert again.values == owned.values


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (1, {"difficulty": "easy"}, "'easy' for one player"),
        (2, {"difficulty": "mad"}, "'mad'"),
        (2, {"boss": "cactuar"}, "behemoth, omega"),
        (2, {"castle": "yes"}, "difficulty, floor_2, floor_3, boss, talk"),
        (5, {}, "5 players"),
        (0, {}, "0 players"),
    ],
)
def test_setups_that_cannot_be(players: int, options: dict[str, str], words: str) -> None:
    names = ("Ann", "Ben", "Chloe", "Dai", "Eva")[:players]
    with pytest.raises(SetupFault, match=words):
        GAME.prepare(names, SHIPPED, options=options)


def test_a_virtual_table_needs_a_complete_edition() -> None:
    with pytest.raises(SetupFault, match=r"nothing at dial\.size.*real table"):
        setup(2, "virtual", "unknown")
