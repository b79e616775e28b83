"""Who sits where in a round: people who have met least sit together. Without rounds, tables are simply free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product

MOST_SWAPPED = 80
Pairing = dict[str, tuple[str, ...]]
"""The people of each table."""


def sizes_of(people: int, tables: int, fewest: int = 2, most: int = 4) -> list[int]:
    """How many sit at each table: as few tables as needed, as even as can be; whoever is over waits."""
    wanted = min(tables, max(1, -(-people // most)), people // fewest if fewest else people)
    if wanted < 1:
        return []
    seated = min(people, wanted * most)
    return [seated // wanted + (place < seated % wanted) for place in range(wanted)]


def pair(
    people: Sequence[str], tables: Sequence[str], before: Iterable[Pairing], fewest: int = 2, most: int = 4
) -> Pairing:
    """One round: each next seat goes to whoever has met those at that table least; ties go by the order of arrival."""
    past = list(before)
    met: Counter[frozenset[str]] = Counter(
        frozenset(two) for pairing in past for group in pairing.values() for two in combinations(group, 2)
    )
    played = Counter(name for pairing in past for group in pairing.values() for name in group)
    waiting = sorted(people, key=lambda name: (played[name], people.index(name)))
    sizes = sizes_of(len(people), len(tables), fewest, most)
    seated: Pairing = {}
    for table, size in zip(tables, sizes, strict=False):
        group = [waiting.pop(0)]
        while len(group) < size:
            found = min(waiting, key=lambda name: (sum(met[frozenset((name, one))] for one in group), played[name]))
            waiting.remove(found)
            group.append(found)
        seated[table] = tuple(group)
    return _improve(seated, met)


def _improve(seated: Pairing, met: Counter[frozenset[str]]) -> Pairing:
    """Let two people swap their tables while that makes fewer meet again; a big evening stays as it was seated."""
    groups = [list(group) for group in seated.values()]
    if sum(map(len, groups)) > MOST_SWAPPED:
        return seated
    swapped = True
    while swapped:
        swapped = False
        for one, other in combinations(groups, 2):
            for a, b in product(range(len(one)), range(len(other))):
                before = _cost(one, met) + _cost(other, met)
                one[a], other[b] = other[b], one[a]
                if _cost(one, met) + _cost(other, met) < before:
                    swapped = True
                else:
                    one[a], other[b] = other[b], one[a]
    return {table: tuple(group) for table, group in zip(seated, groups, strict=True)}


def _cost(group: Sequence[str], met: Counter[frozenset[str]]) -> int:
    """How often people of one table have met; to meet a third time counts more than twice a second time."""
    return sum(met[frozenset(two)] ** 2 for two in combinations(group, 2))
