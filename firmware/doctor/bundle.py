"""A file of diagnostics to send to somebody who helps, with nothing private in it.

Only what is listed here goes in: findings, settings that are no paths, and how much (never what) the journal holds.
What the findings quote is cleaned of the user's, the computer's and the folders' names.
"""

from __future__ import annotations

import io
import json
import os
import re
import socket
import zipfile
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, get_args, get_origin

import msgspec

from tablekeeper.engines.catalogue import names
from tablekeeper.firmware.checks.findings import Finding, found
from tablekeeper.firmware.errors import BadInput, ConfigFault, JournalFault, why_of
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import open_for_reading
from tablekeeper.firmware.settings.config import Settings, load_config

OPEN = ("table.language",)
"""The only setting of free words that says nothing of anybody."""
QUOTING = {"settings": "settings_wrong", "journal": "journal_damaged", "tray": "journal_damaged"}
"""The findings that quote a file of the table, and what stands for them."""
KEPT_PATHS = ("/dev/", "/sys/", "/proc/", "/usr/lib/", "/boot/")
"""Where devices and the system's own libraries lie: that helps, and says nothing of anybody."""


def write_bundle(path: Path, home: Path, findings: Sequence[Finding], private: Iterable[str] | None = None) -> None:
    """Write the bundle; `private` are words to blot out besides the table's folder."""
    words = [str(home), str(home.resolve()), *(private_words() if private is None else private), *_settings_words(home)]
    parts = {
        "findings.json": [_without_values(finding)._asdict() for finding in findings],
        "settings.json": _settings(home),
        "journal.json": _journal(home),
        "tablekeeper.json": {"version": version("tablekeeper")},
    }
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, part in parts.items():
            info = zipfile.ZipInfo(name)  # with the date of no day
            bundle.writestr(info, json.dumps(clean(part, words), indent=1, ensure_ascii=False))
    try:
        path.write_bytes(content.getvalue())
    except OSError as fault:
        raise BadInput(
            "Cannot write the diagnostics {path}: {why}; expected a place of your own", path=path, why=why_of(fault)
        ) from None


def _without_values(finding: Finding) -> Finding:
    """What is wrong with a file quotes it; everybody can see that at home."""
    if finding.state == "ok" or finding.name not in QUOTING:
        return finding
    return finding._replace(found=found(QUOTING[finding.name]), mend="")


@cache
def private_settings() -> frozenset[str]:
    """Settings that take any words, so paths, names and passwords too: only whether they are set goes in."""
    return frozenset(
        f"{section.name}.{field.name}"
        for section in msgspec.structs.fields(Settings)
        for field in msgspec.structs.fields(section.type)
        if _takes_words(field.type) and f"{section.name}.{field.name}" not in OPEN
    )


def _takes_words(kind: object) -> bool:
    kind = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    return kind is str or get_origin(kind) is tuple


def _settings_words(home: Path) -> list[str]:
    """The names and paths that the settings hold, wherever a finding may quote them."""
    try:
        values = [value.value for value in load_config(home).values() if value.name in private_settings()]
    except ConfigFault:
        return []
    return [word for value in values for word in (value if isinstance(value, tuple) else (value,))]


def private_words() -> list[str]:
    """What names this person and this computer."""
    home = os.path.expanduser("~")
    return [home, os.path.basename(home), os.environ.get("USER", ""), socket.gethostname()]


def clean(part: object, words: Iterable[str]) -> object:
    """Plain values with private words and all home folders blotted out, the longest first."""
    known = sorted({word for word in words if len(word) > 1 and word not in ("/", "root")}, key=len, reverse=True)
    if isinstance(part, str):
        for word in known:
            # a short name (the usual user is "pi") is blotted out only where it stands alone
            edge = r"(?<!\w)", r"(?!\w)"
            part = re.sub(re.escape(word).join(edge if len(word) < 4 else ("", "")), "***", part)
        return re.sub(r"(?<![\w.~])/[\w.~+-]+(/[^\s'\":,;)]*)?", _blot_path, part)
    if isinstance(part, dict):
        return {key: clean(value, known) for key, value in part.items()}
    if isinstance(part, list | tuple):
        return [clean(value, known) for value in part]
    return part


def _blot_path(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith(KEPT_PATHS) else "/***"


def _settings(home: Path) -> object:
    try:
        values = load_config(home).values()
    except ConfigFault:
        return "cannot be read"
    return {
        value.name: {
            "value": bool(value.value) if value.name in private_settings() else value.value,
            "from": value.origin,
        }
        for value in values
    }


def _journal(home: Path) -> object:
    try:
        db = open_for_reading(home / JOURNAL)
    except JournalFault:
        return "cannot be read"
    try:
        query = "SELECT name, (SELECT count(*) FROM entry WHERE game = game.id) FROM game ORDER BY id"
        return [
            {"game": name if name in names() else "unknown", "entries": entries} for name, entries in db.execute(query)
        ]
    finally:
        db.close()
