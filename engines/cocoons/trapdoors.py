"""The trapdoors by name: how many the box holds, and which Runes open which Lock.

The names are ours: whichever three printed Runes belong to a Lock are its rune_a1 to rune_a3. A Rune that opens no
Lock of the level is just `rune`.
"""

from __future__ import annotations

FACE_DOWN = "?"
RUNE, SLIDE, ROTATION, ACTION = "rune", "slide", "rotation", "action"
LOCKS = {
    "lock_a": ("rune_a1", "rune_a2", "rune_a3"),
    "lock_b": ("rune_b1", "rune_b2", "rune_b3"),
}
RUNES = 8
NUMBERS = tuple(f"number_{n}" for n in range(1, 9))
SUPPLY = {
    RUNE: RUNES,
    SLIDE: 4,
    ROTATION: 2,
    ACTION: 1,
    **dict.fromkeys(LOCKS, 1),
    **dict.fromkeys((rune for runes in LOCKS.values() for rune in runes), 1),
    **dict.fromkeys(NUMBERS, 1),
}
"""How often each can be used [rulebook p. 4, deduced from the levels]; all Runes together are no more than eight."""
LOCK_OF = {rune: lock for lock, runes in LOCKS.items() for rune in runes}


def opens(trapdoor: str, out: tuple[str, ...]) -> bool:
    """Whether a trapdoor can be taken out, once these are out of the box."""
    runes = LOCKS.get(trapdoor)
    if runes is not None:
        return all(rune in out for rune in runes)
    if trapdoor in NUMBERS:
        return trapdoor == NUMBERS[0] or NUMBERS[NUMBERS.index(trapdoor) - 1] in out
    return True
