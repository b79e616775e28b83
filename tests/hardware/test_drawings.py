"""The drawings and tables in docs/build come from the circuits and pins.toml as they are now."""

import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from tablekeeper.hardware.drawings import FOLDER, drawings
from tablekeeper.hardware.header.pins import DEFAULT_PINS, HEADER, Pins, load_pins
from tests.engines.tables import ROOT


@cache
def current() -> dict[str, str]:
    """Everything that is drawn of the pins that ship."""
    return drawings(load_pins())


def test_the_drawings_on_disk_are_current() -> None:
    kept = {name: (ROOT / FOLDER / name).read_text(encoding="utf-8") for name in current()}
    stale = [name for name, drawn in current().items() if kept[name] != drawn]
    assert stale == [], "run: python -m tablekeeper.hardware.drawings"


def test_every_drawing_is_well_formed() -> None:
    pictures = [drawn for name, drawn in current().items() if name.endswith(".svg")]
    assert len(pictures) > 10
    for drawn in pictures:
        ElementTree.fromstring(drawn)


def test_every_wire_is_drawn_and_a_changed_pin_changes_the_drawing() -> None:
    pins = load_pins()
    wiring = current()["wiring.svg"]
    for owner, pin in pins.owners():
        assert f"{owner}  (BCM {pin})" in wiring
    moved = replace(pins, buzzer=2)
    assert f"buzzer  (BCM 2)  [{HEADER[2]}]" in drawings(moved)["wiring.svg"]
    assert drawings(moved)["wiring.svg"] != wiring


def test_the_sheet_is_at_scale() -> None:
    sheet = ElementTree.fromstring(current()["sensor_grid_a4.svg"])
    assert (sheet.get("width"), sheet.get("height"), sheet.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")


def test_every_wire_has_a_line_in_the_wiring_table() -> None:
    pins = load_pins()
    words = current()["wiring.md"]
    for owner, pin in pins.owners():
        assert f"{owner}: position {HEADER[pin]} (BCM {pin})" in words


def test_what_is_not_fitted_is_not_drawn() -> None:
    bare = drawings(Pins())
    assert {"lamp_half.svg", "hall_cell.svg", "breadboard.svg"}.isdisjoint(bare)
    assert "S1" not in bare["wiring.md"]


def test_guesses_are_marked_in_the_table_of_sources() -> None:
    lines = current()["ratings.md"].splitlines()
    marked = {line.split(" | ")[0] for line in lines if "**guess**" in line}
    assert {"| A3144", "| BUZZER", "| the Pi's 5 V"} <= marked


def test_nothing_is_drawn_of_a_circuit_that_would_break(tmp_path: Path) -> None:
    text = DEFAULT_PINS.read_text(encoding="utf-8").replace("left = 12", "left = 3")
    (tmp_path / "pins.toml").write_text(text, encoding="utf-8")
    words = ["-m", "tablekeeper.hardware.drawings", "--pins", tmp_path / "pins.toml", "--into", tmp_path / "drawn"]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, (tmp_path / "drawn").exists()) == (2, False)
    assert "I2C" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_docs_link_every_drawing() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / FOLDER).glob("*.md"))
    assert all(name in text for name in current())
