"""Book and Vegetable tokens: finding them, using a Book between any two steps, the limit of three."""

from __future__ import annotations

from tablekeeper.engines.chocobo.answers import Dig, Drop, Find, Go, Use
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.health import gain_vegetables, heal
from tablekeeper.engines.chocobo.places import BOOKS
from tablekeeper.engines.chocobo.state import BOTTOM, HIDDEN, TOP_HP, State, Table
from tablekeeper.engines.core import CHANCE, TEAM, Answer, Product, Question, without

LIMIT = 3
USES = {book: Use(book) for book in BOOKS}
DROPS = {book: Drop(book) for book in BOOKS}
UNREAD_VEGETABLES = (1, 2, 3, 4, 5)
"""What a Vegetable token may show where no edition tells."""


def uses(table: Table) -> tuple[Answer, ...]:
    """The Books that would have an effect now. They stand among the options of every question to the team."""
    if not table.books or not table.round:
        return ()
    return tuple([USES[book] for book in dict.fromkeys(table.books) if _has_effect(table, book)])


def _has_effect(table: Table, book: str) -> bool:
    if book.startswith("heal"):
        return table.hp < TOP_HP
    return book.startswith("move") or bool(table.monsters) or table.floor == BOTTOM


def use_first(table: Table, answer: Answer, *again: object) -> bool:
    """Whether the answer was to use a Book: that happens first, then the present step comes again."""
    if not isinstance(answer, Use):
        return False
    table.then(("use", answer.book), again)
    return True


@FLOW.step("pause")
def pause(table: Table) -> None:
    """A moment for Books, where no other question to the team gives one; nothing is asked if none would help."""
    if uses(table):
        table.then(("wait",))


@FLOW.question("wait")
def ask_wait(state: State) -> Question:
    """Go on, or use a Book first?"""
    return Question("go_on", TEAM, (Go(), *uses(state)), {"phase": state.phase})


@FLOW.answer("wait")
def wait(table: Table, answer: Answer) -> None:
    """After one Book there may be another."""
    use_first(table, answer, "pause")


def refuse_book(state: State, answer: Answer) -> str | None:
    """Why a Book cannot be used now."""
    if not isinstance(answer, Use):
        return None
    if answer.book not in BOOKS:
        return "no_such_book"
    if answer.book in state.books:
        return "book_without_effect"
    left = state.books.count(answer.book) + state.book_pile.count(answer.book)
    return "book_already_used" if left < BOOKS[answer.book] else "book_not_found_yet"


@FLOW.refusal("wait")
def refuse_wait(state: State, answer: Answer) -> str | None:
    """A Book that is used, not found yet, or of no effect."""
    return refuse_book(state, answer)


@FLOW.step("use")
def use(table: Table, book: str) -> None:
    """The token is set aside and its effect happens."""
    table.books = without(table.books, book)
    table.say("book_used", "book.use", TEAM, book=book, left=len(table.books))
    kind, strength = book.split("_")
    if kind == "heal":
        heal(table, int(strength), "book.heal")
    else:
        table.then(({"move": "move", "attack": "attack", "blast": "blast"}[kind], int(strength)))


@FLOW.step("find_book")
def find_book(table: Table) -> None:
    """A random Book, unless the pile is empty."""
    if table.book_pile:
        table.then(("turn_book",))
    else:
        table.say("pile_empty", "token.pile_empty", TEAM, pile="book")


@FLOW.question("turn_book")
def ask_book(state: State) -> Question:
    """Which Book was turned up?"""
    return Question("book", CHANCE, Product(Find, state.book_pile))


@FLOW.answer("turn_book")
def turn_book(table: Table, answer: Find) -> None:
    """It lies open; with a fourth, one of the three before must go."""
    table.book_pile = without(table.book_pile, answer.book)
    table.books = (*table.books, answer.book)
    table.say("book_found", "book.find", TEAM, book=answer.book)
    if len(table.books) > LIMIT:
        table.then(("drop",))


@FLOW.question("drop")
def ask_drop(state: State) -> Question:
    """Which of the three older Books do you give up? Or use one first (ruling 12)."""
    old = dict.fromkeys(state.books[:LIMIT])
    return Question("drop_book", TEAM, (*(DROPS[book] for book in old), *uses(state)), {"new": state.books[-1]})


@FLOW.answer("drop")
def drop(table: Table, answer: Answer) -> None:
    """Three are left, by discarding or by using."""
    if isinstance(answer, Drop):
        table.books = without(table.books, answer.book)
        table.say("book_discarded", "book.limit", TEAM, book=answer.book)
    elif isinstance(answer, Use):
        table.then(("use", answer.book))


@FLOW.refusal("drop")
def refuse_drop(state: State, answer: Answer) -> str | None:
    """The newest Book stays (ruling 12)."""
    if isinstance(answer, Drop) and answer.book == state.books[-1]:
        return "newest_book_stays"
    return refuse_book(state, answer)


@FLOW.step("find_vegetables")
def find_vegetables(table: Table) -> None:
    """A random Vegetable token, unless the pile is empty."""
    if table.vegetable_pile:
        table.then(("turn_vegetable",))
    else:
        table.say("pile_empty", "token.pile_empty", TEAM, pile="vegetable")


@FLOW.question("turn_vegetable")
def ask_vegetable(state: State) -> Question:
    """How many Vegetables does the token show?"""
    read = HIDDEN not in state.vegetable_pile
    return Question("vegetable", CHANCE, Product(Dig, state.vegetable_pile if read else UNREAD_VEGETABLES))


@FLOW.answer("turn_vegetable")
def turn_vegetable(table: Table, answer: Dig) -> None:
    """The Vegetables are gained and the token never comes back."""
    pile = table.vegetable_pile
    table.vegetable_pile = without(pile, answer.vegetables if answer.vegetables in pile else HIDDEN)
    gain_vegetables(table, answer.vegetables, "token.vegetable")
