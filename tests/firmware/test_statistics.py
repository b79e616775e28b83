"""Statistics from the journal, and dice that are judged only when there is enough to judge."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.firmware.commands.as_text.counts_as_text import spell_statistics
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.journal.statistics import (
    FAIR,
    FEWEST_ROLLS,
    LEVEL,
    TOO_FEW,
    UNEVEN,
    Fairness,
    GameCount,
    Statistics,
    count_journal,
    find_p,
    judge_dice,
)
from tests.conftest import Clock
from tests.display.french import ENGLISH
from tests.firmware.commands import call


def play_game(journal: Journal, clock: Clock, seed: int, table: str = "real", source: str = "camera") -> Session:
    session = Session.begin(journal, "cocoon_world", ["Ann", "Ben"], table=table, now=clock)
    luck = random.Random(seed)
    while not session.is_over:
        answer = choose_randomly(session.game.rules, session.history.state, session.history.question, luck)
        session.answer(answer, source)
    return session


def test_games_wins_and_dice_are_counted_from_the_journal(tmp_path: Path, clock: Clock) -> None:
    wins: Counter[str] = Counter()
    faces: Counter[int] = Counter()
    with Journal(tmp_path / JOURNAL) as journal:
        for seed in range(4):
            session = play_game(journal, clock, seed)
            outcome = session.game.rules.outcome(session.history.state)
            assert outcome is not None
            wins.update(session.history.setup.players[seat] for seat in outcome.winners)
            for played in session.history.played:
                if played.answer.verb == "roll":
                    faces.update(played.answer.values)  # type: ignore[attr-defined]
        play_game(journal, clock, 5, table="virtual")
        play_game(journal, clock, 6, source="luck")
        Session.begin(journal, "cocoon_world", ["Cleo"], table="real", now=clock)
    counted = count_journal(tmp_path / JOURNAL, random.Random(0))
    game = counted.games["cocoon_world"]
    assert (game.begun, game.finished, counted.unreadable) == (7, 6, 0)
    assert all(game.wins[name] >= count for name, count in wins.items())
    assert {"red", "black"} <= set(counted.dice)
    total = Counter({face: sum(f.counts[face - 1] for f in counted.dice.values()) for face in range(1, 7)})
    assert total == faces


def test_a_fixed_reading_counts_once_and_as_fixed(tmp_path: Path, clock: Clock) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        session = Session.begin(journal, "cocoon_world", ["Ann", "Ben"], table="real", now=clock)
        read = session.game.rules.read
        session.answer(read("begin red"), "touch")
        session.answer(read("roll 1,2,6"), "camera")
        session.fix(1, read("roll 1,3,6"), "touch")
    counted = count_journal(tmp_path / JOURNAL, random.Random(0))
    assert counted.fixed == 1
    assert counted.dice["red"].counts == (1, 0, 1, 0, 0, 0)
    assert counted.dice["black"].counts == (0, 0, 0, 0, 0, 1)


def test_a_few_rolls_say_nothing_however_odd() -> None:
    assert judge_dice([0, 0, 0, 0, 0, FEWEST_ROLLS - 1], random.Random(1)) == (
        FEWEST_ROLLS - 1,
        (0, 0, 0, 0, 0, FEWEST_ROLLS - 1),
        None,
        TOO_FEW,
    )


def test_the_p_value_is_that_of_chi_square() -> None:
    """Known: chi-square with five degrees of freedom is above 11.07 in 5 %, above 15.09 in 1 % of all cases."""
    for counts, known in (([120, 80, 110, 90, 115, 85], 0.0113), ([105, 95, 100, 110, 90, 100], 0.7765)):
        assert find_p(counts, random.Random(2)) == pytest.approx(known, abs=0.02)
    assert find_p([100] * 6, random.Random(2)) == 1.0


def test_the_bound_finds_loaded_dice_and_spares_fair_ones() -> None:
    """What FEWEST_ROLLS states, at its edge: level 1 %, power at least 80 % for one face at 25 %."""
    source = np.random.default_rng(7)
    fair, loaded = (
        (source.multinomial(FEWEST_ROLLS, chances, size=20_000) ** 2).sum(axis=1)
        for chances in ([1 / 6] * 6, [0.15] * 5 + [0.25])
    )
    accused = np.quantile(fair, 1 - LEVEL)
    assert 0.8 <= (loaded > accused).mean() < 0.95


def test_fair_dice_are_spared_and_loaded_ones_found() -> None:
    luck = random.Random(3)
    assert judge_dice([66, 67, 68, 66, 70, 63], luck).verdict == FAIR
    assert judge_dice([60, 60, 60, 60, 60, 100], luck).verdict == UNEVEN
    borderline = [88, 52, 68, 66, 70, 56]
    assert LEVEL / 2 < find_p(borderline, luck) < 0.05


def test_the_command_tells_machines_and_people(tmp_path: Path, clock: Clock) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        play_game(journal, clock, 1)
    words = ["statistics"]
    told = json.loads(call(tmp_path, *words, "--json").output)
    assert {"games", "dice", "fixed", "unreadable"} == set(told)
    assert told["dice"]["red"]["verdict"] == TOO_FEW
    assert "Cocoon World: games begun 1, played to the end 1" in call(tmp_path, *words).output
    missing = call(tmp_path / "none", "statistics")
    assert (missing.exit_code, "there is no such file" in missing.stderr) == (2, True)


def test_what_is_told_is_told_in_words() -> None:
    english, french = (shipped_texts(language) for language in ("en", "fr"))
    assert spell_statistics(Statistics(), english).splitlines()[0] == "No game has been begun yet."
    dice = {"red": Fairness(400, (66, 67, 68, 66, 70, 63), 0.9876, FAIR), "blue": Fairness(6, (1,) * 6, None, TOO_FEW)}
    counted = Statistics({"kokoro": GameCount(3, 2, Counter(Ann=2))}, dice, fixed=1, unreadable=1)
    assert spell_statistics(counted, english).splitlines() == [
        "Kokoro: games begun 3, played to the end 2",
        "  Ann won 2",
        "red dice, 400 rolls (1: 66, 2: 67, 3: 68, 4: 66, 5: 70, 6: 63): as even as fair dice are",
        "  fair dice are as uneven as that 98.76 times in 100",
        "blue dice, 6 rolls (1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1): too few rolls to say",
        "Dice that were misread and fixed: 1",
        "Games of an earlier version that can no longer be counted: 1",
    ]
    told = spell_statistics(counted, french).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert not ENGLISH.search(told), told
    assert "dés rouges, 400 lancers" in told
    assert "98,76 fois sur 100" in told


def test_the_commands_speak_french_at_a_french_table(tmp_path: Path, clock: Clock) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        play_game(journal, clock, 1)
    for command in ("statistics", "scores", "games"):
        told = call(tmp_path, "--set", "table.language=fr", command)
        assert told.exit_code == 0
        assert not ENGLISH.search(told.output), told.output
