"""A turn: slide a cocoon, pay for a correction, or agree to end; and what becomes of the tokens."""

from __future__ import annotations

from functools import cache

from tablekeeper.engines.cocoons.answers import Correct, End, Put, Remember, Slide
from tablekeeper.engines.cocoons.box import NEIGHBOURS, PLACES
from tablekeeper.engines.cocoons.ending import end_game
from tablekeeper.engines.cocoons.flow import FLOW
from tablekeeper.engines.cocoons.sides import share_sides
from tablekeeper.engines.cocoons.state import NONE, State, Table, housed, is_complete
from tablekeeper.engines.core import TEAM, Answer, Question

CORRECTION = 3

_SLIDES = tuple(map(Slide, PLACES))


@FLOW.step("turn")
def begin_turn(table: Table, seat: int) -> None:
    """The seat has a turn with all choices open."""
    table.seat = seat
    table.switched = False
    table.agenda = (("choose",),)


@cache
def slides_from(gap: int, barred: int) -> tuple[Slide, ...]:
    """The cocoons beside the gap, without the one in the barred place."""
    return tuple(_SLIDES[place] for place in NEIGHBOURS[gap] if place != barred)


@cache
def _correction(guardian: str) -> Correct:
    return Correct(guardian)


@FLOW.question("choose")
def ask_turn(state: State) -> Question:
    """One cocoon beside the gap; or a correction; or, when all is home, the end."""
    options: list[Answer] = [*slides_from(state.gap, NONE)]
    if state.reserve >= CORRECTION:
        options.extend(map(_correction, housed(state)))
    if state.gap == state.start and all(state.homes):
        options.append(End())
    if not state.switched:
        options.append(Remember(not state.memory))
    return Question("turn", state.seat, tuple(options))


@FLOW.answer("choose")
def choose(table: Table, answer: Answer) -> None:
    """A main action, a correction, the end, or only the memory aid."""
    if isinstance(answer, Slide):
        pay_slide(table, answer.place)
        table.agenda = (("end_turn",),)
        slide(table, answer.place)
    elif isinstance(answer, Correct):
        table.reserve -= CORRECTION
        table.say("correction_paid", "correct.pay", table.seat, guardian=answer.guardian, tokens=table.reserve)
        table.agenda = (("rehome", answer.guardian), ("end_turn",))
    elif isinstance(answer, End):
        table.say("end_agreed", "end.agree", TEAM)
        table.agenda = (("open",),)
    elif isinstance(answer, Remember):
        table.memory, table.switched = answer.on, True
        table.say("memory_switched", "memory.switch", TEAM, on="yes" if answer.on else "no")
        table.agenda = (("choose",),)


def pay_slide(table: Table, place: int) -> None:
    """A token into the cocoon that is to move, unless the Action trapdoor lies in it."""
    cocoon = table.cocoons[place]
    if cocoon == table.free:
        table.say("slide_free", "trapdoor.action_free", table.seat, cocoon=cocoon)
    else:
        table.reserve -= 1
        table.say("token_paid", "slide.pay", table.seat, cocoon=cocoon, tokens=table.reserve)


def slide(table: Table, place: int) -> None:
    """The cocoon goes into the gap; sides in sight are told first, then the freed place is looked at."""
    cocoons = list(table.cocoons)
    cocoon, gap = cocoons[place], table.gap
    cocoons[gap], cocoons[place] = cocoon, NONE
    table.cocoons = tuple(cocoons)
    table.gap = place
    table.show("cocoon_slid", "slide.into_gap", table.seat, cocoon=cocoon, origin=place, to=gap)
    table.then(("uncover", gap))
    share_sides(table)


@FLOW.question("slide_on")
def ask_slide_on(state: State, moved_to: int) -> Question:
    """After a Slide trapdoor: another cocoon than the one just moved, for nothing."""
    return Question("slide_on", state.seat, slides_from(state.gap, moved_to))


@FLOW.answer("slide_on")
def slide_on(table: Table, answer: Slide, moved_to: int) -> None:
    """No token is paid; what appears is obeyed as always."""
    slide(table, answer.place)


@FLOW.step("end_turn")
def end_turn(table: Table) -> None:
    """The next seat on the left, unless the reserve is empty: then all is home and in sight, or lost."""
    if table.reserve > 0:
        begin_turn(table, (table.seat + 1) % len(table.setup.players))
    elif is_complete(table):
        table.say("end_forced", "end.last_token", TEAM)
        table.agenda = (("open",),)
    else:
        end_game(table, "out_of_tokens", "end.out_of_tokens")


@FLOW.refusal("slide_on")
def refuse_slide_on(state: State, answer: Answer, moved_to: int) -> str | None:
    """Not the same cocoon again, and only from beside the gap."""
    if not isinstance(answer, Slide):
        return None
    return "same_cocoon" if answer.place == moved_to else refuse_slide(state, answer.place)


def refuse_slide(state: State, place: int) -> str:
    """Why no cocoon slides from there."""
    if place not in PLACES:
        return "no_such_place"
    return "gap_is_empty" if place == state.gap else "not_beside_gap"


@FLOW.refusal("choose")
def refuse_turn(state: State, answer: Answer) -> str | None:
    """Why this cannot be done in this turn now."""
    if isinstance(answer, Slide):
        return refuse_slide(state, answer.place)
    if isinstance(answer, Correct):
        return _refuse_correction(state, answer.guardian)
    if isinstance(answer, End):
        return "start_covered" if state.gap != state.start else "cocoon_empty"
    if isinstance(answer, Put):
        return "already_placed" if answer.guardian in housed(state) else "not_uncovered"
    if isinstance(answer, Remember):
        return "memory_is_so" if answer.on is state.memory else "memory_switched"
    return None


def _refuse_correction(state: State, guardian: str) -> str:
    if guardian not in state.setup.edition.guardians:
        return "no_such_guardian"
    return "not_in_a_cocoon" if guardian not in housed(state) else "too_few_tokens"
