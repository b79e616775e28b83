"""A fifth game in every room, from the menu to the end, with no line of it outside its own folder."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from tablekeeper.display import intents
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.pages import (
    EndPage,
    EveningsPage,
    LessonPage,
    MenuPage,
    ResumePage,
    SetupPage,
    TablePage,
    TimelinePage,
    WhyPage,
)
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.catalogue import NAMES, names
from tablekeeper.engines.core.game import Game
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.simulated.evening import Evening
from tests.firmware.commands import call
from tests.firmware.sitting import Sitting


@pytest.fixture
def sitting(tmp_path: Path, pig: Game) -> Iterator[Sitting]:
    """Somebody sits before a program that knows Pig."""
    made = Sitting(tmp_path)
    yield made
    made.close()


START = intents.StartGame("pig", ("Ann", "Ben"), (), options={"goal": "30"}, table="real")


def command(home: Path, *words: str, typed: str = "") -> Result:
    """A command that knows Pig."""
    return call(home, "--with", "tests.pig", *words, typed=typed)


def words_on(page: object, language: str = "en") -> str:
    """All words of a page as a small screen shows them."""
    open_screen((800, 480), "dummy", False)
    scene = Composer((800, 480)).compose(page, {}, Look(language=language))  # type: ignore[arg-type]
    assert not scene.clipped
    return " ".join(item.words.text for item in scene.items if item.words is not None)


def test_four_games_ship_and_a_fifth_is_known_only_while_it_is_asked_for(tmp_path: Path) -> None:
    assert names() == NAMES
    assert len(NAMES) == 4
    assert command(tmp_path, "simulate", "pig", "--games", "2", "--json").exit_code == 0
    assert names() == NAMES
    assert "pig.ask.roll" not in shipped_texts("en")
    refused = call(tmp_path, "simulate", "pig", "--games", "2")
    assert (refused.exit_code, "none of that name" in refused.stderr) == (2, True)


def test_from_the_menu_to_the_end_and_back_by_touch(sitting: Sitting) -> None:
    menu = sitting.intent()
    assert isinstance(menu, MenuPage)
    assert menu.games[-1] == ("pig", 1, 6)
    assert "More games" in words_on(menu)
    setup = sitting.intent(intents.OpenSetup("pig"))
    assert isinstance(setup, SetupPage)
    assert "Points that win" in words_on(setup) or setup.options[0].name == "goal"
    page = sitting.intent(START)
    luck = random.Random(3)
    told = set()
    while isinstance(page, TablePage):
        assert page.question is not None
        told.add(page.question.kind)
        words_on(page)
        page = sitting.intent(
            intents.Answered(page.question.options[luck.randrange(len(page.question.options))].spell())
        )
    assert told == {"roll", "go_on"}
    assert isinstance(page, EndPage)
    assert "wins with" in words_on(page)
    assert sum(page.dice["white"]) > 0
    evenings = sitting.intent(intents.OpenMenu(), intents.OpenEvenings())
    assert isinstance(evenings, EveningsPage)
    assert [(game.game, game.finished) for game in evenings.games] == [("pig", 1)]


def test_why_the_timeline_and_the_ways_back(sitting: Sitting) -> None:
    sitting.intent(START)
    sitting.intent(intents.Answered("roll 6"))
    page = sitting.intent(intents.Answered("hold"))
    assert page.view.points == (6, 0)
    why = sitting.intent(intents.AskWhy(1))
    assert isinstance(why, WhyPage)
    assert "Ann holds 6 and has 6" in words_on(why)
    assert "Qui garde" in words_on(why, "fr")
    timeline = sitting.intent(intents.Back(), intents.OpenTimeline())
    assert isinstance(timeline, TimelinePage)
    assert [step.text for step in timeline.steps] == ["roll 6", "hold"]
    words_on(timeline)
    page = sitting.intent(intents.TakeBack())
    assert page.view.points == (0, 0)
    page = sitting.intent(intents.Rewind(0))
    assert page.question.kind == "roll"


@pytest.mark.usefixtures("pig")
def test_a_game_is_resumed_where_it_was_left(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path)
    sitting.intent(START)
    sitting.intent(intents.Answered("roll 5"))
    sitting.close()
    again = Sitting(tmp_path)
    page = again.intent()
    assert isinstance(page, ResumePage)
    assert "Ann" in words_on(page)
    page = again.intent(intents.Continue())
    assert (page.view.gained, page.question.kind) == (5, "go_on")
    again.close()


def test_newcomers_are_taught(sitting: Sitting) -> None:
    page = sitting.intent(intents.StartGame("pig", ("Ann",), (), table="real", lesson=True))
    assert isinstance(page, LessonPage)
    assert "first to hold the goal" in words_on(page)


def test_the_die_goes_through_camera_and_reader(pig: Game, tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        evening = Evening(journal, pig.name, ["Ann", "Ben"], seed=2, out=tmp_path / "out")
        summary = evening.play(lambda line: None, most_answers=8)
        evening.close()
    assert summary.silent_misreads == 0, summary.misread
    rolls = [played for played in evening.session.history.played if played.kind == "roll"]
    assert "camera" in {played.source for played in rolls}


WORDS = [
    ("en", "roll the white die", "a 1 would lose 6 points.", r"Wins about \d+ of 100 games like this, .* with: "),
    (
        "fr",
        "lancez le dé blanc",
        "un 1 ferait perdre 6 points.",
        r"Environ \d+ parties gagnées sur 100 ainsi, .* avec : ",
    ),
]


@pytest.mark.parametrize(("language", "said", "reason", "promise"), WORDS)
def test_at_the_terminal_in_both_languages(language: str, said: str, reason: str, promise: str, tmp_path: Path) -> None:
    words = ("--set", f"table.language={language}", "play", "pig", "--players", "Ann,Ben", "--headless")
    typed = "6\nhint\nagain\n5\nhold\nlog\n?\nhint\nquit\n"
    output = command(tmp_path, *words, "--option", "goal=30", typed=typed).output
    assert f"Ann, {said}" in output
    assert f"Ben, {said}" in output
    assert re.search(promise, output)
    assert "[turn.hold]" in output
    assert reason in output
    again = command(tmp_path, *words, typed="quit\n").output
    assert "4" in again
    assert f"Ben, {said}" in again


def test_bots_finish_a_game_and_a_story_is_replayed(tmp_path: Path) -> None:
    played = command(tmp_path, "play", "pig", "--players", "Ann,Ben", "--bots", "--headless", "--seed", "4")
    assert played.exit_code == 0
    assert "The goal is reached" in played.output
    story = Path(__file__).parent / "golden" / "ann_wins.txt"
    assert "points_held" in command(tmp_path, "replay", str(story)).output


def test_workers_play_it_too(tmp_path: Path) -> None:
    result = command(tmp_path, "simulate", "pig", "--games", "60", "--workers", "2", "--json")
    assert json.loads(result.output)["outcomes"] == {"goal": 60}


def test_solo_scores_are_ranked_and_evenings_counted(tmp_path: Path) -> None:
    typed = "6\nagain\n6\nagain\n6\nagain\n6\nagain\n6\nhold\n"
    command(tmp_path, "play", "pig", "--players", "Ann", "--headless", "--option", "goal=30", typed=typed)
    ranked = json.loads(command(tmp_path, "scores", "--json").output)
    assert [(score["game"], score["score"], score["goal"]) for score in ranked] == [("pig", 30, "30")]
    counted = json.loads(command(tmp_path, "statistics", "--json").output)
    assert (counted["games"]["pig"]["finished"], counted["games"]["pig"]["wins"]) == (1, {"Ann": 1})
    assert counted["dice"]["white"]["rolls"] == 5
