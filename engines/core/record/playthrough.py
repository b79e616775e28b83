"""A game or a position as a short text: people read it and paste it, and it folds again.

# What this story shows.
game: cocoon_world
players: Ann "Ben Lee"
table: virtual
option difficulty: hard
> roll 3,5,3
  dice_rolled values=3,5,3 [turn.roll]
@ ep: [2, 0]

`> ANSWER` is an answer, `@ FIELD: JSON` lays out a field of the position after it. Where no such head leads to the
setup, as with somebody's own edition, `setup: JSON` stands for it. Comments, events and empty lines are skipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tablekeeper.engines.core.errors import EngineError, Unreadable
from tablekeeper.engines.core.game import Game, check_players
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.engines.core.setup import Setup
from tablekeeper.engines.core.state import State, from_plain, to_plain
from tablekeeper.engines.core.toml_text import Tree

USUAL = "reconstructed"
"""The edition of a text that names none."""
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')
LONGEST = 80
"""Letters of a line that a fault quotes."""


@dataclass
class Playthrough:
    """The head of a playthrough, its answers, and what is laid out after them."""

    story: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    table: str = "virtual"
    edition: str = USUAL
    options: dict[str, str] = field(default_factory=dict)
    setup: Any = None
    """The setup as plain data, instead of the players, the table, the edition and the options."""
    answers: list[str] = field(default_factory=list)
    fields: Tree = field(default_factory=dict)

    def prepare(self, game: Game, edition: object) -> Setup:
        """The setup that the head describes."""
        if self.setup is None:
            setup: Setup = game.prepare(self.players, edition, table=self.table, options=self.options)
            return setup
        try:
            setup = from_plain(game.rules.setup, self.setup)
            check_players(game.title, setup.players, game.seats)
            game.check(setup)
        except EngineError:
            raise
        except Exception as fault:  # noqa: BLE001 (a strange setup can break anything)
            why = str(fault) or type(fault).__name__
            raise Unreadable(
                "Cannot read a setup of {title}: {why}; expected one printed here", title=game.title, why=why
            ) from None
        return setup

    def lay_out(self, game: Game, setup: Setup) -> Any:
        """The position that the text describes; what cannot follow or cannot be is an EngineError."""
        return game.rules.position(setup, self.answers, self.fields)

    def entries(self, source: str = "script") -> list[Entry]:
        """The answers as journal entries."""
        return [Entry("answer", at, text, 0, source) for at, text in enumerate(self.answers)]

    def write(self) -> str:
        """The text that reads back as this, a line for each thing."""
        lines = [f"# {self.story}"] if self.story else []
        if self.setup is None:
            lines += self.head()
        else:
            lines += [f"game: {self.game}", f"setup: {_spell(self.setup)}"]
        lines += [f"> {answer}" for answer in self.answers]
        lines += [f"@ {name}: {_spell(value)}" for name, value in self.fields.items()]
        return "\n".join(lines) + "\n"

    def head(self) -> list[str]:
        """Who plays what."""
        lines = [f"game: {self.game}", f"players: {' '.join(map(_spell_name, self.players))}", f"table: {self.table}"]
        if self.edition != USUAL:
            lines.append(f"edition: {self.edition}")
        return lines + [f"option {name}: {value}" for name, value in self.options.items()]


def describe(game: Game, setup: Setup, editions: Mapping[str, object]) -> Playthrough:
    """The head that leads to a setup, with one of these editions; else the setup itself."""
    options = {name: value for name, value in game.summary(setup) if value != _usual(game, name)}
    table = "virtual" if setup.virtual else "real"
    for name, edition in editions.items():
        for colours in ({}, {"colours": ",".join(setup.colours)}):
            play = Playthrough("", game.name, setup.players, table, name, {**options, **colours})
            if _leads_to(play, game, edition, setup):
                return play
    return Playthrough(game=game.name, setup=to_plain(setup))


def describe_position(play: Playthrough, game: Game, state: State) -> Playthrough:
    """The same head with a position laid out: the fields that differ from those at the start."""
    setup = state.__dict__["setup"]
    start, now = (game.rules.to_plain(which) for which in (game.rules.start(setup)[0], state))
    fields = {name: value for name, value in now.items() if name != "setup" and value != start[name]}
    return Playthrough(
        play.story, play.game, play.players, play.table, play.edition, play.options, play.setup, [], fields
    )


def _usual(game: Game, name: str) -> str | None:
    values = game.options[name].values
    return values[0] if values else None


def _leads_to(play: Playthrough, game: Game, edition: object, setup: Setup) -> bool:
    try:
        return play.prepare(game, edition) == setup and read_playthrough(play.write()) == play
    except EngineError:
        return False


def read_playthrough(text: str, name: str = "playthrough") -> Playthrough:
    """A playthrough from its text; events are skipped, they come out again by folding."""
    play = Playthrough()
    story = []
    seen: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            story.append("".join(letter if letter.isprintable() else "?" for letter in line.lstrip("# ")))
        elif line.startswith("> "):
            play.answers.append(line[2:].strip())
        elif line.strip() and not line.startswith((" ", "=")):
            _read_line(play, line, f"{name} line {number}", seen)
    play.story = " ".join(story)
    if not play.game:
        raise Unreadable(
            "Cannot read {name}: found no line 'game: NAME'; expected a playthrough like those in tests/", name=name
        )
    return play


def _read_line(play: Playthrough, line: str, where: str, seen: set[str]) -> None:
    key, colon, value = (part.strip() for part in line.partition(":"))
    if key in seen:
        raise Unreadable(
            "Cannot read {where}: {key!r} stands there twice; expected it once", where=where, key=key[:LONGEST]
        )
    seen.add(key)
    if key in ("game", "table", "edition") and colon:
        setattr(play, key, value)
    elif key == "players" and colon:
        play.players = tuple(_read_names(value, where))
    elif key == "setup" and colon:
        play.setup = _read_json(value, where)
    elif key.startswith("option ") and colon:
        play.options[key.removeprefix("option ").strip()] = value
    elif key.startswith("@ ") and colon:
        play.fields[key.removeprefix("@ ").strip()] = _read_json(value, where)
    else:
        raise Unreadable(
            "Cannot read {where}: found {line!r}; expected '> ANSWER' or a head line such as 'players: Ann Ben'",
            where=where,
            line=line[:LONGEST],
        )


def _read_names(text: str, where: str) -> Iterable[str]:
    """Names between spaces; one with spaces or quotes of its own stands between quotes, as in JSON."""
    if WORD.sub("", text).strip():
        raise Unreadable(
            'Cannot read {where}: found {text!r}; expected names such as Ann "Ben Lee"',
            where=where,
            text=text[:LONGEST],
        )
    return [str(_read_json(word, where)) if word.startswith('"') else word for word in WORD.findall(text)]


def _read_json(text: str, where: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=_refuse_constant)
    except (ValueError, RecursionError):
        raise Unreadable(
            "Cannot read {where}: found {text!r}; expected JSON without fractions", where=where, text=text[:LONGEST]
        ) from None


def _refuse_constant(word: str) -> NoReturn:
    """No state holds a fraction, an infinity or what is no number."""
    raise ValueError(word)


def _spell_name(name: str) -> str:
    return name if WORD.fullmatch(name) and '"' not in name and name.isprintable() else _spell(name)


def _spell(value: object) -> str:
    """JSON on one line; what cannot be printed is escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
