"""underside.webp: the side of the horse: mesh, edging, a girth loop, and the embroidered corner turned back over it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import wood

studio.start(aspect=4 / 5, width=2000, samples=6, exposure=0.63)
piece = pad.Piece(step=0.05, height=0.8, stray=0.06, x_range=(4, 62.5), s_range=(0, 55.5), loops=((21, 12, 22),))
sheet = sheets.Overturned(fold=((43, 31), 66), radius=1.5)
pad.QuiltedPiece(sheet, piece, pad.cloths(weave=18, bump=0.7, depth=0.024, gap=0.74))
studio.table(wood("walnut", "#76502F", "#452A18", 0.05, roughness=0.6), z=-1.6)
studio.ambient(0.2)
studio.area((-30, 60, 40), (36, 28, 0), 20, 78000, "#FFE9CC")
studio.area((80, -40, 60), (36, 28, 0), 70, 14000, "#FFF0DE")
studio.area((30, 110, 50), (36, 28, 0), 50, 26000)
studio.camera((26, -46, 62), (32.5, 27, 0), lens=68, fstop=0.25, focus=(36, 24, 1))
studio.render()
