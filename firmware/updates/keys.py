"""Whose signature counts: keys that came with this version, keys of the table, keys named at the terminal."""

from __future__ import annotations

from pathlib import Path

from tablekeeper.firmware.updates.errors import UpdateFault

SHIPPED = Path(__file__).with_name("keys")
TABLE = "release-keys"
SUFFIX = ".pem"


def find_keys(home: Path, named: list[Path]) -> list[Path]:
    """All public keys that may sign a release for this table."""
    for key in named:
        if not key.is_file():
            raise UpdateFault(
                "Cannot read the key {key}: there is no such file; expected an ed25519 public key (PEM)", key=key
            )
    return [*named, *sorted((home / TABLE).glob(f"*{SUFFIX}")), *sorted(SHIPPED.glob(f"*{SUFFIX}"))]
