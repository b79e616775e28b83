"""The solver: compared with a plain breadth-first search, and with what random games really needed."""

from __future__ import annotations

import random
from collections import deque

import pytest

from tablekeeper.engines.cocoons import GAME
from tablekeeper.engines.cocoons.bots import play_well
from tablekeeper.engines.cocoons.box import NEIGHBOURS
from tablekeeper.engines.cocoons.setup import prepare
from tablekeeper.engines.cocoons.solver import count_corrections, solve, tokens_to_spare
from tablekeeper.engines.cocoons.state import State
from tablekeeper.engines.cocoons.tours import NOWHERE, tours_to
from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.bots.playout import choose_randomly
from tests.engines.cocoons.exhaustive import NOWHERE as NO_COCOON
from tests.engines.cocoons.exhaustive import TABLES, Moment, compare, state_of
from tests.engines.cocoons.exhaustive import Box as SmallBox
from tests.engines.cocoons.play import Box, begin, play, play_to_the_end
from tests.engines.tables import edition

RULES = GAME.rules
OWN = "lock_a,rune_a1,rune_a2,rune_a3,slide,slide,number_1,action"


def search_plainly(start: int, gap: int, free: int, visits: int) -> int:
    """The fewest tokens of a tour, by trying everything, cheapest first."""
    seen: dict[tuple[int, int, int], int] = {}
    queue = deque([((gap, free, visits), 0)])
    while queue:
        (gap, free, visits), tokens = queue.popleft()
        if seen.get((gap, free, visits), 99) <= tokens:
            continue
        seen[gap, free, visits] = tokens
        if gap == start and not visits:
            return tokens
        for place in NEIGHBOURS[gap]:
            after = visits & ~(1 << place)
            if place == free:
                queue.appendleft(((place, gap, after), tokens))
            else:
                queue.append(((place, free, after), tokens + 1))
    raise AssertionError("every place can be reached")


def test_the_table_of_tours_is_what_a_plain_search_finds() -> None:
    luck = random.Random(5)
    for _ in range(150):
        start, gap, free = luck.randrange(9), luck.randrange(9), luck.choice([*range(9), NOWHERE])
        if gap != free:
            visits = luck.randrange(512) & ~(1 << start)
            assert tours_to(start).fewest(gap, free, visits) == search_plainly(start, gap, free, visits)


@pytest.mark.parametrize("start", range(9))
def test_ten_slides_uncover_all_and_come_back_from_any_start(start: int) -> None:
    """The figure of the rules facts, found there by another search."""
    best = solve(play(begin(), Box(start=start)))
    assert (best.slides, best.tokens, best.exact) == (10, 10, True)


@pytest.mark.parametrize(
    ("level", "slides", "tokens"), [("1", 10, 10), ("2", 14, 10), ("3", 10, 10), ("4", 10, 8), ("5", 10, 10)]
)
def test_the_first_position_of_each_level(level: str, slides: int, tokens: int) -> None:
    best = solve(play(begin({"level": level}), Box()))
    assert (best.slides, best.tokens, best.exact) == (slides, tokens, True)


def test_a_number_that_waits_is_visited_again_in_its_order() -> None:
    """Two at place 1, then three, then four at place 0: two slides at least find nothing new, so eleven, not nine."""
    box = Box(trapdoors={1: "number_2", 0: "number_4", 3: "number_1"})
    state = play(begin({"level": "5"}), box, ("slide 1", "slide 0", "slide 3", "leave"))
    state.__dict__["tokens"] = (*state.tokens[:3], "", *state.tokens[4:])
    assert solve(state).slides == 11


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5", OWN])
@pytest.mark.parametrize("difficult", ["no", "yes"])
def test_no_slide_brings_the_end_nearer_than_the_best_allows(level: str, difficult: str) -> None:
    """Whatever happens, what a position needs is never more than what was paid plus what the next one needs."""
    luck = random.Random(11)
    for _ in range(2):
        state: State = begin({"level": level, "difficult": difficult})
        before = None
        while not RULES.is_over(state):
            if RULES.question(state).kind in ("turn", "slide_on"):
                best = solve(state)
                if before is not None and before[0].exact and best.exact:
                    paid = before[1].reserve - state.reserve
                    assert before[0].tokens <= best.tokens + paid
                before = best, state
            options = RULES.question(state).options
            state, _ = RULES.answer(state, options[luck.randrange(len(options))])


