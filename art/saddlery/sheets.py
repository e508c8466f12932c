"""Surfaces that map a flat pattern (x, s) into space: hanging, lying and folded cloth.

In a pattern x runs along the spine and s across it, positive towards the camera or the foot of the
picture.
"""

from pathlib import Path

import numpy as np
from scipy.interpolate import RectBivariateSpline

from .geometry import unit


class Sheet:
    """Base class: a subclass defines `surface(x, s)`; calling the sheet returns points above it."""

    def surface(self, x, s):
        """Points (…, 3) of the middle of the cloth."""
        raise NotImplementedError

    def normal(self, x, s, step=0.05):
        """Unit normals of the face side."""
        dx = self.surface(x + step, s) - self.surface(x - step, s)
        ds = self.surface(x, s + step) - self.surface(x, s - step)
        return unit(np.cross(ds, dx))

    def __call__(self, x, s, height):
        """Points `height` above the cloth."""
        return self.surface(x, s) + self.normal(x, s) * np.asarray(height)[..., None]


class Lying(Sheet):
    """Cloth lying on a table at z = 0 with slight swells; `relief(x, s)` adds to the height."""

    def __init__(self, swell=0.22, relief=None):
        self.swell = swell
        self.relief = relief

    def surface(self, x, s):
        z = self.swell * (np.sin(0.13 * x + 0.05 * s) + np.sin(0.17 * s - 0.04 * x + 1))
        if self.relief is not None:
            z = z + self.relief(x, s)
        return np.stack(np.broadcast_arrays(x, -s, z), -1)


class Overturned(Sheet):
    """Cloth lying face down, with one part folded back so that its face is visible.

    fold: a pattern point (x, s) on the line of the fold and the direction, in degrees from x towards s, in which the
    cloth beyond that line is turned back; radius: of the bend.
    """

    def __init__(self, fold=None, radius=1.1, swell=0.2):
        self.fold = fold
        self.radius = radius
        self.swell = swell

    def surface(self, x, s):
        x, s = np.broadcast_arrays(np.asarray(x, float), np.asarray(s, float))
        z = self.swell * (np.sin(0.13 * x + 0.05 * s) + np.sin(0.17 * s - 0.04 * x + 1))
        if self.fold is None:
            return np.stack([x, s, z], -1)
        (fx, fs), angle = self.fold
        ux, us = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        beyond = (x - fx) * ux + (s - fs) * us
        turn = np.clip(beyond / self.radius, 0, np.pi)
        rest = np.clip(beyond - np.pi * self.radius, 0, None)
        back = np.where(beyond > 0, self.radius * np.sin(turn) - rest - beyond, 0)
        lift = np.where(beyond > 0, self.radius * (1 - np.cos(turn)) - 0.012 * rest, 0)
        return np.stack([x + back * ux, s + back * us, z + lift], -1)


class Fallen(Sheet):
    """A pad hanging over a rail along x, with its front flap (s > 0) facing −y and its folds on the left or on the right.

    fall.py stores a point for every centimetre; splines between them are smooth enough for the quilting.
    """

    def __init__(self, folds="left"):
        kept = np.load(Path(__file__).with_name("fallen.npz"))
        self.splines = [RectBivariateSpline(kept["s"], kept["x"], plane) for plane in np.moveaxis(kept[folds], 2, 0)]

    def surface(self, x, s):
        x, s = np.broadcast_arrays(np.asarray(x, float), np.asarray(s, float))
        return np.stack([spline.ev(s, x) for spline in self.splines], -1)


class Worn(Sheet):
    """A pad in the shape of a horse's back, without the horse, for views from all sides.

    The withers raise the front of the spine; the flaps widen towards the ribs. belly: degrees by which the flank turns
    inwards at the bottom; uneven: height of random swells of the flank.
    """

    def __init__(self, steepest=83.0, shoulder=13.0, belly=0.0, uneven=0.9):
        self.uneven = uneven
        self.t = np.linspace(0, 110, 2201)
        slope = steepest * (1 - np.exp(-(self.t / shoulder) ** 1.35)) + belly * np.clip((self.t - 42) / 50, 0, 1) ** 1.4
        slope = np.radians(slope)
        step = self.t[1] - self.t[0]
        self.out = np.concatenate([[0], np.cumsum(np.cos(slope))[:-1] * step])
        self.down = np.concatenate([[0], np.cumsum(np.sin(slope))[:-1] * step])

    def surface(self, x, s):
        a = np.abs(s)
        fall = np.clip(a / 54, 0, 1.1)
        ribs = 1 + 0.10 * np.tanh((x - 26) / 22) * fall
        swell = self.uneven * np.sin(0.17 * x + 0.7 + 0.4 * np.sign(s)) + 0.4 * np.sin(0.09 * s + 0.12 * x)
        y = np.interp(a, self.t, self.out) * ribs + swell * fall ** 1.6
        spine = 3.4 * np.exp(-((x - 1) / 15) ** 2) + 0.9 * np.clip((x - 34) / 26, 0, 2) ** 2
        z = spine * np.exp(-a / 26) - np.interp(a, self.t, self.down)
        return np.stack(np.broadcast_arrays(x + 0.0 * s, -np.tanh(s / 0.7) * y, z), -1)


class Folded(Sheet):
    """A pad folded at the spine and laid flat, with the face half on top.

    sag: how far the upper half sinks onto the lower one next to the fold.
    """

    def __init__(self, radius=0.9, seed=0, sag=0.0):
        self.radius = radius
        self.phase = seed * 1.7
        self.sag = sag

    def surface(self, x, s):
        turn = np.clip(np.abs(s) / self.radius, 0, np.pi / 2)
        flat = np.clip(np.abs(s) - self.radius * np.pi / 2, 0, None)
        y = self.radius * np.cos(turn) - flat
        z = np.sign(s) * self.radius * np.sin(turn)
        z = z + 0.2 * np.sin(0.11 * x + self.phase + 0.05 * y) * np.clip(flat / 20, 0, 1)
        z = z + 0.15 * np.sin(0.15 * y + 2 * self.phase + 0.03 * x)
        away = np.clip(flat / 16, 0, 1)
        z = z - np.where(s > 0, self.sag, 0) * away * away * (3 - 2 * away)
        droop = np.clip(flat - 40, 0, None) ** 2
        z = z - np.where(s > 0, 0.008, -0.002) * droop
        return np.stack(np.broadcast_arrays(x, y, z), -1)
