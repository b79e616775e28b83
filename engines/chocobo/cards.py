"""Chocobo cards: the deck, the Bonus cards, what each player lays down, and the row beside the dial."""

from __future__ import annotations

from tablekeeper.engines.chocobo.answers import Discard, Draw, Go, Play
from tablekeeper.engines.chocobo.books import refuse_book, use_first, uses
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.health import end
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.places import CARDS
from tablekeeper.engines.chocobo.state import BONUS, HIDDEN, State, Table
from tablekeeper.engines.core import CHANCE, NOBODY, PUBLIC, TEAM, Answer, Product, Question, put, without
from tablekeeper.engines.core.state import Step


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
    if table.setup.known_hands and table.face_down == (HIDDEN,):
        table.face_down, table.pool = table.pool, ()  # the last card of the old deck, and no card of the new one
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
    return _ask_bonus(state, state.pool, len(state.bonus) + len(state.face_down) + 1)


def _ask_bonus(state: State, cards: tuple[int, ...], number: int) -> Question:
    """What may still come would show, where hands are known, what the hands hold: nobody sees that list."""
    only_for = NOBODY if state.setup.known_hands else PUBLIC
    return Question("bonus", CHANCE, Product(Draw, cards), {"number": number}, only_for)


@FLOW.answer("turn_up")
def turn_up(table: Table, answer: Draw) -> None:
    """Everybody sees the Bonus card."""
    table.deck -= 1
    _show_bonus(table, answer.card)


def _show_bonus(table: Table, card: int) -> None:
    if card in table.pool:
        table.pool = without(table.pool, card)
    table.bonus = (*table.bonus, card)
    table.say("bonus_revealed", "round.bonus", TEAM, card=card)


@FLOW.step("hide")
def hide_bonus(table: Table) -> None:
    """The first Bonus card is laid face down, if there is one."""
    table.phase = 2
    table.hidden_bonus = False
    if refill(table):
        table.deck -= 1
        table.face_down = (HIDDEN,)
        table.say("bonus_laid", "boss.hidden_bonus", TEAM, deck=table.deck)


@FLOW.step("unhide")
def unhide(table: Table) -> None:
    """All have chosen; the hidden Bonus card is turned over."""
    if table.face_down:
        table.say("bonus_unhidden", "boss.hidden_bonus", TEAM)
        table.then(("turn_over",))


@FLOW.question("turn_over")
def ask_hidden_bonus(state: State) -> Question:
    """Which card lay face down?"""
    return _ask_bonus(state, state.pool if state.face_down == (HIDDEN,) else state.face_down, 1)


@FLOW.answer("turn_over")
def turn_over(table: Table, answer: Draw) -> None:
    """Everybody sees it now."""
    table.face_down = ()
    _show_bonus(table, answer.card)


@FLOW.step("ready")
def begin_choosing(table: Table) -> None:
    """Phase 3 begins with a look at the Bonus cards, and a moment for Books."""
    table.phase = 3
    table.then(("pause",))


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
    known_hands = state.setup.known_hands
    cards = Product(Play, state.hands[seat] if known_hands else state.pool)
    books = uses(state) if known_hands or _none_told(state) else ()
    only_for = seat if known_hands else PUBLIC
    return Question("play", seat, (*cards, *books) if books else cards, {}, only_for, known_hands and _reveals(state))


def _none_told(state: State) -> bool:
    """Whether at a real table the cards of this choice still lie face down: it tells them once all are turned over."""
    return len(state.laid) == (1 if len(state.hands) == 1 and state.bonus else 0)


def _reveals(state: State) -> bool:
    """Whether all cards are turned over as soon as the next one has been laid down."""
    after = state.agenda[1][0]
    return after == "assign" or (after == "unhide" and not state.face_down)


@FLOW.answer("lay")
def lay(table: Table, answer: Answer, seat: int) -> None:
    """The card lies face down until all are turned over; a Book may come first."""
    if use_first(table, answer, "lay", seat) or not isinstance(answer, Play):
        return
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
    return _fault_of_card(state, answer.card) if isinstance(answer, Play) else refuse_book(state, answer)


@FLOW.refusal("turn_up")
def refuse_bonus(state: State, answer: Answer) -> str | None:
    """A number that no card has, or a card that lies elsewhere."""
    return _fault_of_card(state, answer.card) if isinstance(answer, Draw) else None


@FLOW.refusal("turn_over")
def refuse_hidden_bonus(state: State, answer: Answer) -> str | None:
    """The same of the card that lay face down."""
    return refuse_bonus(state, answer)


@FLOW.refusal("draw_up")
def refuse_draw(state: State, answer: Answer, seat: int) -> str | None:
    """A number that no card has, or a card that lies elsewhere."""
    return _fault_of_card(state, answer.card) if isinstance(answer, Draw) else None


def _fault_of_card(state: State, card: int) -> str:
    if card not in CARDS:
        return "no_such_card"
    return "card_seen_twice" if card in _open_cards(state) else "not_in_hand"


def _open_cards(state: State) -> set[int]:
    """The cards that everybody sees: at a real table those that have been told, else not those that lie face down."""
    told = () if state.setup.known_hands else state.laid
    return {*state.discard, *state.bonus, *(card for card, _ in (*told, *state.row))}


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


def lying(table: Table) -> tuple[Step, ...]:
    """Steps that ask a real table for the cards which lie face down there and which it has not told yet."""
    if table.setup.known_hands:
        return ()
    return tuple(("put_away", step[1]) for step in table.agenda if step[0] == "lay")


@FLOW.question("put_away")
def ask_lying(state: State, seat: int) -> Question:
    """A Book led down while cards were chosen: which card lies face down before this seat, if one does?"""
    return Question("put_away", seat, (*Product(Discard, state.pool), Go()))


@FLOW.answer("put_away")
def put_away(table: Table, answer: Answer, seat: int) -> None:
    """A card that has been played is discarded; one that is still in the hand stays there."""
    if isinstance(answer, Discard):
        throw(table, answer, seat, "floor.change")


@FLOW.refusal("put_away")
def refuse_lying(state: State, answer: Answer, seat: int) -> str | None:
    """A number that no card has, or a card that lies elsewhere."""
    return _fault_of_card(state, answer.card) if isinstance(answer, Discard) else None


def clear_row(table: Table) -> None:
    """Every card on the table goes to the discard pile, also those that have not acted."""
    cards = (*(card for card, _ in (*table.row, *table.laid)), *table.bonus)
    say = table.show if table.laid else table.say
    table.discard += cards
    table.row = table.laid = table.bonus = ()
    table.acting = -1
    if cards:
        say("cards_discarded", "round.turn_dial", TEAM, cards=len(cards))
