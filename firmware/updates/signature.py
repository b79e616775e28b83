"""Ed25519 signatures by OpenSSL's command: every Debian has it, so a Pi needs no further library."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from tablekeeper.firmware.updates.errors import UpdateFault

SIGNATURE_BYTES = 64
PATIENCE_S = 60.0


def sign(content: bytes, private_key: Path) -> bytes:
    """The signature of a content; only who makes a release calls this."""
    with tempfile.TemporaryDirectory() as place:
        data, found = Path(place) / "data", Path(place) / "signature"
        data.write_bytes(content)
        words = ["-sign", "-inkey", str(private_key), "-rawin", "-in", str(data), "-out", str(found)]
        done = _openssl(words)
        if done.returncode:
            raise UpdateFault(
                "Cannot sign with {private_key}: {last}; expected an ed25519 key",
                private_key=private_key,
                last=_last(done.stderr),
            )
        return found.read_bytes()


def is_signed(content: bytes, signature: bytes, public_key: Path) -> bool:
    """Whether a content was signed by the owner of a key."""
    if len(signature) != SIGNATURE_BYTES:
        return False
    with tempfile.TemporaryDirectory() as place:
        data, given = Path(place) / "data", Path(place) / "signature"
        data.write_bytes(content)
        given.write_bytes(signature)
        words = ["-verify", "-pubin", "-inkey", str(public_key), "-rawin", "-in", str(data), "-sigfile", str(given)]
        return _openssl(words).returncode == 0


def _openssl(words: list[str]) -> subprocess.CompletedProcess[str]:
    if shutil.which("openssl") is None:
        raise UpdateFault(
            "Cannot check the signature: found no openssl; expected it installed: sudo apt install openssl"
        )
    try:
        return subprocess.run(
            ["openssl", "pkeyutl", *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise UpdateFault(
            "Cannot check the signature: openssl gave no answer in {patience_s:g} s; try again", patience_s=PATIENCE_S
        ) from None


def _last(words: str) -> str:
    return (words.strip().splitlines() or ["openssl failed"])[-1].lower()
