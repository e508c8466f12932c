"""lining.webp: the 3D mesh before it is sewn, very close, lifted into the light: it shines through yarn and holes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import studio
from saddlery.geometry import add_mesh, frames, grid_faces, merge, stitches, tube
from saddlery.materials import lit_through, wood

PITCH = 0.46  # between holes
TALL = PITCH * np.sqrt(3)
RIM = 0.135  # radius of a hole
APART = 0.42  # between the two nets
WIDE, BACK, FRONT = 11.0, 5.6, -3.7
WALES = PITCH / 4  # between the columns of loops
COURSE = 0.074  # from one loop to the next

_run = np.linspace(-9, 9, 1801)
_slope = np.radians(-6 + 104 / (1 + np.exp(-(_run - 0.9) / 0.8)))
_forward, _rise = (np.concatenate([[0], np.cumsum(f(_slope))[:-1] * 0.01]) for f in (np.cos, np.sin))


def bend(points):
    """Bends the flat mesh (x, y, height): it lies at the front and turns up behind, as if lifted by a hand."""
    x, y, z = points.T
    along = y + 0.16 * x + 0.12 * np.sin(0.8 * x)
    slope = np.interp(along, _run, _slope)
    at = lambda values: np.interp(along, _run, values) - np.interp(0, _run, values)
    swell = 0.16 * np.sin(0.75 * x + 0.5 * y)
    return np.column_stack([x - 0.1 * at(_rise), at(_forward) - 0.16 * x * np.cos(slope) - (z + swell) * np.sin(slope),
                            at(_rise) + (z + swell) * np.cos(slope)])


def nearest_hole(x, y):
    """Vector from the centre of the nearest hole to each point: (dx, dy, distance)."""
    best = [np.full(x.shape, 9.0) for _ in range(3)]
    for shift in ((0, 0), (PITCH / 2, TALL / 2)):
        dx = (x - shift[0] + PITCH / 2) % PITCH - PITCH / 2
        dy = (y - shift[1] + TALL / 2) % TALL - TALL / 2
        distance = np.hypot(dx, dy)
        closer = distance < best[2]
        best = [np.where(closer, new, old) for new, old in zip((dx, dy, distance), best)]
    return best


def parted(points):
    """Moves pattern points (n, 2) out of the holes."""
    dx, dy, distance = nearest_hole(*points.T)
    share = (distance ** 3 + (RIM + 0.018) ** 3) ** (1 / 3) / np.maximum(distance, 1e-3) - 1
    return points + np.column_stack([dx, dy]) * share[:, None]


def loops(level, side, material):
    """Adds the loops of one net: columns of slanted pairs of yarn that part at every hole."""
    x, y = np.meshgrid(np.arange(-WIDE / 2, WIDE / 2, WALES) + WALES / 2, np.arange(FRONT, BACK, COURSE))
    foot = np.column_stack([x.ravel(), y.ravel()])
    rng = np.random.default_rng(4)
    place = lambda q, height: bend(np.column_stack([q, np.full(len(q), height)]))
    for slant in (1, -1):
        start = parted(foot + (0.006 * slant, 0)) + rng.normal(0, 0.003, foot.shape)
        end = parted(foot + (0.034 * slant, COURSE * 1.25)) + rng.normal(0, 0.003, foot.shape)
        a, b = place(start, level + side * 0.006), place(end, level + side * 0.026)
        up = place(start, level + side * 0.1) - a
        up /= np.linalg.norm(up, axis=1, keepdims=True)
        add_mesh("loops", *stitches(a, b, up, 0.023, lift=0.7, sag=0.4, rings=8, sides=7)[:2], material)


def net(level, material, step=0.0125):
    """Adds the ground of one net, between and beneath its loops."""
    x, y = np.meshgrid(np.arange(-WIDE / 2, WIDE / 2, step), np.arange(FRONT, BACK + 0.05, step))
    flat = np.column_stack([x.ravel(), y.ravel()])
    faces = grid_faces(*x.shape)
    faces = faces[(nearest_hole(x, y)[2] > RIM).ravel()[faces].all(1)]
    used = np.unique(faces)
    renumber = np.zeros(len(flat), int)
    renumber[used] = np.arange(len(used))
    add_mesh("net", bend(np.column_stack([flat, np.full(len(flat), level)]))[used], renumber[faces], material)


def threads_between(material):
    """Adds the slightly slanted upright threads around the holes, from net to net."""
    rng = np.random.default_rng(7)
    x, y = rng.uniform(-WIDE / 2, WIDE / 2, 30000), rng.uniform(FRONT, BACK, 30000)
    distance = nearest_hole(x, y)[2]
    stands = (distance > RIM + 0.02) & (distance < RIM + 0.085)
    x, y = x[stands], y[stands]
    lean = rng.normal(0, 0.045, (len(x), 2))
    t = np.linspace(0, 1, 6)
    parts = []
    for px, py, (lx, ly) in zip(x, y, lean):
        bow = 0.5 * np.sin(np.pi * t)
        line = np.column_stack([px + lx * (t - 0.5 + bow), py + ly * (t - 0.5 - bow), APART * (t - 1)])
        parts.append(tube(line, *frames(line, (0, 1, 0)), 0.01, sides=5))
    vertices, faces, _ = merge(parts)
    add_mesh("threads between", bend(vertices), faces, material)


studio.start(aspect=4 / 5, width=2000, samples=8, exposure=1.4)
yarn = lit_through("yarn", "#F7EAD4", 0.6)
for level, side in ((0.0, 1), (-APART, -1)):
    net(level, yarn)
    loops(level, side, yarn)
threads_between(lit_through("monofilament", "#F8F1E4", 0.4))
studio.table(wood("walnut", "#4E321F", "#2A180D", 0.1, roughness=0.55, pores=0.6), z=-0.9)
studio.ambient(0.1)
studio.area((-8, 30, 13.5), (0, 1.5, 1.5), 1.6, 27000, "#FFD9A0")
studio.area((-16, -8, 12), (0, 0, 0), 8, 2100, "#FFF0DE")
studio.camera((2.4, -21, 9.6), (0.3, 0.2, 1.0), lens=82, fstop=0.5, focus=(0, -1.4, 0.2))
studio.render()
