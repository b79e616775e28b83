"""Trains the nets that say what is wrong with a die that was read, and writes them as ONNX.

Run it: `python -m tablekeeper.vision.training.train_doubts --lessons FOLDER --out FOLDER --kind known`. The lessons are
what `python -m tests.vision.draw_lean_lessons` drew; for strangers' pictures (`--kind strange`) also what `draw_things`
drew, in the same folder or another. Stopped, the same command goes on from its last checkpoint.
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

from tablekeeper.vision.training.draw_things import PORTRAIT_PX, ROOM_PX, SEEN_EDGES
from tablekeeper.vision.training.nets import Doubter

BATCH, SEED = 128, 31
PEAK_RATE, DECAY = 2e-3, 0.02
SMOOTHING = 0.995
KEPT_EVERY = 1000  # steps
ASKED_AGAIN = 8000  # plain dice, each time: how odd the net finds them
ODD_SHARE = 0.5  # of a batch: a die leans, or another one was left out of its plan
SHOWN_AT_LEAST = 0.25  # beside a plain die that looks surely odd
TRIED_EACH = 8  # every so manyth table only shows how good the net is
SHIFT, TURN, GROW = 0.08, 0.14, 0.07  # edges, radians, share: how far places and sizes are off
PLAN_SHIFT, FLOOR_SHIFT = 0.03, 0.02  # edges by which the plan and the floor lie beside the picture
MISSED_FROM = (0.005, 0.01, 0.02, 0.05)  # shares of flat dice that may be taken for leaning ones
PORTION = PORTRAIT_PX / ROOM_PX  # of the width of what was drawn: the rest is room for shifts and turns
NETS = {"known": ("lean", 7, 64), "strange": ("doubter", 3, 48)}
"""The names of both nets, their channels and their size in pixels. The first sees the floor and the place of a flat die
too, and says of each die whether it leans, and whether another one lies beside it unread. The second sees only the die:
whether it leans, and whether it is none."""


def load_lessons(folders: list[Path], kind: str):
    """Pictures, facts and table of all lessons."""
    pictures, facts, tables = [], [], []
    for file in sorted(file for folder in folders for file in folder.glob("*.npz")):
        if file.name.endswith(".new.npz"):
            continue
        with np.load(file) as found:
            if f"{kind}_facts" in found and len(found[f"{kind}_facts"]):
                pictures.append(found[kind])
                facts.append(found[f"{kind}_facts"])
                tables.append(np.full(len(pictures[-1]), int(file.stem)))
    return np.concatenate(pictures), np.concatenate(facts), np.concatenate(tables)


def moved(pictures, rng, amount, size):
    """Portraits cut out of their room, shifted, turned, grown and mirrored; each kind of channel a little otherwise."""
    many, share = len(pictures), PORTION
    edge = 2 / SEEN_EDGES  # in the portrait's own coordinates, from -1 to 1
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
        grid = functional.affine_grid(torch.from_numpy(place), (many, last - first, size, size), False)
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


def say(net, pictures, size):
    """What the net says of portraits as they are, as chances."""
    net.eval()
    still = np.random.default_rng(0)
    with torch.no_grad():
        found = [net(moved(as_floats(pictures[k : k + 256]), still, 0.0, size)) for k in range(0, len(pictures), 256)]
    net.train()
    return torch.sigmoid(torch.cat(found)).numpy()


def ask_again(net, pictures, plain, odd, rng, size):
    """How odd the net finds plain dice, of some of them anew."""
    some = rng.permutation(len(plain))[:ASKED_AGAIN]
    odd[some] = say(net, pictures[plain[some]], size).max(1)


def how_often(odd):
    """How often each portrait of a plain die is shown: more often those that the net takes for odd ones."""
    often = SHOWN_AT_LEAST + odd.astype(np.float64)
    return often / often.sum()


def score(net, pictures, facts, size):
    """The share of leaning dice, and of the other odd ones, that is missed where so many plain ones are lost."""
    chances = say(net, pictures, size)
    lines = []
    for low, high in ((0, 15), (15, 20), (20, 1e9), (0, 1e9)):
        here = (facts[:, 1] >= low) & (facts[:, 1] < high)
        for answer, (name, of) in enumerate((("leaning", 0), ("otherwise odd", 2))):
            odd, plain = (chances[here & fits, answer] for fits in (facts[:, of] > 0, facts[:, of] == 0))
            if len(odd) and len(plain):
                limits = [float(np.quantile(plain, 1 - share)) for share in MISSED_FROM]
                missed = ", ".join(f"{np.mean(odd <= limit):.3f} ({limit:.2f})" for limit in limits)
                lines.append(f"  {low:g} px and more, {len(odd)} {name} of {len(plain)}: missed {missed}")
    return "\n".join(lines)


def train(folders: list[Path], out: Path, kind: str, steps: int) -> None:
    """All steps; goes on where it stopped."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    name, channels, size = NETS[kind]
    pictures, facts, tables = load_lessons(folders, kind)
    tried = tables % TRIED_EACH == 0
    odd, plain = (np.flatnonzero(~tried & (facts[:, [0, 2]].any(1) == value)) for value in (True, False))
    print(f"{len(odd)} odd, {len(plain)} plain; {tried.sum()} to try it on", flush=True)
    net = Doubter(channels)
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
    found_odd = np.zeros(len(plain))
    ask_again(mean, pictures, plain, found_odd, rng, size)
    often = how_often(found_odd)
    for step in range(done, steps):
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * min(1, (step + 1) / 150) * (0.51 + 0.5 * math.cos(math.pi * step / steps))
        many = round(BATCH * ODD_SHARE)
        chosen = rng.permutation(np.concatenate([rng.choice(odd, many), rng.choice(plain, BATCH - many, p=often)]))
        seen = relit_in_part(moved(as_floats(pictures[chosen]), rng, 1.0, size), rng)
        wanted = torch.from_numpy(facts[chosen][:, [0, 2]]).clamp(0.01, 0.99)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = net(seen.contiguous(memory_format=torch.channels_last))
        loss = functional.binary_cross_entropy_with_logits(said.float(), wanted)
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
            export(mean, out / f"{name}.onnx", channels, size)
            ask_again(mean, pictures, plain, found_odd, rng, size)
            often = how_often(found_odd)
            print(score(mean, pictures[tried], facts[tried], size), flush=True)


@torch.no_grad()
def follow(mean, net, share: float) -> None:
    """Let the mean of the weights follow the net's."""
    for new, old in zip(net.state_dict().values(), mean.state_dict().values(), strict=True):
        if old.is_floating_point():
            old.lerp_(new, 1 - share)


def export(net, file: Path, channels: int, size: int) -> None:
    """Write the net as ONNX (opset 11, which OpenCV 4.6 to 5.0 read)."""
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net,
            torch.rand(1, channels, size, size),
            file,
            input_names=["portrait"],
            output_names=["odd"],
            dynamic_axes={"portrait": {0: "n"}, "odd": {0: "n"}},
            opset_version=11,
            dynamo=False,
        )
    net.train()


def main() -> None:
    """Read the options and train one net."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lessons", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kind", choices=tuple(NETS), default="known")
    parser.add_argument("--steps", type=int, default=6000)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    train(chosen.lessons, chosen.out, chosen.kind, chosen.steps)


if __name__ == "__main__":
    main()
