"""pad-corner.webp: the embroidered corner of a pad laid on a table."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import wood

studio.start(aspect=2 / 3, width=1400, samples=32, exposure=0.82)
piece = pad.Piece(step=0.06, x_range=(18, 62.5), s_range=(8, 55.5), underside=False)
pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(weave=18, bump=0.6, depth=0.022))
studio.table(wood("walnut", "#76502F", "#452A18", 0.05, roughness=0.6), z=-0.55)
studio.ambient(0.2)
studio.area((-25, 0, 34), (42, -38, 0), 26, 60000, "#FFE9CC")
studio.area((90, -110, 60), (42, -38, 0), 70, 14000, "#FFF0DE")
studio.area((50, 50, 50), (42, -38, 0), 50, 20000)
studio.camera((61, -99, 52), (48.3, -41.2, 0), lens=92, fstop=0.25, focus=(46.6, -41, 0.5))
studio.render()
