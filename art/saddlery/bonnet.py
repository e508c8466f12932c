"""The bonnet: its outline, the relief of body and ears, and the pieces that it is sewn of."""

import numpy as np

from . import pad, sheets
from .geometry import resample, spline

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


def bonnet(step=0.055):
    """Build the bonnet lying at z = 0 about the origin, the nose towards −y."""
    right = spline(HALF)
    body = resample(np.vstack([right, mirrored(right)[1:-1]]), 0.2)
    piece = pad.Piece(body, (-18.5, 18.5), (-11, 23), step, cell=2.5, height=0.4, thick=0.3,
                      edge=0.8, cord=0.07, mark=(0, 3.6, 4.2), stitch=0.36, thread=0.042,
                      underside=False)
    pad.QuiltedPiece(sheets.Lying(0.05, body_height), piece, pad.cloths())
    for side in (1, -1):
        ear = resample(spline(EAR, closed=True) * (side, 1), 0.2)
        piece = pad.Piece(ear, tuple(sorted((side * 2.5, side * 14.5))), (-28, -5), step, cell=0,
                          thick=0.25, edge=0.7, mark=None, stitch=0.36, thread=0.04,
                          relief=ear_relief(side), underside=False)
        s = np.linspace(-10, -25.6, 80)
        sewn = pad.QuiltedPiece(sheets.Lying(0.02), piece, pad.cloths(cord=None, weave=11, bump=0.8, depth=0.03))
        sewn.seam(np.column_stack([ear_middle(side, s)[0], s]))
