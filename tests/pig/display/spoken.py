"""Pig's table in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.display.words.speech import Speech
from tests.pig.view import View


def describe_score(speech: Speech, view: View) -> Iterator[str]:
    """Everybody's points."""
    for seat, points in enumerate(view.points):
        yield speech.texts.say("pig.board.score", name=speech.name(seat), points=points)


def describe_board(speech: Speech, view: View) -> Iterator[str]:
    """The points, and those of this turn."""
    yield from describe_score(speech, view)
    yield speech.texts.say("pig.this_turn", points=view.gained)
