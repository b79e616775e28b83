"""The parts: what the proof finds in meshes with planted faults; and, where manifold3d is, that every part passes."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from tablekeeper.hardware.parts.cardboard import HINTS, INSTEAD, TEMPLATES
from tablekeeper.hardware.parts.files import draw, write_stl, write_template
from tablekeeper.hardware.parts.folded import ARM_MM, POST_MM
from tablekeeper.hardware.parts.lines import crossed, rectangle
from tablekeeper.hardware.parts.numbers import CAMERA, FLOOR_MM, PITCH, THINNEST_MM, TRAY
from tablekeeper.hardware.parts.overview import SIZE_PX, draw_template, lay_out
from tablekeeper.hardware.parts.proof import Points, bore_mm, normals, open_edges, overhang_mm, thinnest
from tablekeeper.hardware.parts.solids import FOOT_MM, MEETING, PARTS, WEB_MM, post_length

FACES = ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))


def box(x: float, y: float, z: float, at: tuple[float, float, float] = (0, 0, 0)) -> Points:
    """Twelve triangles that look outward."""
    spots = np.array([(i, j, k) for k in (0, 1) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))], float) * (x, y, z) + at
    return np.array(
        [[spots[a], spots[b], spots[c]] for f in FACES for a, b, c in ((f[0], f[1], f[2]), (f[0], f[2], f[3]))]
    )


def test_a_box_is_closed_and_looks_outward() -> None:
    found = box(10, 20, 3)
    assert open_edges(found) == 0
    assert np.all(np.einsum("ij,ij->i", normals(found), found.mean(axis=1) - (5, 10, 1.5)) > 0)


def test_a_hole_in_the_mesh_is_found() -> None:
    assert open_edges(box(10, 20, 3)[:-1]) == 3


def test_a_face_that_looks_inward_is_found() -> None:
    found = box(10, 20, 3)
    found[0] = found[0][::-1]
    assert open_edges(found) > 0


@pytest.mark.parametrize("thick", [0.4, 1.2, 3.0])
def test_the_thinnest_wall_is_measured(thick: float) -> None:
    assert thinnest(box(30, 20, thick)) == pytest.approx(thick, abs=1e-3)


def test_what_hangs_in_the_air_is_measured() -> None:
    table = np.concatenate([box(4, 4, 10), box(60, 30, 2, at=(0, 0, 10))])
    assert overhang_mm(table) == pytest.approx(30)
    assert overhang_mm(box(60, 30, 2)) == 0


def test_the_bore_is_measured_between_its_walls() -> None:
    walls = np.concatenate([box(2, 20, 20, at=(7.3, -10, 0)), box(2, 20, 20, at=(-9.3, -10, 0))])
    assert bore_mm(walls) == pytest.approx(14.6)


def test_the_lens_is_where_the_simulated_camera_is() -> None:
    assert FOOT_MM + 2 * post_length() + WEB_MM == pytest.approx(CAMERA.z_mm + FLOOR_MM)


def test_an_stl_holds_all_triangles(tmp_path: Path) -> None:
    found = box(10, 20, 3)
    write_stl(tmp_path / "a.stl", found)
    content = (tmp_path / "a.stl").read_bytes()
    assert struct.unpack("<I", content[80:84]) == (12,)
    assert len(content) == 84 + 50 * 12
    write_stl(tmp_path / "b.stl", found[::-1])
    assert (tmp_path / "b.stl").read_bytes() == content


def test_a_picture_shows_the_nearest_face() -> None:
    picture = draw(np.concatenate([box(40, 40, 40), box(10, 10, 10, at=(15, 15, 15))]))
    alone = draw(box(40, 40, 40))
    assert np.array_equal(picture, alone)
    assert 0.2 < (alone[:, :, 0] < 255).mean() < 0.9


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_fits_a_paper_at_scale(name: str, tmp_path: Path) -> None:
    assert write_template(tmp_path / "a.pdf", name, *TEMPLATES[name]()) in ("A4", "A3")
    content = (tmp_path / "a.pdf").read_bytes()
    stream = zlib.decompress(content.partition(b"stream\n")[2].partition(b"\nendstream")[0]).decode("ascii")
    lines = [tuple(map(float, found)) for found in re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", stream)]
    x1, _, x2, _ = lines[-1]
    assert (x2 - x1) / 72 * 25.4 == pytest.approx(100, abs=0.01)
    wide, tall = (float(found) for found in re.findall(rb"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)[0])
    assert all(0 <= x <= wide and 0 <= y <= tall for line in lines for x, y in (line[:2], line[2:]))


def test_all_templates_are_seen_whole_on_the_overview() -> None:
    drawn = [draw_template(pattern()) for pattern in TEMPLATES.values()]
    for picture in drawn:
        edges = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
        assert edges.min() == 255
        assert picture.min() < 100
    assert lay_out(drawn).shape == (2 * SIZE_PX, 5 * SIZE_PX, 3)


def test_a_template_that_fits_no_paper_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="A3 is the largest"):
        write_template(tmp_path / "a.pdf", "a wall", rectangle(0, 0, 900, 100), [])


def test_templates_have_the_numbers_of_the_table() -> None:
    cut, _ = TEMPLATES["sensor_sheet"]()
    assert max(line[0] for line in cut) == 3 * PITCH
    _, fold = TEMPLATES["tray"]()
    assert max(line[0] for line in fold) == TRAY.width_mm


def test_who_has_no_printer_finds_a_template_for_every_part_with_a_word_on_how() -> None:
    assert set(INSTEAD) == set(PARTS)
    assert set(INSTEAD.values()) == set(TEMPLATES) == set(HINTS)


def test_the_parts_of_cardboard_fit_one_another() -> None:
    cut, fold = TEMPLATES["post"]()
    assert max(line[3] for line in cut) - ARM_MM[1] == CAMERA.z_mm + FLOOR_MM
    assert fold[0][0] == POST_MM
    for name in ("foot", "arm"):
        _, folds = TEMPLATES[name]()
        holes = [line for line in folds if line[1] == line[3] and 0 < line[2] - line[0] < ARM_MM[0]]
        assert [round(line[2] - line[0] - POST_MM, 1) for line in holes] in ([0.6], [0.6, 0.6], [0.6, -0.6])


def test_a_crossed_hole_is_cut_from_corner_to_corner() -> None:
    cut, fold = crossed(10, 10, 4)
    assert cut == [(8, 8, 12, 12), (8, 12, 12, 8)]
    assert {line[:2] for line in fold} == {(8, 8), (12, 8), (12, 12), (8, 12)}


@pytest.mark.parametrize("name", PARTS)
def test_every_part_can_be_printed(name: str) -> None:
    pytest.importorskip("manifold3d", reason="only `make parts` installs manifold3d")
    from tablekeeper.hardware.parts.proof import prove, triangles

    solid = PARTS[name]()
    assert list(prove(name, solid)) == []
    assert thinnest(triangles(solid)) >= THINNEST_MM


@pytest.mark.parametrize(("inner", "outer"), MEETING)
def test_what_goes_into_what_fits(inner: str, outer: str) -> None:
    pytest.importorskip("manifold3d", reason="only `make parts` installs manifold3d")
    from tablekeeper.hardware.parts.proof import meet

    assert inner == "post"
    assert meet(PARTS[outer]()) == ""
