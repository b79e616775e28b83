"""What is kept is whole or not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rig.cache import VARIABLE, Cache, find_cache
from tests.rig.errors import Missing


def test_a_thing_is_made_once_for_each_recipe(tmp_path: Path) -> None:
    cache, made, told = Cache(tmp_path), list[str](), list[str]()

    def make(folder: Path) -> None:
        made.append(folder.name)
        (folder / "content").touch()

    for recipe in ("one", "one", "two", "two"):
        assert (cache.have("thing", recipe, make, told.append) / "content").exists()
    assert made == ["thing.half-made"] * 2
    assert told == []


def test_what_a_broken_run_left_is_told_and_made_anew(tmp_path: Path) -> None:
    cache, told = Cache(tmp_path), list[str]()

    def break_off(folder: Path) -> None:
        (folder / "half").touch()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.have("thing", "recipe", break_off, told.append)
    assert not (tmp_path / "thing").exists()
    whole = cache.have("thing", "recipe", lambda folder: (folder / "whole").touch(), told.append)
    assert sorted(path.name for path in whole.iterdir()) == [".recipe", "whole"]
    assert [line for line in told if "half made by a broken run" in line] == told
    assert len(told) == 1


def test_one_rig_at_a_time(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    with cache.lock(), pytest.raises(Missing, match="found another rig at work"):
        cache.lock()
    with cache.lock():
        pass


def test_the_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "elsewhere"))
    assert find_cache().folder == tmp_path / "elsewhere"
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert find_cache().folder == tmp_path / "tablekeeper" / "rig"
