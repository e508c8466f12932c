"""The logo of the site, converted from its SVG drawing into embroidery threads."""

import re
from pathlib import Path

import numpy as np

from .geometry import resample

DRAWING = Path(__file__).resolve().parents[2] / "src" / "assets" / "mark.svg"
VIEW = 64.0  # side of the drawing's square viewBox
MIRRORED = 'transform="matrix(-1 0 0 1 64 0)"'  # the left branch, a mirrored copy of the right one


def _bezier(p0, p1, p2, p3, count=24):
    """Points of a cubic, without the first."""
    t = np.linspace(0, 1, count + 1)[1:, None]
    return (1 - t) ** 3 * p0 + 3 * t * (1 - t) ** 2 * p1 + 3 * t * t * (1 - t) * p2 + t ** 3 * p3


def _arc(p0, radius, sweep, p1, count=90):
    """Points of a circular arc shorter than half a turn, without the first."""
    middle, half = (p0 + p1) / 2, (p1 - p0) / 2
    length = np.hypot(*half)
    across = np.array([-half[1], half[0]]) / length
    centre = middle + across * np.sqrt(max(radius ** 2 - length ** 2, 0)) * (1 if sweep else -1)
    a0, a1 = (np.arctan2(*(p - centre)[::-1]) for p in (p0, p1))
    if sweep and a1 < a0:
        a1 += 2 * np.pi
    if not sweep and a1 > a0:
        a1 -= 2 * np.pi
    a = np.linspace(a0, a1, count + 1)[1:]
    return centre + radius * np.column_stack([np.cos(a), np.sin(a)])


def _subpaths(data):
    """Polylines of an SVG path written with the commands M, L, H, V, C, A and Z, absolute or relative."""
    tokens = re.findall(r"[MLHVCAZmlhvcaz]|-?(?:\d+\.?\d*|\.\d+)", data)
    paths, position, command = [], np.zeros(2), ""
    take = lambda n: np.array([float(tokens.pop(0)) for _ in range(n)])
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        origin = position if command.islower() else np.zeros(2)
        kind = command.upper()
        if kind == "Z":
            position = paths[-1][0]
            continue
        if kind == "M":
            position = origin + take(2)
            paths.append([position])
            continue
        if kind == "C":
            points = _bezier(position, *(origin + take(6).reshape(3, 2)))
        elif kind == "A":
            radius, _, _, _, sweep, x, y = take(7)
            points = _arc(position, radius, sweep > 0, origin + np.array([x, y]))
        elif kind == "H":
            points = np.array([[origin[0] + take(1)[0], position[1]]])
        elif kind == "V":
            points = np.array([[position[0], origin[1] + take(1)[0]]])
        else:
            points = (origin + take(2))[None]
        paths[-1].extend(points)
        position = points[-1]
    return [np.array(path) for path in paths]


def _leaf_threads(leaf, spacing):
    """Slanted satin stitch from the midrib to both edges; the outline of the leaf starts at its stalk."""
    tip = np.argmax(np.hypot(*(leaf - leaf[0]).T))
    sides = [resample(edge, 0.05, closed=False) for edge in (leaf[:tip + 1], leaf[tip:][::-1])]
    length = np.hypot(*(leaf[tip] - leaf[0]))
    t = (np.arange(int(length / spacing)) + 0.5) * spacing / length
    at = lambda edge, u: np.column_stack(
        [np.interp(u, np.linspace(0, 1, len(edge)), edge[:, k]) for k in (0, 1)])
    rib = (at(sides[0], t) + at(sides[1], t)) / 2
    ahead = np.clip(t + 0.06 + 0.16 * np.sqrt(1 - t), 0, 1)
    return [np.stack([rib, at(edge, ahead)], 1) for edge in sides]


def _column_threads(shape, spacing):
    """Satin stitch across the shorter dimension of a letter's stroke."""
    low, high = shape.min(0), shape.max(0)
    axis = int(np.argmax(high - low))  # rows are placed along this axis
    closed = np.vstack([shape, shape[:1]])
    rows = []
    for level in np.arange(low[axis] + spacing / 2, high[axis], spacing):
        a, b = closed[:-1], closed[1:]
        hit = (a[:, axis] > level) != (b[:, axis] > level)
        share = (level - a[hit, axis]) / (b[hit, axis] - a[hit, axis])
        cut = a[hit, 1 - axis] + share * (b[hit, 1 - axis] - a[hit, 1 - axis])
        ends = np.full((2, 2), level)
        ends[:, 1 - axis] = cut.min(), cut.max()
        rows.append(ends)
    return [np.array(rows)]


def threads(centre, size, spacing=0.05):
    """Start and end points (n, 2) of every thread of the mark, `size` wide about `centre`, y down.

    Leaves and letter are satin stitch; the stalks, which are strokes in the drawing, are stem stitch.
    """
    unit = VIEW / size
    found = []
    for element in re.findall(r"<path[^>]*>", DRAWING.read_text(encoding="utf-8")):
        role = re.search(r'class="([^"]*)"', element).group(1).split()[0]
        for path in _subpaths(re.search(r'\sd="([^"]*)"', element).group(1)):
            if MIRRORED in element:
                path = path * (-1, 1) + (VIEW, 0)
            if role == "mark-leaf":
                found += _leaf_threads(path, spacing * unit)
            elif role == "mark-letter":
                found += _column_threads(path, spacing * unit)
            else:
                line = resample(path, 0.1 * unit, closed=False)
                found.append(np.stack([line[:-3], line[3:]], 1))
    ends = (np.concatenate(found) - VIEW / 2) / unit + np.asarray(centre, float)
    return ends[:, 0], ends[:, 1]
