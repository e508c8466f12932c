"""Quilted pieces: the panel itself, its edging, cord, seams and embroidered mark."""

from dataclasses import dataclass, field

import numpy as np
from scipy.interpolate import RegularGridInterpolator

from . import mark, quilt
from .geometry import (add_mesh, frames, grid_faces, inward_normals, plied_stitches, resample,
                       signed_distance, spline, stitches, trimmed, tube, twisted)
from .materials import BROWN, CREAM, GOLD, THREAD, air_mesh, fabric, thread

FLAP = [(2.4, 0), (1.6, 5), (0.4, 13), (-1.8, 23), (-4.2, 33), (-4.6, 41), (-1.8, 47.6), (4.2, 51.6),
        (13, 53.4), (27, 53.9), (41, 53.6), (50.4, 52.6), (56.4, 49.4), (58.8, 43.6), (59.6, 32),
        (60.2, 18), (60.8, 7), (61, 0)]
MARK_AT = (46.6, 40.6)


def pad_outline():
    """Closed outline of a whole pad, both flaps, in pattern centimetres."""
    half = spline(FLAP)
    other = half[::-1] * (1, -1)
    return resample(np.vstack([half, other[1:-1]]), 0.25)


@dataclass
class Cloths:
    """Materials of one piece; cord None leaves the edging plain."""

    cream: object
    edging: object
    seam: object
    topstitch: object
    embroidery: object
    lining: object
    cord: object = None


CLOSE = {"weave": 22.0, "bump": 0.7, "depth": 0.022, "gap": 0.78}  # cloth for close-ups


def cloths(cord=GOLD, topstitch="#B08A5C", weave=22.0, bump=0.35, depth=0.012, gap=0.8):
    """The brand's materials: cream cloth, brown edging and threads, a cord if a colour is given.

    weave, bump, depth, gap: of the cream cloth, as in `fabric`.
    """
    return Cloths(
        cream=fabric("cream", CREAM, weave=weave, bump=bump, depth=depth, gap=gap),
        edging=fabric("edging", BROWN, weave=16, bump=0.8, depth=0.03, gap=0.45, shade=False, mottle=0.1,
                      roughness=0.85, sheen=0.8, specular=0.06, twill=True),
        seam=thread("seam", "#6F4A30"),
        topstitch=thread("topstitch", topstitch),
        embroidery=thread("embroidery", THREAD, 0.36),
        lining=air_mesh("lining", "#F5ECDD"),
        cord=thread("cord", cord, 0.45) if cord else None,
    )


@dataclass
class Piece:
    """Parameters of a quilted piece.

    outline: closed polygon; x_range, s_range: the part that is meshed; step: grid spacing;
    cell: hexagon flat to flat; stray: deviation of its drawing, as in `quilt.drift`;
    height: of the padding; thick: of the cloth at a seam;
    edge: width of the edging; cord: radius of one of its plies;
    mark: centre and radius of the embroidered roundel, or None;
    stitch, thread: length and radius; plied: show the plies of the sewing thread (close-ups);
    underside: build the lining too; loops: (x, s, s) of the girth loops on it; parts: the other parts to build;
    relief(x, s, inside): height added to everything; unsewn(points): True where seams and mark have no stitches yet.
    """

    outline: np.ndarray = field(default_factory=pad_outline)
    x_range: tuple = (-6.5, 62.5)
    s_range: tuple = (-55.5, 55.5)
    step: float = 0.1
    cell: float = 3.6
    stray: float = 0.0
    height: float = 0.62
    thick: float = 0.45
    edge: float = 1.25
    cord: float = 0.125
    mark: tuple = (*MARK_AT, 6.2)
    stitch: float = 0.42
    thread: float = 0.055
    plied: bool = False
    relief: object = None
    unsewn: object = None
    underside: bool = True
    loops: tuple = ()
    parts: tuple = ("panel", "edging", "seams", "roundel")


def _drawn_in(distance):
    """Share of the padding left at a distance from a seam that cuts through the cells: 0 at the seam, 1 from one on."""
    return (1 - (1 - np.clip(distance, 0, 1)) ** 2.2) ** 0.85


