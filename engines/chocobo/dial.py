"""The five actions of a round, in the order of the dial."""

from __future__ import annotations

from tablekeeper.engines.chocobo.answers import Begin, Choose, Share
from tablekeeper.engines.chocobo.books import refuse_book, use_first, uses
from tablekeeper.engines.chocobo.cards import available, draw_cards
from tablekeeper.engines.chocobo.fight import targets_of
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.knowledge import known, look_up
from tablekeeper.engines.chocobo.ring import fault_of_split
from tablekeeper.engines.chocobo.sharing import shares
from tablekeeper.engines.chocobo.state import BOTTOM, State, Table
from tablekeeper.engines.core import CHANCE, TEAM, Answer, Product, Question

SOLO_LIMIT = 12


@FLOW.step("set_dial")
def set_dial(table: Table) -> None:
    """The dial starts anywhere. On a copy whose dial nobody has described, its start is where the count begins."""
    size = look_up(table, "dial.size", ("set_dial",))
    if size is None:
        return
    if any(known(table, f"dial.{i}") is not None for i in range(size)):
        table.then(("where_dial",))


@FLOW.question("where_dial")
def ask_dial(state: State) -> Question:
    """Which position shows the number 1?"""
    return Question("dial", CHANCE, Product(Begin, range(known(state, "dial.size"))))


@FLOW.answer("where_dial")
def start_dial(table: Table, answer: Begin) -> None:
    """From here it turns by itself, one step a round."""
    table.dial = answer.position
    table.say("dial_set", "setup.dial", TEAM, position=answer.position)


def position_of(table: Table, number: int) -> int:
    """The position of the dial that shows a number, 0 for the first; numbers run clockwise as positions do."""
    size: int = known(table, "dial.size")
    return (table.dial + number) % size


@FLOW.step("act")
def act(table: Table, number: int) -> None:
    """The action beside the next card, by the card's strength; of two icons the team chooses one."""
    table.phase = 5
    table.acting = number
    icons = known(table, f"dial.{position_of(table, number)}")
    table.then(("perform", icons[0]) if len(icons) == 1 else ("choose", *icons))


@FLOW.question("choose")
def ask_action(state: State, *icons: str) -> Question:
    """Which of the two actions? Also one that will do nothing (ruling 6)."""
    about = {"number": state.acting + 1, "strength": strength_of(state)}
    return Question("action", TEAM, (*map(Choose, icons), *uses(state)), about)


@FLOW.answer("choose")
def choose(table: Table, answer: Answer, *icons: str) -> None:
    """The other icon is not used."""
    if not use_first(table, answer, "choose", *icons) and isinstance(answer, Choose):
        table.say("action_chosen", "dial.two_icons", TEAM, action=answer.action)
        table.then(("perform", answer.action))


@FLOW.refusal("choose")
def refuse_action(state: State, answer: Answer, *icons: str) -> str | None:
    """An action that the dial does not show, or a Book that cannot be used."""
    return "not_on_the_dial" if isinstance(answer, Choose) else refuse_book(state, answer)


def strength_of(table: Table) -> int:
    """The strength of the card that acts."""
    strength: int = known(table, f"cards.{table.row[table.acting][0]}")
    return strength


@FLOW.step("perform")
def perform(table: Table, action: str) -> None:
    """One of the four actions; Books may come first, here or in the action's own question."""
    strength = strength_of(table)
    table.say("action_begun", "round.actions", TEAM, number=table.acting + 1, action=action, strength=strength)
    step = ({"reaper": "reap"}.get(action, action), strength)
    table.then(step) if _asks(table, action, strength) else table.then(("pause",), step)


def _asks(table: Table, action: str, strength: int) -> bool:
    """Whether the action itself has a question to the team, in which Books can be used."""
    if action == "move":
        return table.floor != BOTTOM
    if action == "attack":
        return bool(targets_of(table))
    return action == "eat" and len(table.hands) > 1 and _edible(table, strength) > 0


@FLOW.step("eat")
def eat(table: Table, strength: int) -> None:
    """As many Vegetables as the strength, or all there are; each draws a card."""
    if _asks_share(table, strength):
        table.then(("share", strength))
    else:
        _eat(table, strength, _ways(table, strength)[0])


def _asks_share(table: Table, strength: int) -> bool:
    """Whether there is a choice; alone at a real table one says when one has drawn, for that cannot be taken back."""
    return _edible(table, strength) > 0 and (len(table.hands) > 1 or not table.setup.known_hands)


def _ways(table: Table, strength: int) -> tuple[Share, ...]:
    cards = _edible(table, strength)
    return shares(cards, (cards,) * len(table.hands))


def _edible(table: Table, strength: int) -> int:
    return min(strength, table.vegetables, available(table))


@FLOW.question("share")
def ask_share(state: State, strength: int) -> Question:
    """How many of the cards does each player draw? Decided before anybody looks (ruling 21)."""
    options = (*_ways(state, strength), *(uses(state) if len(state.hands) > 1 else ()))
    by_hand = not state.setup.known_hands
    return Question("share", TEAM, options, {"cards": _edible(state, strength)}, final=by_hand)


@FLOW.answer("share")
def share(table: Table, answer: Answer, strength: int) -> None:
    """The cards are drawn one after the other."""
    if not use_first(table, answer, "eat", strength) and isinstance(answer, Share):
        _eat(table, strength, answer)


@FLOW.refusal("share")
def refuse_share(state: State, answer: Answer, strength: int) -> str | None:
    """Cards that do not add up, or a Book that cannot be used."""
    return fault_of_split(state, answer) or refuse_book(state, answer)


def _eat(table: Table, strength: int, answer: Share) -> None:
    eaten = min(strength, table.vegetables)
    table.vegetables -= eaten
    clause = "eat.eat" if eaten == strength else "eat.short"
    table.say("vegetables_eaten", clause, TEAM, eaten=eaten, vegetables=table.vegetables, cards=answer.cards)
    if len(table.hands) == 1:
        table.then(("too_many", 0, SOLO_LIMIT))
    draw_cards(table, answer.cards)
