"""Chocobo cards: the deck, the Bonus cards, what each player lays down, and the row beside the dial."""

from __future__ import annotations

from tablekeeper.engines.chocobo.answers import Discard, Draw, Play
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.health import end
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.places import CARDS
from tablekeeper.engines.chocobo.state import BONUS, HIDDEN, State, Table
from tablekeeper.engines.core import CHANCE, TEAM, Answer, Product, Question, put, without


def available(table: Table) -> int:
    """How many cards can still be drawn, those of a reshuffle included."""
    return table.deck + len(table.discard)


def refill(table: Table) -> bool:
    """Whether there is a card to draw; an empty deck is made anew from the discard pile (ruling 20)."""
    if table.deck:
        return True
    if not table.discard:
        table.say("pile_empty", "deck.empty", TEAM, pile="chocobo")
        return False
    table.say("deck_reshuffled", "deck.reshuffle", TEAM, cards=len(table.discard))
    table.pool = tuple(sorted(table.pool + table.discard))
    table.deck = len(table.discard)
    table.discard = ()
    return True


def draw_cards(table: Table, shares: tuple[int, ...]) -> None:
    """Cards come into the hands: told to their owner alone, or, where hands are hidden, only counted."""
    if table.setup.known_hands:
        table.then(*[("draw", seat) for seat, count in enumerate(shares) for _ in range(count)])
        return
    for seat, count in enumerate(shares):
        for _ in range(count):
            if refill(table):
                table.deck -= 1
                table.hands = put(table.hands, seat, (*table.hands[seat], HIDDEN))
        if count:
            table.say("cards_drawn", "eat.draw", seat, count=count, deck=table.deck)


@FLOW.step("draw")
def draw(table: Table, seat: int) -> None:
    """One card for a hand, if there is one."""
    if refill(table):
        table.then(("draw_up", seat))


@FLOW.question("draw_up")
def ask_draw(state: State, seat: int) -> Question:
    """Which card did this seat draw? Only they see it."""
    return Question("draw", CHANCE, Product(Draw, state.pool), {"seat": seat}, only_for=seat)


@FLOW.answer("draw_up")
def draw_up(table: Table, answer: Draw, seat: int) -> None:
    """The card joins the hand."""
    clause = "eat.draw" if table.round else "setup.hands"
    table.pool = without(table.pool, answer.card)
    table.deck -= 1
    table.hands = put(table.hands, seat, tuple(sorted((*table.hands[seat], answer.card))))
    table.say("cards_drawn", clause, seat, count=1, deck=table.deck)
    table.whisper("card_drawn", clause, seat, card=answer.card)


@FLOW.step("bonus")
def bonus(table: Table) -> None:
    """One Bonus card, if there is one."""
    table.phase = 2
    if refill(table):
        table.then(("turn_up",))


@FLOW.question("turn_up")
def ask_bonus(state: State) -> Question:
    """Which Bonus card was turned up?"""
    return Question("bonus", CHANCE, Product(Draw, state.pool), {"number": len(state.bonus) + 1})


@FLOW.answer("turn_up")
def turn_up(table: Table, answer: Draw) -> None:
    """Everybody sees the Bonus card."""
    table.pool = without(table.pool, answer.card)
    table.deck -= 1
    table.bonus = (*table.bonus, answer.card)
    table.say("bonus_revealed", "round.bonus", TEAM, card=answer.card)


@FLOW.step("plays")
def plays(table: Table, count: int) -> None:
    """Everybody lays down so many cards; whoever cannot loses the game for all (ruling 22)."""
    table.phase = 3
    seats = range(len(table.hands))
    short = next((seat for seat in seats if len(table.hands[seat]) < count), None)
    if short is not None:
        end(table, "out_of_cards", player=table.setup.players[short], cards=len(table.hands[short]), needed=count)
        return
    table.then(*[("lay", seat) for seat in seats for _ in range(count)])


@FLOW.question("lay")
def ask_play(state: State, seat: int) -> Question:
    """Which card do you lay down? At a real table it is told when all turn theirs over, whoever is first."""
    if state.setup.known_hands:
        return Question("play", seat, Product(Play, state.hands[seat]), only_for=seat)
    return Question("play", seat, Product(Play, state.pool))


