"""The bonnet: its outline, the relief of body and ears, and the pieces that it is sewn of."""

import numpy as np

from . import pad, sheets
from .geometry import add_mesh, frames, grid_faces, resample, spline, stitches, tube, unit
from .materials import CREAM, fabric

# Right half of the outline and of the right ear, in centimetres; s runs down to the nose.
HALF = [(0, -9.6), (5, -9.7), (10, -9.2), (14.2, -7.6), (16.6, -4.6), (17.2, -1.2), (16.0, 1.8),
        (13.4, 3.8), (10.2, 6.0), (7.4, 9.4), (5.2, 13.4), (3.4, 17.4), (1.8, 20.4), (0, 21.6)]
EAR = [(4.6, -6.5), (3.9, -11), (4.1, -15.5), (5.6, -20), (8.4, -24.2), (11.2, -26.6),
       (12.6, -22.8), (13.2, -18), (12.9, -13), (11.8, -8.5), (10.6, -6.5)]


def mirrored(points):
    """The same points on the left, in reverse order."""
    return np.asarray(points)[::-1] * (-1, 1)


def body_height(x, s):
    """The crown of the body, raised where it lies over the ears."""
    crown = 1.0 * np.exp(-((x / 9) ** 2) - ((s - 4) / 14) ** 2)
    ears = 0.7 * np.exp(-((np.abs(x) - 8) / 5) ** 2) * np.clip((2 - s) / 9, 0, 1)
    return 0.3 + crown + ears


def ear_middle(side, s):
    """Where the seam down an ear lies at s, and how far it has come from the root, 0 to 1."""
    t = np.clip((-s - 6.5) / 20, 0, 1)
    return side * (7.8 + 2.6 * t ** 1.6), t


def ear_relief(side):
    """A soft hollow along the ear, the groove of its seam, folds at its root."""
    def relief(x, s, inside):
        middle, t = ear_middle(side, s)
        dome = 1.5 * np.clip(inside / 3.6, 0, 1) ** 0.6
        hollow = -0.7 * np.exp(-((x - middle) / 1.5) ** 2) * np.clip(inside / 1.5, 0, 1) * (1 - t ** 2)
        fold = 0.12 * np.sin(2.2 * (x - middle) + 4 * t) * np.clip(1 - 1.6 * t, 0, 1)
        groove = -0.22 * np.exp(-((x - middle) / 0.16) ** 2)
        root = np.clip((-s - 9.5) / 5, 0, 1)
        return (dome + (hollow + fold + groove) * np.clip(inside, 0, 1)) * root * root * (3 - 2 * root)
    return relief


def body(sheet, step, cloths, narrower=1.0, **more):
    """The quilted part upon a sheet; narrower: what is kept of the lobes at its sides; more: as in pad.Piece."""
    right = spline([(min(x, 8) + max(x - 8, 0) * narrower, s) for x, s in HALF])
    outline = resample(np.vstack([right, mirrored(right)[1:-1]]), 0.2)
    piece = pad.Piece(outline, (-18.5, 18.5), (-11, 23), step, cell=2.5, height=0.4, thick=0.3,
                      edge=0.8, cord=0.07, mark=(0, 3.6, 4.2), stitch=0.36, thread=0.042, **more)
    return pad.QuiltedPiece(sheet, piece, cloths)


def bonnet(step=0.055):
    """Build the bonnet lying at z = 0 about the origin, the nose towards −y."""
    body(sheets.Lying(0.05, body_height), step, pad.cloths(), underside=False)
    for side in (1, -1):
        ear = resample(spline(EAR, closed=True) * (side, 1), 0.2)
        piece = pad.Piece(ear, tuple(sorted((side * 2.5, side * 14.5))), (-28, -5), step, cell=0,
                          thick=0.25, edge=0.7, mark=None, stitch=0.36, thread=0.04,
                          relief=ear_relief(side), underside=False)
        s = np.linspace(-10, -25.6, 80)
        sewn = pad.QuiltedPiece(sheets.Lying(0.02), piece, pad.cloths(cord=None, weave=11, bump=0.8, depth=0.03))
        sewn.seam(np.column_stack([ear_middle(side, s)[0], s]))


# Of a standing ear, from its root to its tip: place along it, half its width, half its depth.
SLEEVE = [(0, 2.5, 2.4), (0.12, 2.75, 2.35), (0.3, 3.05, 2.2), (0.5, 2.95, 1.95), (0.7, 2.3, 1.5), (0.85, 1.4, 0.95),
          (0.95, 0.62, 0.45), (1.0, 0.1, 0.08)]


