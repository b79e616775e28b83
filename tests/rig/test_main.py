"""The command: what cannot run is told in one line and never shown as a success."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.rig import __main__ as rig
from tests.rig.cache import find_cache
from tests.rig.errors import Broken, Missing
from tests.rig.machine import pack
from tests.rig.work import Work


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
        ({"a": rig.PROVED}, 0),
        ({"a": rig.PROVED, "b": rig.MISSING}, 3),
        ({"a": rig.MISSING, "b": rig.BROKEN, "c": rig.PROVED}, 1),
    ],
)
@pytest.mark.parametrize("lenient", [False, True])
def test_a_broken_part_outweighs_one_that_did_not_run(
    monkeypatch: pytest.MonkeyPatch, results: dict[str, str], status: int, lenient: bool
) -> None:
    monkeypatch.setattr(rig, "run", lambda cache, parts: results)
    assert rig.main(["--if-possible"] if lenient else []) == (0 if lenient and status == 3 else status)


@pytest.mark.parametrize(
    ("fault", "result"),
    [(Missing("no wheels"), rig.MISSING), (Broken("lost an edge"), rig.BROKEN), (ValueError("odd"), rig.BROKEN)],
)
def test_whatever_a_part_raises_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: Exception, result: str
) -> None:
    from tests.rig import camera

    def prove(work: Work) -> None:
        raise fault

    monkeypatch.setattr(camera, "prove", prove)
    assert rig._run_part("camera", Work("camera", find_cache(), tmp_path)) == result
    assert str(fault) in capsys.readouterr().out


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
