"""The weekly workflow tries every fresh system and every case that there is, by the verb that people call."""

from __future__ import annotations

import re

import pytest

from tests.engines.tables import ROOT
from tests.fresh.__main__ import CASES
from tests.fresh.system import RELEASES

TEXT = (ROOT / ".github/workflows/setup.yml").read_text(encoding="utf-8")


def listed(name: str) -> list[str]:
    (words,) = re.findall(rf"^        {name}: \[(.*)\]$", TEXT, re.MULTILINE)
    return [word.strip() for word in words.split(",")]


def test_every_release_and_every_case_is_tried() -> None:
    assert (sorted(listed("release")), sorted(listed("case"))) == (sorted(RELEASES), sorted(CASES))


@pytest.mark.parametrize("part", ["schedule:", "workflow_dispatch:", "ubuntu-24.04-arm", "contents: read"])
def test_it_runs_weekly_and_by_hand_on_both_processors_and_may_write_nothing(part: str) -> None:
    assert part in TEXT


def test_it_calls_the_verb() -> None:
    assert "make test-setup FRESH='${{ matrix.release }} ${{ matrix.case }}'" in TEXT


def test_what_it_watches_is_there() -> None:
    (paths,) = re.findall(r"paths: \[(.*)\]", TEXT)
    watched = [word.strip().strip('"').removesuffix("/**") for word in paths.split(",")]
    assert [path for path in watched if not (ROOT / path).exists()] == []
