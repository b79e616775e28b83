"""Cocoon World's table in sentences, for whoever does not see it."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.display.cocoon_world.instructions import name_space
from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.cocoon_world.view import View


def describe_score(speech: Speech, view: View) -> Iterator[str]:
    """Everybody's EP."""
    for player in view.players:
        yield speech.texts.say("cocoon_world.board.score", name=player.name, ep=player.ep)


def describe_board(speech: Speech, view: View) -> Iterator[str]:
    """The turn, the pawns with their sides, and what lies open."""
    say = speech.texts.say
    yield say("cocoon_world.board.turn", turn=view.turn, turns=view.turns, pile=view.pile)
    for player in view.players:
        side, where = speech.word("side", player.side), name_space(speech, view, player.space)
        yield say("cocoon_world.board.pawn", name=player.name, ep=player.ep, side=side, where=where, count=player.tiles)
    for space, tile in enumerate(view.tiles):
        if tile not in ("", "?"):
            yield say("cocoon_world.board.tile", tile=speech.word("tile", tile), where=name_space(speech, view, space))
