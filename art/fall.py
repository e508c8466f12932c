"""Simulates pads falling over the rail and writes their rest shapes to saddlery/fallen.npz.

    blender -b -P art/fall.py     # about a minute

This file sets how each pad hangs and its folds; saddlery/cloth.py sets its weight and stiffness.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from saddlery.cloth import Cloth
from saddlery.geometry import signed_distance
from saddlery.pad import pad_outline
from saddlery.quilt import field, smoothstep

XS, SS = np.arange(-6.0, 63.0), np.arange(-56.0, 57.0)
AXIS, RADIUS = -4.1, 4.55  # height of the rail's axis, and distance from it to the middle of the cloth

# Folds of the front and the back flap: position at the rail and at the hem, width at the hem, depth.
# Corners: position (x, distance from the spine), reach, depth. Shift: how much lower the front flap hangs in the
# middle; skew: increase of that towards the rear.
HUNG = {
    "left": {
        "front": ((7, 12, 9, -3.6), (15, 25, 9.5, 3.8), (27, 36, 8, -3.4)),
        "back": ((14, 17, 11, 3.4), (34, 34, 11, -3.6), (60, 58, 11, 4.0)),
        "corners": ((-4, 50, 14, 5.5), (63, 54, 11, 3.0), (-4, -48, 16, 6.0)),
        "shift": 0.9, "skew": -0.02,
    },
    "right": {
        "front": ((22, 8, 10, 3.2), (32, 19, 9, -3.6), (42, 30, 9, 3.4), (54, 62, 9, -1.5)),
        "back": ((8, 6, 11, -3.0), (30, 34, 11, 3.4), (52, 54, 11, -3.6)),
        "corners": ((-4, 50, 12, 3.0), (62, 54, 11, 4.0), (63, -52, 14, 4.5)),
        "shift": -0.4, "skew": -0.015,
    },
}


def bump(value, place, width):
    """Gaussian bump: 1 at `place`, 0 far from it."""
    return np.exp(-((value - place) / width) ** 2)


def spine(x):
    """Height of the spine seam above the rail; the stiff seam rises to the withers and the loins."""
    return 2.2 * bump(x, 1, 11) + 1.4 * smoothstep(x, 38, 24)


def memory(x, s, inside, hung, seed):
    """Rest height of the cloth above the flat: folds, corners, curled edge and random variation."""
    a = np.abs(s)
    fall = np.clip(a / 54, 0, 1.1)
    folds = lambda these: sum(depth * bump(x, top + (hem - top) * fall, width * (0.45 + 0.55 * fall))
                              for top, hem, width, depth in these)
    turned = sum(height * bump(np.hypot(x - cx, s - cs), 0, reach) for cx, cs, reach, height in hung["corners"])
    front = smoothstep(s, -3, 6)
    broad = front * folds(hung["front"]) + (1 - front) * folds(hung["back"])
    curl = 1.4 * np.exp(-np.clip(inside, -2, None) / 3) * (0.4 + 0.6 * bump(x, -4, 9))
    return smoothstep(a, 3, 41) * (broad + turned) + smoothstep(a, 6, 14) * (0.3 * field(x.shape, 5.0, seed) + curl)


def laid(x, s):
    """Start positions of the cloth points: round the rail, then straight down."""
    turn = np.clip(np.abs(s) / RADIUS, 0, 1.45)
    rest = np.abs(s) - turn * RADIUS
    y = RADIUS * np.sin(turn) + rest * np.cos(turn)
    return np.column_stack([x, -np.sign(s) * y, AXIS + spine(x) + 0.3 + RADIUS * np.cos(turn) - rest * np.sin(turn)])


def main():
    x, s = np.meshgrid(XS, SS)
    outline = pad_outline()
    inside = signed_distance(x, s, outline)
    cut = (x, np.abs(s) - spine(x) * np.exp(-np.abs(s) / 26))
    shapes = {}
    for seed, (name, hung) in enumerate(HUNG.items(), 24):
        cloth = Cloth(XS, SS, outline, cut, memory(x, s, inside, hung, seed))
        start = laid(cloth.x, cloth.s + hung["shift"] + hung["skew"] * (cloth.x - 28))
        shapes[name] = cloth.whole(cloth.fall(start, AXIS + spine(cloth.x), RADIUS)).astype(np.float32)
    np.savez_compressed(Path(__file__).parent / "saddlery" / "fallen.npz", x=XS, s=SS, **shapes)


main()
