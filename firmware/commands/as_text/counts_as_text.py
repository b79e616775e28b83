"""Statistics and solo scores as lines for people, in the language of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablekeeper.display.words.texts import Texts, printed
from tablekeeper.engines.core.record.top_scores import Result
from tablekeeper.firmware.journal.statistics import FAIR, TOO_FEW, UNEVEN, Fairness, Statistics

VERDICTS = {TOO_FEW: "few", FAIR: "fair", UNEVEN: "uneven"}


def spell_statistics(counted: Statistics, texts: Texts) -> str:
    """Games, wins and dice over all evenings."""
    lines = [*_spell_games(counted, texts), *_spell_dice(counted, texts)]
    lines = lines or [texts.say("statistics.none")]
    lines.append(texts.say("statistics.fixed", count=counted.fixed))
    if counted.unreadable:
        lines.append(texts.say("statistics.unreadable", count=counted.unreadable))
    return "\n".join(lines)


def _spell_games(counted: Statistics, texts: Texts) -> Iterator[str]:
    for name, game in counted.games.items():
        title = texts.first(f"game.{name}") or name
        yield texts.say("statistics.game", game=title, begun=game.begun, finished=game.finished)
        yield from (texts.say("statistics.won", name=who, count=count) for who, count in game.wins.most_common())


def _spell_dice(counted: Statistics, texts: Texts) -> Iterator[str]:
    for colour, fairness in counted.dice.items():
        yield _spell_fairness(colour, fairness, texts)
        if fairness.p is not None:
            yield texts.say("statistics.as_uneven", share=texts.number(100 * fairness.p))


def _spell_fairness(colour: str, fairness: Fairness, texts: Texts) -> str:
    faces = ", ".join(texts.say("statistics.face", face=face, count=n) for face, n in enumerate(fairness.counts, 1))
    verdict = texts.say(f"statistics.{VERDICTS[fairness.verdict]}")
    body = texts.first(f"colours.{colour}") or colour
    return texts.say("statistics.dice", colour=body, count=fairness.rolls, faces=faces, verdict=verdict)


def spell_scores(ranked: Sequence[Result], texts: Texts) -> str:
    """The best solo scores, one a line."""
    if not ranked:
        return texts.say("statistics.no_scores")
    return "\n".join(_spell_score(rank, result, texts) for rank, result in enumerate(ranked, 1))


def _spell_score(rank: int, result: Result, texts: Texts) -> str:
    details = ", ".join(
        _spell_detail(result.game, name, value, texts) for name, value in result.details.items() if value
    )
    return f"{rank:3} {printed(result.score):>5}  {result.name}, {result.day} ({details})"


def _spell_detail(game: str, name: str, value: str, texts: Texts) -> str:
    title = texts.first(f"{game}.option.{name}") or name
    return (
        f"{title}\N{NO-BREAK SPACE}: {texts.first(f'{game}.option.{name}_{value}', f'{game}.{name}.{value}') or value}"
    )
