"""Every setting that a page or a text of the screen names is one; every check that the guide names is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablekeeper.firmware.doctor.examine import DEVICES, MACHINE
from tablekeeper.firmware.settings.config import NAMES
from tests.engines.tables import ROOT

SECTIONS = sorted({name.partition(".")[0] for name in NAMES})
OBJECTS = ("docs/hardware.md",)
"""Pages that speak of objects in a program, such as box.facts()."""
PAGES = sorted(
    {*ROOT.glob("docs/**/*.md"), ROOT / "README.md", *ROOT.glob("display/**/text/*.toml")}
    - {ROOT / page for page in OBJECTS}
)
SETTING = re.compile(rf"(?<![\w./-])(?:{'|'.join(SECTIONS)})\.[a-z_]+(?![\w/.])")
IN_SECTION = re.compile(rf"\[({'|'.join(SECTIONS)})\] ((?:[a-z_]+ = '?[\w/]+'?(?:, or )?)+)")
CHECKS = {name for names in (*MACHINE.values(), *DEVICES.values()) for name in names}
FILE = re.compile(r"\.(?:html|md|py|sqlite|toml)$")


def named_settings(text: str) -> set[str]:
    """Settings as words such as camera.backend, and as lines such as [camera] kind = 'webcam'."""
    words = {name for name in SETTING.findall(text) if not FILE.search(name)}
    for section, keys in IN_SECTION.findall(text):
        words |= {f"{section}.{key}" for key in re.findall(r"([a-z_]+) =", keys)}
    return words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_setting_that_is_named_is_one(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".toml":  # only the texts, not their names
        text = "\n".join(line.partition(" = ")[2] for line in text.splitlines())
    assert named_settings(text) - set(NAMES) == set()


def test_the_search_for_settings_finds_them() -> None:
    text = "set box.backend=none, `table.sound`, [camera] kind = 'webcam', or grid = 'analog'; see camera.py"
    assert named_settings(text) == {"box.backend", "table.sound", "camera.kind", "camera.grid"}


def test_every_check_that_the_guide_names_is_one() -> None:
    guide = (ROOT / "docs/build/README.md").read_text(encoding="utf-8")
    steps = re.findall(r"\*Doctor:\*(.*?)(?=\n\d+\. |\n\n|\Z)", guide, re.DOTALL)
    named = {word for step in steps for word in re.findall(r"`([^`]+)`", step)}
    assert len(steps) >= 7
    assert named - CHECKS == {"tablekeeper doctor --hands"}
    assert len(named & CHECKS) >= 10
