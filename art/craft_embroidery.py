"""craft-embroidery.webp: the mark under the needle, with its two spools of thread."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import mark, pad, props, sheets, studio
from saddlery.materials import plaster, thread

studio.start(aspect=5 / 4, width=2000, samples=7, exposure=0.95)
x, y = pad.MARK_AT[0], -pad.MARK_AT[1]
LEAF = np.array(pad.MARK_AT) + (4.56, 0.49)  # the middle of the leaf under the needle
ALONG = np.array((0.64, -0.77))  # from its stalk to its tip


def of_leaf(points):
    """Returns whether each pattern point is in the leaf under the needle, and its position towards the tip."""
    from_middle = points - LEAF
    along, aside = from_middle @ ALONG, from_middle @ np.array((-ALONG[1], ALONG[0]))
    return (np.abs(along) < 1.0) & (np.abs(aside) < 0.42), along


def unsewn(points):
    """True for points in the half of the leaf that is not embroidered yet."""
    within, along = of_leaf(points)
    return within & (along > 0.02)


piece = pad.Piece(step=0.032, x_range=(30, 62.5), s_range=(14, 55.5), height=0.74, stray=0.06, unsewn=unsewn, underside=False)
quilted = pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(weave=20, bump=0.6, depth=0.02))
start, end = mark.threads(pad.MARK_AT, 1.78 * piece.mark[2])
within, along = of_leaf(end)
pencil = plaster("pencil", "#8C6A4C")
for side in (1, -1):  # pencil outline of the leaf on the cloth, where the threads end
    aside = (end - LEAF) @ np.array((-ALONG[1], ALONG[0]))
    edge = within & (side * aside > 0)
    quilted.draw(end[edge][np.argsort(along[edge])], pencil, 0.03)
pierced = LEAF + ALONG * 0.05
props.spool((x + 3.2, y + 11.4, 1.0), "#5A3722")
props.spool((x - 2.0, y + 13.2, 1.0), "#C4A57C")
top = np.array((x + 6.1, y + 3.7, 3.3))
hole = np.array((pierced[0], -pierced[1], 0.78))  # where the needle pierces the roundel
eye = props.needle(hole - 0.1 * (top - hole), top, 0.055)
props.loose_thread([eye + (-0.35, -0.7, -1.5), eye + (-0.12, -0.25, -0.2), eye, eye + (0.12, 0.4, 0.1),
                    eye + (0.45, 1.5, -0.6), (x + 6.5, y + 6.8, 1.45), (x + 4.9, y + 8.2, 1.35),
                    (x + 4.4, y + 9.6, 1.4), (x + 4.1, y + 10.3, 2.4)],
                   thread("loose", "#5A3722", 0.32), 0.026)
studio.table(plaster("ground", "#C9AE88"), z=-1.5)
studio.ambient(0.1)
studio.area((x - 24, y + 13, 9.5), (x, y, 1), 7, 8200, "#FFE4C0")
studio.area((x + 22, y - 18, 16), (x, y, 1), 18, 1100, "#FFF0DE")
studio.area((x, y + 34, 14), (x, y, 1), 16, 2900)
studio.camera((x + 2.4, y - 29, 25), (x + 0.6, y + 3.5, 0.5), lens=76, fstop=0.5, focus=(x, y - 0.5, 0.8))
studio.render()
