"""The two nets: one finds upper faces in a whole picture, one reads the crop around a face."""
# mypy: ignore-errors

import torch
from torch import nn

# heat of faces, heat of dice not to read, six values, log edge, stretch x2, offset x and y, heat of look-alikes, hands
DETECTOR_MAPS = 15
CROP_CLASSES = 8  # none, 1..6, something else that looks like a face
CROP_PX = 48
FORGOTTEN = 0.2  # share of what a doubter found that it must do without in training


def _conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Block(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return torch.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    """U-shaped, strides 2-4-8-16 and back to 4; one map of answers at stride 4."""

    def __init__(self, widths: tuple[int, int, int, int] = (12, 24, 40, 72)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = _conv(3, a, 2)
        self.quarter = nn.Sequential(_conv(a, b, 2), _conv(b, b))
        self.eighth = nn.Sequential(_conv(b, c, 2), Block(c))
        self.sixteenth = nn.Sequential(_conv(c, d, 2), Block(d), Block(d))
        self.side8 = nn.Conv2d(d, c, 1)
        self.merge8 = _conv(c, c)
        self.side4 = nn.Conv2d(c, b, 1)
        self.merge4 = _conv(b, b)
        self.head = nn.Conv2d(b, DETECTOR_MAPS, 1)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        with torch.no_grad():
            self.head.bias[[0, 1, 13, 14]] = -4.0  # most places are nothing of the kind

    def forward(self, x):
        quarter = self.quarter(self.stem(x))
        eighth = self.eighth(quarter)
        deep = self.sixteenth(eighth)
        eighth = self.merge8(eighth + self.up(self.side8(deep)))
        quarter = self.merge4(quarter + self.up(self.side4(eighth)))
        return self.head(quarter)


class Reader(nn.Module):
    """Reads one crop: none, 1 to 6, or something else that looks like a face."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 16, 2, 5), _conv(16, 32), _conv(32, 40, 2), Block(40), _conv(40, 64, 2), Block(64)
        )
        self.head = nn.Linear(128, CROP_CLASSES)

    def forward(self, x):
        x = self.body(x)
        return self.head(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1))


class Doubter(nn.Module):
    """Logits about one die: whether it leans, whether something else is wrong with it, and what else is asked."""

    def __init__(self, channels: int, widths: tuple[int, ...] = (12, 24, 40), answers: int = 2) -> None:
        super().__init__()
        first, *others = widths
        layers = [_conv(channels, first, 2, 5)]
        for inputs, outputs in zip(widths, others, strict=False):
            layers += [_conv(inputs, outputs, 2), Block(outputs)]
        self.body = nn.Sequential(*layers)
        self.forget = nn.Dropout(FORGOTTEN)
        self.head = nn.Linear(2 * widths[-1], answers)

    def forward(self, x):
        x = self.body(x)
        return self.head(self.forget(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)))
