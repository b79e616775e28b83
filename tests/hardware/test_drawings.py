"""The drawings in docs/build come from pins.toml as it is now."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tablekeeper.hardware.drawings import FOLDER, drawings
from tablekeeper.hardware.header.pins import HEADER, load_pins
from tests.engines.tables import ROOT

NAMES = sorted(drawings(load_pins()))


@pytest.mark.parametrize("name", NAMES)
def test_the_drawing_on_disk_is_current(name: str) -> None:
    drawn = drawings(load_pins())[name]
    ElementTree.fromstring(drawn)
    assert (ROOT / FOLDER / name).read_text(encoding="utf-8") == drawn, "run: python -m tablekeeper.hardware.drawings"


def test_every_wire_is_drawn_and_a_changed_pin_changes_the_drawing() -> None:
    pins = load_pins()
    wiring = drawings(pins)["wiring.svg"]
    for owner, pin in pins.owners():
        assert f"{owner}  (BCM {pin})" in wiring
    moved = replace(pins, buzzer=2)
    assert f"buzzer  (BCM 2)  [{HEADER[2]}]" in drawings(moved)["wiring.svg"]
    assert drawings(moved)["wiring.svg"] != wiring


def test_the_sheet_is_at_scale() -> None:
    sheet = ElementTree.fromstring(drawings(load_pins())["sensor_grid_a4.svg"])
    assert (sheet.get("width"), sheet.get("height"), sheet.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")


def test_the_docs_link_every_drawing() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / FOLDER).glob("*.md"))
    assert all(name in text for name in NAMES)
