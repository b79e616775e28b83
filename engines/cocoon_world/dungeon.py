"""The Pit: four white dice, six hands, and the question whether to stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tablekeeper.engines.cocoon_world.answers import Enter, Go, Leave, Stop, Wish
from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.points import gain
from tablekeeper.engines.cocoon_world.state import POSITIONS, State, Table
from tablekeeper.engines.core import CHANCE, Answer, Product, Question, Roll, Rolls

EP = {"zombie": 1, "kobold": 1, "goblin": 2, "golem": 2, "dragon_rider": 2}
"""What each hand is worth; the nightmare is worth what the player wishes."""
HANDS = (*EP, "nightmare")
STRAIGHTS = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})


def best_hand(values: Sequence[int]) -> str:
    """The best hand that four dice make; no lesser one may be claimed."""
    pattern = sorted(Counter(values).values(), reverse=True)
    if pattern == [1, 1, 1, 1]:
        return "dragon_rider" if set(values) in STRAIGHTS else "zombie"
    return {4: "nightmare", 3: "golem"}.get(pattern[0], "goblin" if pattern == [2, 2] else "kobold")


@FLOW.step("stop_on_pit")
def stop_on_pit(table: Table) -> None:
    """The Pit opens."""
    table.then(("pit",))


@FLOW.question("pit")
def ask_pit(state: State) -> Question:
    """Do you challenge the dungeon?"""
    return Question("pit", state.seat, (Enter(), Leave()))


@FLOW.answer("pit")
def enter_pit(table: Table, answer: Answer) -> None:
    """Nobody has to."""
    if isinstance(answer, Enter):
        table.say("dungeon_entered", "pit.enter", table.seat)
        table.then(("dungeon", (), 0))
    else:
        table.say("dungeon_left_alone", "pit.decline", table.seat)


@FLOW.question("dungeon")
def ask_dungeon_roll(state: State, made: tuple[str, ...], ep: int) -> Question:
    """Roll the four dungeon dice."""
    about = {"dice": (("white", 4),), "seat": state.seat, "why": "dungeon", "made": made, "ep": ep}
    return Question("roll", CHANCE, Rolls(4), about)


@FLOW.answer("dungeon")
def fight(table: Table, answer: Roll, made: tuple[str, ...], ep: int) -> None:
    """A hand made before ends the challenge with nothing; a new one adds its EP."""
    seat = table.seat
    hand = best_hand(answer.values)
    table.say("dice_rolled", "pit.roll", seat, values=answer.values)
    if hand in made:
        table.say("dungeon_failed", "pit.fail", seat, hand=hand, ep_lost=ep)
        return
    table.say("hand_made", "pit.hand", seat, hand=hand)
    made = (*made, hand)
    if hand == "nightmare":
        table.then(("wish", made, ep))
    else:
        table.then(("go_on", made, ep + EP[hand]))


@FLOW.question("wish")
def ask_wish(state: State, made: tuple[str, ...], ep: int) -> Question:
    """How many EP shall the Nightmare give?"""
    return Question("wish", state.seat, Product(Wish, range(POSITIONS)), {"made": made, "ep": ep})


@FLOW.answer("wish")
def wish(table: Table, answer: Wish, made: tuple[str, ...], ep: int) -> None:
    """Any EP of one's choice."""
    table.say("nightmare_wished", "pit.nightmare", table.seat, ep=answer.ep)
    table.then(("go_on", made, ep + answer.ep))


@FLOW.question("go_on")
def ask_go_on(state: State, made: tuple[str, ...], ep: int) -> Question:
    """Stop with the EP so far, or roll on?"""
    return Question("go_on", state.seat, (Stop(), Go()), {"made": made, "ep": ep})


@FLOW.answer("go_on")
def go_on(table: Table, answer: Answer, made: tuple[str, ...], ep: int) -> None:
    """Stopping takes the sum of all hands made in this challenge."""
    if isinstance(answer, Stop):
        gain(table, table.seat, ep, "pit.stop")
    else:
        table.then(("dungeon", made, ep))
