"""Draws what the net for strangers' pictures learns from beside leaning dice: dice, and things that look like dice.

Run it: `python -m tablekeeper.vision.training.draw_things --out FOLDER --files 400`. Each file holds the crops of some
rendered scenes, and of each crop whether it shows no die. A file that is there is not drawn again.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from tablekeeper.vision.faces.candidates import Picture, cut
from tablekeeper.vision.training import lookalikes as things
from tablekeeper.vision.training.lesson_files import Lesson, draw_files
from tablekeeper.vision.training.scenes import NO_DIE, Composer, Scene, Shares, Stock
from tablekeeper.vision.training.targets import make_stock

SEEN_EDGES, PORTRAIT_PX, ROOM_PX = 3.0, 64, 86
"""What a net sees of a die and of what lies around it, so many edges wide; drawn with room for shifts and turns."""
SHARES = Shares(rows=0.25, litter=0.8, empty=0.3, small=0.35, camouflage=0.15, poor=0.25)
THINGS_IN_STOCK = 1500
THINGS, DICE = 5, 5  # crops of a scene at most
APART = 0.5  # edges between a thing's middle and any die
ASTRAY, UNSURE_SIZE = 0.06, 0.1  # edges, and as a logarithm: how well a reader sees a face
THING_ASTRAY, THING_SIZE = 0.1, 0.16  # the same of what only looks like one
KINDS = (
    (things.card, 0.3),
    (things.domino, 0.2),
    (things.sign, 0.15),
    (things.socket, 0.1),
    (things.plug, 0.08),
    (things.button, 0.07),
    (things.track, 0.05),
    (things.token, 0.05),
)
"""Things that the reader might take for dice, and how many there are of each: it refuses others without help."""


def draw_stock(seed: int) -> Stock:
    """Dice and tables as for the other nets, and things of these kinds."""
    rng = np.random.default_rng([seed, 1])
    chosen = rng.choice(len(KINDS), THINGS_IN_STOCK, p=[share for _, share in KINDS])
    return replace(make_stock(seed, 1500, 250, 1, 1), reliefs=[KINDS[k][0](rng).finish() for k in chosen])


def crops_of(scene: Scene, rng: np.random.Generator) -> tuple[list[Picture], list[tuple[float, float, float]]]:
    """Crops of one scene, each with (leaning, edge, no die)."""
    dice = [truth for truth in scene.truths if truth.value > 0]
    bare = [truth for truth in scene.truths if truth.value == NO_DIE]
    near = [truth for truth in scene.truths if truth.value != NO_DIE]
    things = [t for t in bare if all(np.hypot(*np.subtract(t.centre, d.centre)) > APART * d.edge for d in near)]
    crops, facts = [], []
    for truths, most, astray, unsure in (
        (dice, DICE, ASTRAY, UNSURE_SIZE),
        (things, THINGS, THING_ASTRAY, THING_SIZE),
    ):
        for k in rng.permutation(len(truths))[:most]:
            truth = truths[k]
            x, y = np.add(truth.centre, rng.normal(0, astray * truth.edge, 2)).tolist()
            wide = truth.edge * float(np.exp(rng.normal(0, unsure))) * SEEN_EDGES * ROOM_PX / PORTRAIT_PX
            crops.append(cut(np.asarray(scene.picture, np.uint8), x, y, wide, size=ROOM_PX))
            facts.append((0.0, float(truth.edge), float(truth.value == NO_DIE)))
    return crops, facts


def draw(composer: Composer, rng: np.random.Generator) -> Iterator[Lesson]:
    """The lessons of one scene."""
    yield from zip(*crops_of(composer.compose(rng), rng), strict=True)


if __name__ == "__main__":
    draw_files(__doc__, "strange", draw, draw_stock, SHARES, files=400, first=2_000_000)
