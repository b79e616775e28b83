"""The one door to the terminal: what comes from files and names cannot steer it."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper.display.words.texts import printable

LONGEST = 700
"""Letters of one sentence."""


def echo(text: object = "", **how: Any) -> None:
    """Print a text; control characters, as in names from outside, show as question marks."""
    click.echo(clean(str(text)), **how)


def brief(sentence: str) -> str:
    """A sentence as people read it: where it quotes something endless, the middle is left out."""
    return sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST // 2]} ... {sentence[-LONGEST // 3 :]}"


def clean(text: str) -> str:
    """The same text without anything that steers a terminal or turns the direction of writing."""
    return printable(text, keep="\n\t")
