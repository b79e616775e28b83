"""`tablekeeper games`: every game of this table's journal, one line each."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tablekeeper.display.words.texts import Texts
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.listing import Listed, list_games
from tablekeeper.firmware.journal.misfits import shorten
from tablekeeper.firmware.journal.origin import PEOPLE

STATES = {"": "terminal.game_waits", "over": "terminal.game_over"}


def list_and_print(home: Path, texts: Texts, show: Callable[[str], None], *, as_json: bool) -> None:
    """Show every game; JSON is one list."""
    listed = _read_games(home / JOURNAL)
    if as_json:
        show(json.dumps([game.to_plain() for game in listed], ensure_ascii=False))
        return
    for game in listed:
        show(_spell(game, texts))
        if game.misfit:
            show(f"     {texts.translate(game.misfit)}")
    if not listed:
        show(texts.say("terminal.game_none"))


def _read_games(path: Path) -> list[Listed]:
    if not path.exists():
        return []
    db = open_for_reading(path)
    try:
        return list(list_games(read_records(db), lambda game: read_entries(db, path, game)))
    finally:
        db.close()


def _spell(game: Listed, texts: Texts) -> str:
    record = game.record
    plain = game.to_plain()
    return texts.say(
        "terminal.game_row",
        number=record.id,
        game=texts.first(f"game.{record.name}") or shorten(record.name),
        names=", ".join(map(shorten, record.players)),
        when=plain["last_at"],
        count=game.answers,
        state=texts.say(STATES.get(record.ending, "terminal.game_left")),
        who=texts.say("terminal.game_bots") if record.origin.by != PEOPLE else "",
    )
