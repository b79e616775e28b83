"""Trains the nets that say what is wrong with a die that was read, and writes them as ONNX.

Run it: `python -m tablekeeper.vision.training.train_doubts --lessons FOLDER --out FOLDER --kind known`. The lessons are
what `python -m tests.vision.draw_table_lessons` and `draw_faces` drew; for strangers' pictures (`--kind strange`) what
the former and `draw_things` drew, in one folder or several. Stopped, the same command goes on from its last checkpoint.
"""
# mypy: ignore-errors

import argparse
import copy
import math
import time
import warnings
from dataclasses import dataclass
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
BARE_SHARE = 0.15  # of a batch: no upper face is there
ODD_SHARE = 0.5  # of the rest: a die leans, or another one was left out of its plan
SHOWN_AT_LEAST = 0.25  # beside a plain die that looks surely odd
TRIED_EACH = 8  # every so manyth table only shows how good the net is
SHIFT, TURN, GROW = 0.08, 0.14, 0.07  # edges, radians, share: how far places and sizes are off
PLAN_SHIFT, FLOOR_SHIFT = 0.03, 0.02  # edges by which the plan and the floor lie beside the picture
MISSED_FROM = (0.005, 0.01, 0.02, 0.05)  # shares of flat dice that may be taken for leaning ones
SURE_FROM = (0.8, 0.9, 0.95)  # chances of a value
VALUE_SHARE, SMOOTHED, UNKNOWN = 0.5, 0.03, -1  # of the loss; of a value's target; no value
PORTION = PORTRAIT_PX / ROOM_PX  # of the width of what was drawn: the rest is room for shifts and turns
LOWEST_RATE = 0.01  # of the peak


@dataclass(frozen=True)
class Kind:
    """A net: its name, its channels, its size in pixels, how wide it is, and how many logits it says."""

    name: str
    channels: int
    size: int
    widths: tuple[int, ...]
    answers: int


KINDS = {
    "known": Kind("portrait", 7, 64, (16, 32, 48), 9),
    "strange": Kind("doubter", 3, 48, (12, 24, 40), 2),
}
"""The first sees the floor and the place of a flat die too, and says of each die whether it leans, whether another one
lies beside it unread, and what its upper face shows: none, or 1 to 6. The second sees only the die: whether it leans,
and whether it is none."""
LEANS, EDGE, ODD, VALUE = range(4)  # what the facts of a portrait are; a negative one is unknown


def load_lessons(folders: list[Path], kind: str):
    """Pictures, facts and table of all lessons; there may be more than fit into memory twice."""
    files = sorted(file for folder in folders for file in folder.glob("*.npz") if not file.name.endswith(".new.npz"))
    facts, used = [], []
    for file in files:
        with np.load(file) as found:
            if f"{kind}_facts" in found and len(found[f"{kind}_facts"]):
                facts.append(found[f"{kind}_facts"])
                used.append(file)
    tables = np.repeat([int(file.stem) for file in used], [len(one) for one in facts])
    pictures = np.empty(0, np.uint8)
    done = 0
    for file in used:
        with np.load(file) as found:
            portraits = found[kind]
        if not done:
            pictures = np.empty((len(tables), *portraits.shape[1:]), np.uint8)
        pictures[done : done + len(portraits)] = portraits
        done += len(portraits)
    return pictures, np.concatenate(facts), tables


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
    """What the net says of portraits as they are, as chances: of both oddities, then of each value."""
    net.eval()
    still = np.random.default_rng(0)
    with torch.no_grad():
        found = [net(moved(as_floats(pictures[k : k + 256]), still, 0.0, size)) for k in range(0, len(pictures), 256)]
    net.train()
    said = torch.cat(found)
    return torch.cat([torch.sigmoid(said[:, :2]), torch.softmax(said[:, 2:], 1)], 1).numpy()


def wrongness(chances, facts):
    """How wrong the net is about portraits of flat dice: that they lean, that others lie beside them, another value."""
    worst = chances[:, :2].max(1)
    if chances.shape[1] == 2:
        return worst
    values = facts[:, VALUE].astype(int)
    return np.maximum(worst, 1 - chances[np.arange(len(values)), 2 + values])


def ask_again(net, pictures, facts, plain, wrong, rng, size):
    """How wrong the net is about plain dice, of some of them anew."""
    some = rng.permutation(len(plain))[:ASKED_AGAIN]
    wrong[some] = wrongness(say(net, pictures[plain[some]], size), facts[plain[some]])


def how_often(wrong):
    """How often each portrait of a plain die is shown: more often those about which the net is wrong."""
    often = SHOWN_AT_LEAST + wrong.astype(np.float64)
    return often / often.sum()


