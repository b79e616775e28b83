"""The card: its errors and age where the kernel gives them, and how much this table writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablekeeper.display.words.texts import Said
from tablekeeper.firmware.checks.card import URGENT, WARNING, Card, read_card
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.checks.probes import Probes
from tablekeeper.firmware.journal.care.written import read_days

OLD_TENTHS, WORN_TENTHS = 9, 11
"""Tenths of the life that are used: 9 is 80 to 90 %, 11 is more than all of it."""
MB = 1_000_000


def look_at_card(probes: Probes, home: Path) -> Iterator[Finding]:
    """Whether the card shows signs of its end."""
    card = read_card(probes, home)
    if card is None:
        yield fine("card", found("card_unknown"))
    elif card.errors:
        yield Finding("card", "bad", found("card_errors", count=card.errors), why("card"), mend("card"))
    elif card.reserve >= URGENT or (card.used_tenths or 0) >= WORN_TENTHS:
        yield Finding("card", "bad", found("card_worn", name=card.name), why("card"), mend("card"))
    elif card.reserve >= WARNING or (card.used_tenths or 0) >= OLD_TENTHS:
        yield Finding("card", "look", found("card_old", name=card.name), why("card"), mend("card"))
    else:
        yield fine("card", found("card_well", name=card.name, known=tuple(_facts(card)) or found("card_untold")))


def _facts(card: Card) -> Iterator[Said]:
    if card.made:
        yield found("card_made", made=card.made)
    if card.used_tenths:
        yield found("card_used", most=10 * card.used_tenths)
    if card.written_gb is not None:
        yield found("card_written", amount=f"{card.written_gb:.0f}")
    if card.errors == 0:
        yield found("card_no_errors")


def look_at_written(probes: Probes, home: Path) -> Iterator[Finding]:
    """How many megabytes an evening this table writes."""
    days = list(read_days(home).values())
    if not days:
        yield fine("written", found("written_none"))
        return
    last, usual = (f"{count / MB:.1f}" for count in (days[-1], sum(days) / len(days)))
    yield fine("written", found("written", last=last, usual=usual, count=len(days)))
