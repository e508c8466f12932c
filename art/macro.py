"""macro.webp: the honeycomb very close, down to the weave, with the edging passing at one side."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import plaster

studio.start(aspect=10 / 16, width=2880, samples=9, exposure=1.12)
piece = pad.Piece(step=0.02, x_range=(34, 62.5), s_range=(6, 33), height=0.7, mark=None, plied=True,
                  stitch=0.52, thread=0.06, underside=False)
pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(**pad.CLOSE))
studio.table(plaster("ground", "#C9AE88"), z=-1.2)
studio.ambient(0.1)
studio.area((28, -10, 8.5), (50, -18, 0), 7, 8200, "#FFE6C6")
studio.area((66, -36, 16), (50, -18, 0), 16, 800, "#FFF0DE")
studio.area((50, 12, 14), (50, -18, 0), 14, 2600)
studio.camera((46.5, -36, 16.5), (50.6, -18.4, 0.2), lens=66, fstop=0.5, focus=(49.5, -21, 0.6))
studio.render()
