"""The fonts that browsers load: what our texts need is in the first file of each face, and no letter is lost."""

from __future__ import annotations

import re
import struct
from importlib.resources import files
from itertools import chain
from pathlib import Path

import pytest

from tablekeeper.display.drawing.fonts import FILES

STATIC = Path(str(files("tablekeeper.display.browser"))) / "static"
ENGINES, DISPLAY = (Path(str(files(f"tablekeeper.{room}"))) for room in ("engines", "display"))
FACES = ("voice", "text", "strong", "number")
RULE = re.compile(
    r'font-family: (\w+); src: url\("/static/fonts/([\w-]+\.woff2)\?[0-9a-f]{8}"\).*?unicode-range: ([^;]*);', re.DOTALL
)
FIRST_LOAD_BYTES = 50_000


def ranges() -> dict[str, set[int]]:
    """The letters of each file, as fonts.css says."""
    found = {}
    for _, file, spelled in RULE.findall((STATIC / "fonts.css").read_text(encoding="ascii")):
        pairs = [(part.removeprefix("U+").split("-") * 2)[:2] for part in spelled.split(", ")]
        found[file] = {letter for first, last in pairs for letter in range(int(first, 16), int(last, 16) + 1)}
    return found


def written_letters() -> set[str]:
    """What we write."""
    texts = chain(DISPLAY.glob("**/text/*.toml"), ENGINES.glob("*/*.toml"), ENGINES.glob("*/RULES.md"))
    return {letter for path in texts for letter in path.read_text(encoding="utf-8")} - {"\n", "\t"}


def letters_of(font: bytes) -> set[int]:
    """The letters that a TrueType file has, as its table `cmap` says in format 4 (OpenType, "Segment mapping")."""
    count = struct.unpack_from(">H", font, 4)[0]
    tables = {font[at : at + 4]: struct.unpack_from(">I", font, at + 8)[0] for at in range(12, 12 + 16 * count, 16)}
    cmap = tables[b"cmap"]
    places = [
        struct.unpack_from(">I", font, cmap + 8 + 8 * n)[0] for n in range(struct.unpack_from(">H", font, cmap + 2)[0])
    ]
    found = set()
    for at in {cmap + place for place in places}:
        kind, _, _, twice = struct.unpack_from(">4H", font, at)
        if kind != 4:
            continue
        ends = struct.unpack_from(f">{twice // 2}H", font, at + 14)
        starts = struct.unpack_from(f">{twice // 2}H", font, at + 16 + twice)
        found |= {letter for first, last in zip(starts, ends, strict=True) for letter in range(first, last + 1)}
    return found - {0xFFFF}


@pytest.mark.parametrize("face", FACES)
def test_a_phone_finds_every_letter_of_our_texts_in_the_first_file(face: str) -> None:
    first, rest = (ranges()[f"{face}{part}.woff2"] for part in ("", "-rest"))
    missing = {letter for letter in written_letters() if ord(letter) in rest}
    assert not missing, "make fonts: texts have letters that a phone would load a second file for"
    assert {ord(letter) for letter in "abcxyzÀéïÖüß0123456789…"} <= first


@pytest.mark.parametrize("face", FACES)
def test_both_files_together_have_every_letter_of_the_face_and_none_twice(face: str) -> None:
    first, rest = (ranges()[f"{face}{part}.woff2"] for part in ("", "-rest"))
    assert not first & rest
    assert letters_of((DISPLAY / "fonts" / FILES[face]).read_bytes()) == first | rest


def test_the_first_load_of_fonts_is_small_and_their_licences_lie_beside_them() -> None:
    folder = STATIC / "fonts"
    assert sum((folder / f"{face}.woff2").stat().st_size for face in FACES) < FIRST_LOAD_BYTES
    assert all(path.read_bytes()[:4] == b"wOF2" for path in folder.glob("*.woff2"))
    for name in ("Figtree-OFL.txt", "Fraunces-OFL.txt"):
        assert (folder / name).read_bytes() == (DISPLAY / "fonts" / name).read_bytes()


def test_every_face_of_the_style_has_its_two_files() -> None:
    assert ranges().keys() == {f"{face}{part}.woff2" for face in FACES for part in ("", "-rest")}
