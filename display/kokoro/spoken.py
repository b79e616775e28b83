"""Kokoro's table in sentences, for whoever does not see it."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.kokoro.view import View


def describe_score(speech: Speech, view: View) -> Iterator[str]:
    """Everybody's boxes so far."""
    for player in view.players:
        boxes, points = " + ".join(map(str, player.boxes)), sum(player.boxes)
        key = "kokoro.board.score_of" if len(player.boxes) > 1 else "kokoro.board.score"
        yield speech.texts.say(key, name=player.name, boxes=boxes, points=points)


def describe_board(speech: Speech, view: View) -> Iterator[str]:
    """The round, what was called, and what everybody has written and drawn."""
    say = speech.texts.say
    letter = view.letters[-1] if view.letters else "–"
    yield say("kokoro.board.round", round=view.round, rounds=view.rounds, letter=letter, count=view.cards_left)
    if view.shape:
        yield say("kokoro.board.path", shape=view.shape, golden=view.golden, whole=view.golden_a_round)
    for player, score in zip(view.players, describe_score(speech, view), strict=True):
        yield f"{score} {say('kokoro.board.drawn', count=player.pieces)}"
