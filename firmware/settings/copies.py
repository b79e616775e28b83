"""Editions and ledgers on disk: those that ship with the games, and the owner's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.printed.edition import Sheet
from tablekeeper.engines.core.printed.ledger import Clause, read_ledger
from tablekeeper.faults import Words
from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.settings.bounded import read_bounded
from tablekeeper.firmware.settings.whole_file import write_whole

SHIPPED = "reconstructed"
OWN = "own"
"""The name of the owner's edition; where there is none yet, of the shipped one that it begins as."""


class Copies:
    """The copies that a table can play with: the shipped editions and, in its folder, its owner's own."""

    def __init__(self, home: Path | None = None) -> None:
        self.home = home

    def open(self, game: Game, name: str = "", table: str = "virtual") -> Any:
        """An edition by name; none named is the owner's copy at a real table, and a complete one at a virtual one."""
        name = name or (OWN if table == "real" else SHIPPED)
        return game.read_edition(self.text(game, name), str(self._written(game) or OWN) if name == OWN else name)

    def text(self, game: Game, name: str = OWN) -> str:
        """The text of an edition: the owner's, a shipped one, or the one in a TOML file."""
        written = self._written(game)
        if name == OWN and written is not None:
            return read_text(written, Words("an edition"))
        if name.endswith(".toml"):
            return read_text(Path(name), Words("an edition"))
        return _shipped(game, game.box if name == OWN else name)

    def sheet(self, game: Game) -> Sheet:
        """The owner's edition place by place."""
        return Sheet.read(self.text(game), game.name, OWN)

    def store(self, game: Game, values: Mapping[str, object], without: Iterable[str] = ()) -> None:
        """Write down what the owner's copy prints, if it fits; the file is whole at every moment."""
        if self.home is None:
            return
        text = self.sheet(game).with_values(values, set(without)).write(game.name)
        path = self.path(game)
        game.read_edition(text, str(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)

    def path(self, game: Game) -> Path:
        """Where the owner's edition lies."""
        if self.home is None:
            raise BadInput(
                "Cannot find your edition of {title}: this start leaves the owner's editions out; expected a "
                "usual start",
                title=game.title,
            )
        return self.home / "editions" / f"{game.name}.toml"

    def _written(self, game: Game) -> Path | None:
        return self.path(game) if self.home is not None and self.path(game).exists() else None


def load_edition(game: Game, name: str = SHIPPED) -> Any:
    """An edition by the name of a shipped one, or by the path of a TOML file."""
    return Copies().open(game, name)


def _shipped(game: Game, name: str) -> str:
    shipped = resources.files(game.package) / "editions" / f"{name}.toml"
    if not shipped.is_file():
        raise BadInput(
            "Cannot open the edition {name!r} of {title}: there is none; expected {shipped!r}, {own!r} or a .toml file",
            name=name,
            title=game.title,
            shipped=SHIPPED,
            own=OWN,
        )
    return shipped.read_text(encoding="utf-8")


def load_ledger(game: Game) -> dict[str, Clause]:
    """The clauses of a game by id."""
    return read_ledger((resources.files(game.package) / "RULES.md").read_text(encoding="utf-8"))


def read_text(path: Path, what: str) -> str:
    """A text file's content; what cannot be read is one sentence."""
    try:
        return read_bounded(path)
    except FileNotFoundError:
        raise BadInput(
            "Cannot read {what} from {path}: there is no such file; expected a file", what=what, path=path
        ) from None
    except IsADirectoryError:
        raise BadInput(
            "Cannot read {what} from {path}: that is a folder; expected a file", what=what, path=path
        ) from None
    except UnicodeDecodeError:
        raise BadInput(
            "Cannot read {what} from {path}: that is no text; expected a UTF-8 text file", what=what, path=path
        ) from None
    except OSError as fault:
        raise BadInput(
            "Cannot read {what} from {path}: {why}; expected a file of your own",
            what=what,
            path=path,
            why=why_of(fault),
        ) from None
