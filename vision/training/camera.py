"""What a camera makes of a rendered scene: bloom, exposure, blur, noise, compression."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers

Floats = NDArray[np.floating]


def photograph(canvas: Floats, rng: np.random.Generator) -> Numbers:
    """A picture of the scene; ends as the reader's exposure step does."""
    image = _bloom(canvas, rng) if rng.random() < 0.12 else np.clip(canvas, 0, 300)
    image = image * np.exp(rng.uniform(np.log(0.35), np.log(1.5)))
    if rng.random() < 0.5:
        image = 255 * np.power(np.clip(image, 0, 255) / 255, rng.uniform(0.65, 1.5))
    if rng.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), np.exp(rng.uniform(np.log(0.3), np.log(1.6))))
    if rng.random() < 0.25:
        sharp = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - sharp) * rng.uniform(0.3, 2.0)
    if rng.random() < 0.7:
        shape = (*image.shape[:2], 1 if rng.random() < 0.3 else 3)
        image = image + rng.standard_normal(shape, np.float32) * rng.uniform(1, 9)
    picture = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(35, 95))
        picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    if rng.random() < 0.06:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return expose(picture)


def see_poorly(canvas: Floats, rng: np.random.Generator) -> Floats:
    """What few and coarse pixels in the dark leave: detail is lost, noise is not."""
    coarse = rng.uniform(1.0, 2.0)
    small = cv2.resize(canvas, None, fx=1 / coarse, fy=1 / coarse, interpolation=cv2.INTER_AREA)
    grain = rng.standard_normal((*small.shape[:2], 1 if rng.random() < 0.5 else 3), np.float32)
    small = small * rng.uniform(0.25, 1.0) + grain * rng.uniform(1, 10)
    return np.asarray(cv2.resize(small, canvas.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def _bloom(canvas: Floats, rng: np.random.Generator) -> Floats:
    """Overexposure: what is bright bleeds into what is dark beside it, so dark pips on white shrink."""
    image = np.clip(canvas, 0, 400) * np.float32(rng.uniform(1.5, 3.5))
    return np.clip(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.4)), 0, 400)


def expose(picture: Numbers) -> Numbers:
    """Brighten a dark picture as the reader does before it looks."""
    bright = float(np.percentile(picture[::4, ::4].max(2), 99))
    if bright >= 215 or bright < 1:
        return picture
    return cv2.convertScaleAbs(picture, alpha=min(6.0, 235 / bright))
