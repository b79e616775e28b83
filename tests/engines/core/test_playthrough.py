"""Games and positions as text: what is printed reads back as the same, and what is hostile is one sentence."""

from __future__ import annotations

import doctest
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.record.playthrough import Playthrough, describe, describe_position, read_playthrough
from tests.engines.tables import GAMES, ROOT, Case, cases, edition, open_table
from tests.engines.walks import WALK, picks, walk

EACH = pytest.mark.parametrize("case", cases(), ids=str)
HEAD = "game: cocoon_world\nplayers: Ann Ben\ntable: virtual\n"


def read_back(text: str) -> tuple[Any, Any]:
    """The setup and the position that a text describes, by its own words alone."""
    play = read_playthrough(text)
    game = GAMES[play.game]
    setup = play.prepare(game, edition(game.name, play.edition))
    return setup, play.lay_out(game, setup)


def head_of(case: Case, **editions: object) -> tuple[Any, Any, Playthrough]:
    game, setup = open_table(case)
    return game, setup, describe(game, setup, editions)


@EACH
@WALK
@given(chosen=picks())
def test_a_game_and_a_position_read_back_as_they_were_printed(case: Case, chosen: list[int]) -> None:
    game, setup, head = head_of(case, reconstructed=edition(case.game))
    path = walk(game, setup, chosen)
    state, _ = game.rules.answer(*path[-1])
    head.answers = [answer.spell() for _, answer in path]
    for play in (head, describe_position(head, game, state)):
        text = play.write()
        assert play == read_playthrough(text)
        assert (setup, state) == read_back(text)


@pytest.mark.parametrize("case", [case for case in cases() if case.players == 2], ids=str)
def test_a_setup_that_no_head_leads_to_is_written_out(case: Case) -> None:
    game, setup, head = head_of(case)
    state, _ = game.rules.start(setup)
    text = describe_position(head, game, state).write()
    assert text.startswith(f"game: {case.game}\nsetup: {{")
    assert (setup, state) == read_back(text)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(names=st.lists(st.text(min_size=1).filter(str.strip), min_size=2, max_size=5, unique=True))
def test_any_names_read_back_and_steer_no_terminal(names: list[str]) -> None:
    game = GAMES["cocoon_world"]
    play = describe(game, game.prepare(names, edition(game.name)), {"reconstructed": edition(game.name)})
    text = play.write()
    assert all(line.isprintable() for line in text.split("\n"))
    assert tuple(names) == read_playthrough(text).players


def test_a_name_that_no_line_can_hold_is_in_the_setup() -> None:
    game = GAMES["cocoon_world"]
    setup = game.prepare(("Ann", "Ben"), edition(game.name), options={"colours": "green,red"})
    assert "option colours: green,red" in describe(game, setup, {"reconstructed": edition(game.name)}).write()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "found no line 'game: NAME'"),
        ("hello", "line 1: found 'hello'; expected '> ANSWER' or a head line"),
        (HEAD + "game: kokoro", "line 4: 'game' stands there twice"),
        (HEAD + "@ ep: [1, 0]\n@ ep: [0, 0]", "line 5: '@ ep' stands there twice"),
        (HEAD + "@ ep: [1.5, 0]", r"found '\[1.5, 0\]'; expected JSON without fractions"),
        (HEAD + "@ ep: [NaN, 0]", "expected JSON without fractions"),
        (HEAD + "@ ep: " + "[" * 100_000, "expected JSON without fractions"),
        (HEAD + "@ ep: [" + "9" * 5000 + ", 0]", "expected JSON without fractions"),
        (HEAD + "@ ep: [11, 0]", "found 11 in ep; expected 0 to 10"),
        (HEAD + "@ luck: 7", "found the field 'luck'; expected one of"),
        (HEAD + '@ setup: {"players": ["Eve"]}', "found the field 'setup'"),
        (HEAD + '@ agenda: [["no_such_step"]]', "expected a position that can be shown and gone on with"),
        (HEAD + '@ agenda: [[["a"]]]', "expected a position that can be shown and gone on with"),
        (HEAD + "> jump 3", "begins with no known verb"),
        (HEAD + "> roll 1,1,1", "Cannot take 'roll 1,1,1': .*; expected one of the choices for"),
        (HEAD + "> " + "9" * 100_000, "begins with no known verb"),
        (HEAD + "option luck: good", "found the option 'luck'"),
        ('game: cocoon_world\nplayers: Ann "Ben', "expected names such as"),
        ('game: cocoon_world\nplayers: Ann "\\x"', "expected JSON"),
        ("game: cocoon_world\nsetup: 7", "Cannot read a setup of Cocoon World"),
        ("game: cocoon_world\nsetup: {}", "Cannot read a setup of Cocoon World"),
        ('game: cocoon_world\nsetup: {"players": []}', "Cannot read a setup of Cocoon World"),
    ],
)  # fmt: skip
def test_what_is_hostile_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(EngineError, match=says) as refused:
        read_back(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("case", [case for case in cases() if case.players == 2 and case.table == "virtual"], ids=str)
def test_a_text_that_is_cut_or_garbled_is_read_or_refused_and_nothing_else(case: Case) -> None:
    game, setup, head = head_of(case, reconstructed=edition(case.game))
    state, _ = game.rules.start(setup)
    for _ in range(30):
        options = game.rules.question(state).options
        state, _ = game.rules.answer(state, options[len(options) // 2])
    whole, luck = describe_position(head, game, state).write(), random.Random(4)
    said = []
    for _ in range(40):
        at = luck.randrange(len(f"game: {case.game}\n"), len(whole))
        text = luck.choice((whole[:at], whole[:at] + luck.choice('"[]{}:,9-\x00é') + whole[at + 1 :]))
        try:
            read_back(text)
        except EngineError as fault:
            said.append(str(fault))
    assert said
    assert all(sentence and "\n" not in sentence for sentence in said)


def test_the_page_about_texts_does_what_it_says() -> None:
    done = doctest.testfile(str(ROOT / "docs" / "positions.md"), module_relative=False, encoding="utf-8")
    assert (done.attempted > 5, done.failed) == (True, 0)
