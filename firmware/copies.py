"""Editions and ledgers on disk: those that ship with the games, and the owner's own."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from engines.core.game import Game
from engines.core.ledger import Clause, read_ledger
from firmware.errors import BadInput

SHIPPED = "reconstructed"


def load_edition(game: Game, name: str = SHIPPED) -> Any:
    """An edition by the name of a shipped one, or by the path of a TOML file."""
    if name.endswith(".toml"):
        return game.read_edition(read_text(Path(name), "an edition"), name)
    shipped = resources.files(f"engines.{game.name}") / "editions" / f"{name}.toml"
    if not shipped.is_file():
        raise BadInput(
            f"open the edition {name!r} of {game.title}: there is none, right would be {SHIPPED!r} or a .toml file"
        )
    return game.read_edition(shipped.read_text(encoding="utf-8"), name)


def load_ledger(game: Game) -> dict[str, Clause]:
    """The clauses of a game by id."""
    return read_ledger((resources.files(f"engines.{game.name}") / "RULES.md").read_text(encoding="utf-8"))


def read_text(path: Path, what: str) -> str:
    """A text file's content; what cannot be read is one sentence."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(f"read {what} from {path}: there is no such file") from None
    except IsADirectoryError:
        raise BadInput(f"read {what} from {path}: that is a folder, right would be a file") from None
    except UnicodeDecodeError:
        raise BadInput(f"read {what} from {path}: that is no text, right would be a UTF-8 text file") from None
    except OSError as fault:
        raise BadInput(f"read {what} from {path}: {fault.strerror or fault}") from None
