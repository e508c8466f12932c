"""craft-quilting.webp: the needle in a seam of the honeycomb, half of the seam still to sew."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import pad, props, sheets, studio
from saddlery.materials import plaster, thread

studio.start(aspect=5 / 4, width=1000, samples=32, exposure=0.8)
SIZE = 3.6
TALL = SIZE * np.sqrt(3)
HERE = np.array([SIZE * 8.5, TALL * 3.5 + SIZE / np.sqrt(3)])  # a corner of the honeycomb


def unsewn(points):
    """The seams to the right of the needle, in its own row."""
    x, s = (points - HERE).T
    return (x > 0.1) & (x < 8) & (np.abs(s) < 1.2)


piece = pad.Piece(step=0.02, x_range=(20, 43), s_range=(2, 36), height=0.7, mark=None, plied=True,
                  stitch=0.52, thread=0.06, unsewn=unsewn, underside=False)
pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(**pad.CLOSE))
x, y = HERE[0], -HERE[1]
eye = props.needle((x + 0.25, y - 0.05, -0.35), (x + 2.6, y + 1.6, 3.3), 0.055)
props.loose_thread([eye, eye + (0.1, 0.5, 0.1), (x + 2.2, y + 3.6, 2.6), (x + 0.4, y + 4.4, 1.7),
                    (x - 1.2, y + 2.4, 1.25), (x - 1.0, y + 0.5, 1.0), (x - 0.1, y - 0.02, 0.25)],
                   thread("sewing thread", "#6F4A30"), 0.03)
studio.table(plaster("ground", "#C9AE88"), z=-1.2)
studio.ambient(0.11)
studio.area((x - 20, y + 10, 9), (x, y, 0), 7, 7600, "#FFE6C6")
studio.area((x + 17, y - 18, 15), (x, y, 0), 16, 900, "#FFF0DE")
studio.area((x, y + 30, 14), (x, y, 0), 14, 2600)
studio.camera((x + 2.5, y - 16, 18.5), (x + 0.7, y + 0.9, 0.6), lens=84, fstop=0.4, focus=(x, y, 0.6))
studio.render()
