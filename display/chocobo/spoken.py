"""The dungeon in sentences, for whoever does not see it."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.chocobo.view import View


def describe_score(speech: Speech, view: View) -> Iterator[str]:
    """How the team is."""
    yield speech.texts.say("chocobo.board.team", hp=view.hp, vegetables=view.vegetables)
    if view.boss is not None:
        left = max(0, view.boss.hp - view.boss.damage)
        yield speech.texts.say("chocobo.board.boss", boss=speech.word("boss", view.boss.name), hp=left)


def describe_board(speech: Speech, view: View) -> Iterator[str]:
    """The floor, the pieces, the monsters, the Books and everybody's cards."""
    say = speech.texts.say
    if view.floor:
        yield say("chocobo.board.floor", floor=speech.word("floor", view.floor), round=view.round)
    yield from describe_score(speech, view)
    if view.boss is None and view.reaper_end:
        yield say("chocobo.board.reaper", count=view.reaper_end - view.reaper)
    for monster in view.monsters:
        deck = speech.word("deck", monster.deck)
        yield say("chocobo.board.monster", deck=deck, hp=max(0, monster.hp - monster.damage), attack=monster.attack)
    if view.books:
        yield say("chocobo.board.books", books=speech.word("book", view.books))
    for player in view.players:
        yield say("chocobo.board.cards", name=player.name, count=player.cards)
