"""Errors: each carries a sentence and its values, and is said in every language; one grammar for all."""

from __future__ import annotations

import ast
import copy
import pickle
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from tablekeeper.display.words.texts import ENGLISH, FRENCH, Said, shipped_texts
from tablekeeper.engines.catalogue import NAMES
from tablekeeper.faults import Words, words_of
from tablekeeper.firmware.errors import BackupFault, BadInput, why_of
from tablekeeper.hardware.errors import DriverMissingError, FaultError, WireError

ROOT = Path(__file__).parents[1]
ROOMS = ("engines", "vision", "hardware", "display", "firmware")
BY_CODE = {"BrokerFault", "Refused", "PictureError", "PictureMissingError"}
"""Errors that make their sentence themselves, of what they are given."""
OF_THE_SYSTEM = re.compile(r"[a-z /-]+")
"""What a disk, SQLite or the network says: `why_of` hands it on."""


class Sentence(NamedTuple):
    """A sentence in the code: where it stands, and whether it is a whole error or a part of one."""

    place: str
    says: str
    whole: bool


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def fault_names(trees: list[tuple[str, ast.Module]]) -> set[str]:
    """Every class that is a fault, by its name."""
    classes = {
        node.name: {ast.unparse(base) for base in node.bases}
        for _, tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    }  # fmt: skip
    found = {"Fault"}
    while more := {name for name, bases in classes.items() if bases & found} - found:
        found |= more
    return found


def _called(call: ast.Call) -> str:
    """The name that a call calls, or nothing if it is more than a name."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _makes_itself(call: ast.Call) -> bool:
    """Whether an error hands its own sentence to its parent."""
    return isinstance(call.func, ast.Attribute) and ast.unparse(call.func) == "super().__init__"


@cache
def sentences() -> tuple[Sentence, ...]:
    """What the code says about faults, word by word."""
    return tuple(_sentences())


def _sentences() -> Iterator[Sentence]:
    trees = list(_trees())
    whole = fault_names(trees) - {"Fault"} | {"kind"}  # a circuit has faults of another sort
    wanted = (whole - BY_CODE) | {"Words"}
    for place, tree in trees:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            own = place.endswith("errors.py") and _makes_itself(node)
            if own or _called(node) in wanted:
                if isinstance(node.args[0], ast.Constant):
                    yield Sentence(f"{place}:{node.lineno}", str(node.args[0].value), own or _called(node) in whole)
                assert not isinstance(node.args[0], ast.JoinedStr), f"{place}:{node.lineno} fills its sentence itself"


def catalogues() -> dict[str, dict[str, str]]:
    """The French sentences by the room that holds them: the shared ones, and each game's."""
    places = {"": ROOT / "display/words/text", **{game: ROOT / "display" / game / "text" for game in NAMES}}
    found = {game: place / "sentences.fr.toml" for game, place in places.items()}
    return {
        game: {one["en"]: one["fr"] for one in tomllib.loads(path.read_text("utf-8"))["sentence"]}
        for game, path in found.items()
    }


def fields(says: str) -> set[tuple[str, str, str]]:
    return {(name, spec or "", how or "") for _, name, spec, how in Formatter().parse(says) if name is not None}


def test_every_sentence_about_a_fault_has_a_french_one_and_none_is_left_over() -> None:
    assert len(sentences()) > 300
    held = catalogues()
    assert "" not in {french for texts in held.values() for french in texts.values()}
    missing = [(each.place, each.says) for each in sentences() if each.says not in held[_room(each)]]
    assert not missing
    used = {(_room(sentence), sentence.says) for sentence in sentences()}
    kept = {(room, says) for room, texts in held.items() for says in texts}
    assert not {says for room, says in kept - used if not (room == "" and OF_THE_SYSTEM.fullmatch(says))}


def _room(sentence: Sentence) -> str:
    game = sentence.place.split("/")[1]
    return game if game in NAMES else ""


def test_both_languages_hold_the_same_values() -> None:
    for texts in catalogues().values():
        for says, french in texts.items():
            assert fields(says) == fields(french), says


def test_every_sentence_is_filled_in_both_languages() -> None:
    english, french = shipped_texts(ENGLISH), shipped_texts(FRENCH)
    for sentence in sentences():
        numbers = {name for name, spec, _ in fields(sentence.says) if spec}
        parts = {name for name, _, _ in fields(sentence.says)} - numbers
        values = {**dict.fromkeys(numbers, 7), **dict.fromkeys(parts, Words("an empty file"))}
        words = Words(sentence.says, **values)
        assert english.translate(words) == words
        said = french.translate(words)
        assert said != words, sentence
        assert said.count("un fichier vide") >= len(parts), sentence
        assert not re.search(r"[{}]", said) or "{{" in sentence.says, sentence


def test_an_error_says_what_was_tried_what_was_found_and_what_to_do() -> None:
    """Where a value ends the sentence (another fault, what somebody else found), that says what to do."""
    right = re.compile(r"(Cannot [^:]+|\{where\}): (.+; .+|\{\w+\})")
    whole = [sentence for sentence in sentences() if sentence.whole]
    assert len(whole) > 250
    assert not [sentence for sentence in whole if not right.fullmatch(sentence.says)]


def test_a_fault_within_a_fault_is_translated_too() -> None:
    why = why_of(OSError(28, "No space left on device"))
    inner = BackupFault("Cannot write the backup {path}: {why}; expected a place with room", path="b.tar.gz", why=why)
    outer = Words("the lesson cannot be kept: {fault}", fault=inner)
    assert outer.startswith("the lesson cannot be kept: Cannot write the backup b.tar.gz: no space left on device;")
    french = shipped_texts(FRENCH).translate(outer)
    assert french.startswith("la leçon ne peut pas être gardée : Impossible d’écrire la sauvegarde b.tar.gz : ")
    assert "plus de place" in french


def test_a_quoted_sentence_of_ours_is_said_in_french_and_a_drivers_own_gives_way_to_ours() -> None:
    french = shipped_texts(FRENCH)
    ours = BackupFault("Cannot back up {home}: there is nothing to keep yet; expected the folder of a table", home="h")
    assert french.translate(Said("trouble.not_backed_up", ours.words)).startswith("Impossible de sauvegarder h : ")
    assert french.translate(Said("trouble.not_backed_up", "EIO")) == french.say("trouble.not_backed_up")
    assert french.translate(ValueError("strange")) == "strange"


@pytest.mark.parametrize("kind", [BadInput, WireError, DriverMissingError, FaultError])
def test_a_fault_goes_from_process_to_process(kind: type[BadInput]) -> None:
    fault = kind("Cannot read {path!r}: found {found}; expected more", path="a", found=Words("nothing"))
    for same in (pickle.loads(pickle.dumps(fault)), copy.deepcopy(fault)):
        assert type(same) is kind
        assert str(same) == str(fault) == "Cannot read 'a': found nothing; expected more"
        assert same.words.values == fault.words.values
    assert words_of(ValueError()) == "ValueError"
    assert str(BadInput("a {brace} and no values")) == "a {brace} and no values"
