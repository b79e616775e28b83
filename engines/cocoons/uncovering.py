"""What the freed place holds: a trapdoor and its effect, a guardian, the start token, or nothing."""

from __future__ import annotations

from tablekeeper.engines.cocoons.answers import Find, Flip, Lay
from tablekeeper.engines.cocoons.box import PLACES
from tablekeeper.engines.cocoons.flow import FLOW
from tablekeeper.engines.cocoons.state import EMPTY, START, TOKEN, State, Table, housed
from tablekeeper.engines.cocoons.trapdoors import ACTION, FACE_DOWN, NUMBERS, ROTATION, SLIDE, opens
from tablekeeper.engines.core import CHANCE, NOBODY, TEAM, Answer, Product, Question, put, without


@FLOW.step("uncover")
def uncover(table: Table, moved_to: int) -> None:
    """Look at the gap: the trapdoor first, and only when none is left at what lies below."""
    trapdoor = table.traps[table.gap]
    if trapdoor == EMPTY:
        look_below(table)
    elif trapdoor == FACE_DOWN:
        table.then(("flip", moved_to))
    else:
        obey(table, trapdoor, moved_to)


@FLOW.question("flip")
def ask_flip(state: State, moved_to: int) -> Question:
    """Which trapdoor is it? A real table is offered those too that lie face up below cocoons: it has to remember."""
    if state.setup.all_known:
        return Question("flip", CHANCE, Product(Flip, state.unseen), {"place": state.gap}, only_for=NOBODY)
    lying = tuple(trapdoor for trapdoor in state.traps if trapdoor not in (FACE_DOWN, EMPTY))
    return Question("flip", CHANCE, tuple(map(Flip, sorted(state.unseen + lying))), {"place": state.gap})


@FLOW.answer("flip")
def flip(table: Table, answer: Flip, moved_to: int) -> None:
    """It lies face up; the last word about a trapdoor stands."""
    trapdoor = answer.trapdoor
    if trapdoor in table.unseen:
        table.unseen = without(table.unseen, trapdoor)
    else:
        other = table.traps.index(trapdoor)
        table.traps = put(table.traps, other, FACE_DOWN)
        table.say("word_withdrawn", "real.last_word", TEAM, place=other, trapdoor=trapdoor)
    table.traps = put(table.traps, table.gap, trapdoor)
    table.say("trapdoor_turned", "reveal.trapdoor", table.seat, place=table.gap, trapdoor=trapdoor)
    obey(table, trapdoor, moved_to)


def obey(table: Table, trapdoor: str, moved_to: int) -> None:
    """Take the trapdoor out and do what it says, or leave it where it is while it holds."""
    if not opens(trapdoor, table.out):
        clause = "trapdoor.number_order" if trapdoor in NUMBERS else "trapdoor.lock_holds"
        table.say("trapdoor_held", clause, table.seat, place=table.gap, trapdoor=trapdoor)
        return
    table.traps = put(table.traps, table.gap, EMPTY)
    if trapdoor != ACTION:  # that one goes into a cocoon
        table.out = (*table.out, trapdoor)
    clause = _CLAUSES.get(trapdoor.split("_", 1)[0], "trapdoor.rune")
    table.say("trapdoor_removed", clause, table.seat, place=table.gap, trapdoor=trapdoor)
    if trapdoor == SLIDE:
        table.then(("slide_on", moved_to))
        return
    if trapdoor == ROTATION:
        table.quarters += 1
        table.say("box_turned", "trapdoor.rotation", TEAM, quarters=table.quarters)
    if trapdoor == ACTION:
        table.then(("lay",), ("look_below",))
    else:
        look_below(table)


_CLAUSES = {
    "slide": "trapdoor.slide",
    "lock": "trapdoor.lock_opens",
    "number": "trapdoor.number",
    "rotation": "trapdoor.rotation",
    "action": "trapdoor.action",
}


@FLOW.question("lay")
def ask_lay(state: State) -> Question:
    """Into which cocoon does the Action trapdoor go?"""
    return Question("lay", state.seat, tuple(Lay(place) for place in PLACES if place != state.gap))


@FLOW.answer("lay")
def lay(table: Table, answer: Lay) -> None:
    """From now on this cocoon slides for nothing."""
    table.free = table.cocoons[answer.place]
    table.say("action_laid", "trapdoor.action", table.seat, cocoon=table.free, place=answer.place)


@FLOW.refusal("lay")
def refuse_lay(state: State, answer: Answer) -> str | None:
    """There is a cocoon in every place but the gap."""
    if not isinstance(answer, Lay):
        return None
    return "gap_is_empty" if answer.place == state.gap else "no_such_place"


@FLOW.step("look_below")
def look_below(table: Table) -> None:
    """No trapdoor is left here: turn the guardian over, or see what else there is."""
    token = table.tokens[table.gap]
    if token == FACE_DOWN:
        table.then(("find",))
    elif token == START:
        table.say("start_uncovered", "reveal.start", table.seat, place=table.gap)
    elif token == EMPTY:
        _pay_for_nothing(table)
    elif token != TOKEN:
        table.say("guardian_seen", "reveal.guardian_again", table.seat, place=table.gap, guardian=token)
        table.then(("place",))


def _pay_for_nothing(table: Table) -> None:
    """In difficult mode an empty place takes a token, if there is one; then it is empty no more."""
    if table.setup.difficult and table.reserve > 0:
        table.reserve -= 1
        table.tokens = put(table.tokens, table.gap, TOKEN)
        table.say("empty_paid", "difficult.empty", table.seat, place=table.gap, tokens=table.reserve)
    else:
        table.say("nothing_uncovered", "reveal.nothing", table.seat, place=table.gap)


@FLOW.question("find")
def ask_find(state: State) -> Question:
    """Which guardian is it? A real table is offered all that are in no cocoon: those it has left it must remember."""
    if state.setup.all_known:
        return Question("find", CHANCE, Product(Find, state.hidden), {"place": state.gap}, only_for=NOBODY)
    inside = housed(state)
    loose = tuple(Find(guardian) for guardian in state.setup.edition.guardians if guardian not in inside)
    return Question("find", CHANCE, loose, {"place": state.gap})


@FLOW.answer("find")
def find(table: Table, answer: Find) -> None:
    """The guardian lies face up and may go into a cocoon."""
    guardian = answer.guardian
    if guardian in table.hidden:
        table.hidden = without(table.hidden, guardian)
    else:
        other = table.tokens.index(guardian)
        table.tokens = put(table.tokens, other, FACE_DOWN)
        table.say("word_withdrawn", "real.last_word", TEAM, place=other, guardian=guardian)
    table.tokens = put(table.tokens, table.gap, guardian)
    table.say("guardian_found", "reveal.guardian", table.seat, place=table.gap, guardian=guardian)
    table.then(("place",))


@FLOW.refusal("flip")
def refuse_flip(state: State, answer: Answer, moved_to: int) -> str | None:
    """Not a trapdoor of this level, or it has been seen elsewhere."""
    if not isinstance(answer, Flip):
        return None
    return "not_in_this_level" if answer.trapdoor not in state.setup.trapdoors else "seen_elsewhere"


@FLOW.refusal("find")
def refuse_find(state: State, answer: Answer) -> str | None:
    """Not a guardian of this copy, one in a cocoon, or one seen elsewhere."""
    if not isinstance(answer, Find):
        return None
    if answer.guardian not in state.setup.edition.guardians:
        return "no_such_guardian"
    return "already_placed" if answer.guardian in housed(state) else "seen_elsewhere"
