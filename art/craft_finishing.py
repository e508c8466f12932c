"""craft-finishing.webp: the corner of the edging with its cord; the rest of the cord is coiled beside it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import pad, props, sheets, studio
from saddlery.materials import BROWN, GOLD, thread, wood

studio.start(aspect=5 / 4, width=2000, samples=6, exposure=1.0)
piece = pad.Piece(step=0.025, x_range=(40, 62.5), s_range=(28, 55.5), height=0.76, stray=0.06,
                  mark=None, plied=True, stitch=0.52, thread=0.06, underside=False)
pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(**pad.CLOSE))
turn = np.linspace(0, 2 * np.pi * 2.75, 44)
radius = 1.15 + 0.42 * turn / (2 * np.pi)
coil = np.column_stack([60.3 + radius * np.cos(turn), -51.6 - radius * np.sin(turn), np.full(44, -0.32)])
tail = [(62.3, -48.9, -0.3), (63.6, -46.2, -0.3), (63.2, -41, -0.3), (63.6, -33, -0.3)]
props.loose_thread(np.vstack([coil, tail]), thread("cord rest", GOLD, 0.6), 0.105, 3, 0.68, strands=8)
whipping = np.linspace(0, 2 * np.pi * 8, 400)  # thread wound round the inner end against fraying
at = 0.12 + 0.4 * whipping / whipping[-1] / 1.15
out = 1.15 + 0.42 * at / (2 * np.pi) + 0.205 * np.cos(whipping)
props.loose_thread(np.column_stack([60.3 + out * np.cos(at), -51.6 - out * np.sin(at), -0.32 + 0.205 * np.sin(whipping)]),
                   thread("whipping", BROWN), 0.022)
studio.table(wood("walnut", "#8A6040", "#4A2D1B", 0.1, roughness=0.5, pores=0.95), z=-0.55)
studio.ambient(0.1)
studio.area((38, -30, 10), (57, -48, 0), 7, 8200, "#FFE2BC")
studio.area((76, -66, 16), (57, -48, 0), 16, 1100, "#FFF0DE")
studio.area((60, -18, 12), (57, -50, 0), 12, 4200)
studio.camera((61.8, -69.5, 19), (57.0, -46.9, 0.0), lens=86, fstop=0.6, focus=(57.5, -49.3, 0.4))
studio.render()
