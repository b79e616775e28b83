"""Trains the net that distinguishes leaning dice from flat ones, and writes it as ONNX.

Run it: `python -m tablekeeper.vision.training.train_lean --lessons FOLDER --out FOLDER --kind known`. The lessons are
what `python -m tests.vision.draw_lean_lessons` drew. Stopped, the same command goes on from its last checkpoint.
"""
# mypy: ignore-errors

import argparse
import copy
import math
import time
import warnings
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from tablekeeper.vision.training.nets import LEAN_PX, Leaner

BATCH, SEED = 128, 31
PEAK_RATE, DECAY = 2e-3, 0.02
SMOOTHING = 0.995
KEPT_EVERY = 500  # steps
ODD_SHARE = 0.5  # of a batch: a die leans, or another one was left out of its plan
SHOWN_AT_LEAST = 0.25  # beside a plain die that looks surely odd
TRIED_EACH = 8  # every so manyth table only shows how good the net is
SHIFT, TURN, GROW = 0.08, 0.14, 0.07  # edges, radians, share: how far places and sizes are off
PLAN_SHIFT, FLOOR_SHIFT = 0.03, 0.02  # edges by which the plan and the floor lie beside the picture
EDGES = 3.0  # upper faces across a portrait
MISSED_FROM = (0.005, 0.01, 0.02, 0.05)  # shares of flat dice that may be taken for leaning ones
NETS = {"known": ("lean", 7), "strange": ("aslant", 3)}
"""The names of both nets and their channels: with the floor and the place of a flat die, and without."""


def load_lessons(folder: Path, kind: str):
    """Pictures, facts and table of all lessons."""
    pictures, facts, tables = [], [], []
    for file in sorted(folder.glob("*.npz")):
        if file.name.endswith(".new.npz"):
            continue
        with np.load(file) as found:
            if len(found["facts"]):
                pictures.append(found[kind])
                facts.append(found["facts"])
                tables.append(np.full(len(pictures[-1]), int(file.stem)))
    return np.concatenate(pictures), np.concatenate(facts), np.concatenate(tables)


def moved(pictures, rng, amount):
    """Portraits cut out of their room, shifted, turned, grown and mirrored; each kind of channel a little otherwise."""
    many, room = len(pictures), pictures.shape[-1]
    share = LEAN_PX / room
    edge = 2 / EDGES  # in the portrait's own coordinates, from -1 to 1
    turn = rng.normal(0, TURN * amount, many)
    grow = share * np.exp(rng.normal(0, GROW * amount, many))
    mirror = np.where((rng.random(many) < 0.5) & (amount > 0), -1.0, 1.0)
    shift = rng.normal(0, SHIFT * edge * share * amount, (many, 2))
    parts = []
    for first, last, off in ((0, 3, 0.0), (3, 6, FLOOR_SHIFT), (6, 7, PLAN_SHIFT)):
        if first >= pictures.shape[1]:
            break
        aside = shift + rng.normal(0, 1, (many, 2)) * off * edge * share * amount
        place = np.zeros((many, 2, 3), np.float32)
        place[:, 0, 0], place[:, 0, 1] = grow * np.cos(turn) * mirror, -grow * np.sin(turn)
        place[:, 1, 0], place[:, 1, 1] = grow * np.sin(turn) * mirror, grow * np.cos(turn)
        place[:, :, 2] = aside
        grid = functional.affine_grid(torch.from_numpy(place), (many, last - first, LEAN_PX, LEAN_PX), False)
        parts.append(functional.grid_sample(pictures[:, first:last], grid, "bilinear", "border", False))
    return torch.cat(parts, 1)


def relit_in_part(pictures, rng):
    """The first half relit: that takes as long as a step of the net."""
    half = len(pictures) // 2
    return torch.cat([relit(pictures[:half], rng), pictures[half:]])


def relit(pictures, rng):
    """Other colours, exposure, contrast, sharpness and noise."""
    many = len(pictures)
    seen = pictures[:, :6].clone()
    groups = seen.shape[1] // 3
    orders = np.stack([rng.permutation(3) if rng.random() < 0.4 else np.arange(3) for _ in range(many)])
    index = torch.from_numpy(np.concatenate([orders + 3 * g for g in range(groups)], 1))[:, :, None, None]
    seen = torch.gather(seen, 1, index.expand(-1, -1, *seen.shape[2:]))
    gamma = torch.from_numpy(np.exp(rng.normal(0, 0.25, (many, 1, 1, 1))).astype(np.float32))
    gain = torch.from_numpy(np.exp(rng.normal(0, 0.15, (many, 3, 1, 1))).astype(np.float32)).repeat(1, groups, 1, 1)
    seen = (seen.clamp(1e-4, 1) ** gamma * gain).clamp(0, 1)
    soft = functional.avg_pool2d(functional.pad(seen, (1, 1, 1, 1), "replicate"), 3, 1)
    blend = torch.from_numpy((rng.random((many, 1, 1, 1)) * 2.0 - 1.2).clip(-0.5, 1).astype(np.float32))
    seen = (seen + (soft - seen) * blend).clamp(0, 1)  # softer, or sharper
    grain = torch.from_numpy((rng.random((many, 1, 1, 1)) ** 2 * 0.03).astype(np.float32))
    seen[:, :3] += torch.randn_like(seen[:, :3]) * grain
    return torch.cat([seen.clamp(0, 1), pictures[:, 6:]], 1)


