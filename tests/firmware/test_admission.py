"""Only who brings a code comes in, and only the table gives a seat."""

from __future__ import annotations

import itertools

import pytest

from tablekeeper.firmware.phones.admission import (
    CODE_LIVES_S,
    MOST_CLIENTS,
    Admission,
    Client,
    NotAdmitted,
    Refusal,
    digest_of,
)
from tests.conftest import Clock


@pytest.fixture
def door(clock: Clock) -> Admission:
    numbers = itertools.count()
    return Admission(lambda length: f"{next(numbers)}-{'x' * length}", clock)


def refused(why: Refusal) -> pytest.RaisesExc[NotAdmitted]:
    return pytest.RaisesExc(NotAdmitted, check=lambda fault: fault.why is why)


def test_a_code_lets_one_phone_in(door: Admission) -> None:
    code = door.code()
    client, secret = door.join(code)
    assert door.find(secret) == client
    with refused(Refusal.NO_SUCH_CODE):
        door.join(code)
    assert door.code() != code


@pytest.mark.parametrize("code", ["", "x", "é", "x" * 10_000])
def test_a_wrong_code_lets_nobody_in(code: str, door: Admission) -> None:
    with refused(Refusal.NO_SUCH_CODE):
        door.join(code)
    door.code()
    with refused(Refusal.NO_SUCH_CODE):
        door.join(code)
    assert door.clients == ()


def test_an_old_code_is_worth_nothing(door: Admission, clock: Clock) -> None:
    code = door.code()
    clock.pass_s(CODE_LIVES_S + 1)
    with refused(Refusal.NO_SUCH_CODE):
        door.join(code)


def test_no_secret_is_kept(door: Admission) -> None:
    _, secret = door.join(door.code())
    assert secret not in repr(vars(door))
    with refused(Refusal.UNKNOWN):
        door.find(digest_of(secret))


def test_a_seat_is_the_tables_to_give(door: Admission) -> None:
    client, secret = door.join(door.code())
    door.ask_for(client.number, 1, seats=2)
    assert door.find(secret).seat is None
    assert [asking.wants for asking in door.requests] == [1]
    door.grant(client.number)
    assert door.find(secret).seat == 1
    assert door.seat_of(1) == door.find(secret)
    assert door.requests == ()


def test_two_phones_never_hold_one_seat(door: Admission) -> None:
    (one, _), (two, _) = door.join(door.code()), door.join(door.code())
    for client in (one, two):
        door.ask_for(client.number, 0, seats=2)
    door.grant(one.number)
    with refused(Refusal.SEAT_TAKEN):
        door.grant(two.number)
    with refused(Refusal.SEAT_TAKEN):
        door.ask_for(two.number, 0, seats=2)
    assert [client.seat for client in door.clients] == [0, None]


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_refused(seat: int, door: Admission) -> None:
    client, _ = door.join(door.code())
    with refused(Refusal.NO_SUCH_SEAT):
        door.ask_for(client.number, seat, seats=2)


def test_a_revoked_phone_is_nobody(door: Admission) -> None:
    client, secret = door.join(door.code())
    door.revoke(client.number)
    for attempt in (lambda: door.find(secret), lambda: door.grant(client.number), lambda: door.refuse(client.number)):
        with refused(Refusal.UNKNOWN):
            attempt()


def test_forty_phones_are_enough(door: Admission) -> None:
    for _ in range(MOST_CLIENTS):
        door.join(door.code())
    with refused(Refusal.FULL):
        door.join(door.code())


def test_who_plays_may_watch_again_and_a_new_game_begins_with_nobody_seated(door: Admission) -> None:
    client, secret = door.join(door.code())
    door.ask_for(client.number, 0, seats=1)
    door.grant(client.number)
    door.ask_for(client.number, None, seats=1)
    assert door.find(secret).seat is None
    door.ask_for(client.number, 0, seats=1)
    door.grant(client.number)
    door.leave_seats()
    assert door.find(secret) == Client(client.number, digest_of(secret))
