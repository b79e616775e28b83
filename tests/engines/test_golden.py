"""Golden playthroughs: short stories of every game, folded again and compared line by line.

`make golden` writes them anew; then read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tablekeeper.engines.core.ledger import read_ledger
from tablekeeper.engines.core.playthrough import read_playthrough, write_playthrough
from tests.engines.tables import GAMES, edition, text_of

HERE = Path(__file__).parent
STORIES = sorted([*HERE.glob("*/golden/*.txt"), *HERE.parent.glob("pig/golden/*.txt")])


def told(path: Path) -> str:
    """The playthrough of a file as the rules tell it today."""
    play = read_playthrough(path.read_text(encoding="utf-8"), path.name)
    game = GAMES[play.game]
    return write_playthrough(play, game, play.prepare(game, edition(game.name, play.edition)))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_story_is_told_as_before(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == told(path)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_stories(game: str) -> None:
    assert [path for path in STORIES if path.parts[-3] == game]


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_is_done_is_shown_by_a_story_or_a_test(game: str) -> None:
    """The ledger's last column names golden stories and tests that exist, and those stories cite the clause."""
    ledger = read_ledger(text_of(game, "RULES.md"))
    folder = HERE.parent / game if game == "pig" else HERE / game
    tests = "\n".join(
        path.read_text(encoding="utf-8") for where in (folder, HERE / "core") for path in where.glob("test_*.py")
    )
    for clause in ledger.values():
        if clause.status != "done":
            continue
        shown = [word.strip(" `,") for word in clause.shown_by.split()]
        assert shown, f"{clause.id} names nothing that shows it"
        for name in shown:
            story = folder / "golden" / f"{name}.txt"
            if story.exists():
                assert f"[{clause.id}]" in story.read_text(encoding="utf-8"), f"{name} does not cite {clause.id}"
            else:
                assert f"def {name}(" in tests, f"{clause.id} names {name}, which is neither a story nor a test"


if __name__ == "__main__":
    for path in STORIES:
        path.write_text(told(path), encoding="utf-8")