class QuiltedPiece:
    """Builds the meshes of a Piece on a Sheet."""

    def __init__(self, sheet, piece, materials):
        self.sheet, self.piece, self.materials = sheet, piece, materials
        self._measure()
        if "panel" in piece.parts:
            self._panel()
        if piece.underside:
            self._lining()
        if "edging" in piece.parts:
            self._edging()
        if "seams" in piece.parts:
            self._seams()
        if "roundel" in piece.parts and piece.mark:
            self._roundel()

    def _relief(self, x, s, inside):
        return self.piece.relief(x, s, inside) if self.piece.relief else 0.0

    def _measure(self):
        """Computes the height of the face over the pattern grid, and interpolators of height and inside distance."""
        p = self.piece
        self.xs, self.ss = np.arange(*p.x_range, p.step), np.arange(*p.s_range, p.step)
        x, s = self.x, self.s = np.meshgrid(self.xs, self.ss)
        self.inside = signed_distance(x, s, p.outline)
        relief, seam = quilt.puff(x, s, p.cell, p.height, p.step, p.stitch, stray=p.stray)
        # Cells end round and steep at the edging, as at every seam.
        keep = _drawn_in((self.inside - p.edge) / 1.4)
        flat = 0.0
        if p.mark:
            from_mark = np.hypot(x - p.mark[0], s - p.mark[1]) - p.mark[2]
            draw, flat = self._ring(x, s, from_mark)
            keep = keep * draw
        # Thinner under the edging, or the cloth would stick through it.
        thick = p.thick * (0.4 + 0.6 * quilt.smoothstep(self.inside, 0.85 * p.edge, 0.25 * p.edge))
        self.z = thick + relief * keep + flat + self._relief(x, s, self.inside)
        depth = 0.56 + 0.44 * np.clip(seam / 0.5, 0, 1) ** 0.6
        beside = 0.72 + 0.28 * np.clip((self.inside - p.edge) / 0.5, 0, 1)
        self.shade = (1 - (1 - depth) * keep) * beside
        grid = lambda values, outside: RegularGridInterpolator(
            (self.ss, self.xs), values, bounds_error=False, fill_value=outside)
        self._z_at, self._inside_at = grid(self.z, 0.0), grid(self.inside, -9.0)

    def _ring(self, x, s, from_mark):
        """Share of the padding left by the seam of the roundel, and height to add.

        As at the seams of the honeycomb, the cells end round and steep, and pucker at every stitch of the ring.
        """
        p = self.piece
        count = int(2 * np.pi * p.mark[2] / p.stitch)
        gather = 0.5 + 0.5 * np.cos(count * np.arctan2(s - p.mark[1], x - p.mark[0]))
        near = p.cell / 3.6  # narrower for the smaller cells of the bonnet
        kept = _drawn_in((from_mark - 0.05) / (1.5 * near))
        drawn = np.where(from_mark < 0, 0.04, 0.07)  # less inside, where the cloth is flat for embroidery
        pucker = drawn * near * gather * np.exp(-((np.abs(from_mark) - 0.3 * near) / (0.22 * near)) ** 2)
        groove = 0.2 * np.exp(-(from_mark / 0.16) ** 2)
        return kept, 0.26 * quilt.smoothstep(-from_mark, 0, 1.1 * near) - groove - pucker

    def _lift(self, points, extra=0.0):
        """Positions and normals of pattern points on the face."""
        x, s = points.T
        normal = self.sheet.normal(x, s)
        height = self._z_at(points[:, ::-1]) + extra
        return self.sheet.surface(x, s) + normal * height[:, None], normal

    def _sew(self, name, start, end, material, radius, extra=0.0, **shape):
        """Adds stitches between pattern points on the face."""
        a, normal = self._lift(start, extra)
        b, _ = self._lift(end, extra)
        if self.piece.plied and not shape:
            parts = plied_stitches(a, b, normal, radius * 0.5)
        else:
            parts = stitches(a, b, normal, radius, **{"sag": 0.9, **shape})
        add_mesh(name, *parts[:2], material)

    def draw(self, line, material, radius):
        """Adds a chalk or pencil line on the face, along pattern points (n, 2)."""
        space, normal = self._lift(resample(line, 0.04, closed=False), 0.35 * radius)
        add_mesh("drawn", *tube(space, *frames(space, normal), 0.5 * radius, radius, sides=8)[:2], material)

    def _panel(self):
        """Adds the cream face."""
        p = self.piece
        x, s, faces = trimmed(self.x, self.s, self.inside, 0.25 * p.edge, p.step)
        uv = np.stack([x, s], -1).reshape(-1, 2)
        faces = faces[:, ::-1]
        used = np.zeros(x.size, bool)
        used[faces.ravel()] = True
        renumber = np.cumsum(used) - 1
        space = self.sheet(x, s, self.z).reshape(-1, 3)
        add_mesh("panel", space[used], renumber[faces], self.materials.cream, uv[used],
                 self.shade.ravel()[used])

    def _lining(self):
        """Adds the side of the horse: the mesh with the same seams, and the girth loops."""
        p = self.piece
        x, s, inside, face = (a[::2, ::2] for a in (self.x, self.s, self.inside, self.z))
        depth = -0.14 - 0.3 * np.clip(face - p.thick, 0, None) * quilt.smoothstep(inside, p.edge, 0.9)
        x, s, faces = trimmed(x, s, inside, 0.3 * p.edge, 2 * p.step)
        add_mesh("lining", self.sheet(x, s, depth).reshape(-1, 3), faces, self.materials.lining,
                 np.stack([x, s], -1).reshape(-1, 2))
        for loop in p.loops:
            self._loop(*loop)

    def _loop(self, x, start, end, width=2.6):
        """Adds a loop of brown webbing on the lining, sewn down at both ends (pattern s) and slack in between."""
        p = self.piece
        t = np.linspace(0, 1, 60)[:, None]
        angle = np.linspace(0, 2 * np.pi, 20, endpoint=False)[None]
        flatten = lambda v, power: np.sign(v) * np.abs(v) ** power
        slack = -0.42 - 0.9 * np.clip(np.sin(np.pi * np.clip((t - 0.14) / 0.72, 0, 1)), 0, 1) ** 0.8
        across = x + 0.5 * width * flatten(np.cos(angle), 0.35)
        space = self.sheet(*np.broadcast_arrays(across, start + (end - start) * t),
                           slack + 0.07 * flatten(np.sin(angle), 0.5))
        uv = np.stack(np.broadcast_arrays(t * abs(end - start), angle / 6.2832 * 2.4 * width), -1)
        add_mesh("loop", space.reshape(-1, 3), grid_faces(60, 20, wrap_columns=True),
                 self.materials.edging, uv.reshape(-1, 2))
        for first, last in ((0.01, 0.13), (0.87, 0.99)):  # a sewn square at each end
            low, high = (start + (end - start) * share for share in (first, last))
            square = resample(np.array([(x - 1.05, low), (x + 1.05, low), (x + 1.05, high), (x - 1.05, high)]), 0.32)
            level = lambda q: self.sheet(*q.T, np.full(len(q), -0.5))
            stop = square + (np.roll(square, -1, 0) - square) * 0.74
            add_mesh("loop seam", *stitches(level(square), level(stop), -self.sheet.normal(*square.T), p.thread)[:2],
                     self.materials.topstitch)

    def _edging(self):
        """Adds the bias binding folded over the edge, its topstitching, and the cord inside it."""
        p = self.piece
        pace, pull = 0.06, p.stitch * 0.9  # spacing of the rings of its mesh, and of its stitches
        line = resample(p.outline, pace)
        inward = inward_normals(line)
        length = np.arange(len(line))[:, None] * pace
        angle = np.linspace(0, 2 * np.pi, 28, endpoint=False)
        flatten = lambda v, power: np.sign(v) * np.abs(v) ** power
        across = 0.5 * p.edge * (1 + flatten(np.cos(angle), 0.6))[None]
        groove = np.exp(-((across - 0.78 * p.edge) / (0.1 * p.edge)) ** 2)
        wave = 1 + 0.03 * np.sin(1.7 * length) + 0.02 * np.sin(4.1 * length)
        # The band is drawn in at every stitch and slack in between, most of all at corners.
        slack = 0.5 + 0.5 * np.cos(2 * np.pi * (length / pull - 0.3 * np.sin(0.9 * length)))
        slack = slack + 0.6 * np.sin(2 * np.pi * (1.1 * length + 0.5 * across) + 2 * np.sin(0.7 * length))
        drawn = 0.07 * p.thick * slack * np.exp(-((across / p.edge - 0.72) / 0.3) ** 2)
        top, under = p.thick * 1.1, -0.2
        rise = (top - under) / 2 * flatten(np.sin(angle), 0.45)[None] * wave
        rise = rise + (top + under) / 2 - np.where(np.sin(angle) > 0, 1, 0)[None] * drawn
        rise = rise - np.where(np.sin(angle) > 0, 0.16 * p.thick, 0)[None] * groove
        x, s = (line[:, k:k + 1] + inward[:, k:k + 1] * across for k in (0, 1))
        rise = rise + self._relief(x, s, np.broadcast_to(across, x.shape))
        uv = np.stack(np.broadcast_arrays(length, angle[None] / 6.2832 * 2.4 * p.edge), -1)
        add_mesh("edging", self.sheet(x, s, rise).reshape(-1, 3),
                 grid_faces(*x.shape, wrap_rows=True, wrap_columns=True), self.materials.edging,
                 uv.reshape(-1, 2))
        if self.materials.topstitch:
            start = resample(line + inward * 0.78 * p.edge, pull)
            end = start + (np.roll(start, -1, 0) - start) * 0.74
            normal = self.sheet.normal(*start.T)
            relief = lambda q: self._relief(*q.T, np.full(len(q), p.edge))
            level = lambda q: self.sheet(*q.T, p.thick * 0.98 + relief(q))
            add_mesh("topstitch", *stitches(level(start), level(end), normal, p.thread)[:2],
                     self.materials.topstitch)
        if self.materials.cord:
            radius = p.cord
            track = resample(line + inward * (p.edge + 0.5 * radius), 0.03 if p.plied else 0.06)
            space, normal = self._lift(track, 1.1 * radius)
            closed = np.vstack([space, space[:1]])
            up = np.vstack([normal, normal[:1]])
            add_mesh("cord", *twisted(closed, up, radius, 3, 6.5 * radius, strands=8 if p.plied else 0)[:2],
                     self.materials.cord)

    def _seams(self):
        """Adds the stitches of the honeycomb, from edge to edge and around the roundel."""
        p = self.piece
        a, b = quilt.seam_stitches(p.cell, p.x_range, p.s_range, p.stitch, stray=p.stray)
        if p.mark:  # stitches end at the ring of the roundel
            outside = [np.hypot(*(end - p.mark[:2]).T) - p.mark[2] for end in (a, b)]
            share = np.clip(outside[0] / (outside[0] - outside[1] + 1e-9), 0, 1)[:, None]
            meet = a + (b - a) * share
            a = np.where(outside[0][:, None] < 0, meet, a)
            b = np.where(outside[1][:, None] < 0, meet, b)
        keep = np.hypot(*(b - a).T) > 0.1
        for end in (a, b):  # the outermost ones end under the edging
            keep &= self._inside_at(end[:, ::-1]) > 0.75 * p.edge
        if p.unsewn:
            keep &= ~p.unsewn((a + b) / 2)
        self._sew("seams", a[keep], b[keep], self.materials.seam, p.thread, 0.0)

    def _roundel(self):
        """Adds the embroidered mark and the ring of stitches around it."""
        cx, cy, radius = self.piece.mark
        fine = min(0.05, radius / 100)
        start, end = mark.threads((cx, cy), radius * 1.78, spacing=fine)
        if self.piece.unsewn:
            keep = ~self.piece.unsewn((start + end) / 2)
            start, end = start[keep], end[keep]
        self._sew("embroidery", start, end, self.materials.embroidery, fine * 0.85, lift=2.2, sag=0.5)
        count = int(2 * np.pi * radius / self.piece.stitch)
        angle = np.arange(count) * 2 * np.pi / count
        point = lambda a: np.column_stack([cx + radius * np.cos(a), cy + radius * np.sin(a)])
        self._sew("ring", point(angle), point(angle + 4.4 / count), self.materials.embroidery,
                  self.piece.thread * 1.1, 0.03)
