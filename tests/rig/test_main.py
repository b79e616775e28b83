"""The command: what cannot run is told in one line and never shown as a success."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest

from tests.rig import __main__ as rig
from tests.rig.machine import CONTROL, pack
from tests.rig.turns import BROKEN, MISSING, WORKS


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEKEEPER_RIG", str(tmp_path / "rig"))


def test_without_root_one_line_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert rig.main(["camera"]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("rig: cannot run: found no root rights")
    assert "camera: did not run" in lines[1]
    assert len(lines) == 2


def test_in_ci_what_cannot_run_is_no_failure_but_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert rig.main(["--if-possible"]) == 0
    assert "did not run" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("results", "status"),
    [
        ({"a": WORKS}, 0),
        ({"a": WORKS, "b": MISSING}, 3),
        ({"a": MISSING, "b": BROKEN, "c": WORKS}, 1),
    ],
)
@pytest.mark.parametrize("lenient", [False, True])
def test_a_broken_part_outweighs_one_that_did_not_run(
    monkeypatch: pytest.MonkeyPatch, results: dict[str, str], status: int, lenient: bool
) -> None:
    monkeypatch.setattr(rig, "run", lambda cache, parts, began_s: results)
    assert rig.main(["--if-possible"] if lenient else []) == (0 if lenient and status == 3 else status)


def test_what_makes_a_userland_comes_before_the_parts_that_live_in_it() -> None:
    names = [job.name for job in rig.JOBS]
    assert {*names, rig.LAST.name} == {*rig.PARTS, rig.PC, rig.PI}
    assert all(names.index(job.needs) < names.index(job.name) for job in rig.JOBS if job.needs)


def test_every_part_can_be_loaded() -> None:
    for job in (*rig.JOBS, rig.LAST):
        assert callable(import_module(f"tests.rig.{job.name}").run)


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        rig.main(["sound"])
    assert refused.value.code == 2
    assert "found the part 'sound'" in capsys.readouterr().err


def test_an_archive_is_packed_as_the_kernel_reads_it() -> None:
    packed = pack([("bin", 0o40755, b""), ("bin/a", 0o100644, b"hello")])
    assert len(packed) % 4 == 0
    at, found = 0, {}
    while packed[at : at + 6] == b"070701":
        fields = [int(packed[at + 6 + 8 * n : at + 14 + 8 * n], 16) for n in range(13)]
        name = packed[at + 110 : at + 110 + fields[11] - 1].decode()
        start = (at + 110 + fields[11] + 3) // 4 * 4
        found[name] = (fields[1], packed[start : start + fields[6]])
        at = (start + fields[6] + 3) // 4 * 4
    assert found == {"bin": (0o40755, b""), "bin/a": (0o100644, b"hello"), "TRAILER!!!": (0, b"")}


def test_what_a_terminal_obeys_is_not_taken_for_words() -> None:
    told = "\x1b[!p\x1b]104\x07\x1b[?7h\x1b7\x1b(Brig: \x1b[31mfound\x1b[0m [x] (y)\n"
    assert CONTROL.sub("", told) == "rig: found [x] (y)\n"
