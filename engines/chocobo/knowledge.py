"""What is printed on this copy: looked up in the edition, else in what the table told tonight, else asked."""

from __future__ import annotations

from typing import Any

from tablekeeper.engines.chocobo.answers import Tell
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.places import find_family, spelled
from tablekeeper.engines.chocobo.state import State, Table
from tablekeeper.engines.core import CHANCE, TEAM, Answer, Product, Question
from tablekeeper.engines.core.state import Step
from tablekeeper.engines.core.toml_text import Tree


def known(table: Table, place: str) -> Any:
    """What is printed at a place, or None where nobody has told."""
    value = table.setup.edition.values.get(place)
    if value is None and table.learned:
        for told, found in table.learned:
            if told == place:
                return found
    return value


def learned(state: State) -> Tree:
    """What the table told about its copy, by place: worth adding to the owner's edition."""
    return dict(state.learned)


def look_up(table: Table, place: str, again: Step) -> Any:
    """What is printed at a place; where nobody has told it is None, and that is asked before the step comes again."""
    value = known(table, place)
    if value is None:
        table.then(("tell", place), again)
    return value


@FLOW.step("need")
def need(table: Table, place: str) -> None:
    """A place that is not known is asked, once."""
    if known(table, place) is None:
        table.then(("tell", place))


@FLOW.question("tell")
def ask(state: State, place: str) -> Question:
    """What does your copy print there? Whoever sees it tells."""
    return Question("tell", CHANCE, Product(Tell, (place,), _possible(state, place)), _describe(state, place))


def _describe(state: State, place: str) -> Tree:
    """What is asked, in the table's terms: a dial is asked by the number beside it, not by its position."""
    family = find_family(place)
    _, *of, last = place.split(".")
    about: Tree = {"place": place, "why": family.name if family else "", "of": of[0] if of else ""}
    if about["why"] == "dial":
        about["number"] = (int(last) - state.dial) % known(state, "dial.size") + 1
    elif last.isdigit():
        about["number"] = int(last)
    return about


def _possible(state: State, place: str) -> tuple[tuple[str, ...], ...]:
    values = spelled(place)
    if place.startswith("ring.touches."):
        inner = known(state, "ring.inner")
        start = place == "ring.touches.0"
        values = {w: v for w, v in values.items() if max(v, default=0) < inner and not (start and 0 in v)}
    elif place.startswith("dial.") and place != "dial.size" and _needs_move(state):
        values = {words: value for words, value in values.items() if "move" in value}
    return tuple(values)


def _needs_move(state: State) -> bool:
    """Whether this is the last unknown position of a dial that has shown no Move."""
    size = known(state, "dial.size")
    icons = [icons for i in range(size) if (icons := known(state, f"dial.{i}")) is not None]
    return len(icons) == size - 1 and not any("move" in actions for actions in icons)


@FLOW.answer("tell")
def tell(table: Table, answer: Tell, place: str) -> None:
    """The value is kept, so that it is asked only once."""
    table.learned = (*table.learned, (place, spelled(place)[answer.value]))
    table.say("copy_told", "copy.told", TEAM, place=place, value=answer.value)


@FLOW.refusal("tell")
def refuse(state: State, answer: Answer, place: str) -> str | None:
    """Another place, or a value that cannot be printed there."""
    if not isinstance(answer, Tell):
        return None
    if answer.place != place:
        return "another_place"
    if place.startswith("dial.") and answer.value in spelled(place):
        return "dial_without_move"
    family = find_family(place)
    return family.reason if family else None
