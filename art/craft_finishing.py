"""craft-finishing.webp: the corner of the edging, its cord, and the rest of the cord coiled beside."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import pad, props, sheets, studio
from saddlery.materials import GOLD, thread, wood

studio.start(aspect=5 / 4, width=1000, samples=32, exposure=0.8)
piece = pad.Piece(step=0.025, x_range=(40, 62.5), s_range=(28, 55.5), height=0.68,
                  mark=None, plied=True, stitch=0.52, thread=0.06, underside=False)
pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(**pad.CLOSE))
turn = np.linspace(0, 2 * np.pi * 2.75, 44)
radius = 1.5 + 0.42 * turn / (2 * np.pi)
height = np.where(turn < 0.3, -1.1, -0.32)  # the inner end is tucked under the coil
coil = np.column_stack([60.5 + radius * np.cos(turn), -51.8 - radius * np.sin(turn), height])
tail = [(62.9, -48.7, -0.3), (63.7, -45.5, -0.3), (62.7, -41, -0.3), (63.3, -33, -0.3)]
props.loose_thread(np.vstack([coil, tail]), thread("cord rest", GOLD, 0.45), 0.105, 3, 0.68)
studio.table(wood("walnut", "#76502F", "#452A18", 0.1, roughness=0.6), z=-0.55)
studio.ambient(0.11)
studio.area((40, -32, 12), (57, -48, 0), 9, 7000, "#FFE6C6")
studio.area((76, -66, 16), (57, -48, 0), 16, 900, "#FFF0DE")
studio.area((58, -20, 14), (57, -48, 0), 14, 2600)
studio.camera((62, -70.5, 17.5), (57.2, -47.0, 0.0), lens=86, fstop=0.4, focus=(57.5, -49.5, 0.4))
studio.render()
