"""Says plainly which tests need a real Raspberry Pi and did not run."""

from __future__ import annotations

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "bench" in str(config.getoption("markexpr")):
        return
    for item in items:
        if item.get_closest_marker("bench"):
            item.add_marker(pytest.mark.skip(reason="did not run: needs a real Raspberry Pi (pytest -m bench)"))
