"""Golden playthroughs: short stories of every game, folded again and compared line by line.

`make golden` writes them anew; then read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablekeeper.engines.core.printed.ledger import Clause, read_ledger
from tablekeeper.engines.core.record.playthrough import read_playthrough
from tablekeeper.engines.core.record.story import write_story
from tests.engines.tables import GAMES, edition, text_of

HERE = Path(__file__).parent
STORIES = sorted([*HERE.glob("*/golden/*.txt"), *HERE.parent.glob("pig/golden/*.txt")])


def told(path: Path) -> str:
    """The playthrough of a file as the rules tell it today."""
    play = read_playthrough(path.read_text(encoding="utf-8"), path.name)
    game = GAMES[play.game]
    return write_story(play, game, play.prepare(game, edition(game.name, play.edition)))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_story_is_told_as_before(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == told(path)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_stories(game: str) -> None:
    assert [path for path in STORIES if path.parts[-3] == game]


def shown_by(clause: Clause) -> list[str]:
    """What the ledger's last column names."""
    return [word.strip(" `,") for word in clause.shown_by.split()]


def ledger_of(game: str) -> dict[str, Clause]:
    """The clauses of a game."""
    return read_ledger(text_of(game, "RULES.md"))


def folder_of(game: str) -> Path:
    """Where the tests of a game are."""
    return HERE.parent / game if game == "pig" else HERE / game


@pytest.mark.parametrize("game", GAMES)
def test_what_the_ledger_names_exists_and_its_stories_cite_the_clause(game: str) -> None:
    folders = (folder_of(game), HERE / "core")
    tests = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("test_*.py"))
    for clause in ledger_of(game).values():
        if clause.status not in ("done", "silent"):
            continue
        assert shown_by(clause), f"{clause.id} names nothing that shows it"
        for name in shown_by(clause):
            story = folder_of(game) / "golden" / f"{name}.txt"
            if story.exists():
                assert f"[{clause.id}]" in story.read_text(encoding="utf-8"), f"{name} does not cite {clause.id}"
            else:
                assert f"def {name}(" in tests, f"{clause.id} names {name}, which is neither a story nor a test"


TOLD = re.compile(r"\b[a-z]+_[a-z_]+(?: [a-z_]+=[^\[\n]*)? \[([a-z_]+\.[a-z_]+)\]")
"""An event as it is spelled, in a golden story or in a story that a test tells to the letter."""


def cited(game: str) -> set[str]:
    """The clauses that some event of some story of a game cites; tests compare every one of these lines."""
    paths = [*(folder_of(game) / "golden").glob("*.txt"), *folder_of(game).glob("test_*.py")]
    return {clause for path in paths for clause in TOLD.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_cited_by_a_story_as_its_ledger_says(game: str) -> None:
    ledger = ledger_of(game)
    done = {clause.id for clause in ledger.values() if clause.status == "done"}
    assert cited(game) & set(ledger) == done


if __name__ == "__main__":
    for path in STORIES:
        path.write_text(told(path), encoding="utf-8")