class Ear:
    """An ear as it stands on a form: a sleeve about an axis that bends outwards, its front soft and hollow.

    side: 1 for the right, −1 for the left in the picture; turn: degrees that the front looks outwards.
    """

    LENGTH = 14.5

    def __init__(self, sheet, side, turn, lean):
        self.sheet, self.side = sheet, side
        at = (np.array([side * 5.0]), np.array([-6.4]))
        self.root, out = sheet.surface(*at)[0], sheet.normal(*at)[0]
        self.up = unit(0.42 * out + np.array([side * lean, 0.02, 1.0]))
        angle = np.radians(turn) * side
        front = np.array([np.sin(angle), -np.cos(angle), 0])
        self.front = unit(front - self.up * (front @ self.up))
        self.across = np.cross(self.up, self.front)

    def __call__(self, t, angle, off=0.0):
        """Points at a share t of the length and an angle about the axis, 0 to one side and a quarter to the front."""
        t, angle = np.broadcast_arrays(np.asarray(t, float), np.asarray(angle, float))
        shape = np.array(SLEEVE)
        line = spline(shape, 20)
        wide, deep = (np.interp(t, line[:, 0], line[:, k]) for k in (1, 2))
        cos, sin = np.cos(angle), np.sin(angle)
        ahead = np.clip(sin, 0, None)
        hollow = np.clip(1.0 * np.sin(np.pi * np.clip(t, 0, 1)) ** 0.8, 0, 1.1)
        slack = 0.16 * np.sin(21 * t + 1.3 * np.cos(2 * angle + self.side) + 0.8 * self.side) * np.clip(1 - 2.2 * t, 0, 1)
        slack = slack + 0.05 * np.sin(9 * t + 3 * angle + self.side) * np.sin(np.pi * np.clip(t, 0, 1))
        y = deep * sin * np.where(sin > 0, 0.62, 1.0) - deep * hollow * ahead ** 3 + slack * np.sign(sin) * np.abs(sin)
        x = wide * cos + 0.5 * slack * cos
        edge = unit(np.stack([cos / np.maximum(wide, 0.1), sin / np.maximum(deep, 0.1)], -1))
        x, y = x + off * edge[..., 0], y + off * edge[..., 1]
        bend = self.LENGTH * np.array([self.side * -0.03, -0.07, 0])
        axis = self.root + self.LENGTH * t[..., None] * self.up + bend * (t ** 2)[..., None]
        return axis + x[..., None] * self.across + y[..., None] * self.front

    def build(self, cloths):
        """Cloth, the band along both its sides, the seam in its hollow and the band about its root."""
        t, angle = np.linspace(-0.16, 1, 260)[:, None], np.linspace(0, 2 * np.pi, 160, endpoint=False)[None]
        space = self(t, angle)
        uv = np.stack(np.broadcast_arrays(angle * 2.6, t * self.LENGTH), -1).reshape(-1, 2)
        add_mesh("ear", space.reshape(-1, 3), grid_faces(260, 160, wrap_columns=True), cloths.cream, uv)
        rise = np.linspace(-0.05, 0.995, 160)
        side = lambda a: self(rise, np.full(160, a), 0.05)
        line = resample(np.vstack([side(0), side(np.pi)[::-1]]), 0.1, closed=False)
        self._band("ear band", line, cloths, False)
        seam = resample(self(np.linspace(0.12, 0.9, 120), np.full(120, np.pi / 2), 0.03), 0.36, closed=False)
        ahead = np.tile(self.front, (len(seam) - 1, 1))
        add_mesh("ear seam", *stitches(seam[:-1], seam[:-1] + np.diff(seam, axis=0) * 0.74, ahead, 0.04, sag=0.9)[:2],
                 cloths.seam)
        ring = self(np.zeros(120), np.linspace(0, 2 * np.pi, 120, endpoint=False), 0.25)
        ring = unit(ring) * (self.sheet.radius + 0.62)
        self._band("root band", resample(ring, 0.1), cloths, True)

    def _band(self, name, line, cloths, closed):
        """A narrow band of the edging's cloth along a line."""
        line = np.vstack([line, line[:1]]) if closed else line
        vertices, faces, uv = tube(line, *frames(line, self.up if closed else self.front), 0.3, 0.34, 16)
        add_mesh(name, vertices, faces, cloths.edging, uv * (1, 2))


def standing(sheet, step=0.04):
    """The bonnet on a block, its ears standing."""
    body(sheet, step, pad.cloths(weave=14, bump=0.6, depth=0.024, gap=0.74), narrower=0.62, stray=0.04)
    ears = pad.cloths(cord=None, weave=13, bump=0.8, depth=0.03, gap=0.72)
    ears.cream = fabric("ear cloth", CREAM, weave=13, bump=0.8, depth=0.03, gap=0.72, shade=False)
    Ear(sheet, 1, 30, 0.0).build(ears)
    Ear(sheet, -1, 16, 0.05).build(ears)
