"""The tiles of Scenario 1, each as the steps that obeying it puts on the agenda."""

from __future__ import annotations

from tablekeeper.engines.core.state import Step

FACE_DOWN = "?"
EMPTY = ""

ROLL: Step = ("roll_again",)

TILES: dict[str, tuple[Step, ...]] = {
    **{f"forward_{n}": (("move", n, "land", "tile.move"),) for n in range(1, 13)},
    **{f"backward_{n}": (("move", -n, "land", "tile.move"),) for n in range(1, 13)},
    "start": (("advance", "start"),),
    "start_roll": (("advance", "start"), ROLL),
    "pit": (("advance", "pit"),),
    "rob": (("rob",),),
    "experience": (("advance", "experience"),),
    "experience_roll": (("advance", "experience"), ROLL),
    "initiation_roll": (("advance", "initiation"), ROLL),
    "lose_3": (("tile_ep", -3),),
    "gain_1_roll": (("tile_ep", 1), ROLL),
    "lose_1_roll": (("tile_ep", -1), ROLL),
    "fetch": (("fetch",),),
    "flip_roll": (("flip", "tile.flip"), ROLL),
    "place_any": (("place_any",),),
    "extra_die": (("promise", "extra_die"),),
    "change_die": (("promise", "change_die"),),
    "reverse": (("promise", "reverse"),),
    "choose_supply": (("promise", "choose_supply"),),
    "roll_place": (("one_more",), ROLL),
    "roll": (ROLL,),
    "gods_bet": (("advance", "gods_bet"),),
}
"""By kind. The 21 printed types; plain moves count as one."""

KINDS = frozenset(TILES)

TILE_EP = {kind: step[1] for kind, steps in TILES.items() for step in steps if step[0] == "tile_ep"}
"""What a tile does to EP, for the landings where only that counts."""
