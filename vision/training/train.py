"""Trains both nets on rendered scenes only and writes them as ONNX.

Run it: `python -m tablekeeper.vision.training.train --out FOLDER`.
"""
# mypy: ignore-errors

import argparse
import copy
import hashlib
import math
import multiprocessing
import pickle
import time
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from tablekeeper.vision.network import SUMS
from tablekeeper.vision.training.nets import CROP_PX, Detector, Reader
from tablekeeper.vision.training.scenes import Composer, Shares
from tablekeeper.vision.training.targets import IGNORED, make_lesson, make_stock
from tablekeeper.vision.training.unfold import load_exported

STOCK_SEED = 20
FRESH, REPLAYED, POOL = 6, 12, 2500
KEPT_EVERY = 250  # steps
READING, WATCHING = ("detector", "reader"), ("watch", "alike")  # the nets' names
HAND_COUNTS = 3.0  # a cell under a hand beside one that is not: hands are seldom, and an overlooked one hides dice
MEASURED_ON = 12  # batches that show the normalisations of exported nets what they will meet
SMOOTHING = 0.997  # of the weights that are exported: the mean of some hundred steps reads better than the last one


ONLY_DICE = Shares()
FURNISHED = Shares(rows=0.2, litter=0.5, hands=0.25, empty=0.2, small=0.3, camouflage=0.18, poor=0.25, domes=0.06)


@dataclass(frozen=True)
class Stage:
    """So many steps under one rise and fall of the learning rate, on scenes of its own."""

    steps: int
    peak_rate: float
    seed: int
    shares: Shares = ONLY_DICE
    names: tuple[str, str] = READING


STAGES = (
    Stage(5000, 2.5e-3, 20),
    Stage(4000, 1.2e-3, 40),
    Stage(4000, 1.0e-3, 60),
    Stage(2000, 0.8e-3, 80, Shares(rows=0.25)),
    Stage(5500, 0.8e-3, 120, FURNISHED, WATCHING),
)
"""Each gentler rise finds what the one before fell short of; the fourth shows dice side by side, too. The fifth makes
other nets of these, which watch over them: it shows litter, hands, domes, and dice that are hard to see."""


def render_forever(queue, stock_file: str, seed: int, stage: Stage) -> None:
    """The rendering process: lessons into the queue until it is ended."""
    cv2.setNumThreads(1)
    composer = Composer(pickle.loads(Path(stock_file).read_bytes()), stage.shares)
    rng = np.random.default_rng(seed)
    while True:
        queue.put([make_lesson(composer, rng) for _ in range(FRESH)])


def collate(lessons, rng):
    """A batch of tensors; half of the scenes mirrored, some with their colour channels mixed up."""
    parts = {"picture": [], "heat": [], "hand": [], "heed": [], "face": [], "crops": [], "classes": []}
    for lesson in lessons:
        picture, heat, hand, heed = lesson.picture, lesson.heat, lesson.hand, lesson.heed
        face, crops = lesson.face, lesson.crops
        if rng.random() < 0.5:
            picture, heat, hand, heed, face, crops = (
                picture[:, ::-1],
                heat[..., ::-1],
                hand[:, ::-1],
                heed[:, ::-1],
                face[..., ::-1].copy(),
                crops[:, :, ::-1],
            )
            labelled = face[0] != IGNORED
            face[3][labelled] *= -1
            face[4][labelled] *= -1
        if rng.random() < 0.25:
            order = rng.permutation(3)
            picture, crops = picture[..., order], crops[..., order]
        for name, value in (
            ("picture", picture),
            ("heat", heat),
            ("hand", hand),
            ("heed", heed),
            ("face", face),
            ("crops", crops),
            ("classes", lesson.classes),
        ):
            parts[name].append(value)
    stacked = {name: torch.from_numpy(np.stack(values)) for name, values in parts.items()}
    for name in ("picture", "crops"):
        pixels = stacked[name].float().div_(255)
        pixels = pixels.flatten(0, 1) if name == "crops" else pixels
        stacked[name] = pixels.permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
    return stacked


def heat_loss(logits, heat, heed):
    """Focal loss that forgives cells near a centre."""
    chance = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    centre = heat >= 0.98
    loss = -(torch.log(chance) * (1 - chance) ** 2 * centre)
    loss = loss - torch.log(1 - chance) * chance**2 * (1 - heat) ** 4 * ~centre
    return (loss * heed).sum() / centre.sum().clamp(min=8)


