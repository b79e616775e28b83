"""Who may sit down, and the little that every setup checks alike."""

from __future__ import annotations

import pytest

from tablekeeper.engines import catalogue
from tablekeeper.engines.catalogue import NAMES, UnknownGame, find_game
from tablekeeper.engines.core import SetupFault
from tests.engines.tables import GAMES, edition

CROWD = tuple("ABCDEFGHIJKL")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_seats_as_many_as_it_says(name: str) -> None:
    game = GAMES[name]
    fewest, most = game.seats
    for count in range(fewest, most + 1):
        assert CROWD[:count] == game.prepare(CROWD[:count], edition(name)).players
    for count in (fewest - 1, most + 1):
        with pytest.raises(SetupFault, match=f"found {count} players; expected {fewest} to {most}"):
            game.prepare(CROWD[:count], edition(name))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("players", "says"),
    [
        (("Ann", " "), "found a player without a name in .* expected a name each"),
        (("Ann", "Ann"), "the player 'Ann' stands twice; expected different ones"),
    ],
)
def test_everybody_has_a_name_of_their_own(name: str, players: tuple[str, ...], says: str) -> None:
    with pytest.raises(SetupFault, match=says):
        find_game(name).prepare(players, edition(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_table_and_an_option_that_do_not_exist_are_refused(name: str) -> None:
    game = find_game(name)
    with pytest.raises(SetupFault, match="found the table 'digital'; expected one of: virtual, real"):
        game.prepare(("Ann", "Ben"), edition(name), table="digital")
    with pytest.raises(SetupFault, match=f"found the option 'speed'; expected one of: {', '.join(game.options)}"):
        game.prepare(("Ann", "Ben"), edition(name), options={"speed": "fast"})


@pytest.mark.parametrize("name", NAMES)
def test_a_game_lies_in_the_package_that_it_names(name: str) -> None:
    game = find_game(name)
    assert game is catalogue.load_game(game.package)
    assert {"random", "good"} <= set(game.bots)
    assert not game.colours or "colours" in game.options


@pytest.mark.parametrize(
    ("package", "says"),
    [
        ("no_such_package", "No module named"),
        ("tablekeeper.engines.core", "has no attribute 'GAME'"),
        ("tablekeeper.engines.kokoro", "there is a game 'kokoro' already"),
    ],
)
def test_a_package_without_a_game_of_its_own_is_refused_in_one_sentence(package: str, says: str) -> None:
    with pytest.raises(UnknownGame, match=says), catalogue.also(package):
        pytest.fail("nothing was refused")
    assert catalogue.names() == NAMES
