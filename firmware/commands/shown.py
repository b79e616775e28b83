"""The one door to the terminal: what comes from files and names cannot steer it; and options as people type them."""

from __future__ import annotations

import shutil
import sys
import textwrap

import click

from tablekeeper.display.words.texts import printable
from tablekeeper.firmware.errors import BadInput

LEAST = 20
"""No terminal is taken to be narrower."""
LONGEST = 700
"""Letters of one sentence."""
OVER = "\r\x1b[K"
"""Back to the beginning of the line, which is emptied."""


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text; control characters, as in names from outside, show as question marks."""
    click.echo(clean(str(text)), err=err, nl=nl)


def echo_over(text: str, *, err: bool = False) -> None:
    """Print what changes all the time: each over the one before. Only at a terminal; a file would fill with it."""
    if (sys.stderr if err else sys.stdout).isatty():
        click.echo(OVER + clean(text)[: shutil.get_terminal_size().columns - 1], nl=False, err=err)


def echo_wrapped(text: object = "") -> None:
    """Print for people: at a terminal no word is broken at its edge; into a file or a pipe every line stays whole."""
    lines = str(text)
    if sys.stdout.isatty():
        lines = wrap_lines(lines, shutil.get_terminal_size().columns)
    echo(lines)


def wrap_lines(text: str, columns: int) -> str:
    """The same text in lines that fit, each continued a little further in; a word that is too long stays whole."""
    wrapped: list[str] = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        found = textwrap.wrap(line, max(columns - 1, LEAST), subsequent_indent=indent, break_long_words=False,
                              break_on_hyphens=False, replace_whitespace=False)  # fmt: skip
        wrapped += found or [""]
    return "\n".join(wrapped)


def brief(sentence: str) -> str:
    """A sentence as people read it: where it quotes something endless, the middle is left out."""
    return sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST // 2]} ... {sentence[-LONGEST // 3 :]}"


def clean(text: str) -> str:
    """The same text without anything that steers a terminal or turns the direction of writing."""
    return printable(text, keep="\n\t")


def read_pairs(pairs: tuple[str, ...]) -> dict[str, str]:
    """The options of a game, as they are typed: NAME=VALUE."""
    options = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput("Cannot read --option {pair!r}: found no sign =; expected NAME=VALUE", pair=pair)
        options[name] = value
    return options