def detector_loss(maps, batch):
    """Heat, value, size, stretch, offset, look-alikes and hands together."""
    heat, heed, face = batch["heat"].float(), batch["heed"].float()[:, None], batch["face"].float()
    loss = heat_loss(maps[:, :1], heat[:, :1], heed) + 0.4 * heat_loss(maps[:, 1:2], heat[:, 1:2], heed)
    loss = loss + 0.8 * heat_loss(maps[:, 13:14], heat[:, 2:], heed)
    loss = loss + 2.0 * functional.binary_cross_entropy_with_logits(
        maps[:, 14], batch["hand"].float(), pos_weight=torch.tensor(HAND_COUNTS)
    )
    labelled = face[:, 0] != IGNORED
    if labelled.any():
        values = maps[:, 2:8].permute(0, 2, 3, 1)[labelled]
        loss = loss + functional.cross_entropy(values, face[:, 0][labelled].long(), label_smoothing=0.02)
        numbers = maps[:, 8:13].permute(0, 2, 3, 1)[labelled]
        wanted = face[:, 1:].permute(0, 2, 3, 1)[labelled]
        weight = torch.tensor([4.0, 4.0, 4.0, 0.5, 0.5])  # less, and heat and value drown out size and slant
        missed = functional.smooth_l1_loss(numbers, wanted, reduction="none", beta=0.1)
        loss = loss + (missed * weight).sum(1).mean()
    return loss


def start_nets(resume: Path | None, exported: Path | None, queue, rng):
    """Both nets: from a checkpoint, from exported ones, or from nothing."""
    detector, reader = Detector(), Reader()
    if resume:
        state = torch.load(resume)
        detector.load_state_dict(state["detector"])
        reader.load_state_dict(state["reader"])
    elif exported:
        shown = [collate([lesson for _ in range(3) for lesson in queue.get()], rng) for _ in range(MEASURED_ON)]
        load_exported(detector, exported / "detector.onnx", [batch["picture"] for batch in shown])
        load_exported(reader, exported / "reader.onnx", [batch["crops"] for batch in shown])
    return (net.to(memory_format=torch.channels_last) for net in (detector, reader))


def rate_at(stage: Stage):
    """The learning rate of each step beside the peak."""
    warm = min(150, stage.steps / 8)
    return lambda step: min(1, (step + 1) / warm) * (0.5 + 0.5 * math.cos(math.pi * step / stage.steps)) + 0.004


class Smoothed:
    """The nets with the mean of their weights over the last steps."""

    def __init__(self, *nets) -> None:
        self._nets = nets
        self.means = [copy.deepcopy(net) for net in nets]

    @torch.no_grad()
    def follow(self, step: int) -> None:
        """Take the weights after one more step; the first steps count more, or the mean would keep the start."""
        keep = min(SMOOTHING, step / (step + 10))
        for net, mean in zip(self._nets, self.means, strict=True):
            for new, old in zip(net.state_dict().values(), mean.state_dict().values(), strict=True):
                if old.is_floating_point():
                    old.lerp_(new, 1 - keep)


def train(stock_file: Path, out: Path, stage: Stage, keep: Path, *, resume: Path | None, exported: Path | None) -> None:
    """One stage; goes on from its own checkpoint in `keep` where it was stopped, and writes the nets into `out`."""
    torch.set_num_threads(1)
    torch.manual_seed(stage.seed)
    own = torch.load(keep) if keep.exists() else None
    done = own["step"] if own else 0
    rng = np.random.default_rng([stage.seed, done])
    context = multiprocessing.get_context("spawn")
    queue = context.Queue(maxsize=6)
    renderer = context.Process(
        target=render_forever, args=(queue, str(stock_file), stage.seed + 1 + done, stage), daemon=True
    )
    renderer.start()
    detector, reader = start_nets(keep if own else resume, exported, queue, rng)
    smoothed = Smoothed(detector, reader)
    if own and "means" in own:
        for mean, state in zip(smoothed.means, own["means"], strict=True):
            mean.load_state_dict(state)
    both = [*detector.parameters(), *reader.parameters()]
    optimiser = torch.optim.AdamW(both, lr=stage.peak_rate, weight_decay=0.02)
    if own:
        optimiser.load_state_dict(own["optimiser"])
    rate = rate_at(stage)
    pool, started, losses = [], time.monotonic(), []
    for step in range(done, stage.steps):
        fresh = queue.get()
        replayed = [pool[k] for k in rng.integers(0, len(pool), REPLAYED)] if len(pool) > 200 else []
        pool = (pool + fresh)[-POOL:]
        for group in optimiser.param_groups:
            group["lr"] = stage.peak_rate * rate(step)
        losses.append(learn(detector, reader, both, optimiser, collate(fresh + replayed, rng)))
        smoothed.follow(step)
        if step % 50 == 49:
            shown = np.mean(losses[-50:], 0)
            print(
                f"step {step + 1}/{stage.steps} loss {shown[0]:.3f} crops {shown[1]:.3f} right {shown[2]:.3f} "
                f"{(time.monotonic() - started) / 60:.1f} min",
                flush=True,
            )
        if step % KEPT_EVERY == KEPT_EVERY - 1 or step == stage.steps - 1:
            save(keep, detector, reader, optimiser, smoothed, step + 1)
            export(*smoothed.means, out, stage.names)
    renderer.terminate()


