"""The games' own ways to weigh options, with less thought, for tests."""

from __future__ import annotations

from tablekeeper.engines.cocoon_world.plan import imagine_openly
from tablekeeper.engines.cocoon_world.plan import weighing as weigh_in_cocoon_world
from tablekeeper.engines.cocoons.plan import weighing as weigh_in_cocoons
from tablekeeper.engines.core.bots.weighing import Weigh
from tablekeeper.engines.kokoro.bots import Planner
from tablekeeper.engines.kokoro.weighing import weighing as weigh_in_kokoro
from tablekeeper.engines.kokoro.weighing import without_looks
from tests.pig.bots import weighing as weigh_in_pig

QUICK: dict[str, Weigh] = {
    "cocoon_world": weigh_in_cocoon_world(8),
    "cocoons": weigh_in_cocoons(8),
    "kokoro": weigh_in_kokoro(Planner(2000)),
    "pig": weigh_in_pig(8),
}
"""Chocobo's Dungeon is quick as it is."""
QUICK_OPENLY: dict[str, Weigh] = {
    **QUICK,
    "cocoon_world": weigh_in_cocoon_world(8, imagine_openly),
    "kokoro": without_looks(QUICK["kokoro"]),
}
"""The same by what everybody knows."""
