"""The programs that print the documentation's figures call the reader as it is today."""

import numpy as np

from tablekeeper.vision.reader import find_dice
from tablekeeper.vision.trays.learning.face_memory import FaceMemory
from tests.vision.drawing import draw_die, table
from tests.vision.measure_corrections import knowing, remember, reweigh


def test_a_throw_is_weighed_with_remembered_faces():
    picture = table()
    draw_die(picture, 5, 300, 220, edge=60, turn_deg=20)
    faces, doubts = find_dice(picture)
    (count,) = (face.count for face in faces)
    unit = 4 * count.spacing * faces[0].candidate.edge
    memory = remember([(picture, count)], unit, np.random.default_rng(1), many=1, false=False)
    assert isinstance(memory, FaceMemory)
    reading = reweigh(picture, faces, doubts, knowing(picture, memory))
    assert (reading.values, reading.sure) == ((5,), True)
