"""The seal of a line is the same in every release: journals of years ago are checked with it."""

from __future__ import annotations

import pytest

from tablekeeper.firmware.journal.file.seal import seal

LONG = "z" * 200


@pytest.mark.parametrize(
    ("values", "sealed"),
    [
        (("answer", 12, "roll 3 5", 0, "camera", 1.5), "04f7a1971078f81f"),
        (("answer", 12, "nomme Chloé", 0, "touch", 1.5), "4fda630861639c49"),
        ((LONG,), "297a454dff443d54"),
        (("z" * 125,), "909431a3ce867a82"),
        (("z" * 126,), "217dde3ed55efc8a"),
        ((), "923ee422e53ad8e7"),
    ],
)
def test_a_line_has_the_seal_that_it_always_had(values: tuple[object, ...], sealed: str) -> None:
    assert seal("0123456789abcdef", *values) == sealed


def test_the_place_of_the_border_between_two_values_counts() -> None:
    assert seal("", "ab", "c") != seal("", "a", "bc")
