"""The bonnet on a block: its outline, ears and pieces."""

import numpy as np

from . import pad, props, sheets, studio
from .geometry import add_mesh, frames, grid_faces, resample, spline, stitches, tube, unit
from .materials import CREAM, fabric, wood

# Right half of the outline, in centimetres; s runs down to the nose.
HALF = [(0, -9.6), (5, -9.7), (9.24, -9.2), (11.84, -7.6), (13.33, -4.6), (13.7, -1.2), (12.96, 1.8), (11.35, 3.8),
        (9.36, 6.0), (7.4, 9.4), (5.2, 13.4), (3.4, 17.4), (1.8, 20.4), (0, 21.6)]

# A standing ear, from root to tip: position along it, half its width, half its depth.
SLEEVE = [(0, 2.5, 2.4), (0.12, 2.75, 2.35), (0.3, 3.05, 2.2), (0.5, 2.95, 1.95), (0.7, 2.3, 1.5), (0.85, 1.4, 0.95),
          (0.95, 0.62, 0.45), (1.0, 0.1, 0.08)]


class Ear:
    """A standing ear: a sleeve about an axis that bends outwards, with a soft hollow front.

    side: 1 for the right, −1 for the left in the picture; turn: degrees by which the front faces outwards.
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
        """Points at a share t of the length and an angle about the axis: 0 faces one side, a quarter turn the front."""
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
        """Builds the cloth, the bands along both sides, the seam in the hollow and the band around the root."""
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
    """Builds the bonnet on a block, with standing ears."""
    right = spline(HALF)
    outline = resample(np.vstack([right, (right[::-1] * (-1, 1))[1:-1]]), 0.2)
    piece = pad.Piece(outline, (-18.5, 18.5), (-11, 23), step, cell=2.5, height=0.4, thick=0.3, edge=0.8, cord=0.07,
                      mark=(0, 3.6, 4.2), stitch=0.36, thread=0.042, stray=0.04)
    pad.QuiltedPiece(sheet, piece, pad.cloths(weave=14, bump=0.6, depth=0.024, gap=0.74))
    ears = pad.cloths(cord=None, weave=13, bump=0.8, depth=0.03, gap=0.72)
    ears.cream = fabric("ear cloth", CREAM, weave=13, bump=0.8, depth=0.03, gap=0.72, shade=False)
    Ear(sheet, 1, 30, 0.0).build(ears)
    Ear(sheet, -1, 16, 0.05).build(ears)


def on_head(floor, turn):
    """Builds the bonnet on a turned walnut head. floor: height of its foot; turn: degrees, 0 faces the camera."""
    sheet = sheets.OnBlock()
    with studio.Group() as whole:
        standing(sheet)
        z = np.linspace(sheet.radius - 0.42, floor + 9.5, 80)
        barrel = np.column_stack([sheet.girth(z * (sheet.radius / (sheet.radius - 0.42)) ** (z > 0)) - 0.42, z])
        barrel[0, 0] = 0.001
        last = barrel[-1, 0]
        turned = [(last - 0.3, 9.0), (last - 1.2, 8.5), (2.5, 8.2), (2.2, 7.6), (2.9, 7.1), (2.9, 6.5), (2.2, 6.0), (1.75, 5.0),
                  (1.9, 3.8), (2.6, 3.0), (3.4, 2.5), (3.6, 2.2), (8.4, 1.8), (9.2, 1.4), (9.4, 0.8), (9.3, 0), (0.001, 0)]
        foot = resample(np.array(turned), 0.1, closed=False) + (0, floor)
        props.lathe("block", np.vstack([barrel, foot]),
                    wood("walnut", "#8A5F3A", "#573620", 0.12, "Z", roughness=0.42, pores=0.5), sides=160)
    studio.place(whole.objects, turn=turn)
