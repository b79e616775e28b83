"""The code of docs/research.md runs as it stands."""

from __future__ import annotations

import re

import pytest

from tests.engines.tables import ROOT

BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "research.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS, ids=["pettingzoo", "openspiel"])
def test_the_code_on_the_page_plays_a_game_to_its_end(code: str) -> None:
    names: dict[str, object] = {}
    exec(code, names)
    if "env" in names:
        assert not names["env"].agents
    else:
        assert names["state"].is_terminal()
