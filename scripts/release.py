"""Everything of a release in one folder, twice the same bytes: release.py BUILT OUT [KEY].

BUILT holds the wheel and the source archive as scripts/wheel.sh makes them; with KEY, a private key, it is signed.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import sys
import tarfile
import time
import tomllib
import uuid
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tablekeeper.firmware.updates.package import ANY, write_release

ROOT = Path(__file__).resolve().parent.parent
OLDEST_ZIP_S = 315532800
"""1980: what a wheel's archive can name at the earliest, and the date of a release that nobody dated."""
NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")


def main(built: Path, out: Path, key: Path | None) -> None:
    """Write all files and their sums."""
    out.mkdir(parents=True, exist_ok=True)
    for old in out.iterdir():
        old.unlink()
    epoch_s = max(OLDEST_ZIP_S, int(os.environ.get("SOURCE_DATE_EPOCH", "0")))
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    [wheel], [source] = built.glob("*.whl"), built.glob("*.tar.gz")
    files = {
        wheel.name: settle_wheel(wheel.read_bytes(), epoch_s),
        source.name: settle_archive(source.read_bytes(), epoch_s),
        f"tablekeeper-{version}.cdx.json": bill_of_materials(version),
        "LICENCES.md": licences(),
        "CHANGES.md": changes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version),
    }
    for name, content in files.items():
        (out / name).write_bytes(content)
    parts = built.parent / "parts"
    if parts.is_dir():
        (out / f"tablekeeper-{version}-parts.zip").write_bytes(pack(parts, epoch_s))
    if key is not None:
        write_release(out / f"tablekeeper-{version}.release", version, ANY, {wheel.name: files[wheel.name]}, key)
    for package in sorted((built.parent / "deb").glob(f"tablekeeper_{version}_*.deb")):
        (out / package.name).write_bytes(package.read_bytes())
    (out / "SHA256SUMS").write_text("".join(_sums(out)), encoding="ascii")
    print(f"{len(list(out.iterdir()))} files are in {out}" + ("" if key else "; not signed, as there is no KEY"))


def pack(folder: Path, epoch_s: int) -> bytes:
    """All files of a folder, for people to unpack."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.writestr(_entry(path.name, epoch_s), path.read_bytes())
    return packed.getvalue()


def _entry(name: str, epoch_s: int) -> zipfile.ZipInfo:
    """One date and plain rights, whoever packs it."""
    info = zipfile.ZipInfo(name, time.gmtime(epoch_s)[:6])
    info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
    return info


def settle_wheel(wheel: bytes, epoch_s: int) -> bytes:
    """The same files in a fixed order, with one date and plain rights."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(wheel)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist(), key=lambda name: (".dist-info/" in name, name)):
            new.writestr(_entry(name, epoch_s), old.read(name))
    return packed.getvalue()


def settle_archive(archive: bytes, epoch_s: int) -> bytes:
    """The same files in a fixed order, with one date, plain rights and nobody's name."""
    packed = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(gzip.decompress(archive))) as old,  # read in another order than it was packed
        gzip.GzipFile(fileobj=packed, mode="wb", filename="", mtime=epoch_s) as squeezed,
        tarfile.open(fileobj=squeezed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old, key=lambda member: member.name):
            info = tarfile.TarInfo(member.name)
            info.type, info.linkname, info.size, info.mtime = member.type, member.linkname, member.size, epoch_s
            info.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            new.addfile(info, old.extractfile(member) if member.isfile() else None)
    return packed.getvalue()


def needed() -> list[Distribution]:
    """Everything that runs beside Tablekeeper on a PC, and what that needs, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting, found = [Requirement(words) for words in project["dependencies"]], {}
    while waiting:
        requirement = waiting.pop()
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            sys.exit(f"release: list what is needed: found no {name} here; expected: make setup")
        waiting += [Requirement(words) for words in found[name].requires or ()]
    return [found[name] for name in sorted(found)]


def licence_of(package: Distribution) -> str:
    """What a package says of its licence, in the newest form that it has."""
    words = package.metadata
    classifiers = [line.rpartition(" :: ")[2] for line in words.get_all("Classifier") or () if "License ::" in line]
    # get_all: where importlib_metadata is installed, a field that is missing is a KeyError in place of None
    newest, oldest = ((words.get_all(field) or [""])[0] for field in ("License-Expression", "License"))
    return newest or ", ".join(classifiers) or oldest.split("\n")[0] or "unknown"


def bill_of_materials(version: str) -> bytes:
    """CycloneDX 1.5, with no date and a serial number that follows from the content."""
    parts = [
        {
            "type": "library",
            "name": package.metadata["Name"],
            "version": package.version,
            "purl": f"pkg:pypi/{package.metadata['Name'].lower()}@{package.version}",
            "licenses": [{"license": {"name": licence_of(package)}}],
        }
        for package in needed()
    ]
    serial = uuid.uuid5(NAMESPACE, json.dumps([version, parts], sort_keys=True))
    bill: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "tablekeeper", "version": version}},
        "components": parts,
    }
    return (json.dumps(bill, indent=1, ensure_ascii=False) + "\n").encode()


def licences() -> bytes:
    """A list for people."""
    lines = [f"| {package.metadata['Name']} | {package.version} | {licence_of(package)} |" for package in needed()]
    head = ["# Licences", "", "Tablekeeper itself: MIT. What it needs on a PC:", "", "| package | version | licence |"]
    return ("\n".join([*head, "|---|---|---|", *lines]) + "\n").encode()


def changes(changelog: str, version: str) -> bytes:
    """The section of this version; until it has one, what is unreleased."""
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    for wanted in (version, "Unreleased"):
        for section in sections:
            title = section.partition("\n")[0].strip("[] ")
            if title.startswith(wanted):
                return f"# Tablekeeper {version}\n\n{section.partition(chr(10))[2].strip()}\n".encode()
    sys.exit(f"release: write the changes: found neither {version} nor Unreleased in CHANGELOG.md")


def _sums(out: Path) -> Iterator[str]:
    for path in sorted(out.iterdir()):
        if path.name != "SHA256SUMS":
            yield f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else None)
