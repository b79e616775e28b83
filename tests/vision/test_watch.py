"""The watching net: a hand, or a die that is hard to see, makes a picture unsure that would have been read surely."""

import numpy as np
import pytest

from tablekeeper.vision.faces import watch
from tablekeeper.vision.faces.candidates import Candidate
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.reading import HAND, NO_FACE

BLANK = np.full((480, 640, 3), 90, np.uint8)
NOTHING = -9.0
FAINTLY = -0.7
SEEN_THERE = (0, 50, 62, 1.0)  # where `face(500.0, 400.0, ...)` lies, seen at 320 pixels


@pytest.fixture
def says(monkeypatch):
    """Let the watching net say the same of every picture: (map, row, column, logit) beside nothing."""
    shown = []

    def use(*marks):
        def run(picture, net):
            assert net == watch.NET
            shown.append(picture.shape[:2])
            rows, columns = (side // watch.STRIDE for side in picture.shape[:2])
            maps = np.full((15, rows, columns), NOTHING, np.float32)
            maps[8:13] = 0
            maps[8] = np.log2(12)  # the edge of whatever is found
            for layer, row, column, logit in marks:
                maps[layer, row, column] = logit
            return maps

        monkeypatch.setattr(watch, "run_detector", run)
        return shown

    return use


def place(x, y, edge, heat=0.9):
    return Candidate(x, y, edge, (0.0, 0.0), heat, np.zeros(6, np.float32), readable=True)


def face(x, y, edge):
    return Face(place(x, y, edge), np.zeros(7, np.float32), None)


def test_an_empty_picture_stays_empty(says):
    shown = says()
    assert watch.find_hidden(BLANK, [], []) == []
    assert shown == [(384, 512)]


@pytest.fixture
def sees_skin(monkeypatch):
    """Let the watching net take what is brighter than `BLANK` for a hand, as far as its logits say from each size."""

    def use(**logits):
        def run(picture, net):
            cells = picture[2 :: watch.STRIDE, 2 :: watch.STRIDE, 0]
            maps = np.full((15, *cells.shape), NOTHING, np.float32)
            maps[0] = FAINTLY  # as it sees every die
            maps[watch.HANDS][cells > BLANK.max()] = logits[f"at_{picture.shape[1]}"]
            return maps

        monkeypatch.setattr(watch, "run_detector", run)

    return use


def with_hand(rows, columns, brighter=60):
    picture = BLANK.copy()
    picture[rows, columns] += np.uint8(brighter)
    return picture


FROM_THE_SIDE = (slice(100, 300), slice(150, 640))
ON_BOTH = {"at_512": 3.0, "at_448": 3.0}


def test_a_hand_is_a_doubt_where_it_is(sees_skin):
    sees_skin(**ON_BOTH)
    (doubt,) = watch.find_hidden(with_hand(*FROM_THE_SIDE), [], [])
    assert doubt.reason == HAND
    assert np.allclose(doubt.box, (150, 100, 490, 200), atol=8)


def test_a_half_seen_hand_is_one_if_it_is_large(sees_skin):
    sees_skin(at_512=1.2, at_448=1.4)
    assert watch.find_hidden(with_hand(*FROM_THE_SIDE), [], [])
    assert watch.find_hidden(with_hand(slice(100, 180), slice(100, 250)), [], []) == []


def test_what_is_no_hand_from_nearer_is_none(sees_skin):
    sees_skin(at_512=3.0, at_448=0.5)
    assert watch.find_hidden(with_hand(*FROM_THE_SIDE), [], []) == []


def test_what_has_no_outline_is_no_hand(sees_skin):
    sees_skin(**ON_BOTH)
    assert watch.find_hidden(with_hand(*FROM_THE_SIDE, brighter=5), [], []) == []


def test_a_palm_that_shows_all_dice_hides_none(sees_skin):
    sees_skin(at_320=3.0, at_448=3.0)
    palm = with_hand(slice(150, 400), slice(160, 480))
    on_it, beside = face(300.0, 280.0, 60.0), face(600.0, 40.0, 60.0)
    assert watch.find_hidden(palm, [on_it], []) == []
    assert [doubt.reason for doubt in watch.find_hidden(palm, [on_it, beside], [])] == [HAND]


def test_specks_of_skin_colour_are_no_hand(says):
    says(*((watch.HANDS, row, 7 * row % 60, 3.0) for row in range(1, 50, 3)))
    assert watch.find_hidden(BLANK, [], []) == []


@pytest.mark.parametrize("kind", [0, 1])
def test_what_both_nets_see_faintly_makes_an_empty_picture_unsure(says, kind):
    says((kind, 24, 32, -0.5))
    (doubt,) = watch.find_hidden(BLANK, [], [place(165.0, 120.0, 12.0, 0.2)])
    assert doubt.reason == NO_FACE
    left, top, width, height = doubt.box
    assert left < 162 < left + width
    assert top < 122 < top + height


@pytest.mark.parametrize("others", [[], [place(165.0, 120.0, 12.0, 0.1)], [place(190.0, 120.0, 12.0, 0.9)]])
def test_what_one_net_alone_sees_faintly_is_nothing(says, others):
    says((0, 24, 32, -0.5))
    assert watch.find_hidden(BLANK, [], others) == []


def test_what_lies_in_an_accepted_face_is_explained(says):
    says((0, 15, 20, 3.0))
    assert watch.find_hidden(BLANK, [face(162.0, 122.0, 12.0)], [place(162.0, 122.0, 12.0)]) == []


@pytest.mark.parametrize(("edge", "doubts"), [(29.0, 1), (90.0, 0)])
def test_beside_faces_only_things_of_their_size_count_and_no_closer_look_is_taken(says, edge, doubts):
    shown = says((0, 30, 40, 1.0), SEEN_THERE)
    seen = [place(324.0, 244.0, 24.0, 0.5)]
    assert len(watch.find_hidden(BLANK, [face(500.0, 400.0, edge)], seen)) == doubts
    assert set(shown) == {(240, 320)}


def test_beside_accepted_faces_more_is_needed(says):
    says((0, 24, 32, -0.5), (0, 15, 20, -0.5), SEEN_THERE)
    seen = [place(165.0, 120.0, 24.0, 0.3)]
    assert watch.find_hidden(BLANK, [face(500.0, 400.0, 24.0)], seen) == []
    assert watch.find_hidden(BLANK, [], seen)


def test_what_was_added_below_the_picture_is_no_part_of_it(monkeypatch):
    seen = np.zeros((15, 56, 80), np.float32)
    monkeypatch.setattr(watch, "run_detector", lambda *_: seen)
    for rows in (209, 210, 224):
        picture = np.zeros((2 * rows, 640, 3), np.uint8)
        assert watch.look(picture, 320).maps.shape[1:] == (-(-rows // watch.STRIDE), 80)


@pytest.mark.parametrize(
    ("long_side", "edges", "seen"),
    [(1280, (60.0,), 320), (1280, (60.0, 20.0), 320), (400, (60.0,), 200), (400, (60.0, 20.0), 320), (400, (), 400)],
)
def test_small_pictures_with_small_dice_are_not_shrunk_further(says, long_side, edges, seen):
    shown = says()
    picture = np.full((long_side, long_side // 2, 3), 90, np.uint8)
    watch.find_hidden(picture, [face(100.0, 100.0, edge) for edge in edges], [])
    assert [size[0] for size in shown] == [seen]


def test_dice_that_this_net_does_not_see_at_all_are_doubted(says):
    says(SEEN_THERE)
    assert watch.find_hidden(BLANK, [face(500.0, 400.0, 24.0), face(100.0, 100.0, 24.0)], []) == []
    (doubt,) = watch.find_hidden(BLANK, [face(100.0, 100.0, 24.0)], [])
    assert doubt.reason == NO_FACE
    assert doubt.box == (88, 88, 24, 24)


def test_dice_that_the_reading_net_hardly_sees_are_doubted(says):
    says(SEEN_THERE)
    hardly = Face(place(500.0, 400.0, 24.0, 0.35), np.zeros(7, np.float32), None)
    assert len(watch.find_hidden(BLANK, [hardly], [])) == 1
    assert watch.find_hidden(BLANK, [hardly, face(500.0, 400.0, 24.0)], []) == []


def test_a_face_at_the_edge_of_the_picture_is_looked_for_inside_it(says):
    says(SEEN_THERE)
    assert len(watch.find_hidden(BLANK, [face(2.0, 479.0, 8.0)], [])) == 1
