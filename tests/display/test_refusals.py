"""Why an answer is refused: every reason that a game's rules can give is one sentence, in every language."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import ENGLISH, FRENCH, LANGUAGES, Texts, placeholders, shipped_texts
from tablekeeper.engines import chocobo
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.engines.chocobo.places import FAMILIES
from tablekeeper.engines.core import Answer, EngineError, Refused
from tests.display import french
from tests.engines.tables import GAMES, Case, cases, open_table

ROOT = Path(__file__).parents[2]
REASON = re.compile(r"[a-z]+(_[a-z]+)*")
OF_PLACES = {Path(chocobo.__file__).parent.name: {family.reason for family in FAMILIES}}
"""Reasons that stand in a table of the game, and not in a function."""
CORE = {
    "answer.stale", "answer.out_of_turn", "game.over", "history.misfit", "history.no_such_answer", "settle.fits",
    "take_back.too_late",
}  # fmt: skip
ODD = (-1, 0, 1, 3, 7, 40, 999, "nosuch", (), (1,), (0, 9), (7, 7), (1, 2, 3, 4, 5))
"""Values that people may type by mistake, whatever is asked."""
TRIES = 12
"""So many wrong answers of each verb are tried in one state."""
SENTENCE = re.compile(r"[^{}_]+[^ ] ?: [^{}_]+\.")


def functions(game: str) -> dict[str, ast.FunctionDef]:
    """Every function of a game's rules by its name."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "engines" / game).glob("*.py"))]
    return {node.name: node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def constants(value: ast.expr) -> Iterator[str]:
    """The words that an expression can come to."""
    if isinstance(value, ast.IfExp | ast.BoolOp):
        for part in value.values if isinstance(value, ast.BoolOp) else (value.body, value.orelse):
            yield from constants(part)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value


def reasons_in(source: str, known: dict[str, ast.FunctionDef], seen: set[str]) -> Iterator[str]:
    """The words that a function returns, hands to another one of the game, or gets from there."""
    if source in seen or source not in known:
        return
    seen.add(source)
    for node in (part for line in known[source].body for part in ast.walk(line)):
        if isinstance(node, ast.Return) and node.value is not None:
            yield from constants(node.value)
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if re.search("refuse|fault", name) and name in known:
                for part in node.args:
                    yield from constants(part)
                yield from reasons_in(name, known, seen)


@cache
def written_reasons(game: str) -> frozenset[str]:
    """Every reason that the rules of a game can give, from their source."""
    known = functions(game)
    asked = [
        name for name, node in known.items() if any("refusal" in ast.unparse(deco) for deco in node.decorator_list)
    ]
    return frozenset({word for name in asked for word in reasons_in(name, known, set())} | OF_PLACES.get(game, set()))


def said_reasons(game: str, language: str) -> set[str]:
    """The reasons for which a game has a sentence, without the kind of question."""
    prefix = f"{game}.refused."
    return {key.rpartition(".")[2] for key in shipped_texts(language).texts if key.startswith(prefix)}


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_game_has_a_sentence_and_none_is_left_over(game: str, language: str) -> None:
    assert len(written_reasons(game)) > 15
    assert all(map(REASON.fullmatch, written_reasons(game)))
    assert written_reasons(game) == said_reasons(game, language)


def test_reasons_that_come_from_no_game_have_sentences_of_their_own() -> None:
    core = [path.read_text(encoding="utf-8") for path in (ROOT / "engines" / "core").rglob("*.py")]
    raised = {
        word
        for text in core
        for word in re.findall(r'(?:Refused\(\s*|^[A-Z_]+ = )"([a-z_]+\.[a-z_]+)"', text, re.MULTILINE)
    }
    assert raised == CORE
    for language in LANGUAGES:
        assert {f"refused.{reason}" for reason in CORE} < set(shipped_texts(language).texts)


def values_of(known: list[Answer]) -> dict[str, list[object]]:
    """What has stood in each field of an answer, and what never should."""
    seen: dict[str, dict[object, None]] = {}
    for answer in known:
        for name, value in answer.parts().items():
            seen.setdefault(name, {})[value] = None
    return {name: [*values, *ODD] for name, values in seen.items()}


def strangers(game: Any, known: list[Answer], luck: random.Random) -> Iterator[Answer]:
    """Answers of every verb, with values of others and with odd ones."""
    values = values_of(known)
    for kind in game.rules.reader.kinds.values():
        pools = [values.get(field.name, list(ODD)) for field in fields(kind)]
        for _ in range(TRIES):
            try:
                yield kind(*map(luck.choice, pools))
            except EngineError:
                continue


def refusals(case: Case, seed: int) -> Iterator[Refused]:
    """What comes of wrong answers along a random game."""
    game, setup = open_table(case)
    luck = random.Random(seed)
    state, _ = game.rules.start(setup)
    known: list[Answer] = []
    for number in range(160):
        if game.rules.is_over(state):
            return
        options = game.rules.question(state).options
        some = [options[luck.randrange(len(options))] for _ in range(6)]
        known += some
        if number % 4 == 0:
            for answer in strangers(game, known, luck):
                try:
                    game.rules.answer(state, answer)
                except Refused as refused:
                    yield refused
        state, _ = game.rules.answer(state, some[0])


@cache
def speech_in(language: str, game: str) -> Speech:
    return Speech(shipped_texts(language), game, {0: "Ann", 1: "Ben", 2: "Cleo"}, {0: "red", 1: "green", 2: "blue"})


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_wrong_answer_gets_a_sentence_with_what_was_found_and_what_to_do(case: Case) -> None:
    found: dict[str, Refused] = {}
    for refused in refusals(case, 1):
        found.setdefault(refused.reason, refused)
    assert found
    game = case.game
    for reason, refused in found.items():
        english, other = (speech_in(language, game).refusal(refused) for language in (ENGLISH, FRENCH))
        assert SENTENCE.fullmatch(english), (reason, english)
        assert SENTENCE.fullmatch(other), (reason, other)
        assert english != other
        mine = other.replace(refused.came, "")
        assert not french.ENGLISH.search(mine), (reason, other)
        assert not french.address_faults(mine), (reason, other)


@pytest.mark.parametrize("game", NAMES)
def test_a_sentence_names_only_values_of_an_answer(game: str) -> None:
    kinds = GAMES[game].rules.reader.kinds.values()
    named = {field.name for kind in kinds for field in fields(kind)}
    for key, words in shipped_texts(ENGLISH).texts.items():
        if key.startswith(f"{game}.refused."):
            assert placeholders(words, key, ENGLISH) <= named, key
            assert placeholders(words, key, ENGLISH) == placeholders(shipped_texts(FRENCH).texts[key], key, FRENCH)


def test_a_reason_that_nobody_put_into_words_is_said_without_its_code() -> None:
    texts = Texts("en", {"refused.not_offered": "“{came}” does not answer this question: choose another."})
    refused = Refused("turn.strange", "", "slide 4", {"place": 4})
    said = Speech(texts, "nosuch", {}, {}).refusal(refused)
    assert said == "“slide 4” does not answer this question: choose another."
