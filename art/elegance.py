"""elegance.webp: the rear of the flap, close, with its gold cord, in soft morning light."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, props, sheets, studio
from saddlery.materials import wood

studio.start(aspect=5 / 4, width=2000, samples=9, exposure=1.28)
cloths = pad.cloths(cord="#C29A5B", topstitch="#B48D56", weave=15, bump=0.7, depth=0.028, gap=0.72)
pad.QuiltedPiece(sheets.Fallen("left"), pad.Piece(step=0.06, cord=0.16, stray=0.06), cloths)
props.rail(300, 4.0, (-120, 0, -4.1), wood("rail", grain="Z", scale=0.12))
studio.backdrop(y=120, floor=-115, colour="#E7E0D5")
studio.ambient(0.13)
studio.area((-190, -62, 50), (40, 0, -30), 60, 430000, "#FFE4C4")
studio.area((190, -220, 60), (40, 0, -30), 160, 16000, "#EEF0F2")
studio.area((80, 90, 160), (40, 0, -10), 100, 120000)
studio.camera((110, -190, -18), (44, 0, -33.0), lens=150, fstop=0.35, focus=(46, -8, -38))
studio.render()
