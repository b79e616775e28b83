"""The nets are loaded only as they were shipped."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tablekeeper.vision import network
from tablekeeper.vision.errors import VisionError

NETS = ("alike", "detector", "reader", "watch")


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the nets that may be harmed."""
    shutil.copytree(network.WEIGHTS, tmp_path / "weights")
    monkeypatch.setattr(network, "WEIGHTS", tmp_path / "weights")
    return tmp_path / "weights"


@pytest.mark.parametrize("name", NETS)
def test_a_flipped_bit_is_noticed(name: str, weights: Path) -> None:
    path = weights / f"{name}.onnx"
    whole, luck = path.read_bytes(), random.Random(3)
    assert whole == network.read_weights(name)
    for _ in range(50):
        broken = bytearray(whole)
        broken[luck.randrange(len(broken))] ^= 1 << luck.randrange(8)
        path.write_bytes(broken)
        with pytest.raises(VisionError, match="found other bytes than were shipped; expected them as installed"):
            network.Network(name)


@pytest.mark.parametrize("lost", ["reader.onnx", "sums.txt"])
def test_a_missing_net_is_one_sentence(lost: str, weights: Path) -> None:
    (weights / lost).unlink()
    with pytest.raises(VisionError, match="expected it as installed: install anew"):
        network.Network("reader")
