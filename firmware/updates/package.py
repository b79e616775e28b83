"""A release as one file: a line that names the format, the signature, then an archive with release.json and wheels."""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
import platform
import re
import tarfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.faults import Words
from tablekeeper.firmware.errors import why_of
from tablekeeper.firmware.updates.errors import UpdateFault
from tablekeeper.firmware.updates.signature import is_signed, sign

FORMAT = b"tablekeeper release 1\n"
MANIFEST = "release.json"
MOST_BYTES = 512 * 1024 * 1024
SIGNATURE_LINE = 88 + 1
VERSION = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6}){1,3}")
WHEEL = re.compile(r"[A-Za-z0-9_.+!-]{1,200}\.whl")
ANY = "any"
RIGHT = Words("expected a file made by `make release`")


class Release(NamedTuple):
    """What is in a release."""

    version: str
    architecture: str
    wheels: Mapping[str, bytes]


def read_release(path: Path, keys: list[Path]) -> Release:
    """A release whose signature is good; nothing is unpacked before that is known."""
    content = _read(path)
    if not content.startswith(FORMAT):
        raise UpdateFault("Cannot read the release {path}: that is no release; {right}", path=path, right=RIGHT)
    line, payload = content[len(FORMAT) :][:SIGNATURE_LINE], content[len(FORMAT) + SIGNATURE_LINE :]
    if not payload:
        raise UpdateFault(
            "Cannot read the release {path}: it is cut off; expected a whole one: fetch it again", path=path
        )
    if not keys:
        raise UpdateFault(
            "Cannot read the release {path}: found no key to check it with; expected --key FILE", path=path
        )
    if not any(is_signed(payload, _decode(line), key) for key in keys):
        raise UpdateFault(
            "Cannot read the release {path}: its signature is not by {keys}, or the file is damaged; nothing "
            "was unpacked",
            path=path,
            keys=_names(keys),
        )
    return _open(payload, path)


def write_release(path: Path, version: str, architecture: str, wheels: Mapping[str, bytes], private_key: Path) -> None:
    """Pack and sign a release; the same wheels give the same bytes."""
    sums = {name: hashlib.sha256(wheel).hexdigest() for name, wheel in sorted(wheels.items())}
    manifest = {"version": version, "architecture": architecture, "wheels": sums}
    payload = _pack({MANIFEST: json.dumps(manifest, indent=1, sort_keys=True).encode(), **dict(sorted(wheels.items()))})
    line = base64.b64encode(sign(payload, private_key)) + b"\n"
    path.write_bytes(FORMAT + line + payload)


def order_of(version: str) -> tuple[int, ...]:
    """By which a newer version is known."""
    return tuple(int(part) for part in version.split("."))


def fits_here(architecture: str) -> bool:
    """Whether a release was made for this processor."""
    return architecture in (ANY, platform.machine())


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UpdateFault(
                "Cannot read the release {path}: it is larger than {most_bytes} bytes; {right}",
                path=path,
                most_bytes=MOST_BYTES,
                right=RIGHT,
            )
        return path.read_bytes()
    except OSError as fault:
        raise UpdateFault(
            "Cannot read the release {path}: {why}; {right}", path=path, why=why_of(fault), right=RIGHT
        ) from None


def _decode(line: bytes) -> bytes:
    try:
        return base64.b64decode(line.rstrip(b"\n"), validate=True)
    except binascii.Error:
        return b""


def _names(keys: list[Path]) -> str:
    return " or ".join(key.name for key in keys)


def _pack(contents: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in contents.items():
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(content), 0o644
            archive.addfile(info, io.BytesIO(content))
    return packed.getvalue()


def _open(payload: bytes, path: Path) -> Release:
    try:
        contents = _members(payload, path)
        manifest: Any = json.loads(contents.pop(MANIFEST))
        version, architecture, sums = manifest["version"], manifest["architecture"], dict(manifest["wheels"])
    except (tarfile.TarError, EOFError, zlib.error, ValueError, KeyError, TypeError, RecursionError) as fault:
        raise UpdateFault(
            "Cannot read the release {path}: {fault}; {right}", path=path, fault=why_of(fault), right=RIGHT
        ) from None
    if not VERSION.fullmatch(str(version)) or not isinstance(architecture, str):
        raise UpdateFault(
            "Cannot read the release {path}: found the version {version!r}; expected one such as 1.2.0",
            path=path,
            version=version,
        )
    if {name: hashlib.sha256(wheel).hexdigest() for name, wheel in contents.items()} != sums or not sums:
        raise UpdateFault(
            "Cannot read the release {path}: its wheels are not those of its list; {right}", path=path, right=RIGHT
        )
    return Release(version, architecture, contents)


def _members(payload: bytes, path: Path) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(payload), mode="r:") as archive:
        for member in archive:
            known = member.name == MANIFEST or WHEEL.fullmatch(member.name)
            file = archive.extractfile(member) if known and member.isfile() else None
            if file is None or member.name in contents:
                raise UpdateFault(
                    "Cannot read the release {path}: found {name!r} in it; {right}",
                    path=path,
                    name=member.name,
                    right=RIGHT,
                )
            contents[member.name] = file.read()
    return contents
