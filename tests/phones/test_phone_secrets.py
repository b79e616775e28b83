"""No phone can tell what another seat hides: two tables that differ only there send the same, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablekeeper.display.drawing.look import Look
from tablekeeper.display.pages import ALL_WELL
from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.phones.admission import Admission
from tablekeeper.firmware.phones.desk import Desk
from tablekeeper.firmware.phones.reception import Reception
from tablekeeper.firmware.phones.visible import catch
from tablekeeper.firmware.settings.copies import load_ledger
from tests.firmware.test_secrets import PLAYERS, find_twins

CASES = [(game, number) for game in NAMES if find_game(game).hidden_hands for number in range(len(find_twins(game)))]
PRESSED = ("log", "back", "why", "back", "look", "list", "menu", "aloud", "hint", "rules", "back")


def leave(home: Path, game: str, answers: tuple[str, ...], seat: int | None) -> list[str]:
    """Everything that is sent to one phone at a table with this history, whatever it presses."""
    home.mkdir()
    tokens = iter(f"token{n}" for n in range(100))
    admission, desk = Admission(lambda size: next(tokens), lambda: 0.0), Desk()
    reception = Reception(admission, desk, load_ledger, Look())
    with Journal(home / "journal.sqlite") as journal:
        session = Session.begin(journal, game, PLAYERS, table="virtual", now=lambda: 1000.0)
        for text in answers:
            session.answer(session.game.rules.read(text), "touch")
        desk.publish(catch(session, ALL_WELL, hints=True))
        client, _ = admission.join(admission.code())
        admission.ask_for(client.number, seat, len(PLAYERS))
        client = client if seat is None else admission.grant(client.number)
        sent = []
        for key in ("watch", *PRESSED):
            message = reception.sheet(client.number)
            assert message is not None
            sent += [message.id, message.data]
            place = [int(part) for part in message.id.split(".")]
            sent.append(reception.press(client, {"at": place, "key": key}))
    return sent


@pytest.mark.parametrize(("game", "number"), CASES)
def test_no_other_phone_can_tell_two_secrets_apart(game: str, number: int, tmp_path: Path) -> None:
    twins = find_twins(game)[number]
    others = [None, *(seat for seat in range(len(PLAYERS)) if seat != twins.seat)]
    for i, seat in enumerate(others):
        one = leave(tmp_path / f"one{i}", game, twins.one, seat)
        other = leave(tmp_path / f"other{i}", game, twins.other, seat)
        assert one == other


@pytest.mark.parametrize(("game", "number"), CASES)
def test_its_owner_sees_it(game: str, number: int, tmp_path: Path) -> None:
    twins = find_twins(game)[number]
    one = leave(tmp_path / "one", game, twins.one, twins.seat)
    assert one != leave(tmp_path / "other", game, twins.other, twins.seat)


def test_there_are_secrets_to_keep() -> None:
    assert len(CASES) >= 4
