"""The box of Cocoons in sentences, for whoever does not see it."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.cocoons.view import View


def describe_score(speech: Speech, view: View) -> Iterator[str]:
    """The reserve."""
    yield speech.texts.say("cocoons.board.tokens", count=view.reserve, whole=view.tokens)


def describe_board(speech: Speech, view: View) -> Iterator[str]:
    """The gap, each cocoon with the side of its mark and what lies in it, and the lid."""
    say = speech.texts.say
    yield from describe_score(speech, view)
    if view.gap >= 0:
        yield say("cocoons.board.gap", place=view.gap + 1)
    for cocoon in view.cocoons:
        side = speech.word("side", cocoon.mark) if cocoon.mark else say("cocoons.board.no_mark")
        words = say("cocoons.board.cocoon", place=cocoon.place + 1, side=side)
        inside = speech.word("guardian", cocoon.guardians) if cocoon.guardians else ""
        yield f"{words} {say('cocoons.board.inside', guardians=inside)}" if inside else words
    if view.out:
        yield say("cocoons.board.lid", trapdoors=speech.word("trapdoor", view.out))
