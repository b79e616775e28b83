"""What whoever builds a table asks at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.firmware.commands import call


def test_magnets_names_every_sensor_and_why_one_does_not_work(tmp_path: Path) -> None:
    result = call(tmp_path, "magnets", "--floor", "4", "--magnet", "10x3")
    works = {
        line.split()[1].rstrip(":"): line.startswith("works") for line in result.output.splitlines() if " mT " in line
    }
    assert works == {"DRV5032AJ": True, "DRV5032FA": False, "A3144": True, "SS49E": True}
    assert "lets go at 0.5" in result.output
    assert "guessed" in result.output


def test_magnets_as_json(tmp_path: Path) -> None:
    words = ("magnets", "--floor", "4", "--magnet", "8x3", "--sensor", "DRV5032AJ", "--json")
    told = json.loads(call(tmp_path, *words).output)
    (found,) = told["fits"]
    assert (told["magnet"], told["grade"], found["works"], found["pole"]) == ("8x3", "N38", True, "either")
    assert found["field_mt"] > found["closes_mt"]
    assert abs(found["neighbours_mt"]) < found["opens_mt"]


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (("--floor", "4", "--magnet", "10"), "DIAMETERxHEIGHT"),
        (("--floor", "4", "--grade", "N99"), "N35"),
        (("--floor", "0"), "0.2 to 40"),
        (("--floor", "4", "--pitch", "1"), "12 to 120"),
        (("--floor", "4", "--sensor", "reed"), "DRV5032AJ"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: tuple[str, ...], right: str, tmp_path: Path) -> None:
    result = call(tmp_path, "magnets", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert right in result.stderr
    assert result.stderr.count("\n") == 1