def learn(detector, reader, both, optimiser, batch):
    """One step; the loss, the crops' part of it, and the share of crops that were read right."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        maps, classes = detector(batch["picture"]), reader(batch["crops"])
    labels = batch["classes"].flatten().long()
    crop_loss = functional.cross_entropy(classes.float(), labels, ignore_index=IGNORED, label_smoothing=0.02)
    loss = detector_loss(maps.float(), batch) + crop_loss
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(both, 5.0)
    optimiser.step()
    labelled = labels != IGNORED
    return loss.item(), crop_loss.item(), (classes.argmax(1) == labels)[labelled].float().mean().item()


def save(keep: Path, detector, reader, optimiser, smoothed, step: int) -> None:
    """A checkpoint, whole or not at all."""
    draft = keep.with_suffix(".new")
    state = {"detector": detector.state_dict(), "reader": reader.state_dict()}
    means = [mean.state_dict() for mean in smoothed.means]
    torch.save({**state, "means": means, "optimiser": optimiser.state_dict(), "step": step}, draft)
    draft.replace(keep)


def export(detector, reader, out: Path, names: tuple[str, str]) -> None:
    """Write both nets as ONNX (opset 11, which OpenCV 4.6 to 5.0 read)."""
    options = {"opset_version": 11, "dynamo": False}
    detector.eval()
    reader.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            detector,
            torch.rand(1, 3, 480, 640),
            out / f"{names[0]}.onnx",
            input_names=["picture"],
            output_names=["maps"],
            dynamic_axes={"picture": {2: "h", 3: "w"}, "maps": {2: "h", 3: "w"}},
            **options,
        )
        torch.onnx.export(
            reader,
            torch.rand(1, 3, CROP_PX, CROP_PX),
            out / f"{names[1]}.onnx",
            input_names=["crops"],
            output_names=["classes"],
            dynamic_axes={"crops": {0: "n"}, "classes": {0: "n"}},
            **options,
        )
    detector.train()
    reader.train()
    made = sorted(out.glob("*.onnx"))
    sums = [f"{file.stem} {hashlib.sha256(file.read_bytes()).hexdigest()}\n" for file in made]
    (out / SUMS).write_text("".join(sums), encoding="ascii")


def main() -> None:
    """Read the options, make the stock once, train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--done", type=int, default=0, help="go on after so many stages, whose checkpoint lies in OUT")
    parser.add_argument(
        "--start", type=Path, help="begin the first stage that is run from the exported nets in this folder"
    )
    parser.add_argument("--steps", type=int, help="of the last stage; may change where it goes on")
    parser.add_argument("--layers", type=int, default=3000)
    parser.add_argument("--surfaces", type=int, default=800)
    parser.add_argument("--things", type=int, default=1500)
    parser.add_argument("--hands", type=int, default=150)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    stock_file = chosen.out / f"stock-{STOCK_SEED}-{chosen.layers}-{chosen.surfaces}.pickle"
    if not stock_file.exists():
        stock = make_stock(STOCK_SEED, chosen.layers, chosen.surfaces, chosen.things, chosen.hands)
        stock_file.write_bytes(pickle.dumps(stock))
    kept = [chosen.out / f"stage-{number + 1}.pt" for number in range(len(STAGES))]
    stages = [*STAGES[:-1], replace(STAGES[-1], steps=chosen.steps or STAGES[-1].steps)]
    for number in range(chosen.done, len(stages)):
        first = chosen.start and number == chosen.done
        before = None if first or not number else kept[number - 1]
        train(
            stock_file,
            chosen.out,
            stages[number],
            kept[number],
            resume=before,
            exported=chosen.start if first else None,
        )


if __name__ == "__main__":
    main()
