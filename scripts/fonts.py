"""Fonts for browsers: `python scripts/fonts.py FROM TO` (`make fonts`).

Each face becomes two files. The first holds what our texts and most names need, and is all that a phone loads;
a browser fetches the second only when a name has a letter that is not in the first. Together they hold every letter.
The licence allows this under the same licence: it is copied beside them, and the fonts keep their notices.
"""

from __future__ import annotations

import hashlib
import io
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TREE = Path(__file__).resolve().parent.parent
FACES = {
    "voice": "Fraunces_600SemiBold", "text": "Figtree_500Medium", "strong": "Figtree_700Bold",
    "number": "Figtree_800ExtraBold",
}  # fmt: skip
TEXTS = ("display/**/text/*.toml", "engines/*/*.toml", "engines/*/RULES.md")
NAMES = range(0x20, 0x100)
"""Latin-1: the names of most families who read English or French."""


def letters_of_texts() -> set[int]:
    """Every letter that we write."""
    return {ord(letter) for place in TEXTS for path in TREE.glob(place) for letter in path.read_text(encoding="utf-8")}


def subset(path: Path, letters: Iterable[int]) -> bytes:
    """The font with these letters alone."""
    font = TTFont(path)
    options = Options()
    options.hinting = False  # phones draw without
    options.name_IDs = ["*"]  # copyright and licence among them
    options.layout_features = ["ccmp", "kern", "liga", "locl", "mark", "mkmk"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor, font.recalcTimestamp = "woff2", False
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def spell_ranges(letters: Iterable[int]) -> str:
    """As CSS spells which letters a file holds."""
    ranges: list[list[int]] = []
    for letter in sorted(letters):
        if ranges and letter == ranges[-1][1] + 1:
            ranges[-1][1] = letter
        else:
            ranges.append([letter, letter])
    return ", ".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in ranges)


def write_face(name: str, path: Path, folder: Path, wanted: set[int]) -> Iterable[str]:
    """Two files of one face; returns the lines of CSS for them."""
    has = set(TTFont(path).getBestCmap())
    for file, letters in ((f"{name}.woff2", has & wanted), (f"{name}-rest.woff2", has - wanted)):
        content = subset(path, letters)
        (folder / file).write_bytes(content)
        mark = hashlib.sha256(content).hexdigest()[
            :8
        ]  # a new release is a new address, so that it may be kept for long
        yield (
            f'@font-face {{ font-family: {name}; src: url("/static/fonts/{file}?{mark}") format("woff2"); '
            f"font-display: swap;\n  unicode-range: {spell_ranges(letters)}; }}\n"
        )


def main() -> None:
    """Write all of them."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = letters_of_texts() | {*NAMES}
    lines = [line for name, face in FACES.items() for line in write_face(name, source / f"{face}.ttf", folder, wanted)]
    head = "/* Written by `make fonts`. */\n"
    (folder.parent / "fonts.css").write_text(head + "".join(lines), encoding="ascii")
    for licence in source.glob("*-OFL.txt"):
        shutil.copyfile(licence, folder / licence.name)
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>7} {path.name}")


if __name__ == "__main__":
    main()
