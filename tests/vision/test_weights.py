"""The nets are loaded only as they were shipped."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

from tablekeeper.vision import network
from tablekeeper.vision.errors import VisionError

NETS = ("alike", "detector", "doubter", "portrait", "reader", "watch")


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


@pytest.mark.parametrize("name", NETS)
def test_the_quicker_engine_runs_the_nets(name: str) -> None:
    layers = network.Network(name)._net.getLayerTypes()
    assert "Convolution" in layers, f"the new engine of OpenCV 5 runs {layers}"


@pytest.mark.parametrize("folder", ["dés d'été", os.fsdecode(b"d\xe9s")])
def test_a_net_runs_from_a_folder_of_any_name(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crop = np.full((48, 48, 3), 90, np.uint8)
    usual = network.Network("reader").run(crop).copy()
    shutil.copytree(network.WEIGHTS, tmp_path / folder)
    monkeypatch.setattr(network, "WEIGHTS", tmp_path / folder)
    np.testing.assert_allclose(network.Network("reader").run(crop), usual, atol=1e-3)


def test_a_large_look_leaves_no_memory_behind_and_its_answer_stays() -> None:
    net, luck = network.Network("detector"), np.random.default_rng(5)
    small, large = (luck.integers(0, 256, (side, side, 3), np.uint8) for side in (64, 352))
    before = net.run(small).copy()
    seen = net.run(large)
    assert network.ROOM.fit(1, 1, 1).base.size <= network.REST.size
    kept = seen.copy()
    assert np.array_equal(net.run(small), before)
    assert np.array_equal(seen, kept)
    assert np.array_equal(net.run(large), kept)
