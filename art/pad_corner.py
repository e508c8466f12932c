"""pad-corner.webp: the embroidered corner of a pad laid on a table."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import wood

studio.start(aspect=2 / 3, width=2000, samples=9, exposure=0.98)
piece = pad.Piece(step=0.045, x_range=(18, 62.5), s_range=(8, 55.5), height=0.68, underside=False)
pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(weave=18, bump=0.7, depth=0.024))
studio.table(wood("walnut", "#8A6040", "#4A2D1B", 0.05, roughness=0.55, pores=0.6), z=-0.55)
studio.ambient(0.14)
studio.area((-22, -4, 26), (42, -38, 0), 18, 62000, "#FFE4C0")
studio.area((90, -110, 60), (42, -38, 0), 70, 12000, "#FFF0DE")
studio.area((56, 40, 36), (46, -38, 0), 40, 22000)
studio.camera((61, -99, 52), (48.3, -41.2, 0), lens=92, fstop=0.35, focus=(46.6, -41, 0.5))
studio.render()
