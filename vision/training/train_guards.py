"""Trains the guards on rendered scenes only: what an accepted face really is, and whether a hand is in the picture.

Run it: `python -m tablekeeper.vision.training.train_guards --out FOLDER`; stopped, it goes on from its checkpoint.
"""
# mypy: ignore-errors

import argparse
import math
import multiprocessing
import pickle
import time
import warnings
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from tablekeeper.vision.network import WEIGHTS
from tablekeeper.vision.training.lookalikes import card, domino, plug, sign, socket, track
from tablekeeper.vision.training.nets import CROP_PX, GUARD_CLASSES, HandFinder, Reader
from tablekeeper.vision.training.scenes import NO_DIE, NOT_TO_READ, SAYS_NOTHING, SCENE_PX, Composer, Shares
from tablekeeper.vision.training.targets import cut_crop, make_stock
from tablekeeper.vision.training.unfold import load_exported

SHARES = Shares(rows=0.35, litter=0.75, hands=0.45, empty=0.12)
CONTEXT = 1.5  # of the crop net's: its other half distinguishes a domino from a die
FACE, ALIKE, NOT_READ = range(GUARD_CLASSES)
MOST_CROPS = 10  # of a scene
HAND_PX, HAND_CELL = 160, 8
SCENES, CROPS = 4, 66  # of a batch: new scenes, and crops of old and new ones
POOL = 24_000  # crops that are shown again
HAND_POOL, HAND_BATCH = 3000, 12
HAND_COUNTS = 2.0  # a cell under a hand beside one that is not
CONFUSING = (domino, domino, domino, card, socket, plug, sign, track)
MORE_CONFUSING = 240
KEPT_EVERY = 100  # steps
FIRST_BATCHES = 6
PEAK_RATE = 1.5e-3


def make_lesson(composer, rng):
    """The crops of one scene with their classes, the scene made small, and where it is under a hand."""
    scene = composer.compose(rng)
    crops, classes = [], []
    for index in rng.permutation(len(scene.truths))[:MOST_CROPS]:
        truth = scene.truths[index]
        x, y = truth.centre
        if truth.value == SAYS_NOTHING or not (0 <= x < SCENE_PX and 0 <= y < SCENE_PX):
            continue
        edge = truth.edge * np.exp(rng.normal(0, 0.2 if truth.value == NO_DIE else 0.08)) * CONTEXT
        at = np.array(truth.centre) + rng.normal(0, 0.05, 2) * truth.edge
        crops.append(cut_crop(scene.picture, (float(at[0]), float(at[1])), edge, 0.0))
        classes.append({NO_DIE: ALIKE, NOT_TO_READ: NOT_READ}.get(truth.value, FACE))
    small = cv2.resize(scene.picture, (HAND_PX, HAND_PX), interpolation=cv2.INTER_AREA)
    cells = HAND_PX // HAND_CELL
    none = np.zeros((cells, cells), np.float32)
    hand = none if scene.hand is None else cv2.resize(scene.hand, (cells, cells), interpolation=cv2.INTER_AREA)
    return crops, classes, small, hand


def render_forever(queue, stock_file: str, seed: int) -> None:
    """The rendering process: lessons into the queue until it is ended."""
    cv2.setNumThreads(1)
    stock, rng = pickle.loads(Path(stock_file).read_bytes()), np.random.default_rng(seed)
    stock.reliefs.extend(CONFUSING[k % len(CONFUSING)](rng).finish() for k in range(MORE_CONFUSING))
    composer = Composer(stock, SHARES)
    while True:
        queue.put([make_lesson(composer, rng) for _ in range(SCENES)])


