"""Ray-traced rounded dice without colour: cover, pips, height and normals, to be painted when a scene is composed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers

Floats = NDArray[np.floating]

LAYER_PX = 128
SUPERSAMPLING = 2
HALF_EXTENT = 1.9  # half edges of the die that fit between the layer's centre and its border
MARCH_STEPS = 26

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Shape:
    """How one kind of die is cut."""

    rounding: float  # radius of the edges, in half edges
    ball: float  # radius of the sphere that cuts the corners
    spacing: float  # distance of an outer pip from the face's middle
    pip_radius: float
    one_radius: float  # radius of the pip of the 1
    depth: float  # how much the bowl of a pip turns the normal
    handed: bool
    two: float  # spacing of the 2's pips beside the others'
    three: float  # the same of the 3's
    six: tuple[float, float]  # squeeze of the 6 across and along its rows


@dataclass(frozen=True)
class Layer:
    """One die seen from one direction."""

    cover: Numbers  # H x W x 4: alpha, pip share, height, which pip colour (255: the 1 or the 4)
    normal: Numbers  # H x W x 3: (n + 1) * 127.5 in picture axes (x right, y down, z to the viewer)
    face: Floats  # 4 x 2 corners of the upper face, in layer pixels
    value: int
    tilt: float  # degrees between the view and the vertical
    lean: float  # degrees between the die's own axis and the vertical


def random_shape(rng: np.random.Generator) -> Shape:
    """A kind of die, from sharp casino cubes to round Asian ones."""
    radius = rng.uniform(0.13, 0.25)
    spacing = rng.uniform(0.42, 0.6)
    if rng.random() < 0.12:
        radius, spacing = rng.uniform(0.22, 0.3), rng.uniform(0.46, 0.58)
    asian = rng.random() < 0.35  # the 2 lies close together, the 6 in two narrow columns
    one = radius * (rng.uniform(1.4, 2.2) if rng.random() < 0.25 else rng.uniform(0.95, 1.1))
    ball = rng.uniform(1.28, 1.5) if rng.random() < 0.5 else 2.0
    return Shape(
        rounding=rng.uniform(0.04, 0.45),
        ball=ball,
        spacing=spacing,
        pip_radius=min(radius, spacing * 0.42),
        one_radius=min(one, 0.5),
        depth=rng.choice([0.0, 0.5, 1.0, 1.4]),
        handed=bool(rng.random() < 0.5),
        two=rng.uniform(0.4, 0.8) if asian else rng.uniform(0.9, 1.05),
        three=rng.uniform(0.75, 1.05) if asian else rng.uniform(0.95, 1.05),
        six=(rng.uniform(0.52, 0.9), 1.0) if asian else (1.0, rng.uniform(0.6, 1.0)),
    )


def _rotation(axis: int, radians: float) -> Floats:
    cos, sin = np.cos(radians), np.sin(radians)
    turn = np.eye(3)
    one, two = (axis + 1) % 3, (axis + 2) % 3
    turn[one, one] = turn[two, two] = cos
    turn[one, two], turn[two, one] = -sin, sin
    return turn.astype(np.float32)


def _faces(value: int, handed: bool, rng: np.random.Generator) -> dict[tuple[int, int], int]:
    """Which value lies on which side (axis, sign), with `value` on top and opposite sides adding up to seven."""
    rest = [v for v in (1, 2, 3) if v not in (value, 7 - value)]
    first, second = (rest[0], rest[1]) if handed else (rest[1], rest[0])
    if rng.random() < 0.5:
        first = 7 - first
    if rng.random() < 0.5:
        second = 7 - second
    return {(2, 1): value, (2, -1): 7 - value, (0, 1): first, (0, -1): 7 - first, (1, 1): second, (1, -1): 7 - second}


def _march(origin: Floats, rays: Floats, shape: Shape) -> tuple[Floats, NDArray[np.bool_]]:
    """Points where the rays meet the die, and which rays do."""
    inner = 1.0 - shape.rounding
    along = -(rays @ origin)
    near = (origin @ origin) - along**2 < 1.75**2  # rays that pass the die's bounding ball
    travelled = along - 1.75
    active = np.nonzero(near)[0]
    hit = np.zeros(len(rays), np.bool_)
    for step in range(MARCH_STEPS):
        point = origin + rays[active] * travelled[active, None]
        q = np.abs(point) - inner
        x, y, z = np.maximum(q, 0).T
        deepest = np.minimum(np.maximum(np.maximum(q[:, 0], q[:, 1]), q[:, 2]), 0)
        distance = np.sqrt(x * x + y * y + z * z) + deepest - shape.rounding
        if shape.ball < 1.74:
            distance = np.maximum(distance, np.sqrt(np.einsum("ij,ij->i", point, point)) - shape.ball)
        travelled[active] += distance
        hit[active] = distance < 0.02
        if step % 4 == 3:
            active = active[(distance > 0.002) & (travelled[active] < along[active] + 1.75)]
    return origin + rays * travelled[:, None], hit


def _normals(point: Floats, shape: Shape) -> Floats:
    q = np.abs(point) - (1.0 - shape.rounding)
    normal = np.sign(point) * np.maximum(q, 1e-6)
    length = np.sqrt((point**2).sum(1))
    on_ball = length > shape.ball - 0.02
    normal[on_ball] = point[on_ball]
    return np.asarray(normal / np.sqrt((normal**2).sum(1, keepdims=True)), np.float32)


def _carve(
    point: Floats,
    normal: Floats,
    shape: Shape,
    faces: dict[tuple[int, int], int],
    *,
    turn: NDArray[np.bool_],
    soft: float,
) -> tuple[Floats, Floats]:
    """Share of pip at each point, and whether the pip belongs to a 1 or a 4; bends the normals into bowls."""
    pip, special = np.zeros(len(point), np.float32), np.zeros(len(point), np.float32)
    axis = np.abs(point).argmax(1)
    for number, ((side, sign), value) in enumerate(faces.items()):
        on = np.nonzero((axis == side) & (point[:, side] * sign > 0))[0]
        if not len(on):
            continue
        u, v = point[on, (side + 1) % 3], point[on, (side + 2) % 3]
        if turn[number]:
            u, v = v, -u
        radius = shape.one_radius if value == 1 else shape.pip_radius
        across, along = shape.six if value == 6 else ({2: shape.two, 3: shape.three}.get(value, 1.0),) * 2
        for x, y in PIPS[value]:
            du, dv = u - x * shape.spacing * across, v - y * shape.spacing * along
            r = np.sqrt(du * du + dv * dv)
            share = np.clip((radius - r) / soft + 0.5, 0, 1)
            pip[on] = np.maximum(pip[on], share)
            if value in (1, 4):
                special[on] = np.maximum(special[on], share)
            inside = share > 0.5
            if shape.depth and inside.any():
                at, bend = on[inside], shape.depth * share[inside] / radius
                a, b = (-bend * du[inside], -bend * dv[inside])
                if turn[number]:
                    a, b = -b, a
                normal[at, (side + 1) % 3] += a
                normal[at, (side + 2) % 3] += b
    return pip, special


def render_layer(rng: np.random.Generator, tilt: float, lean: float) -> Layer:
    """One die: a random kind, value and turn, seen `tilt` degrees off the vertical, itself leaning `lean` degrees."""
    shape = random_shape(rng)
    value = int(rng.integers(1, 7))
    faces = _faces(value, shape.handed, rng)
    turn = rng.random(6) < 0.5
    distance = float(rng.uniform(9, 40))
    # The die's own axes -> table (leaning about a random axis, then any yaw) -> picture axes (y down, z to the viewer).
    own = (
        _rotation(2, rng.uniform(0, 2 * np.pi))
        @ _rotation(0, np.radians(lean))
        @ _rotation(2, rng.uniform(0, 2 * np.pi))
    )
    flip = np.diag([1, -1, 1]).astype(np.float32)
    view = _rotation(0, np.radians(tilt)) @ flip @ own
    # A leaning upper face may look away; the flat one leans towards the top of the picture.
    size = LAYER_PX * SUPERSAMPLING
    ticks = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
    px, py = np.meshgrid(ticks * HALF_EXTENT, ticks * HALF_EXTENT)
    rays = np.stack([px.ravel(), py.ravel(), np.full(size * size, -distance, np.float32)], 1)
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    origin = np.array([0, 0, distance], np.float32)
    back = np.linalg.inv(view).astype(np.float32)
    point, hit = _march(back @ origin, rays @ back.T, shape)
    point = point[hit]
    normal = _normals(point, shape)
    height = (point @ own.T)[:, 2]
    pip, special = _carve(point, normal, shape, faces, turn=turn, soft=HALF_EXTENT * 2 / size * 1.5)
    normal /= np.sqrt((normal**2).sum(1, keepdims=True))
    cover = np.zeros((size * size, 4), np.float32)
    cover[hit] = np.stack([np.ones_like(pip), pip, np.clip(height / 3.4 + 0.5, 0, 1), special], 1) * 255
    shown = np.full((size * size, 3), 127.5, np.float32)
    shown[hit] = (normal @ view.T + 1) * 127.5
    corners = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], np.float32) @ view.T
    scale = distance / (distance - corners[:, 2:])
    face = (corners[:, :2] * scale / HALF_EXTENT * 0.5 + 0.5) * LAYER_PX
    return Layer(_shrink(cover, size), _shrink(shown, size), face.astype(np.float32), value, tilt, lean)


def _shrink(flat: Floats, size: int) -> Numbers:
    k = SUPERSAMPLING
    small = flat.reshape(size // k, k, size // k, k, -1).mean((1, 3))
    return np.asarray(small + 0.5, np.uint8)
