"""The sides that look into the gap: who can read them, and what the table says that they show."""

from __future__ import annotations

from tablekeeper.engines.cocoons.answers import Name, Unsaid
from tablekeeper.engines.cocoons.box import LOOKS_IN, SIDES, readers
from tablekeeper.engines.cocoons.flow import FLOW
from tablekeeper.engines.cocoons.state import UNNAMED, State, Table
from tablekeeper.engines.core import CHANCE, NOBODY, TEAM, Answer, Product, Question, put


def in_sight(table: Table) -> tuple[int, ...]:
    """The cocoons whose marked side looks into the gap; walls and neighbours hide the other marks."""
    cocoons, faces = table.cocoons, table.faces
    return tuple([cocoons[place] for place, side in LOOKS_IN[table.gap] if faces[cocoons[place]] == side])


def share_sides(table: Table) -> None:
    """Who reads a side tells the group; what has been said of a side is said again when it comes into sight."""
    for cocoon in reversed(in_sight(table)):
        if table.owners[cocoon] == UNNAMED:
            table.then(("name", cocoon))
        else:
            _say(table, cocoon, table.owners[cocoon])


def _say(table: Table, cocoon: int, guardian: str) -> None:
    table.say("side_seen", "slide.share", TEAM, cocoon=cocoon, place=table.cocoons.index(cocoon), guardian=guardian)


@FLOW.question("name")
def ask_name(state: State, cocoon: int) -> Question:
    """Who lives here? Those who sit before this side read it and must tell, so the answer is for all ears.

    A real table is offered every guardian: a shorter list would remind it of the names that it has heard.
    """
    setup, side = state.setup, state.faces[cocoon]
    about = {
        "place": state.cocoons.index(cocoon),
        "cocoon": cocoon,
        "side": SIDES[side],
        "readers": readers(len(setup.players), side, state.quarters),
    }
    guardians = setup.edition.guardians
    if setup.all_known:
        left = tuple([g for g in guardians if g not in state.owners])
        return Question("name", CHANCE, Product(Name, left), about, only_for=NOBODY)
    return Question("name", CHANCE, (*map(Name, guardians), Unsaid()), about)


@FLOW.answer("name")
def name(table: Table, answer: Answer, cocoon: int) -> None:
    """The group knows whose cocoon this is, or keeps it to itself; the last word about a guardian stands."""
    if not isinstance(answer, Name):
        table.say("side_unsaid", "real.unsaid", TEAM, cocoon=cocoon)
        return
    if answer.guardian in table.owners:
        other = table.owners.index(answer.guardian)
        table.owners = put(table.owners, other, UNNAMED)
        table.say("word_withdrawn", "real.last_word", TEAM, cocoon=other, guardian=answer.guardian)
    table.owners = put(table.owners, cocoon, answer.guardian)
    _say(table, cocoon, answer.guardian)


@FLOW.refusal("name")
def refuse_name(state: State, answer: Answer, cocoon: int) -> str | None:
    """A strange guardian, or at a virtual table one that lives elsewhere."""
    if isinstance(answer, Name):
        return "no_such_guardian" if answer.guardian not in state.setup.edition.guardians else "lives_elsewhere"
    return "must_be_shared" if isinstance(answer, Unsaid) else None
