"""craft-quilting.webp: the needle in a seam of the honeycomb, half of the seam still to sew."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import pad, props, quilt, sheets, studio
from saddlery.materials import plaster, thread

studio.start(aspect=5 / 4, width=2000, samples=9, exposure=1.12)
SIZE, HEIGHT, STEP, STITCH = 3.6, 0.72, 0.02, 0.52
TALL = SIZE * np.sqrt(3)
HERE = np.array([SIZE * 8.5, TALL * 3.5 + SIZE / np.sqrt(3)])  # a corner of the honeycomb
RISE = SIZE / 2 / np.sqrt(3)
ROW = HERE + np.array([(n * SIZE / 2, -RISE * (n % 2)) for n in range(7)])  # corners of the unsewn seam


def from_row(x, s):
    """Distance of pattern points to the unsewn seam, to the right of the needle."""
    return np.where(x > HERE[0], np.abs(s - np.interp(x, *ROW.T)) * 0.866, 9.0)


def unsewn(points):
    """True for points on the seam to the right of the needle, which has no stitches yet."""
    return from_row(*points.T) < 0.12


def slack(x, s, inside):
    """Height to add along the unsewn seam, where the padding still fills it."""
    filled, _ = quilt.puff(x, s, SIZE, HEIGHT, STEP, STITCH)
    row = from_row(x, s)
    level = 0.44 - 0.06 * np.exp(-(row / 0.1) ** 2)
    return np.clip(level - filled, 0, None) * np.exp(-(row / 0.7) ** 4) * quilt.smoothstep(x, HERE[0] + 0.3, 1.8)


piece = pad.Piece(step=STEP, x_range=(20, 43), s_range=(2, 36), height=HEIGHT, mark=None, plied=True,
                  stitch=STITCH, thread=0.06, unsewn=unsewn, relief=slack, underside=False,
                  parts=("panel", "seams"))
quilted = pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(**pad.CLOSE))
quilted.draw(ROW, plaster("chalk line", "#9A7C5C"), 0.03)
x, y = HERE[0], -HERE[1]
eye = props.needle((x + 0.25, y - 0.05, -0.35), (x + 2.6, y + 1.6, 3.3), 0.045)
props.loose_thread([eye, eye + (0.35, 0.5, 0.0), (x + 3.0, y + 3.9, 2.2), (x + 0.8, y + 5.3, 1.25), (x - 2.2, y + 4.4, 0.98),
                    (x - 3.0, y + 2.3, 1.2), (x - 1.6, y + 0.9, 1.05), (x - 0.1, y - 0.02, 0.25)],
                   thread("sewing thread", "#6F4A30"), 0.026)
studio.table(plaster("ground", "#C9AE88"), z=-1.2)
studio.ambient(0.08)
studio.area((x - 21, y + 9, 7.5), (x, y, 0), 5, 8600, "#FFE2BC")
studio.area((x + 17, y - 18, 15), (x, y, 0), 16, 800, "#FFF0DE")
studio.area((x, y + 30, 14), (x, y, 0), 14, 2200)
studio.camera((x + 2.5, y - 16, 18.5), (x + 0.7, y + 0.9, 0.6), lens=84, fstop=0.5, focus=(x, y, 0.6))
studio.render()
