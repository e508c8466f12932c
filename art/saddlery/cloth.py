"""Cloth with the weight and stiffness of a pad, simulated while it falls over a rail until it rests.

Projective dynamics (Bouaziz et al. 2014): in every step each spring and each bend is moved to its rest state, then one
linear system with a constant matrix finds the points that fit them all best. Units are centimetres and seconds; a
square centimetre has a mass of one.
"""

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from .geometry import signed_distance, unit
from .quilt import smoothstep

GRAVITY = 981.0
STRETCH, SHEAR = 2.5e6, 0.9e6  # a flap stretches by a fiftieth at the rail under its weight
BENDING = 5.0 ** 3 * GRAVITY  # of padding, which forms few and broad folds
EDGING = 3.0  # factor of weight and stiffness where the edging doubles the cloth
FRICTION = 2e5  # of the rail on the cloth
REACH = 13.0  # maximum distance from the spine at which the cloth touches the rail
STEP, ROUNDS = 1 / 60, 12  # seconds; solver iterations in a step


def _shifted(grid, count, down, right):
    """`count` views of a grid, each shifted by (down, right) from the one before: neighbours in a row."""
    grid = grid[:, ::-1] if right < 0 else grid
    rows, columns = grid.shape
    right = abs(right)
    return [grid[k * down:rows - (count - 1 - k) * down, k * right:columns - (count - 1 - k) * right] for k in range(count)]


def _corners(grid):
    """Views of a grid: the four corners of its squares."""
    return [grid[:-1, :-1], grid[:-1, 1:], grid[1:, :-1], grid[1:, 1:]]


