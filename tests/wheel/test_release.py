"""What `make release` writes: the same bytes from the same sources, sums that fit, and a release that is taken."""

from __future__ import annotations

import gzip
import hashlib
import importlib.util
import io
import json
import shutil
import sys
import tarfile
import zipfile
from email.message import Message
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tablekeeper.firmware.updates.package import read_release
from tests.engines.tables import ROOT
from tests.firmware.releases import make_keys


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "scripts" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_wheel_that_was_packed_at_another_time_gives_the_same_bytes(script: ModuleType, wheel: Path) -> None:
    stirred = io.BytesIO()
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(stirred, "w") as new:
        for name in reversed(old.namelist()):
            new.writestr(zipfile.ZipInfo(name, (2031, 5, 6, 7, 8, 10)), old.read(name))
    settled = script.settle_wheel(wheel.read_bytes(), 10**9)
    assert script.settle_wheel(stirred.getvalue(), 10**9) == settled
    with zipfile.ZipFile(io.BytesIO(settled)) as found, zipfile.ZipFile(wheel) as old:
        assert {name: found.read(name) for name in found.namelist()} == {
            name: old.read(name) for name in old.namelist()
        }
        assert found.namelist()[-1].endswith(".dist-info/top_level.txt") or ".dist-info/" in found.namelist()[-1]


def test_an_archive_that_was_packed_at_another_time_gives_the_same_bytes(script: ModuleType, archive: Path) -> None:
    stirred, packed = io.BytesIO(), io.BytesIO(gzip.decompress(archive.read_bytes()))
    with tarfile.open(fileobj=packed) as old, tarfile.open(fileobj=stirred, mode="w") as new:
        for member in reversed(old.getmembers()):
            member.mtime, member.uid, member.uname = 1.5, 1234, "ann"
            new.addfile(member, old.extractfile(member) if member.isfile() else None)
    settled = script.settle_archive(archive.read_bytes(), 10**9)
    assert script.settle_archive(gzip.compress(stirred.getvalue(), 1), 10**9) == settled
    with tarfile.open(fileobj=io.BytesIO(settled)) as found:
        assert {member.uname for member in found} == {""}


def test_a_release_is_whole_and_its_sums_fit(
    script: ModuleType, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl on this computer")
    private, public = make_keys(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    built = shutil.copytree(built, tmp_path / "made" / "wheel")
    for name in ("parts/post.stl", "parts/post.pdf", "deb/tablekeeper_0.0.1_amd64.deb"):
        path = built.parent / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(name.encode())
    own = next(built.glob("*.whl")).name.split("-")[1]
    (built.parent / f"deb/tablekeeper_{own}_arm64.deb").write_bytes(b"package")
    out, again = tmp_path / "out", tmp_path / "again"
    script.main(built, out, private)
    script.main(built, again, private)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == {
        path.name: path.read_bytes() for path in again.iterdir()
    }
    sums = dict(reversed(line.split()) for line in (out / "SHA256SUMS").read_text(encoding="ascii").splitlines())
    files = {path for path in out.iterdir() if path.name != "SHA256SUMS"}
    assert sums == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    [signed] = out.glob("*.release")
    assert list(read_release(signed, [public]).wheels) == [path.name for path in out.glob("*.whl")]
    assert [path.name for path in out.glob("*.deb")] == [f"tablekeeper_{own}_arm64.deb"]
    with zipfile.ZipFile(next(out.glob("*-parts.zip"))) as parts:
        assert parts.namelist() == ["post.pdf", "post.stl"]


def test_the_verb_makes_packages_for_both_processors_and_all_parts_before_it_packs() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    lines = text.partition("\nrelease:")[2].partition("\n\n")[0].splitlines()
    wanted = ("scripts/wheel.sh", "amd64 arm64", "hardware.parts out/parts", "scripts/release.py")
    places = [next(number for number, line in enumerate(lines) if words in line) for words in wanted]
    assert places == sorted(places)


def test_the_bill_of_materials_names_every_library_with_its_licence(script: ModuleType) -> None:
    bill = json.loads(script.bill_of_materials("1.0.0"))
    names = {part["name"].lower() for part in bill["components"]}
    assert {"click", "numpy", "msgspec", "rich", "pygments"} <= names
    assert "pytest" not in names
    assert all(part["licenses"][0]["license"]["name"] != "unknown" for part in bill["components"])
    assert script.bill_of_materials("1.0.0") == script.bill_of_materials("1.0.0")


class Strict(Message):
    """Metadata as the package importlib_metadata gives it: a field that is missing is a KeyError."""

    def __getitem__(self, field: str) -> Any:
        return dict(self.items())[field]


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License-Expression": "MIT"}, "MIT"),
        ({"License": "BSD\nand its text"}, "BSD"),
        ({"Classifier": "License :: OSI Approved :: ISC License"}, "ISC License"),
        ({}, "unknown"),
    ],
)
def test_a_licence_is_found_in_any_form_of_metadata(fields: dict[str, str], licence: str, script: ModuleType) -> None:
    words = Strict()
    for field, value in fields.items():
        words[field] = value
    assert script.licence_of(SimpleNamespace(metadata=words)) == licence


def test_the_changes_are_those_of_the_version(script: ModuleType) -> None:
    log = "# Changelog\n\n## Unreleased\n\nsoon\n\n## [1.2.0] - 2026-11-19\n\n- this\n\n## 1.1.0\n\n- that\n"
    assert script.changes(log, "1.2.0") == b"# Tablekeeper 1.2.0\n\n- this\n"
    assert script.changes(log, "1.3.0") == b"# Tablekeeper 1.3.0\n\nsoon\n"
    assert sys.modules.get("release") is None
