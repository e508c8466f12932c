"""Honeycomb quilting: the height of the padding and the stitches of its seams."""

import numpy as np
from scipy.ndimage import gaussian_filter, zoom

ANGLES = np.array([0, np.pi / 3, -np.pi / 3])  # directions across the three pairs of sides


def smoothstep(value, start, width):
    """0 before start, 1 after start + width, smooth between."""
    t = np.clip((value - start) / width, 0, 1)
    return t * t * (3 - 2 * t)


def field(shape, sigma, seed):
    """Smooth random field of unit deviation; sigma in grid steps."""
    coarse = max(int(sigma / 3), 1)
    small = np.random.default_rng(seed).standard_normal([n // coarse + 2 for n in shape])
    small = gaussian_filter(small, sigma / coarse)
    small /= small.std()
    return zoom(small, coarse, order=1)[:shape[0], :shape[1]]


def cells(x, y, size):
    """Position of each point in its hexagon (size = flat to flat, flats left and right) and its id."""
    tall = size * np.sqrt(3)
    column, row = np.round(x / size), np.round(y / tall)
    column2, row2 = np.round(x / size - 0.5), np.round(y / tall - 0.5)
    ax, ay = x - column * size, y - row * tall
    bx, by = x - (column2 + 0.5) * size, y - (row2 + 0.5) * tall
    first = ax * ax + ay * ay < bx * bx + by * by
    identity = np.where(first, column * 2 + row * 733, column2 * 2 + 1 + row2 * 733 + 389)
    return np.where(first, ax, bx), np.where(first, ay, by), identity.astype(np.int64)


def drift(x, y, reach):
    """Deviation of the hand-drawn honeycomb from the exact one: up to about `reach` in either direction."""
    return (reach * 0.6 * (np.sin(0.61 * x + 0.35 * y + 1) + np.sin(1.13 * y - 0.48 * x)),
            reach * 0.6 * (np.sin(0.57 * y - 0.41 * x + 2) + np.sin(1.07 * x + 0.39 * y)))


def drawn(points, reach):
    """Positions in the hand-drawn honeycomb of points (n, 2) of the exact one."""
    found = points
    for _ in range(3):
        found = points - np.column_stack(drift(*found.T, reach))
    return found


def chance(identity, number):
    """Pseudo-random value from -0.5 to 0.5 for each cell and number."""
    mixed = (identity * 2654435761 + number * 40503) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 15)) * 2246822519) & 0xFFFFFFFF
    return ((mixed >> 8) & 0xFFFF) / 65536 - 0.5


def puff(x, y, size, height, step, pucker=0.4, seed=1, stray=0.0):
    """Height of the quilting and the distance to the nearest seam.

    step: grid spacing; pucker: length of a stitch, which gathers the cloth next to the seam; stray: as in `drift`.
    """
    dx, dy = drift(x, y, stray)
    cx, cy, identity = cells(x + dx, y + dy, size)
    across = np.stack([cx * np.cos(a) + cy * np.sin(a) for a in ANGLES])
    nearest = np.argmax(np.abs(across), 0)
    distance = np.clip(size / 2 - np.abs(across).max(0), 0, None)
    along = np.choose(nearest, [cy * np.cos(a) - cx * np.sin(a) for a in ANGLES])
    dome = np.ones_like(x)
    for u in np.abs(across) / (size / 2):
        dome *= np.sqrt(np.clip(1 - np.clip(u * 1.02, 0, 1) ** 2.2, 0, 1))
    broad, fine = field(x.shape, 0.9 / step, seed), field(x.shape, 0.2 / step, seed + 1)
    # The amount and position of the filling vary from cell to cell.
    spread = chance(identity, 0) + (chance(identity, 1) * cx + chance(identity, 2) * cy) / size * 1.2
    gathers = np.cos(2 * np.pi * along / pucker) * np.exp(-(distance / 0.25) ** 1.2)
    gathers *= np.clip(distance / 0.05, 0, 1)
    # Creases across the seam, with a different width and position at each side of each cell.
    side = identity * 7 + nearest * 2 + (np.choose(nearest, [cx * np.cos(a) + cy * np.sin(a) for a in ANGLES]) > 0)
    pulls = sum(np.sin(2 * np.pi * (along * (0.9 + 0.5 * n + chance(side, n)) + chance(side, n + 3))) for n in range(3))
    pulls *= np.clip(distance / 0.12, 0, 1) * np.exp(-(distance / (0.55 + 0.4 * chance(side, 9))) ** 1.5)
    crease = fine * np.exp(-((distance - 0.35) / 0.35) ** 2)
    relief = height * dome ** 0.85 * (1 + 0.06 * broad + 0.16 * spread)
    return relief + height * (0.06 * gathers + 0.03 * pulls + 0.03 * crease), distance


def seams(size, x_range, y_range):
    """Both ends (n, 2) of every side of the honeycomb within the ranges."""
    radius, tall = size / np.sqrt(3), size * np.sqrt(3)
    corner = radius * np.array([[np.sin(k * np.pi / 3), np.cos(k * np.pi / 3)] for k in range(4)])
    columns = np.arange(np.floor(x_range[0] / size) - 1, np.ceil(x_range[1] / size) + 2)
    rows = np.arange(np.floor(y_range[0] / tall) - 1, np.ceil(y_range[1] / tall) + 2)
    grid = np.stack(np.meshgrid(columns * size, rows * tall), -1).reshape(-1, 2)
    centres = np.concatenate([grid, grid + (size / 2, tall / 2)])
    start = np.concatenate([centres + corner[k] for k in range(3)])
    return start, np.concatenate([centres + corner[k + 1] for k in range(3)])


def seam_stitches(size, x_range, y_range, stitch=0.42, gap=0.2, jitter=0.012, stray=0.0):
    """Start and end of every stitch along the seams; gap: share of a stitch left open; stray: as in `drift`."""
    start, end = seams(size, x_range, y_range)
    count = max(int(round(size / np.sqrt(3) / stitch)), 2)
    k = np.arange(count)[None, :, None]
    span = (end - start)[:, None]
    a = (start[:, None] + span * (k + gap / 2) / count).reshape(-1, 2)
    b = (start[:, None] + span * (k + 1 - gap / 2) / count).reshape(-1, 2)
    rng = np.random.default_rng(5)
    shift = rng.normal(0, jitter, a.shape)
    return drawn(a, stray) + shift, drawn(b, stray) + shift + rng.normal(0, jitter / 2, a.shape)
