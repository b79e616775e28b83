"""What the good bot imagines of a round is what the rules do, and its odds lie where they should."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.chocobo import GAME
from tablekeeper.engines.chocobo.mind.chase import HARMLESS
from tablekeeper.engines.chocobo.mind.ground import LOST, WON
from tablekeeper.engines.chocobo.mind.imagined import Foe, Position, position_now
from tablekeeper.engines.chocobo.mind.race import FARTHEST, LONGEST, race
from tablekeeper.engines.chocobo.mind.standing import copy_of, ending_of, forecast_of, ground_of, team_now
from tablekeeper.engines.chocobo.state import BOTTOM, State
from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.bots.redeal import changed
from tests.engines.chocobo.tables import RULES, setup
from tests.engines.chocobo.win_rates import ending as play

ALL_DUE = frozenset(["boss", "monsters", "turn"])


def begun(players: int = 2, **fields: Any) -> State:
    """A game at its first question, with these fields."""
    boss = fields.pop("boss", "behemoth")
    return changed(RULES.start(setup(players, "virtual", boss=boss))[0], **fields)


def standing(state: State) -> tuple[Any, Any]:
    """The copy and the team of a state."""
    copy = copy_of(state)
    assert copy is not None
    return copy, team_now(state, [len(hand) for hand in state.hands])


def ends(state: State, icon: str) -> list[State]:
    """Where an action leads by the rules, over all choices of the team: up to the next action, or to chance."""
    found, open_ones = [], [RULES.follow(state, next(o for o in RULES.question(state).options if icon in o.spell()))]
    while open_ones:
        after = open_ones.pop()
        asked = RULES.question(after) if after.agenda else None
        if asked is not None and asked.kind in ("move", "attack", "share"):
            open_ones += [RULES.follow(after, option) for option in asked.options]
        else:
            found.append(after)
    return found


def test_what_an_action_leads_to_is_imagined_as_the_rules_have_it() -> None:
    luck, compared = random.Random(3), 0
    state = begun(2)
    while compared < 150:
        if not state.agenda:
            state = begun(2, boss=luck.choice(["behemoth", "omega"]))
        question = RULES.question(state)
        if question.kind == "action":
            bare = changed(state, books=(), agenda=(state.agenda[0], ("wait",)))
            copy, team = standing(bare)
            at = position_now(bare)
            ground = ground_of(copy, team, bare.floor, bare.dial)
            for option in RULES.question(bare).options:
                icon = option.parts()["action"]
                imagined = ground.after(at, icon, question.about["strength"])
                compared += compare(bare, imagined, icon)
        if question.asked == CHANCE or luck.random() < 0.3:
            answer = question.options[int(luck.random() * len(question.options))]
        else:
            answer = GAME.bots["gentle"](RULES, state, question, luck)
        state = RULES.follow(state, answer)


def compare(state: State, imagined: tuple[Any, ...], icon: str) -> int:
    """Every real end of an attack or a meal is imagined; a Move is imagined to some of its real ends only."""
    real = set()
    for after in ends(state, icon):
        if not after.agenda or after.floor != state.floor:
            return 0  # the game is over, or the floor is left
        drawn = sum(step[0] in ("draw", "draw_up") for step in after.agenda)
        real.add(position_now(after)._replace(eaten=drawn))
    if icon == "move":
        assert set(imagined) <= real
    else:
        assert set(imagined) == real
    return 1


def test_at_the_end_of_a_round_the_boss_and_the_monsters_strike() -> None:
    state = begun(floor=BOTTOM, here=0, books=())
    copy, team = standing(state)
    end = ending_of(copy, team, BOTTOM, 0, ALL_DUE)
    at = Position(0, 3, 5, 5, 0, 0, (), 20, False)  # Behemoth takes 3 from the third space on
    assert end(at) == forecast_of(copy, team, BOTTOM, 7)(at._replace(hp=2))
    assert end(at._replace(hp=3)) == LOST
    foe = Foe(2, 2, 0, 0, 5)
    assert end(at._replace(foes=(foe,))) == LOST
    assert end(at._replace(hp=6, foes=(foe,))) == forecast_of(copy, team, BOTTOM, 7)(at._replace(hp=1, foes=(foe,)))


def test_a_book_heals_before_the_blow_that_would_be_the_last() -> None:
    state = begun(floor=BOTTOM, here=0, books=("heal_1", "heal_2"))
    copy, team = standing(state)
    end = ending_of(copy, team, BOTTOM, 0, ALL_DUE)
    left = team.without(["heal_2"])
    assert left.books == ("heal_1",)
    at = Position(0, 3, 3, 5, 0, 0, (), 20, False)
    assert end(at) == forecast_of(copy, left, BOTTOM, 7)(at._replace(hp=2))


def test_books_that_can_do_the_rest_are_as_good_as_a_win_and_the_less_is_left_the_better() -> None:
    state = begun(floor=BOTTOM, here=0, books=("attack_3", "blast_2"))
    copy, team = standing(state)
    end = ending_of(copy, team, BOTTOM, 0, ALL_DUE)
    at = Position(0, 3, 1, 5, 0, 0, (), 5, False)
    assert WON - 1 < end(at) < end(at._replace(boss=2)) <= WON
    assert ground_of(copy, team, BOTTOM, 0).after(at._replace(boss=8), "attack", 3) == (end(at),)


@pytest.mark.parametrize(("books", "way_out"), [(("move_2",), True), (("move_1",), False), (("heal_2",), False)])
def test_books_lead_out_before_the_reaper_arrives(books: tuple[str, ...], way_out: bool) -> None:
    state = begun(books=books, floor=1, here=24, reaper=5)  # two spaces before the exit, the Reaper one before its end
    copy, team = standing(state)
    (then,) = ground_of(copy, team, 1, 0).after(position_now(state), "reaper", 1)
    assert (then == LOST) != way_out


def test_the_race_is_the_better_the_nearer_the_exit_and_the_farther_the_reaper() -> None:
    copy, _ = standing(begun())
    for turned in range(len(copy.dial)):
        odds = race(copy.dial, turned)
        for distance in range(1, FARTHEST):
            for slack in range(1, LONGEST):
                assert 0.0 <= odds[distance + 1][slack] <= odds[distance][slack] <= odds[distance][slack + 1] <= 1.0


def test_the_chase_is_the_better_the_more_health_and_the_fewer_rounds() -> None:
    copy, _ = standing(begun(boss="omega"))
    for dial in range(len(copy.dial)):
        weak, strong, safe = (copy.chase.alive(1, dial, hp) for hp in (4, 6, HARMLESS))
        longer = copy.chase.alive(2, dial, 6)
        for here in range(copy.chase.outer):
            for reaper in range(copy.chase.inner):
                assert 0.0 <= weak[here][reaper] <= strong[here][reaper] <= safe[here][reaper] <= 1.0
                assert longer[here][reaper] <= strong[here][reaper]


def test_the_good_bot_wins_most_games_alone_and_the_gentle_one_does_not() -> None:
    wins = {bot: sum(play(n, bot, 1)[1] == "boss_defeated" for n in range(16)) for bot in ("gentle", "good")}
    assert wins["gentle"] < 10 <= wins["good"]