class Cloth:
    """A piece of cloth on a pattern grid of one centimetre; x, s: the places of its points in the pattern.

    xs, ss: the grid; outline: closed polygon of the piece; cut: (x, s) of the grid's points where a half of the piece lies
    flat; memory: rest height of each point above the flat.
    """

    def __init__(self, xs, ss, outline, cut, memory):
        x, s = np.meshgrid(xs, ss)
        inside = signed_distance(x, s, outline)
        self.used = inside > -0.8
        self.x, self.s, self.count = x[self.used], s[self.used], self.used.sum()
        self.number = np.full(x.shape, -1)
        self.number[self.used] = np.arange(self.count)
        doubled = 1 + (EDGING - 1) * (1 - smoothstep(inside, 0.6, 1.2))
        self.mass = (doubled * np.clip(inside + 0.5, 0.05, 1))[self.used]
        self.springs = [self._spring(cut, *offset) for offset in ((0, 1), (1, 0), (1, 1), (1, -1))]
        self.bends = [self._bend(memory, doubled, *offset) for offset in ((0, 1), (1, 0))] + [self._twist(memory)]

    def _sums(self, points, factors):
        """Operator that sums points of the cloth, and a mask of the places where all of them exist."""
        exist = np.all([place >= 0 for place in points], 0)
        count = exist.sum()
        entries = np.repeat(np.asarray(factors, float), count)
        places = (np.tile(np.arange(count), len(points)), np.concatenate([place[exist] for place in points]))
        return sparse.csr_matrix((entries, places), (count, self.count)), exist

    def _spring(self, cut, down, right):
        """Springs between neighbours: difference operator, rest length, stiffness."""
        between, exist = self._sums(_shifted(self.number, 2, down, right), (-1, 1))
        (x, x_next), (s, s_next) = (_shifted(plane, 2, down, right) for plane in cut)
        return between, np.hypot(x_next - x, s_next - s)[exist], STRETCH if 0 in (down, right) else SHEAR

    def _bend(self, memory, doubled, down, right):
        """Bends of three points in a row: bend operator, rest height, middle point, stiffness."""
        points = _shifted(self.number, 3, down, right)
        bend, exist = self._sums(points, (1, -2, 1))
        before, middle, after = _shifted(memory, 3, down, right)
        stiffness = BENDING * _shifted(doubled, 3, down, right)[1]
        return bend, (before - 2 * middle + after)[exist], points[1][exist], stiffness[exist]

    def _twist(self, memory):
        """Twist of the four corners of a square, as in _bend."""
        points = _corners(self.number)
        twist, exist = self._sums(points, (1, -1, -1, 1))
        a, b, c, d = _corners(memory)
        return twist, (a - b - c + d)[exist], points[0][exist], np.full(exist.sum(), 2 * BENDING)

    def _normals(self, points):
        """Unit normals of the face side, from the existing neighbours."""
        full = np.full((*self.used.shape, 3), np.nan)
        full[self.used] = points
        along = []
        for axis in (0, 1):
            forth, back = np.diff(full, axis=axis, append=np.nan), np.diff(full, axis=axis, prepend=np.nan)
            one = np.where(np.isnan(forth), back, forth)
            along.append(np.nan_to_num(one + np.where(np.isnan(back), forth, back)))
        return unit(np.cross(*along))[self.used]

    def fall(self, points, rail, radius, steps=260):
        """Lets the cloth fall from its points (n, 3) onto a rail along x and returns its rest position.

        rail: height of the rail's axis beneath each point; radius: distance of the cloth from it.
        """
        near = (np.abs(self.s) < REACH)[:, None]
        matrix = sparse.diags(self.mass / STEP ** 2 + FRICTION * near[:, 0])
        for between, _, stiffness in self.springs:
            matrix = matrix + stiffness * between.T @ between
        pulls = [(between, stiffness * between.T, rest) for between, rest, stiffness in self.springs]
        turns = [(bend.T @ sparse.diags(stiffness), rest, place) for bend, rest, place, stiffness in self.bends]
        for (back, _, _), (bend, *_) in zip(turns, self.bends):
            matrix = matrix + back @ bend
        solve = splu(matrix.tocsc()).solve
        axis = np.column_stack([np.zeros(self.count), np.broadcast_to(rail, self.count)])
        speed = np.zeros_like(points)
        for step in range(steps):
            before = points
            points = free = before + STEP * speed + STEP ** 2 * np.array([0, 0, -GRAVITY])
            held = np.column_stack([before[:, 0], axis + radius * unit(before[:, 1:] - axis)])
            for _ in range(ROUNDS):
                goal = self.mass[:, None] / STEP ** 2 * free
                for between, back, rest in pulls:
                    goal += back @ (unit(between @ points) * rest[:, None])
                normals = self._normals(points)
                for back, rest, place in turns:
                    goal += back @ (normals[place] * rest[:, None])
                touching = np.linalg.norm(points[:, 1:] - axis, axis=1, keepdims=True) < radius
                goal += FRICTION * near * np.where(touching, held, points)
                points = solve(goal)
            speed = (0.96 if step < 0.8 * steps else 0.9) * (points - before) / STEP
        stretch = np.concatenate([np.linalg.norm(between @ points, axis=1) / rest - 1 for between, rest, _ in self.springs])
        print(f"fastest point {np.abs(speed).max():.2f} cm/s, stretch {stretch.min():.3f} to {stretch.max():.3f}")
        return points

    def whole(self, points):
        """Points (rows, columns, 3) of the whole grid, extrapolated smoothly beyond the outline."""
        every = np.arange(self.used.size).reshape(self.used.shape)
        smoothest = 0
        for places, factors in ((_shifted(every, 3, 0, 1), (1, -2, 1)), (_shifted(every, 3, 1, 0), (1, -2, 1)),
                                (_corners(every), (2 ** 0.5, -2 ** 0.5, -2 ** 0.5, 2 ** 0.5))):
            rows = np.tile(np.arange(places[0].size), len(places))
            entries = np.repeat(factors, places[0].size)
            bend = sparse.csr_matrix((entries, (rows, np.concatenate([place.ravel() for place in places]))))
            smoothest = smoothest + bend.T @ bend
        known = self.used.ravel()
        smoothest = sparse.csr_matrix(smoothest)[~known]
        result = np.zeros((known.size, 3))
        result[known] = points
        result[~known] = splu(smoothest[:, ~known].tocsc()).solve(-(smoothest[:, known] @ points))
        return result.reshape(*self.used.shape, 3)
