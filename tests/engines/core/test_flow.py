"""The steps of a game by name: each name means one thing."""

from __future__ import annotations

import pytest

from tablekeeper.engines.core import Flow


@pytest.mark.parametrize("kind", ["step", "question", "answer", "refusal"])
def test_a_name_that_is_entered_twice_is_refused(kind: str) -> None:
    enter = getattr(Flow(), kind)
    enter("go")(lambda table: None)
    with pytest.raises(ValueError, match="the step 'go' is defined twice"):
        enter("go")(lambda table: None)
