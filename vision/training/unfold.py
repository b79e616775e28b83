"""Loads exported nets back into trainable ones: what export folded into a convolution becomes a normalisation again."""
# mypy: ignore-errors

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn


def load_exported(net: nn.Module, file: Path, batches: list[torch.Tensor]) -> None:
    """Make `net` answer what the exported net answers, but for answers that only `net` gives.

    `batches` show what its normalisations will meet.
    """
    pairs, order = _convolutions(net, batches[0]), _weights(file)
    if len(pairs) != len(order):
        raise ValueError(f"Cannot load {file}: found {len(order)} layers with weights; expected {len(pairs)}")
    with torch.no_grad():
        for (layer, norm), (weight, bias) in zip(pairs, order, strict=True):
            if norm is None:
                layer.weight[: len(weight)].copy_(weight)
                layer.bias[: len(bias)].copy_(bias)
                continue
            layer.weight.copy_(weight)
            norm.weight.fill_((1 + norm.eps) ** 0.5)
            norm.bias.copy_(bias)
        _measure(net, [norm for _, norm in pairs if norm is not None], batches)


def _weights(file: Path) -> list[tuple[torch.Tensor, torch.Tensor]]:
    graph = onnx.load(file).graph
    known = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    return [(known[node.input[1]], known[node.input[2]]) for node in graph.node if node.op_type in ("Conv", "Gemm")]


def _convolutions(net: nn.Module, batch: torch.Tensor) -> list[tuple[nn.Module, nn.Module | None]]:
    """Every layer with weights in the order of its use, with the normalisation that follows it."""
    pairs = []

    def note(module, _inputs, _output):
        if isinstance(module, nn.BatchNorm2d):
            pairs[-1] = (pairs[-1][0], module)
        else:
            pairs.append((module, None))

    kinds = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [module.register_forward_hook(note) for module in net.modules() if isinstance(module, kinds)]
    net.eval()
    with torch.no_grad():
        net(batch)
    for hook in hooks:
        hook.remove()
    return pairs


def _measure(net: nn.Module, norms: list[nn.Module], batches: list[torch.Tensor]) -> None:
    """Give each normalisation the statistics of what it meets, and scale and shift that undo them."""
    sums = {norm: [] for norm in norms}

    def note(module, inputs, _output):
        values = inputs[0].float()
        sums[module].append((values.mean((0, 2, 3)), values.pow(2).mean((0, 2, 3))))

    hooks = [norm.register_forward_hook(note) for norm in norms]
    net.eval()
    for batch in batches:
        net(batch)
    for hook in hooks:
        hook.remove()
    for norm, seen in sums.items():
        mean, square = (torch.stack(parts).mean(0) for parts in zip(*seen, strict=True))
        spread = (square - mean**2).clamp(min=1e-6)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.add_(mean)
    net.train()
