"""Two people who hear their phones and do not see them play a whole game of each kind."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tablekeeper.engines.catalogue import NAMES
from tests.phones.browser.blind import BlindPlayer
from tests.phones.browser.evening import Evening

pytestmark = pytest.mark.browser
MOST_TURNS = 3000


@pytest.mark.parametrize("game", NAMES)
def test_two_blind_people_finish_a_game(game: str, invite: Callable[..., Evening]) -> None:
    evening = invite(game, 2)
    players = [BlindPlayer(evening.join(seat), random.Random(seat)) for seat in range(2)]
    evening.check()
    for turn in range(MOST_TURNS):
        if evening.table.ask(lambda: evening.table.session.is_over):
            break
        before = evening.stand()
        players[turn % 2].play()
        evening.settle()
        if evening.stand() != before:
            evening.check()
    assert evening.table.ask(lambda: evening.table.session.is_over)
    evening.check()
    assert all(player.hear().heading for player in players)
    assert [visitor.faults for visitor in evening.visitors] == [[], []]


def test_what_happened_is_said_in_a_live_region(invite: Callable[..., Evening]) -> None:
    evening = invite("chocobo", 2)
    one, two = evening.join(0), evening.join(1)
    player, before = BlindPlayer(one, random.Random(1)), evening.stand()
    evening.check()
    silent = two.page.get_by_role("status").first.text_content()
    while evening.stand() == before:
        player.play()
        evening.settle()
    evening.check()
    assert two.page.get_by_role("status").first.text_content() != silent
