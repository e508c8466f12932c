"""share.webp: the embroidered corner at the right; plain wood at the left for the mark."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import wood

studio.start(aspect=630 / 1200, width=1200, samples=32, exposure=0.78)
piece = pad.Piece(step=0.08, x_range=(-6.5, 46), s_range=(6, 55.5), mark=(12.5, 40.6, 6.2),
                  underside=False)
pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths())
studio.table(wood("walnut", "#76502F", "#452A18", 0.05, roughness=0.6), z=-0.55)
studio.ambient(0.2)
studio.area((-75, 22, 58), (8, -38, 0), 40, 145000, "#FFE9CC")
studio.area((60, -110, 60), (8, -38, 0), 70, 14000, "#FFF0DE")
studio.area((20, 50, 50), (8, -38, 0), 50, 20000)
studio.camera((2, -110, 66), (0.5, -38.6, 0), lens=66, fstop=0.3, focus=(12, -41, 0.5))
studio.render()
