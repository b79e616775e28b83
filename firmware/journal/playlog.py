"""The end of a game for the people's own play log: a link in the BG Stats format, as text and as a QR code.

Nothing is sent anywhere: whoever scans the code opens the play in the app on their own phone. The format is that of
BG Stats' "push plays from other apps": one JSON object in the link. No link of ours has been opened in the app yet.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.firmware.errors import BadInput, why_of

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Tablekeeper"
"""The app remembers which name is who for each source, so this word never changes."""
LONGEST_NAMES = (60, 30, 15, 8, 4)
"""Letters of a name, as many as the code has room for."""
MOST_LETTERS = 2900
"""A QR code holds 2,953 bytes at most."""
LONGEST_S = 30 * 86_400.0
"""A game that seems to have lasted longer began or ended by a wrong clock."""


class Play(NamedTuple):
    """One finished game."""

    table: str
    """Identifies this table's plays; any word that stays the same."""
    number: int
    game: str
    title: str
    players: Sequence[str]
    outcome: Outcome
    begun_at_s: float
    ended_at_s: float


def write_link(play: Play) -> str:
    """The link that opens this play in BG Stats; many long names are shortened, so that it fits into a code."""
    links = (_spell_link(play, longest) for longest in LONGEST_NAMES)
    return next((link for link in links if len(link) <= MOST_LETTERS), _spell_link(play, 1))


def _spell_link(play: Play, longest: int) -> str:
    data: Tree = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{play.table}-{play.number}",
        **_times(play),
        "game": {
            "name": play.title,
            "sourceGameId": play.game,
            "highestWins": True,
            "noPoints": not play.outcome.scores,
        },
        "players": [_player(play, seat, longest) for seat in range(len(play.players))],
    }
    return ADDRESS + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def _times(play: Play) -> Tree:
    """When it was played, as far as the clock can be right; what is left out, the app asks for."""
    times: Tree = {}
    with contextlib.suppress(OverflowError, ValueError, OSError):
        times["playDate"] = datetime.fromtimestamp(play.begun_at_s, UTC).strftime("%Y-%m-%d %H:%M:%S")
    lasted_s = play.ended_at_s - play.begun_at_s
    if abs(lasted_s) < LONGEST_S:
        times["durationMin"] = max(1, round(lasted_s / 60))
    return times


def _player(play: Play, seat: int, longest: int) -> Tree:
    name = play.players[seat][:longest]
    player = {"name": name, "sourcePlayerId": name, "startPlayer": False, "winner": seat in play.outcome.winners}
    if seat < len(play.outcome.scores):
        player["score"] = play.outcome.scores[seat]
    return player


def draw_code(link: str) -> list[list[bool]]:
    """The QR code as rows of dark and light, with its quiet border, for the screen."""
    import segno

    code = segno.make(link, error="l", micro=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=4)]


def write_code(link: str, path: Path) -> None:
    """The QR code as a picture (.svg or .png)."""
    import segno

    try:
        segno.make(link, error="l", micro=False).save(str(path), scale=4, border=4)
    except (OSError, ValueError) as fault:
        raise BadInput(
            "Cannot write the QR code {path}: {why}; expected a .svg or .png file in a folder of your own",
            path=path,
            why=why_of(fault),
        ) from None


def spell_code(link: str) -> str:
    """The QR code for a terminal: two rows in one line of half blocks, dark on light."""
    rows = draw_code(link)
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    blocks = {(False, False): "█", (True, False): "▄", (False, True): "▀", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(blocks[two] for two in zip(upper, lower, strict=True)) for upper, lower in pairs)