@FLOW.answer("lay")
def lay(table: Table, answer: Play, seat: int) -> None:
    """The card lies face down until all are turned over."""
    _leave_hand(table, seat, answer.card)
    table.laid = (*table.laid, (answer.card, seat))
    table.say("card_laid", "round.choose", seat, left=len(table.hands[seat]))


def _leave_hand(table: Table, seat: int, card: int) -> None:
    if table.setup.known_hands:
        table.hands = put(table.hands, seat, without(table.hands[seat], card))
    else:
        table.hands = put(table.hands, seat, table.hands[seat][1:])
        table.pool = without(table.pool, card)


@FLOW.refusal("lay")
def refuse_play(state: State, answer: Answer, seat: int) -> str | None:
    """A number that no card has, a card that lies elsewhere, a card of another hand."""
    return _fault_of_card(state, answer.card) if isinstance(answer, Play) else None


@FLOW.refusal("turn_up")
def refuse_bonus(state: State, answer: Answer) -> str | None:
    """A number that no card has, or a card that lies elsewhere."""
    return _fault_of_card(state, answer.card) if isinstance(answer, Draw) else None


@FLOW.refusal("draw_up")
def refuse_draw(state: State, answer: Answer, seat: int) -> str | None:
    """A number that no card has, or a card that lies elsewhere."""
    return _fault_of_card(state, answer.card) if isinstance(answer, Draw) else None


def _fault_of_card(state: State, card: int) -> str:
    if card not in CARDS:
        return "no_such_card"
    on_table = {number for number, _ in (*state.laid, *state.row)}
    if card in state.discard or card in state.bonus or card in on_table:
        return "card_seen_twice"
    return "not_in_hand"


@FLOW.step("assign")
def assign(table: Table) -> None:
    """All cards are turned over and laid beside the dial in ascending order."""
    table.phase = 4
    table.row = tuple(sorted((*table.laid, *((card, BONUS) for card in table.bonus))))
    table.laid = table.bonus = ()
    table.say("cards_assigned", "round.assign", TEAM, cards=tuple(card for card, _ in table.row))
    needs = [("need", f"cards.{card}") for card, _ in table.row if known(table, f"cards.{card}") is None]
    table.then(*needs, *[("act", i) for i in range(len(table.row))], ("round_over",))


@FLOW.step("too_many")
def keep_within(table: Table, seat: int, limit: int) -> None:
    """Alone, discard down to the limit after an Eat action."""
    over = len(table.hands[seat]) - limit
    if over > 0:
        table.then(*[("throw", seat, "eat.solo_limit")] * over)


@FLOW.question("throw")
def ask_discard(state: State, seat: int, clause: str) -> Question:
    """Which card do you discard?"""
    if state.setup.known_hands:
        return Question("discard", seat, Product(Discard, state.hands[seat]), only_for=seat)
    return Question("discard", seat, Product(Discard, state.pool))


@FLOW.answer("throw")
def throw(table: Table, answer: Discard, seat: int, clause: str) -> None:
    """The card goes to the discard pile, for all to see."""
    _leave_hand(table, seat, answer.card)
    table.discard = (*table.discard, answer.card)
    table.say("card_discarded", clause, seat, card=answer.card, left=len(table.hands[seat]))


@FLOW.refusal("throw")
def refuse_discard(state: State, answer: Answer, seat: int, clause: str) -> str | None:
    """A number that no card has, a card that lies elsewhere, a card of another hand."""
    return _fault_of_card(state, answer.card) if isinstance(answer, Discard) else None


def clear_row(table: Table) -> None:
    """Every card on the table goes to the discard pile, also those that have not acted."""
    cards = (*(card for card, _ in (*table.row, *table.laid)), *table.bonus)
    table.discard += cards
    table.row = table.laid = table.bonus = ()
    table.acting = -1
    if cards:
        table.say("cards_discarded", "round.turn_dial", TEAM, cards=len(cards))
