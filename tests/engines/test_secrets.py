"""What is secret, exchanged for something else, changes no question, option, refusal or text that others may see.

For each game `hide_from` deals the hidden components of a state anew, as far as one viewer cannot know them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import shipped_texts
from tablekeeper.engines.chocobo.state import HIDDEN
from tablekeeper.engines.core import CHANCE, PUBLIC, Answer, Event, Refused
from tablekeeper.engines.core.game import Game
from tests.engines.cocoons.test_view import swap_covered
from tests.engines.tables import Case, cases, open_table

GAMES = 6
"""Random games for each way to sit down."""
TEXTS = {language: shipped_texts(language) for language in ("en", "fr")}


def changed(state: Any, **fields: Any) -> Any:
    """The same state with other fields."""
    other = state.__class__.__new__(state.__class__)
    other.__dict__.update({**state.__dict__, **fields})
    return other


def deal_anew(zones: list[tuple[Any, ...]], luck: random.Random) -> list[tuple[Any, ...]]:
    """The same components, in other places; each zone keeps its size."""
    mixed = [item for zone in zones for item in zone]
    luck.shuffle(mixed)
    return [tuple(mixed.pop() for _ in zone) for zone in zones]


def hide_chocobo(state: Any, viewer: int, luck: random.Random) -> Any:
    """Hands, cards laid face down, the deck: all but what the viewer holds or has laid."""
    if not state.setup.known_hands:
        return state
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    face_down = tuple(card for card in state.face_down if card != HIDDEN)
    laid = tuple(card for card, seat in state.laid if seat != viewer)
    zones = deal_anew([state.pool, laid, face_down, *(state.hands[seat] for seat in others)], luck)
    hands = list(state.hands)
    for seat, hand in zip(others, zones[3:], strict=True):
        hands[seat] = tuple(sorted(hand))
    lying = iter(zones[1])
    return changed(
        state,
        pool=tuple(sorted(zones[0])),
        laid=tuple((card if seat == viewer else next(lying), seat) for card, seat in state.laid),
        face_down=zones[2] or state.face_down,
        hands=tuple(hands),
    )


def hide_cocoon_world(state: Any, viewer: int, luck: random.Random) -> Any:
    """Hands, the pile and the face-down tiles; what a seat looks at just now it may know."""
    if not state.setup.known_hands:
        return state
    step = state.agenda[0] if state.agenda else ("",)
    seen = step[1] if step[0] == "take" and viewer == state.seat else None
    others = [seat for seat in range(len(state.hands)) if seat not in (viewer, seen)]
    looking = step[0] in ("look_next", "keep", "return") and step[1] != viewer
    looked_at = step[2] if looking else ()
    zones = deal_anew([state.pool, state.top, looked_at, *(state.hands[seat] for seat in others)], luck)
    hands = list(state.hands)
    for seat, hand in zip(others, zones[3:], strict=True):
        hands[seat] = hand
    agenda = ((*step[:2], zones[2], *step[3:]), *state.agenda[1:]) if looking else state.agenda
    return changed(state, pool=tuple(sorted(zones[0])), top=zones[1], hands=tuple(hands), agenda=agenda)


def hide_kokoro(state: Any, viewer: int, luck: random.Random) -> Any:
    """The next sanctuary, for those who have not looked."""
    if not state.top or viewer in state.seers:
        return state
    return changed(state, top=luck.choice(state.left))


def hide_cocoons(state: Any, viewer: int, luck: random.Random) -> Any:
    """What a cocoon has covered again or turned away; the memory aid would tell it."""
    return state if state.gap < 0 or state.memory or not state.agenda else swap_covered(state, luck)


HIDE_FROM: dict[str, Callable[[Any, int, random.Random], Any]] = {
    "chocobo": hide_chocobo,
    "cocoon_world": hide_cocoon_world,
    "kokoro": hide_kokoro,
    "cocoons": hide_cocoons,
}


def told(game: Game, setup: Any, state: Any, viewer: int) -> Any:
    """Everything that a viewer may see of a state and its question, in words too."""
    question = game.rules.question(state, viewer)
    options = list(question.options[:40])
    names = game.rules.seat_names(setup)
    words = []
    for texts in TEXTS.values():
        speech = Speech(texts, game.name, names, {})
        words += [speech.ask(question), speech.second(question), *map(speech.option, options)]
    asked = (
        question.kind,
        question.asked,
        dict(question.about),
        question.only_for,
        question.final,
        len(question.options),
    )
    return game.rules.view(state, viewer), asked, options, words


def tried(game: Game, state: Any, answer: Answer) -> tuple[str, Any]:
    """How an answer fares, as far as everybody hears of it."""
    try:
        _, events = game.rules.answer(state, answer)
    except Refused as fault:
        return "refused", (fault.reason, fault.expected, fault.came, str(fault))
    return "accepted", [event for event in events if event.only_for == PUBLIC]


def shows(events: Iterable[Event]) -> bool:
    """Whether something came into sight, so that the answer cannot be taken back."""
    return any(event.shows for event in events)


def strangers(game: Game, state: Any, other: Any, past: list[Answer], luck: random.Random) -> Iterable[Answer]:
    """Answers of all kinds: some of either table's options, and some of what was answered before."""
    for table in (state, other):
        options = game.rules.question(table).options
        yield from (options[luck.randrange(len(options))] for _ in range(4))
    yield from luck.sample(past, min(len(past), 4))


def compare(game: Game, setup: Any, state: Any, viewer: int, past: list[Answer], luck: random.Random) -> int:
    """Compare one state with its secrets as they are and exchanged; 1 if there was something to exchange."""
    other = HIDE_FROM[game.name](state, viewer, luck)
    if other == state:
        return 0
    assert told(game, setup, state, viewer) == told(game, setup, other, viewer)
    question = game.rules.question(state)
    final = question.final or (question.asked == CHANCE and question.only_for == PUBLIC)
    for answer in strangers(game, state, other, past, luck):
        fate, words = tried(game, state, answer)
        other_fate, other_words = tried(game, other, answer)
        if fate == other_fate and (fate == "refused" or not (final or all(map(shows, (words, other_words))))):
            assert words == other_words, (answer, viewer)
    return 1


CASES = [
    case
    for case in cases()
    if case.game in HIDE_FROM and (case.table == "virtual" or case.game in ("kokoro", "cocoons"))
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_secret_changes_nothing_that_others_see(case: Case) -> None:
    game, setup = open_table(case)
    luck = random.Random(str(case))
    exchanged = 0
    for _ in range(GAMES if case.game in ("cocoons", "chocobo") else 2):
        state, _ = game.rules.start(setup)
        past: list[Answer] = []
        while not game.rules.is_over(state):
            if luck.random() < 0.25:
                viewer = luck.choice((PUBLIC, *range(case.players)))
                exchanged += compare(game, setup, state, viewer, past, luck)
            options = game.rules.question(state).options
            rare = luck.random() < 0.1  # the last option is often one that few choose, such as a look
            past.append(options[-1] if rare else options[luck.randrange(len(options))])
            state, _ = game.rules.answer(state, past[-1])
    alone = case.players == 1
    own_decks = dict(case.options).get("decks") != "real"
    assert exchanged or alone or not own_decks