class Pools:
    """Crops and small scenes that were rendered, to be shown more than once."""

    def __init__(self) -> None:
        self.crops, self.classes, self.small, self.hands = [], [], [], []

    def add(self, lessons) -> None:
        """Take new lessons; the oldest make room."""
        for crops, classes, small, hand in lessons:
            self.crops += crops
            self.classes += classes
            self.small.append(small)
            self.hands.append(hand)
        self.crops, self.classes = self.crops[-POOL:], self.classes[-POOL:]
        self.small, self.hands = self.small[-HAND_POOL:], self.hands[-HAND_POOL:]

    def batch(self, rng):
        """As many of each class as can be, turned and mirrored; and small scenes with their hands."""
        classes = np.array(self.classes)
        kinds = [np.flatnonzero(classes == kind) for kind in range(GUARD_CLASSES)]
        kinds = [kind for kind in kinds if len(kind)]
        chosen = np.concatenate([rng.choice(kind, CROPS // len(kinds)) for kind in kinds])
        crops = np.stack([altered(self.crops[k], rng) for k in chosen])
        scenes = rng.integers(0, len(self.small), HAND_BATCH)
        flips = rng.integers(0, 4, HAND_BATCH)
        small, hands = (
            np.stack([np.rot90(plane[k], turn) for k, turn in zip(scenes, flips, strict=True)])
            for plane in (self.small, self.hands)
        )
        return as_input(crops), torch.from_numpy(classes[chosen]), as_input(small), torch.from_numpy(hands.copy())


def altered(crop, rng):
    """A crop as another camera might have shown it."""
    crop = np.rot90(crop, int(rng.integers(4)))
    crop = crop[:, ::-1] if rng.random() < 0.5 else crop
    crop = crop[..., rng.permutation(3)] if rng.random() < 0.3 else crop
    lit = crop.astype(np.float32) * rng.uniform(0.7, 1.2) + rng.uniform(-15, 15)
    return np.clip(lit, 0, 255).astype(np.uint8)


def as_input(pictures):
    """Bytes as the nets take them."""
    return torch.from_numpy(np.ascontiguousarray(pictures)).float().div_(255).permute(0, 3, 1, 2).contiguous()


def train(stock_file: Path, out: Path, steps: int) -> None:
    """Both guards side by side, from the exported crop net and from nothing."""
    torch.set_num_threads(1)
    keep = out / "guards.pt"
    own = torch.load(keep) if keep.exists() else None
    done = own["step"] if own else 0
    torch.manual_seed(done)
    rng = np.random.default_rng([120, done])
    context = multiprocessing.get_context("spawn")
    queue = context.Queue(maxsize=6)
    renderer = context.Process(target=render_forever, args=(queue, str(stock_file), 121 + done), daemon=True)
    renderer.start()
    pools = Pools()
    for _ in range(FIRST_BATCHES):
        pools.add(queue.get())
    guard, finder = Reader(GUARD_CLASSES), HandFinder()
    if own:
        guard.load_state_dict(own["guard"])
        finder.load_state_dict(own["finder"])
    else:
        load_exported(guard, WEIGHTS / "reader.onnx", [pools.batch(rng)[0] for _ in range(8)])
    both = [*guard.parameters(), *finder.parameters()]
    optimiser = torch.optim.AdamW(both, lr=PEAK_RATE, weight_decay=0.02)
    started, losses = time.monotonic(), []
    for step in range(done, steps):
        for group in optimiser.param_groups:
            rise = min(1.0, (step - done + 1) / 60)
            group["lr"] = PEAK_RATE * (rise * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 0.004)
        pools.add(queue.get())
        losses.append(learn(guard, finder, both, optimiser, pools.batch(rng)))
        if step % 50 == 49:
            said = " ".join(f"{value:.3f}" for value in np.mean(losses[-50:], 0))
            minutes = (time.monotonic() - started) / 60
            print(
                f"step {step + 1}/{steps} faces, right, hands {said} {len(pools.crops)} {minutes:.1f} min", flush=True
            )
        if step % KEPT_EVERY == KEPT_EVERY - 1 or step == steps - 1:
            draft = keep.with_suffix(".new")
            torch.save({"guard": guard.state_dict(), "finder": finder.state_dict(), "step": step + 1}, draft)
            draft.replace(keep)
            export(guard, finder, out)
    renderer.terminate()


def learn(guard, finder, both, optimiser, batch):
    """One step; the loss of the crops, the share that is right, and the loss of the hands."""
    crops, classes, small, hands = batch
    with torch.autocast("cpu", dtype=torch.bfloat16):
        said, found = guard(crops), finder(small)
    faces = functional.cross_entropy(said.float(), classes.long(), label_smoothing=0.02)
    weight = torch.tensor(HAND_COUNTS)
    under = functional.binary_cross_entropy_with_logits(found.float()[:, 0], hands.float(), pos_weight=weight)
    optimiser.zero_grad()
    (faces + 2 * under).backward()
    torch.nn.utils.clip_grad_norm_(both, 5.0)
    optimiser.step()
    return faces.item(), (said.argmax(1) == classes).float().mean().item(), under.item()


def export(guard, finder, out: Path) -> None:
    """Write both as ONNX (opset 11, which OpenCV 4.6 to 5.0 read)."""
    plans = (
        (guard, "guard", torch.rand(1, 3, CROP_PX, CROP_PX), {0: "n"}, {0: "n"}),
        (finder, "hands", torch.rand(1, 3, HAND_PX, HAND_PX), {2: "h", 3: "w"}, {2: "h", 3: "w"}),
    )
    for net, name, example, inputs, outputs in plans:
        net.eval()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            torch.onnx.export(
                net,
                example,
                out / f"{name}.onnx",
                input_names=["picture"],
                output_names=["said"],
                dynamic_axes={"picture": inputs, "said": outputs},
                opset_version=11,
                dynamo=False,
            )
        net.train()


def main() -> None:
    """Read the options, make the stock once, train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--stock", type=Path, help="the stock of another training")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    stock_file = chosen.stock or chosen.out / "stock.pickle"
    if not stock_file.exists():
        stock_file.write_bytes(pickle.dumps(make_stock(20, 3000, 800, 1500, 150)))
    train(stock_file, chosen.out, chosen.steps)


if __name__ == "__main__":
    main()
