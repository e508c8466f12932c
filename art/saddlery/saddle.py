"""Parts of a saddle: pieces of leather cut along an outline, straps, buckles, and the padded body beneath."""

import numpy as np
from scipy.interpolate import RegularGridInterpolator
from scipy.spatial import cKDTree

from .geometry import add_mesh, frames, grid_faces, inward_normals, resample, signed_distance, stitches, trimmed, tube
from .quilt import smoothstep


def near(points, x, s):
    """Distance of each (x, s) to a line of pattern points."""
    line = resample(np.asarray(points, float), 0.05, closed=False)
    distance = cKDTree(line).query(np.stack([x.ravel(), s.ravel()], 1))[0]
    return distance.reshape(x.shape)


class Leather:
    """A piece of leather on a sheet.

    outline: closed polygon in pattern centimetres; under(x, s, inside): height of its lower side; thick: of the leather;
    sewn: lines of pattern points along which it is stitched with `thread`; holes: centres of punched holes; step: of its mesh.
    """

    def __init__(self, name, sheet, outline, under, thick, material, thread, sewn=(), holes=(), step=0.08):
        self.sheet, self.under, self.thick, self.sewn, self.holes = sheet, under, thick, sewn, holes
        self.rim = min(0.2, 0.55 * thick)
        low, high = outline.min(0) - 4 * step, outline.max(0) + 4 * step
        xs, ss = (np.arange(a, b, step) for a, b in zip(low, high))
        x, s = np.meshgrid(xs, ss)
        inside = signed_distance(x, s, outline)
        z, shade = self._top(x, s, inside)
        self._at = RegularGridInterpolator((ss, xs), z, bounds_error=False, fill_value=None)
        x, s, faces = trimmed(x, s, inside, self.rim, step)
        z, shade = self._top(x, s, np.maximum(inside, self.rim))
        add_mesh(name, sheet(x, s, z).reshape(-1, 3), faces[:, ::-1], material, np.stack([x, s], -1).reshape(-1, 2), shade.ravel())
        self._edge(name, outline, material)
        for line in sewn:
            self._sew(line, thread)

    def _top(self, x, s, inside):
        """Height and shade of the upper side: darker towards the edge, lower along the seams and at the holes."""
        z = self.under(x, s, inside) + self.thick
        shade = 1 - 0.35 * np.exp(-(np.clip(inside - self.rim, 0, None) / 0.3) ** 1.2)
        for line in self.sewn:
            from_seam = near(line, x, s)
            z = z - 0.05 * np.exp(-(from_seam / 0.11) ** 2)
            shade = shade * (1 - 0.3 * np.exp(-(from_seam / 0.14) ** 2))
        for hole in self.holes:
            pit = smoothstep(-np.hypot(x - hole[0], 0.85 * (s - hole[1])), -0.27, 0.07)
            z, shade = z - 0.3 * pit, shade * (1 - 0.93 * pit)
        return z, shade

    def _edge(self, name, outline, material):
        """Adds the round, dark, burnished edge and the visible part of the lower side."""
        line = resample(outline, 0.08)
        inward = inward_normals(line)
        turn = np.linspace(np.pi / 2, -np.pi / 2, 9)
        across = np.append(self.rim * (1 - np.cos(turn)), 1.2)[None]
        x, s = (line[:, k:k + 1] + inward[:, k:k + 1] * across for k in (0, 1))
        top, shade = self._top(x, s, np.broadcast_to(np.maximum(across, self.rim), x.shape))
        drop = np.append(0.5 * self.thick * (1 - np.sin(turn)), self.thick)[None]
        shade = shade * np.append(0.55 + 0.45 * np.sin(np.clip(turn, 0, None)) ** 2, 0.5)[None]
        add_mesh(f"{name} edge", self.sheet(x, s, top - drop).reshape(-1, 3),
                 grid_faces(*x.shape, wrap_rows=True), material, np.stack([x, s], -1).reshape(-1, 2), shade.ravel())

    def _sew(self, line, thread):
        """Adds saddle stitches, each slightly slanted to the line."""
        start = resample(np.asarray(line, float), 0.36, closed=False)
        step = np.diff(start, axis=0)
        aslant = 0.16 * np.column_stack([-step[:, 1], step[:, 0]])
        first, last = start[:-1] - 0.5 * aslant, start[:-1] + 0.8 * step + 0.5 * aslant
        up = self.sheet.normal(*first.T)
        at = lambda q: self.sheet(*q.T, self._at(q[:, ::-1]) + 0.01)
        add_mesh("stitches", *stitches(at(first), at(last), up, 0.042, lift=0.9, sag=0.7)[:2], thread)