def as_floats(pictures):
    """Bytes as what nets take."""
    return torch.from_numpy(np.ascontiguousarray(pictures.transpose(0, 3, 1, 2))).float().div_(255)


def say(net, pictures):
    """What the net says of portraits as they are, as chances."""
    net.eval()
    still = np.random.default_rng(0)
    with torch.no_grad():
        found = [net(moved(as_floats(pictures[k : k + 256]), still, 0.0)) for k in range(0, len(pictures), 256)]
    net.train()
    return torch.sigmoid(torch.cat(found)).numpy()


def how_often(net, pictures):
    """How often each portrait of a plain die is shown: more often those that the net takes for odd ones."""
    often = SHOWN_AT_LEAST + say(net, pictures).max(1).astype(np.float64)
    return often / often.sum()


def score(net, pictures, facts):
    """The share of leaning dice, and of unread ones beside a die, that is missed where so many plain ones are lost."""
    chances = say(net, pictures)
    lines = []
    for low, high in ((0, 15), (15, 20), (20, 1e9), (0, 1e9)):
        here = (facts[:, 1] >= low) & (facts[:, 1] < high)
        for told, (name, of) in enumerate((("leaning", 0), ("unread beside", 2))):
            odd, plain = (chances[here & fits, told] for fits in (facts[:, of] > 0, facts[:, of] == 0))
            if len(odd) and len(plain):
                limits = [float(np.quantile(plain, 1 - share)) for share in MISSED_FROM]
                missed = ", ".join(f"{np.mean(odd <= limit):.3f} ({limit:.2f})" for limit in limits)
                lines.append(f"  {low:g} px and more, {len(odd)} {name} of {len(plain)}: missed {missed}")
    return "\n".join(lines)


def train(folder: Path, out: Path, kind: str, steps: int) -> None:
    """All steps; goes on where it stopped."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    name, channels = NETS[kind]
    pictures, facts, tables = load_lessons(folder, kind)
    tried = tables % TRIED_EACH == 0
    odd, plain = (np.flatnonzero(~tried & (facts[:, [0, 2]].any(1) == value)) for value in (True, False))
    print(f"{len(odd)} leaning or beside an unread die, {len(plain)} not; {tried.sum()} to try it on", flush=True)
    net, told = Leaner(channels), 2 if kind == "known" else 1  # without a plan nothing is left out of it
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=DECAY)
    keep, done = out / f"{name}.pt", 0
    if keep.exists():
        own = torch.load(keep)
        net.load_state_dict(own["net"])
        mean.load_state_dict(own["mean"])
        optimiser.load_state_dict(own["optimiser"])
        done = own["step"]
    rng = np.random.default_rng([SEED, done])
    started, losses = time.monotonic(), []
    often = how_often(mean, pictures[plain])
    for step in range(done, steps):
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * min(1, (step + 1) / 150) * (0.51 + 0.5 * math.cos(math.pi * step / steps))
        many = round(BATCH * ODD_SHARE)
        chosen = rng.permutation(np.concatenate([rng.choice(odd, many), rng.choice(plain, BATCH - many, p=often)]))
        seen = relit_in_part(moved(as_floats(pictures[chosen]), rng, 1.0), rng)
        wanted = torch.from_numpy(facts[chosen][:, [0, 2]]).clamp(0.01, 0.99)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = net(seen.contiguous(memory_format=torch.channels_last))
        loss = functional.binary_cross_entropy_with_logits(said[:, :told].float(), wanted[:, :told])
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(mean, net, min(SMOOTHING, step / (step + 10)))
        losses.append(loss.item())
        if step % 100 == 99:
            spent = (time.monotonic() - started) / 60
            print(f"step {step + 1}/{steps} loss {np.mean(losses[-100:]):.4f} {spent:.1f} min", flush=True)
        if step % KEPT_EVERY == KEPT_EVERY - 1 or step == steps - 1:
            draft = keep.with_suffix(".new")
            torch.save(
                {
                    "net": net.state_dict(),
                    "mean": mean.state_dict(),
                    "optimiser": optimiser.state_dict(),
                    "step": step + 1,
                },
                draft,
            )
            draft.replace(keep)
            export(mean, out / f"{name}.onnx", channels)
            often = how_often(mean, pictures[plain])
            print(score(mean, pictures[tried], facts[tried]), flush=True)


@torch.no_grad()
def follow(mean, net, share: float) -> None:
    """Let the mean of the weights follow the net's."""
    for new, old in zip(net.state_dict().values(), mean.state_dict().values(), strict=True):
        if old.is_floating_point():
            old.lerp_(new, 1 - share)


def export(net, file: Path, channels: int) -> None:
    """Write the net as ONNX (opset 11, which OpenCV 4.6 to 5.0 read)."""
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net,
            torch.rand(1, channels, LEAN_PX, LEAN_PX),
            file,
            input_names=["portrait"],
            output_names=["leaning"],
            opset_version=11,
            dynamo=False,
        )
    net.train()


def main() -> None:
    """Read the options and train one net."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kind", choices=tuple(NETS), default="known")
    parser.add_argument("--steps", type=int, default=6000)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    train(chosen.lessons, chosen.out, chosen.kind, chosen.steps)


if __name__ == "__main__":
    main()