def test_who_follows_the_best_way_in_a_known_box_needs_as_many_tokens_as_it_said() -> None:
    state = play(begin(), Box(start=4))
    promised = solve(state).tokens
    while not (state.gap == state.start and all(state.homes)):
        if RULES.question(state).kind == "place":
            empty = next(cocoon for cocoon, home in enumerate(state.homes) if not home)
            state = play(state, Box(), (f"put {state.tokens[state.gap]} {state.cocoons.index(empty)}",))
        else:
            state = play(state, Box(), (f"slide {solve(state).place}",))
    assert 25 - state.reserve == promised


def test_known_mistakes_cost_three_tokens_each() -> None:
    right, wrong = play_to_the_end(), play_to_the_end(put_wrong=True)
    assert (count_corrections(right), solve(right).tokens, tokens_to_spare(right)) == (0, 0, 13)
    assert (count_corrections(wrong), solve(wrong).tokens) == (2, 6)


def test_positions_of_the_printed_levels_are_solved_exactly() -> None:
    """The bot's own games, where positions are hardest: difficult mode of the levels with Slides, and of level 5."""
    for level, seed in (("2", 1), ("5", 2), ("5", 3)):
        state, _ = RULES.start(
            prepare(["Ann", "Ben", "Cleo"], edition("cocoons"), options={"level": level, "difficult": "yes"})
        )
        luck = random.Random(seed)
        while not RULES.is_over(state):
            question = RULES.question(state)
            bot = choose_randomly if question.asked == CHANCE else play_well
            state, _ = RULES.answer(state, bot(RULES, state, question, luck))
            if question.asked != CHANCE and not RULES.is_over(state):
                assert solve(state).exact


def test_an_unseen_number_may_hold_while_another_opens() -> None:
    """Slides 4, 7, 6, 3, 4, 1: the trapdoor at 4 is the eight and holds at first."""
    box = SmallBox(
        gap=1,
        traps=("", "", "", "number_7", "?", "", "?", "?", ""),
        below=("", "start", "", "guardian", "guardian", "", "guardian", "guardian", ""),
        unseen=("number_5", "number_6", "number_8"),
        out=frozenset(f"number_{i}" for i in range(1, 5)),
        free=NO_COCOON,
    )
    best = solve(state_of(Moment("choose", box, NO_COCOON), "5", difficult=False))
    assert (best.slides, best.tokens, best.exact) == (6, 6, True)


def test_an_empty_place_still_to_be_uncovered_is_paid_for_in_difficult_mode() -> None:
    """While a side is told, the gap is over an empty place, two slides from the start token."""
    below = ("start", "", "", "", "token", "token", "token", "token", "token")
    box = SmallBox(2, ("",) * 9, below, (), frozenset(["rune"]), NO_COCOON)
    assert solve(state_of(Moment("uncover", box, 1), "1", difficult=True)).tokens == 4
    assert solve(state_of(Moment("choose", box, NO_COCOON), "1", difficult=True)).tokens == 3


@pytest.mark.parametrize("difficult", [False, True])
@pytest.mark.parametrize("level", TABLES)
def test_small_positions_need_what_an_exhaustive_search_finds(level: str, difficult: bool) -> None:
    assert compare(level, difficult, 250) >= 250


@pytest.mark.slow
@pytest.mark.parametrize("difficult", [False, True])
@pytest.mark.parametrize("level", TABLES)
def test_fifty_thousand_small_positions_a_level_need_what_an_exhaustive_search_finds(
    level: str, difficult: bool
) -> None:
    assert compare(level, difficult, 25_000) >= 25_000