def score(net, pictures, facts, size):
    """The share of leaning dice, and of the other odd ones, that is missed where so many plain ones are lost."""
    chances = say(net, pictures, size)
    lines = []
    for low, high in ((0, 15), (15, 20), (20, 1e9), (0, 1e9)):
        here = (facts[:, EDGE] >= low) & (facts[:, EDGE] < high)
        for answer, (name, of) in enumerate((("leaning", LEANS), ("otherwise odd", ODD))):
            odd, plain = (chances[here & fits, answer] for fits in (facts[:, of] > 0, facts[:, of] == 0))
            if len(odd) and len(plain):
                limits = [float(np.quantile(plain, 1 - share)) for share in MISSED_FROM]
                missed = ", ".join(f"{np.mean(odd <= limit):.3f} ({limit:.2f})" for limit in limits)
                lines.append(f"  {low:g} px and more, {len(odd)} {name} of {len(plain)}: missed {missed}")
        if chances.shape[1] > 2:
            lines += score_values(chances[here, 2:], facts[here, VALUE], low)
    return "\n".join(lines)


def score_values(chances, values, low):
    """How often the value is right, and what is lost where a limit lets so many wrong ones pass."""
    known = values >= 0
    chances, values = chances[known], values[known]
    seen, most, bare = chances.argmax(1), chances.max(1), values == 0
    right = seen == values
    passed = []
    for limit in SURE_FROM:
        wrong = ~right & (most >= limit) & (seen > 0)
        passed.append(f"{np.mean((right & (most >= limit))[~bare]):.3f} / {np.mean(wrong):.4f}")
    all_right = right[~bare].mean()
    return [f"  {low:g} px and more, {len(values)}: right {all_right:.3f}, sure and right / wrong {', '.join(passed)}"]


def draw_batch(odd, plain, bare, often, rng):
    """Which portraits a step sees."""
    many = round(BATCH * BARE_SHARE) if len(bare) else 0
    odd_ones = round((BATCH - many) * ODD_SHARE)
    chosen = [rng.choice(odd, odd_ones), rng.choice(plain, BATCH - many - odd_ones, p=often)]
    chosen += [rng.choice(bare, many)] if many else []
    return rng.permutation(np.concatenate(chosen))


def loss_of(said, facts):
    """How far what a net says is from the facts that are known."""
    known = torch.from_numpy(facts[:, [LEANS, ODD]])
    wanted = known.clamp(0.01, 0.99)
    odd = functional.binary_cross_entropy_with_logits(said[:, :2], wanted, (known >= 0).float())
    if said.shape[1] == 2:
        return odd
    values = torch.from_numpy(facts[:, VALUE].astype(np.int64))
    return odd + VALUE_SHARE * functional.cross_entropy(
        said[:, 2:], values, ignore_index=UNKNOWN, label_smoothing=SMOOTHED
    )


def train(folders: list[Path], out: Path, kind: Kind, lessons: str, steps: int) -> None:
    """All steps; goes on where it stopped."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    name, size = kind.name, kind.size
    pictures, facts, tables = load_lessons(folders, lessons)
    tried = tables % TRIED_EACH == 0
    is_odd, is_bare = (facts[:, [LEANS, ODD]] > 0).any(1), facts[:, LEANS] < 0
    odd, plain, bare = (np.flatnonzero(~tried & fits) for fits in (is_odd, ~is_odd & ~is_bare, is_bare))
    print(f"{len(odd)} odd, {len(plain)} plain, {len(bare)} bare; {tried.sum()} to try it on", flush=True)
    net = Doubter(kind.channels, kind.widths, kind.answers)
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
    wrong = np.zeros(len(plain))
    ask_again(mean, pictures, facts, plain, wrong, rng, size)
    often = how_often(wrong)
    for step in range(done, steps):
        for group in optimiser.param_groups:
            slope = 0.5 * (1 + math.cos(math.pi * step / steps))
            group["lr"] = PEAK_RATE * min(1, (step + 1) / 150) * (LOWEST_RATE + slope)
        chosen = draw_batch(odd, plain, bare, often, rng)
        seen = relit_in_part(moved(as_floats(pictures[chosen]), rng, 1.0, size), rng)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = net(seen.contiguous(memory_format=torch.channels_last))
        loss = loss_of(said.float(), facts[chosen])
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
            export(mean, out / f"{name}.onnx", kind)
            ask_again(mean, pictures, facts, plain, wrong, rng, size)
            often = how_often(wrong)
            print(score(mean, pictures[tried], facts[tried], size), flush=True)


@torch.no_grad()
def follow(mean, net, share: float) -> None:
    """Let the mean of the weights follow the net's."""
    for new, old in zip(net.state_dict().values(), mean.state_dict().values(), strict=True):
        if old.is_floating_point():
            old.lerp_(new, 1 - share)


def export(net, file: Path, kind: Kind) -> None:
    """Write the net as ONNX (opset 11, which OpenCV 4.6 to 5.0 read)."""
    net.eval()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net,
            torch.rand(1, kind.channels, kind.size, kind.size),
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
    parser.add_argument("--kind", choices=tuple(KINDS), default="known")
    parser.add_argument("--steps", type=int, default=6000)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    train(chosen.lessons, chosen.out, KINDS[chosen.kind], chosen.kind, chosen.steps)


if __name__ == "__main__":
    main()