def inset(outline, by, first, last):
    """Line at distance `by` inside a closed outline, between two shares of its length."""
    line = resample(outline, 0.1)
    line = line + inward_normals(line) * by
    count = len(line)
    return line[np.arange(int(first * count), int(last * count)) % count]


def strap(x, first, last, width, tip=0.0):
    """Outline of a strap along s; its end at `last` has a point of length `tip`."""
    half = 0.5 * width
    turn = np.linspace(0, np.pi, 15)
    end = np.column_stack([x + half * np.cos(turn), last - tip + tip * np.sin(turn) ** 0.9]) if tip else [(x + half, last), (x - half, last)]
    return resample(np.vstack([[(x - half, first), (x + half, first)], end]), 0.06)


def roller_buckle(sheet, x, bar, heel, width, heights, metal):
    """Adds a roller buckle flat on a sheet; `bar` and `heel` are the s of the roller and of the bar on the girth.

    heights: of the axes of both; the tongue comes out of the strap between them and lies on the roller.
    """
    half, middle, reach = 0.5 * width, 0.5 * (bar + heel), 0.5 * (heel - bar)
    turn = np.linspace(0, 2 * np.pi, 160, endpoint=False)
    flatten = lambda v: np.sign(v) * np.abs(v) ** 0.32
    s = middle + reach * flatten(np.sin(turn))
    ring = sheet(x + half * flatten(np.cos(turn)), s, np.interp(s, (bar, heel), heights))
    ring = resample(ring, 0.05)
    add_mesh("buckle", *tube(ring, *frames(ring, sheet.normal(np.array(x), np.array(middle))), 0.19, sides=16, closed=True)[:2], metal)
    along = np.linspace(-half + 0.3, half - 0.3, 30)
    roller = sheet(x + along, np.full(30, bar), np.full(30, heights[0]))
    swell = 0.27 * np.clip(1 - np.abs(np.linspace(-1, 1, 30)) ** 24, 0.05, 1) ** 0.5
    add_mesh("roller", *tube(roller, *frames(roller), swell, sides=20)[:2], metal)
    way = np.linspace(0, 1, 40)
    s = heel + (bar - 0.42 - heel) * (0.25 + 0.75 * way)
    lift = heights[1] + 0.32 + (heights[0] + 0.42 - heights[1] - 0.32) * way + 0.12 * np.sin(np.pi * way)
    tongue = sheet(np.full(40, x), s, lift)
    add_mesh("tongue", *tube(tongue, *frames(tongue), 0.15 * np.clip((1 - way) / 0.06, 0.2, 1) ** 0.5, 0.17, 12)[:2], metal)


def band(name, sheet, x_range, s, width, height, material, thread=None, thick=0.14):
    """Adds a band across straps, along x at `s`; height(x): its lower side; thread: sews a square at each end."""
    x = np.arange(*x_range, 0.06)
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)[None]
    flatten = lambda v, power: np.sign(v) * np.abs(v) ** power
    across = s + 0.5 * width * flatten(np.cos(angle), 0.3)
    rise = height(x)[:, None] + 0.5 * thick * (1 + flatten(np.sin(angle), 0.5))
    space = sheet(*np.broadcast_arrays(x[:, None], across), rise)
    uv = np.stack(np.broadcast_arrays(x[:, None], angle / 6.2832 * 2 * width), -1)
    add_mesh(name, space.reshape(-1, 3), grid_faces(len(x), 24, wrap_columns=True)[:, ::-1], material, uv.reshape(-1, 2),
             np.ones(uv.size // 2))
    for low, high in () if thread is None else ((x_range[0] + 0.2, x_range[0] + 1.9), (x_range[1] - 1.9, x_range[1] - 0.2)):
        a, b = s - 0.36 * width, s + 0.36 * width
        for line in ([(low, a), (high, a), (high, b), (low, b), (low, a)], [(low, a), (high, b)], [(low, b), (high, a)]):
            start = resample(line, 0.34, closed=False)
            stop = start[:-1] + np.diff(start, axis=0) * 0.78
            at = lambda q: sheet(*q.T, height(q[:, 0]) + thick + 0.005)
            add_mesh("band seam", *stitches(at(start[:-1]), at(stop), sheet.normal(*start[:-1].T), 0.045)[:2], thread)


def body(sheet, x_range, s_range, top, material):
    """Adds the padded body of a saddler's horse, which has no end in the picture. top: its height on the sheet."""
    x, s = np.meshgrid(np.arange(*x_range, 0.5), np.arange(*s_range, 0.5))
    height = top + 0.12 * np.sin(0.21 * x + 0.5 * np.sin(0.11 * s)) * np.sin(0.17 * s)
    add_mesh("body", sheet(x, s, height).reshape(-1, 3), grid_faces(*x.shape)[:, ::-1], material, np.stack([x, s], -1).reshape(-1, 2))
