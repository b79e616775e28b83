"""What no French text of the program may hold: English words, and the familiar form of address."""

from __future__ import annotations

import re

ENGLISH = re.compile(
    r"\b(the|is|it|its|are|was|with|without|found|needs?|right|would|of|at|by|to|no|not|too|from|and|that|there|every)\b"
)
"""Words without which hardly an English sentence can be said, and which are no French ones."""
FAMILIAR = re.compile(r"\b(tu|ton|ta|tes|toi|te|tiens?|tiennes?)\b|\bt’(?=\w)", re.IGNORECASE)
"""Pronouns of somebody who is called *tu*; *tiens* is also the order."""
ORDERS = (
    "lance|relance|touche|choisis|prends|perds|gagne|regarde|mets|avance|recule|retourne|change|garde|fais|glisse|joue"
    "|pioche|défausse|laisse|dis|vois|tape|appuie|tourne|ouvre|remets|rends|pose|enlève|veille|obéis|essaie|reviens"
)
FAMILIAR_ORDER = re.compile(rf"(?:^|\}}, |[.:;!?»]\s+)(?:{ORDERS})(?![\w’])(?!\s*=)", re.IGNORECASE)
"""An order to one person where a sentence begins, or after a name."""


def address_faults(words: str) -> list[str]:
    """Where these words say *tu* to somebody."""
    return [found.group() for pattern in (FAMILIAR, FAMILIAR_ORDER) for found in pattern.finditer(words)]
