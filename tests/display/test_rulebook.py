"""The rules by topic and the set-up guides: whole, in both languages, and never at odds with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tablekeeper.display import intents
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.drawing.scene import Local, Scene
from tablekeeper.display.games import also, look_of
from tablekeeper.display.rulebook import Layout, steps_for, topics_now
from tablekeeper.display.rules_pages import RulesPage
from tablekeeper.display.window.compose import Composer
from tablekeeper.display.window.screen import open_screen
from tablekeeper.display.words.texts import LANGUAGES, shipped_texts
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.chocobo.setup import DIFFICULTIES
from tablekeeper.engines.core.printed.ledger import read_ledger
from tablekeeper.firmware.settings.copies import load_ledger
from tests.display.samples import layouts, rules_pages, why_page
from tests.display.test_texts import said_by

SIZES = ((800, 480), (480, 320), (720, 1280))
RULES_OF_PIG = Path(__file__).parents[1] / "pig" / "RULES.md"
UNSAID = {
    "cocoon_world": ("setup.", "end.campaign", "tower."), "cocoons": ("setup.", "level.picture"),
    "kokoro": ("setup.",), "chocobo": ("copy.",), "pig": (),
}  # fmt: skip
"""Clauses that the guide shows, or that concern the companion alone."""


@pytest.fixture(autouse=True, scope="module")
def _pig() -> Iterator[None]:
    with also("pig", "tests.pig.display"):
        yield
    pygame.display.quit()


def ledger_ids(game: str) -> set[str]:
    """The ids of a game's clauses."""
    if game == "pig":
        return set(read_ledger(RULES_OF_PIG.read_text(encoding="utf-8")))
    return set(load_ledger(find_game(game)))


@pytest.mark.parametrize("game", [*NAMES, "pig"])
def test_the_topics_rest_on_every_clause_and_on_none_that_is_not_there(game: str) -> None:
    topics, ids = look_of(game).topics, ledger_ids(game)
    assert topics
    covered = {id_ for id_ in ids for topic in topics if topic.covers(id_)}
    assert {id_ for id_ in ids - covered if not id_.startswith(UNSAID[game])} == set()
    for topic in topics:
        for clause in topic.clauses:
            assert any(id_ == clause or (clause.endswith(".") and id_.startswith(clause)) for id_ in ids), clause


@pytest.mark.parametrize("game", NAMES)
def test_what_is_asked_at_the_table_has_a_topic(game: str) -> None:
    asked = {kind.partition(".")[0] for topic in look_of(game).topics for kind in topic.asked}
    _, questions = said_by(game)
    assert questions - asked <= {"tell", "start"}
    assert asked - questions <= {"wish", "roll", "go_on"}


def test_the_topic_of_the_reason_comes_first() -> None:
    page = dict(rules_pages())["rules_cocoon_world_now"]
    assert topics_now(look_of("cocoon_world").topics, page.question)[0] == "doubles"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*NAMES, "pig"])
def test_every_topic_and_every_step_has_words_and_no_word_is_left_over(game: str, language: str) -> None:
    texts, look = shipped_texts(language).texts, look_of(game)
    wanted = {f"{game}.rules.{topic.name}.{part}" for topic in look.topics for part in ("title", "says")}
    wanted |= {f"{game}.guide.{step.name}.{part}" for step in look.guide for part in ("title", "says")}
    kept = {key for key in texts if key.startswith((f"{game}.rules.", f"{game}.guide."))}
    assert wanted <= kept
    assert {key for key in kept - wanted if ".guide.side." not in key and ".guide.mix." not in key} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clause_id_stands_in_the_rules(language: str) -> None:
    ids = {id_ for game in NAMES for id_ in ledger_ids(game)}
    for key, words in shipped_texts(language).texts.items():
        if ".rules." in key:
            assert not [id_ for id_ in ids if id_ in words], key


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_guide_deals_as_many_cards_as_the_engine(players: int) -> None:
    step = next(step for step in look_of("chocobo").guide if step.name == "cards")
    for difficulty, (hands, books) in DIFFICULTIES.items():
        if difficulty != "easy" or players > 1:
            facts = step.facts(shipped_texts("en"), Layout(players, {"difficulty": difficulty}))
            assert facts == {"cards": hands[players - 1], "books": books}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_topic_its_clauses_and_every_step_find_room(size: tuple[int, int]) -> None:
    open_screen(size, "dummy", False)
    composer, faults = Composer(size), []
    for name, page in rules_pages():
        for look in (Look(), Look(language="fr"), Look(language="fr", large=True)):
            for ui in ways_through(page):
                scene = composer.compose(page, ui, look)
                if scene.clipped or not scene.targets or not scene.now:
                    faults.append((name, ui, look.language, scene.clipped))
    assert not faults, faults[:5]


def ways_through(page: RulesPage) -> Iterator[dict[str, object]]:
    """Every topic, its numbered clauses, and every step of the guide."""
    look = look_of(page.game)
    for topic in look.topics:
        yield {"topic": topic.name}
        yield {"topic": topic.name, "clauses": topic.name}
    for number in range(len(steps_for(look.guide, page.layout))):
        yield {"topic": "guide", "scroll": ("guide", number)}


def test_clause_ids_show_only_after_a_long_press() -> None:
    open_screen((800, 480), "dummy", False)
    composer = Composer((800, 480))
    page = dict(rules_pages())["rules_kokoro"]
    ids = [clause.id for clause in page.clauses]

    def shown(ui: dict[str, object]) -> str:
        scene = composer.compose(page, ui, Look())
        return " ".join(item.words.text for item in scene.items if item.words is not None)

    ui: dict[str, object] = {"topic": "writing"}
    assert not [id_ for id_ in ids if id_ in shown(ui)]
    target = next(target for target in composer.compose(page, ui, Look()).targets if target.key == "topic")
    assert isinstance(target.why, Local)
    assert "score.higher" in shown({**ui, target.why.name: target.why.value})


def test_every_layout_that_can_be_chosen_has_its_steps() -> None:
    for game in NAMES:
        for layout in layouts(game):
            steps = steps_for(look_of(game).guide, layout)
            assert len(steps) >= 2
            for language in LANGUAGES:
                for step in steps:
                    texts = shipped_texts(language)
                    assert texts.say(f"{game}.guide.{step.name}.says", **step.facts(texts, layout))


def test_the_rules_can_be_left_the_way_they_were_entered() -> None:
    page = dict(rules_pages())["rules_kokoro"]
    acts = [target.act for target in Composer((800, 480)).compose(page, {}, Look()).targets]
    assert intents.Back() in acts


def test_the_id_of_a_clause_shows_on_the_why_sheet_only_after_a_long_press() -> None:
    open_screen(SIZES[0], "dummy", False)
    composer = Composer(SIZES[0])

    def drawn(ui: dict[str, str]) -> tuple[str, Scene]:
        scene = composer.compose(why_page(), ui, Look())
        return " ".join(item.words.text for item in scene.items if item.words is not None), scene

    words, scene = drawn({})
    assert "turn.match" not in words
    held = next(target.why for target in scene.targets if target.key == "clause.1")
    assert Local("clauses", "turn.match") == held
    assert "turn.match" in drawn({"clauses": "turn.match"})[0]
