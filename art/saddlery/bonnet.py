"""The bonnet lying on a table: its outline, its closed ears and its pieces."""

import numpy as np

from . import pad, sheets, studio
from .geometry import add_mesh, frames, grid_faces, resample, spline, stitches, tube, unit
from .materials import fabric, wood
from .quilt import smoothstep

# Right half of the outline, in centimetres; s runs down to the nose.
HALF = [(0, -7.4), (3.4, -8.0), (7.6, -9.4), (11.4, -9.4), (14.2, -7.2), (15.4, -3.4), (14.8, 0.8), (12.5, 3.8), (9.8, 6.2),
        (7.7, 9.2), (6.2, 13), (4.9, 17.4), (3.6, 20.8), (1.9, 22.8), (0, 23.4)]

# A closed ear, from root to tip: position along it, half its width, thickness.
SLEEVE = [(0, 2.5, 1.5), (0.08, 2.85, 1.75), (0.2, 3.2, 1.8), (0.36, 3.35, 1.65), (0.54, 3.05, 1.4), (0.7, 2.4, 1.1),
          (0.84, 1.55, 0.8), (0.94, 0.75, 0.5), (1.0, 0.12, 0.1)]


class Ear:
    """A closed sleeve of jersey, lying from its root on the bonnet towards the table beyond it.

    side: 1 for the right, −1 for the left in the picture; turn: degrees by which it points outwards.
    """

    LENGTH = 16.0
    ROOT = (6.6, -3.9)

    def __init__(self, sheet, side, turn):
        self.sheet, self.side = sheet, side
        angle = np.radians(turn) * side
        self.root = np.array(self.ROOT) * (side, 1)
        self.along = np.array([np.sin(angle), -np.cos(angle)])
        self.across = np.array([np.cos(angle), np.sin(angle)])

    def rest(self, x, s):
        """Height of what the ear lies on: the bonnet, then the table."""
        return 0.62 * smoothstep(s, -11.5, 3.0) - 0.28

    def __call__(self, t, angle, off=0.0):
        """Points at a share t of the length and an angle about the axis: 0 and π at the sides, a quarter turn on top."""
        t, angle = np.broadcast_arrays(np.asarray(t, float), np.asarray(angle, float))
        line = spline(np.array(SLEEVE), 20)
        wide, thick = (np.interp(t, line[:, 0], line[:, k]) for k in (1, 2))
        end = np.sqrt(np.clip(1 - (np.clip(-t, 0, None) / 0.075) ** 2, 0, 1))  # the root is round
        wide, thick = wide * (0.25 + 0.75 * end), thick * (0.3 + 0.7 * end)
        u = np.cos(angle)
        bow = self.side * 0.5 * np.sin(np.pi * np.clip(t, 0, 1) * 0.9)  # the ear curves inwards
        bow = bow - self.side * 0.6 * np.clip(t, 0, 1) ** 2
        top = np.clip(np.sin(angle), 0, None) ** 0.8
        crease = 0.42 * np.exp(-(((u - 0.05 * self.side) / 0.2) ** 2)) * np.sin(np.pi * np.clip(t, 0, 1)) ** 0.7
        gathers = 0.13 * np.sin(10 * u + 2.0 * self.side + 3 * t) * np.exp(-np.clip(t, 0, None) / 0.13)
        slack = 0.07 * np.sin(15 * t + 3 * u + 2 * self.side) * np.sin(np.pi * np.clip(t, 0, 1))
        x = self.root[0] + self.LENGTH * t * self.along[0] + (wide * u - bow) * self.across[0]
        s = self.root[1] + self.LENGTH * t * self.along[1] + (wide * u - bow) * self.across[1]
        z = self.rest(x, s) + thick * top * (1 - crease) + (gathers + slack) * top + off * top
        # The middle stands off the table a little, as a sleeve does that has just been laid down.
        z = z + 0.5 * np.sin(np.pi * np.clip(t, 0, 1)) * (s < 99)
        return self.sheet(x, s, z)

    def build(self, cloths):
        """Builds the cloth, the seam in its middle and the band at the root."""
        t, angle = np.linspace(-0.075, 1, 280)[:, None], np.linspace(0, 2 * np.pi, 200, endpoint=False)[None]
        space = self(t, angle)
        uv = np.stack(np.broadcast_arrays(angle * 2.2, t * self.LENGTH), -1).reshape(-1, 2)
        add_mesh("ear", space.reshape(-1, 3), grid_faces(280, 200, wrap_columns=True), cloths.cream, uv)
        self._sewn(np.linspace(0.02, 0.985, 200), np.full(200, 0.5 * np.pi - 0.05 * self.side), cloths.seam)
        for edge in (0.36, np.pi - 0.36):
            self._sewn(np.linspace(0.03, 0.97, 200), np.full(200, edge), cloths.topstitch)
        ring = np.linspace(-0.06, 1.06, 90) * np.pi + np.pi
        x, s = (self.root[k] + 2.7 * np.cos(ring) * self.across[k] + 1.35 * np.sin(ring) * self.along[k] for k in (0, 1))
        band = self.sheet(x, s, np.full(90, 0.66))
        up = np.tile((0.0, 0.0, 1.0), (90, 1))
        vertices, faces, uv = tube(band, *frames(band, up), 0.2, 0.3, 16)
        add_mesh("root band", vertices, faces, cloths.edging, uv * (1, 2))

    def _sewn(self, t, angle, material):
        """A row of stitches along the ear."""
        line = resample(self(t, angle, 0.02), 0.36, closed=False)
        up = np.tile((0.0, 0.0, 1.0), (len(line) - 1, 1))
        add_mesh("ear seam", *stitches(line[:-1], line[:-1] + np.diff(line, axis=0) * 0.74, up, 0.04, sag=0.9)[:2], material)


def lying(sheet, step=0.04):
    """Builds the bonnet on a sheet, its ears laid up beyond it."""
    right = spline(HALF)
    outline = resample(np.vstack([right, (right[::-1] * (-1, 1))[1:-1]]), 0.2)
    piece = pad.Piece(outline, (-17, 17), (-11, 25), step, cell=2.5, height=0.42, thick=0.3, edge=0.8, cord=0.08,
                      mark=(0, 5.4, 4.2), stitch=0.36, thread=0.042, stray=0.04)
    cloths = pad.cloths(weave=14, bump=0.6, depth=0.024, gap=0.74)
    pad.QuiltedPiece(sheet, piece, cloths)
    cloths.cream = fabric("jersey", "#F1E7D6", weave=17, bump=0.7, depth=0.022, gap=0.76, shade=False)
    Ear(sheet, 1, 15).build(cloths)
    Ear(sheet, -1, 21).build(cloths)


def picture(aspect, width, place, target, lens, fstop, turn=7):
    """Renders the bonnet on a table of walnut in the light of a window.

    place, target, lens, fstop: of the camera; turn: of the bonnet on the table, in degrees.
    """
    studio.start(aspect, width, samples=8, exposure=0.8)
    with studio.Group() as whole:
        lying(sheets.Lying(0.1))
    studio.place(whole.objects, turn=turn)
    studio.table(wood("walnut", "#76502F", "#452A18", 0.06, roughness=0.55, pores=0.5), z=-0.42)
    studio.ambient(0.13)
    studio.area((-56, 24, 24), (0, 0, 0), 18, 70000, "#FFE4C2")
    studio.area((50, -50, 50), (0, 0, 0), 50, 8000, "#FFF0DE")
    studio.area((14, 60, 40), (0, 0, 0), 36, 14000)
    studio.camera(place, target, lens, fstop, focus=target)
    studio.render()
