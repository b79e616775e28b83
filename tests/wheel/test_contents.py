"""The wheel and the source archive hold every file of the rooms, as files, and claim one name."""

from __future__ import annotations

import stat
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

from tests.engines.tables import ROOT

ROOMS = ("engines", "vision", "hardware", "display", "firmware")


def everything() -> set[str]:
    """Every file that a program may need, as the wheel names it."""
    here = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()]
    files = {f"tablekeeper/{path.relative_to(ROOT).as_posix()}" for path in here if "__pycache__" not in path.parts}
    return files | {f"tablekeeper/{path.name}" for path in (ROOT / "src" / "tablekeeper").iterdir() if path.is_file()}


def test_the_wheel_holds_every_file_of_the_rooms_and_claims_one_name(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        entries = packed.infolist()
    assert {PurePosixPath(entry.filename).parts[0].partition("-")[0] for entry in entries} == {"tablekeeper"}
    assert not [entry.filename for entry in entries if stat.S_ISLNK(entry.external_attr >> 16)]
    assert everything() == {entry.filename for entry in entries if ".dist-info/" not in entry.filename}


def test_the_source_archive_holds_every_file_of_the_rooms_and_no_links(archive: Path) -> None:
    with tarfile.open(archive) as packed:
        members = packed.getmembers()
    assert not [member.name for member in members if member.issym() or member.islnk()]
    names = {member.name.partition("/src/")[2] for member in members if member.isfile()}
    assert everything() <= names


def test_the_kinds_of_files_that_a_build_easily_forgets_are_there() -> None:
    kinds = {PurePosixPath(name).suffix for name in everything()}
    assert {".toml", ".md", ".ttf", ".onnx", ".service", ".typed", ".txt", ".py"} <= kinds
