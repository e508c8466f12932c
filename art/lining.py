"""lining.webp: the 3D mesh before it is sewn, very close: two nets held apart by threads, and the light between."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import studio
from saddlery.geometry import add_mesh, frames, grid_faces, merge, spline, tube
from saddlery.materials import plaster, thread

PITCH = 0.46  # between holes
TALL = PITCH * np.sqrt(3)
APART = 0.42  # between the two nets
WIDE, LONG = 9.0, 11.0


def bend(points):
    """The flat mesh (x, y, height) rises at the back into a wave, so that light falls through it."""
    x, y, z = points.T
    slope = 0.42 * np.sin(0.42 * y + 0.16 * x - 0.5)
    lift = -0.42 / 0.42 * np.cos(0.42 * y + 0.16 * x - 0.5)
    return np.column_stack([x, y - z * slope, lift + z])


def holes(x, y):
    """Distance of each point to the middle of the nearest hole, and its bearing."""
    nearest, bearing = np.full(x.shape, 9.0), np.zeros(x.shape)
    for shift in ((0, 0), (PITCH / 2, TALL / 2)):
        dx = (x - shift[0] + PITCH / 2) % PITCH - PITCH / 2
        dy = (y - shift[1] + TALL / 2) % TALL - TALL / 2
        distance = np.hypot(dx * 1.08, dy * 0.92)
        closer = distance < nearest
        nearest, bearing = np.where(closer, distance, nearest), np.where(closer, np.arctan2(dy, dx), bearing)
    return nearest, bearing


def net(name, level, material, step=0.012):
    """One of the two nets: knitted columns that part about every hole."""
    x, y = np.meshgrid(np.arange(-WIDE / 2, WIDE / 2, step), np.arange(-LONG / 2, LONG / 2, step))
    distance, bearing = holes(x, y)
    from_rim = np.clip((distance - 0.125) / 0.085, 0, 1)
    loops = 0.016 * np.sin(9 * bearing + 26 * distance) + 0.014 * np.sin(2 * np.pi * (y / 0.092 + 0.5 * np.abs(
        ((x / PITCH * 4) % 1) - 0.5)))
    thick = 0.075 * np.sqrt(np.clip(1 - (1 - from_rim) ** 2, 0, 1)) + loops * from_rim
    faces = grid_faces(*x.shape)
    within = (distance > 0.122).ravel()
    faces = faces[within[faces].all(1)]
    for side in (1, -1):
        space = bend(np.column_stack([x.ravel(), y.ravel(), (level + side * thick).ravel()]))
        add_mesh(name, space, faces if side > 0 else faces[:, ::-1], material)


def threads_between(material):
    """The upright threads, slightly slanted, that stand about the holes from net to net."""
    rng = np.random.default_rng(7)
    x, y = (rng.uniform(-0.5, 0.5, 26000) * side for side in (WIDE, LONG))
    distance, _ = holes(x, y)
    stands = (distance > 0.15) & (distance < 0.215)
    x, y = x[stands], y[stands]
    lean = rng.normal(0, 0.05, (len(x), 2))
    t = np.linspace(0, 1, 6)
    parts = []
    for px, py, (lx, ly) in zip(x, y, lean):
        bow = 0.5 * np.sin(np.pi * t)
        line = np.column_stack([px + lx * (t - 0.5 + bow), py + ly * (t - 0.5 - bow), APART * (t - 1)])
        parts.append(tube(line, *frames(line, (0, 1, 0)), 0.011, sides=5))
    vertices, faces, _ = merge(parts)
    add_mesh("threads between", bend(vertices), faces, material)


studio.start(aspect=4 / 5, width=2000, samples=24, exposure=1.75)
yarn = thread("yarn", "#F8F0E2", 0.55)
net("face", 0.0, yarn)
net("back", -APART, yarn, step=0.016)
threads_between(thread("monofilament", "#F8F1E4", 0.3))
studio.table(plaster("ground", "#DCC6A4"), z=-4.5)
studio.ambient(0.08)
studio.area((-6, 26, 7), (0, 2, 0), 7, 5200, "#FFDDB0")
studio.area((0, 6, -4.2), (0, 0, 0), 9, 420, "#FFE6C6")
studio.area((9, -16, 14), (0, 0, 0), 8, 900, "#FFF0DE")
studio.camera((0.8, -15.5, 9.2), (0, -0.4, -0.4), lens=92, fstop=0.5, focus=(0, -1.2, 0.2))
studio.render()
