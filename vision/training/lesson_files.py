"""Draws files of lessons from rendered scenes, one after the other; a file that is there is not drawn again."""

import argparse
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.training.scenes import Composer, Shares, Stock

STOCK_SEED = 33
SCENES = 40  # of a file

Lesson = tuple[Picture, tuple[float, ...]]
"""A picture, and its facts."""


def draw_files(
    about: str | None,
    kind: str,
    draw: Callable[[Composer, np.random.Generator], Iterator[Lesson]],
    stock: Callable[[int], Stock],
    shares: Shares,
    *,
    files: int,
    first: int,
) -> None:
    """Read the options and draw the lessons of a kind; scenes are composed from one stock, drawn once."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--files", type=int, default=files)
    parser.add_argument("--first", type=int, default=first)
    parser.add_argument("--stock", type=int, default=STOCK_SEED, help="seed of what is drawn from")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    composer = Composer(_kept(stock, chosen.stock, chosen.out), shares)
    for seed in range(chosen.first, chosen.first + chosen.files):
        file = chosen.out / f"{seed}.npz"
        if file.exists():
            continue
        rng = np.random.default_rng(seed)
        lessons = [lesson for _ in range(SCENES) for lesson in draw(composer, rng)]
        pictures, facts = zip(*lessons, strict=True)
        draft = file.with_suffix(".new.npz")
        arrays = {kind: np.array(pictures, np.uint8), f"{kind}_facts": np.array(facts, np.float32)}
        np.savez_compressed(draft, **arrays)  # type: ignore[arg-type]  # it takes its other option for one of these
        draft.replace(file)


def _kept(stock: Callable[[int], Stock], seed: int, folder: Path) -> Stock:
    """The stock of a seed, as this folder keeps it."""
    file = folder / f"stock-{seed}.pickle"
    if not file.exists():
        draft = file.with_suffix(".new")
        draft.write_bytes(pickle.dumps(stock(seed)))
        draft.replace(file)
    kept: Stock = pickle.loads(file.read_bytes())
    return kept
