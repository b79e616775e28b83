"""Seals: each line of the journal carries a checksum over itself and all lines before it.

SQLite notices a broken page, not a flipped bit in a text; a wrong die would be believed. The chain notices both.
"""

from __future__ import annotations

from hashlib import blake2b


def seal(before: str, *values: object) -> str:
    """The seal of a line that follows the seal before it."""
    digest = blake2b(before.encode(), digest_size=8)
    for value in values:
        text = repr(value).encode()
        digest.update(len(text).to_bytes(4, "big") + text)
    return digest.hexdigest()
