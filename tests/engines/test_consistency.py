"""Positions that cannot be: planted into the middle of each game, refused with what was found and what is right."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tablekeeper.engines.core.errors import PositionFault
from tests.engines.tables import GAMES, Case, cases, open_table

Plain = dict[str, Any]
MIDDLE = {case.game: case for case in cases() if case.players == 2 and case.table == "virtual"}


def play(case: Case, answers: int, seed: int = 5) -> tuple[Any, Any]:
    """The setup and the state of a random game some answers long."""
    game, setup = open_table(case)
    luck = random.Random(seed)
    state, _ = game.rules.start(setup)
    for _ in range(answers):
        if not game.rules.is_over(state):
            options = game.rules.question(state).options
            state, _ = game.rules.answer(state, options[luck.randrange(len(options))])
    return setup, state


def swapped(values: list[Any], index: int, value: object) -> list[Any]:
    """The values with another one at an index."""
    return [*values[:index], value, *values[index + 1 :]]


PLANTS: dict[str, list[tuple[Callable[[Plain], Plain], str]]] = {
    "cocoon_world": [
        (lambda was: {"ep": [*was["ep"], 0]}, "found ep with 3 values for 2 players; expected one for each"),
        (lambda was: {"ep": swapped(was["ep"], 0, 11)}, "found 11 in ep; expected 0 to 10"),
        (lambda was: {"sides": swapped(was["sides"], 1, 2)}, "found 2 in sides; expected 0 to 1"),
        (lambda was: {"at": swapped(was["at"], 0, 500)}, "found 500 in at; expected -1 to "),
        (lambda was: {"stack": [0, 0]}, "found the marker of seat 0 2 times on the table; expected 1"),
        (lambda was: {"seat": 2}, "found 2 in seat; expected 0 to 1"),
        (lambda was: {"bets": [0, -1]}, "found a bet of seat 0 on itself"),
        (lambda was: {"bets": [1, 1]}, "expected no two on one seat"),
        (lambda was: {"at": [-1, 3], "bets": [-1, -1]}, "the pawn of seat 0 on the track without a bet"),
        (lambda was: {"hands": [["start"] * 4, was["hands"][1]]}, "found 4 in the sizes of hands; expected 0 to 3"),
        (lambda was: {"tiles": swapped(was["tiles"], 0, "start")}, "on space 0; expected none on an event space"),
        (lambda was: {"tiles": was["tiles"][:-1]}, "places for tiles; expected "),
        (lambda was: {"pile": was["pile"] + 1}, "face down and in the pile; expected as many"),
        (lambda was: {"pool": swapped(was["pool"], 0, "pit")}, "times on the table; expected "),
    ],
    "cocoons": [
        (lambda was: {"faces": was["faces"][:-1]}, "found faces with 7 values; expected 8"),
        (lambda was: {"seat": -1}, "found -1 in seat; expected 0 to 1"),
        (lambda was: {"reserve": 1000}, "found 1000 in reserve; expected 0 to "),
        (lambda was: {"gap": (was["gap"] + 1) % 9}, "found cocoon [0-7] in the gap, place "),
        (lambda was: {"start": (was["start"] + 1) % 9}, "expected the start token"),
        (lambda was: {"unseen": was["unseen"][1:]}, "times on the table; expected "),
        (lambda was: {"hidden": was["hidden"][1:]}, "found the guardian '.*' 0 times on the table; expected 1"),
        (lambda was: {"free": 0}, "found the trapdoor 'action' .* times on the table; expected "),
        (lambda was: {"owners": ["bahamut"] * 8}, "expected each guardian once"),
    ],
    "kokoro": [
        (lambda was: {"pieces": [1]}, "found pieces with 1 values for 2 players; expected one for each"),
        (lambda was: {"round": 9}, "found 9 in round; expected 0 to "),
        (lambda was: {"golden": 5}, "found 5 in golden; expected 0 to 4"),
        (lambda was: {"waiting": [2]}, "found 2 in waiting; expected 0 to 1"),
        (lambda was: {"left": [*was["left"], was["letters"][0]]}, "found the sanctuary '.' 2 times on the table"),
        (lambda was: {"turn": was["turn"] + 1}, "cards called; expected as many"),
        (lambda was: {"pool": was["pool"] * 2}, "in the path cards "),
        (lambda was: {"mats": [was["mats"][0] + "0", was["mats"][1]]}, "spaces; expected "),
        (lambda was: {"pieces": [was["pieces"][0] + 1, was["pieces"][1]]}, "paths on the mat of seat 0; expected "),
        (lambda was: {"all_peeks": [was["all_peeks"][0] + 1, 0]}, "paths and looks of seat 0; expected "),
        (lambda was: {"boxes": [[1, 2, 3, 4, 5, 6, 7], []]}, "found 7 boxes of seat 0"),
        (lambda was: {"letters": ["A", "B"], "left": ["C", "D", "E", "F"], "top": "A"}, "'A' on top; expected one "),
        (lambda was: {"letters": ["A", "B"], "left": ["C", "D", "E", "F"], "top": "", "boxes": [[3, 3], []]},
         "expected each to be 0 or more than the one before"),
    ],
    "chocobo": [
        (lambda was: {"hands": [[]]}, "found hands with 1 values for 2 players; expected one for each"),
        (lambda was: {"hp": 10}, "found 10 in hp; expected 0 to 9"),
        (lambda was: {"vegetables": -1}, "found -1 in vegetables; expected 0 to 15"),
        (lambda was: {"phase": 8}, "found 8 in phase; expected 0 to 7"),
        (lambda was: {"floor": 5}, "found 5 in floor; expected 0 to 4"),
        (lambda was: {"row": [[1, 0]]}, "found 1 cards beside the dial; expected none or 5"),
        (lambda was: {"acting": 7}, "found 7 in acting; expected -1 to "),
        (lambda was: {"discard": [*was["discard"], was["pool"][0]]}, "found the card .* 2 times on the table"),
        (lambda was: {"deck": was["deck"] + 1}, "cards in the pool, .* hidden; expected as many"),
        (lambda was: {"packs": [was["packs"][0][1:], was["packs"][1]]}, "found the basic monster .* 0 times"),
        (lambda was: {"books": ["blast_2"] * 4}, "found [4-6] in the books blast_2; expected 0 to 2"),
        (lambda was: {"books": ["heal_1"] * 5}, "found 5 in the number of books; expected 0 to 4"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "plant", "says"), [(game, *plant) for game, plants in PLANTS.items() for plant in plants]
)
def test_a_position_that_cannot_be_is_refused_and_says_what_is_wrong(
    game: str, plant: Callable[[Plain], Plain], says: str
) -> None:
    setup, state = play(MIDDLE[game], 25)
    rules = GAMES[game].rules
    was = {name: value for name, value in rules.to_plain(state).items() if name != "setup"}
    with pytest.raises(PositionFault, match=says):
        rules.position(setup, (), {**was, **plant(was)})


def test_every_game_has_its_plants() -> None:
    assert {case.game for case in cases()} - {"pig"} == set(PLANTS)


@pytest.mark.parametrize("case", [case for case in cases() if case.players == 2], ids=str)
def test_a_whole_game_holds_no_position_that_cannot_be(case: Case) -> None:
    game, setup = open_table(case)
    luck = random.Random(11)
    state, _ = game.rules.start(setup)
    while not game.rules.is_over(state):
        fields = {name: value for name, value in game.rules.to_plain(state).items() if name != "setup"}
        if luck.random() < 0.05:
            assert game.rules.position(setup, (), fields) == state
        options = game.rules.question(state).options
        state, _ = game.rules.answer(state, options[luck.randrange(len(options))])
