"""Where a game of the journal comes from: the rules and the edition that it was begun with, and who plays it.

The fingerprint of a game's rules is a digest over the files that decide how answers fold: the core, the game's own
modules, its ledger and its shipped editions. It is the same in a checkout and an installed wheel, on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, NamedTuple

from tablekeeper.engines import core
from tablekeeper.engines.catalogue import find_game

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PEOPLE = "people"
BOTS = "bots"
SIMULATED = "simulated"
"""Who plays. Only an evening of people counts in the family's statistics: bots answer inside the program, and simulated
people throw dice before a simulated camera."""
GOOD = "good"
"""The strength of the companion where nobody chose another."""
SUFFIXES = (".py", ".md", ".toml")
TAUGHT_ONLY = "lesson.toml"
"""What a lesson says changes no fold."""
DIGEST_BYTES = 8


class Origin(NamedTuple):
    """What is noted when a game begins; empty where an older release did not note it."""

    rules: str = ""
    """The fingerprint of the game's rules."""
    edition: str = ""
    """The fingerprint of the component data that it is played with."""
    release: str = ""
    """The Tablekeeper that began it."""
    by: str = PEOPLE
    companions: str = ""
    """The seats that the companion plays, with commas."""
    strength: str = GOOD
    """How well it plays there."""

    def spell(self) -> str:
        """One line of JSON for the journal."""
        return json.dumps(self._asdict(), sort_keys=True)


def read_origin(text: str) -> Origin:
    """What a journal noted; what cannot be understood counts as not noted."""
    try:
        found: object = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return Origin()
    if not isinstance(found, dict):
        return Origin()
    words = {name: value for name, value in found.items() if name in Origin._fields and isinstance(value, str)}
    return Origin(**words)


def make_origin(game: str, setup: Mapping[str, object], by: str, companions: str = "", strength: str = GOOD) -> Origin:
    """The origin of a game that begins now."""
    edition = fingerprint_plain(setup.get("edition"))
    return Origin(fingerprint_rules(game), edition, release(), by, companions, strength)


@cache
def fingerprint_rules(game: str) -> str:
    """The fingerprint of the rules of this release."""
    return _fingerprint({"core": core.__name__, game: find_game(game).package})


@cache
def fingerprint_packages(packages: tuple[str, ...]) -> str:
    """The fingerprint of these packages, whether they hold a game or not."""
    return _fingerprint({package: package for package in packages})


def _fingerprint(packages: Mapping[str, str]) -> str:
    digest = blake2b(digest_size=DIGEST_BYTES)
    for room, package in packages.items():
        for name, content in _walk(resources.files(package), ""):
            _add(digest, f"{room}/{name}".encode())
            _add(digest, content)
    return digest.hexdigest()


def fingerprint_plain(value: object) -> str:
    """The fingerprint of plain data, whatever the order of its keys."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return blake2b(text.encode(errors="surrogatepass"), digest_size=DIGEST_BYTES).hexdigest()


def _walk(folder: Traversable, place: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{place}{entry.name}"
        if entry.is_dir():
            yield from _walk(entry, f"{name}/")
        elif entry.name.endswith(SUFFIXES) and entry.name != TAUGHT_ONLY:
            yield name, entry.read_bytes().replace(b"\r\n", b"\n")


def _add(digest: blake2b, content: bytes) -> None:
    digest.update(len(content).to_bytes(8, "big"))
    digest.update(content)


def release() -> str:
    """The release that plays; empty where the tree runs without having been installed, as in the rig."""
    try:
        return version("tablekeeper")
    except PackageNotFoundError:
        return ""
