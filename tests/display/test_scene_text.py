"""A scene as text shows every change that people at the table would call a fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablekeeper.display.any_page import Page
from tablekeeper.display.drawing.scene import Scene
from tests.display.samples import steps, table_pages
from tests.display.scene_text import compose, describe, differences
from tests.display.test_snapshots import PAGES, SCENES

TABLE = dict(table_pages("cocoon_world"))["cocoon_world_roll_opening"]
VIEW: Any = TABLE.view


def apart(before: Page, after: Page) -> list[str]:
    """What differs between the scenes of two pages."""
    return differences(describe(before, compose(before)), describe(after, compose(after)))


def on_the_table(**changes: Any) -> list[str]:
    """What differs when the view of the table does."""
    return apart(TABLE, replace(TABLE, view=replace(VIEW, **changes)))


def test_the_same_page_twice_gives_the_same_scene() -> None:
    assert apart(TABLE, TABLE) == []


@pytest.mark.parametrize("by", [1, 9])
def test_a_pawn_that_moved_is_one_line(by: int) -> None:
    purple = VIEW.players[4]
    players = (*VIEW.players[:4], replace(purple, space=purple.space + by))
    assert [line.partition(" @")[0] for line in on_the_table(players=players)] == [
        f"- pawn purple 17 white False key (pawn purple) on loop {purple.space}",
        f"+ pawn purple 17 white False key (pawn purple) on loop {purple.space + by}",
    ]


def test_a_missing_tile_is_one_line() -> None:
    lies = next(i for i, tile in enumerate(VIEW.tiles) if tile not in ("", "?"))
    tiles = (*VIEW.tiles[:lies], "", *VIEW.tiles[lies + 1 :])
    assert [line.split(" 32 ")[0] for line in on_the_table(tiles=tiles)] == [f"- tile {VIEW.tiles[lies]}", "+ tile -"]


def test_the_next_turn_shows_in_its_number_and_on_its_track() -> None:
    found = on_the_table(turn=VIEW.turn + 1)
    assert [line.partition(" @")[0] for line in found if "text" in line] == [
        f"- strong 18 text '{VIEW.turn} of 5'", f"+ strong 18 text '{VIEW.turn + 1} of 5'"
    ]  # fmt: skip
    assert len(found) == 4


def test_swapped_places_to_touch_are_seen() -> None:
    page = replace(TABLE, can_take_back=True)
    scene = compose(page)
    keys = [target.key for target in scene.targets]
    undo, fix = keys.index("undo"), keys.index("fix")
    swapped = Scene(scene.ground, scene.items, targets=list(scene.targets), routes=scene.routes, now=scene.now)
    swapped.targets[undo] = scene.targets[undo]._replace(act=scene.targets[fix].act)
    swapped.targets[fix] = scene.targets[fix]._replace(act=scene.targets[undo].act)
    found = differences(describe(page, scene), describe(page, swapped))
    assert sorted(line.split()[2] for line in found) == ["fix", "fix", "undo", "undo"]


def test_another_language_is_seen_on_every_page() -> None:
    kept = {name: (SCENES / f"{name}.en.txt").read_text(encoding="utf-8") for name in PAGES}
    french = {name: describe(page, compose(page, "fr")) for name, page in PAGES.items()}
    assert [name for name in PAGES if kept[name] == french[name]] == []


def test_a_step_of_the_timeline_that_is_not_marked_as_fixed_is_seen() -> None:
    page = PAGES["timeline"]
    unmarked = replace(page, steps=tuple(replace(step, was="") for step in steps()))  # type: ignore[call-arg]
    assert any("fixed" in line for line in apart(page, unmarked))
