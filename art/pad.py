"""pad.webp: the whole pad, hung over a rail."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, props, sheets, studio
from saddlery.materials import wood

studio.start(aspect=8 / 7, width=1200, samples=32, exposure=1.15)
pad.QuiltedPiece(sheets.Hanging(), pad.Piece(step=0.09, height=0.8), pad.cloths())
props.rail(300, 4.0, (-120, 0, -4.1), wood("rail", grain="Z", scale=0.12))
studio.backdrop(y=110, floor=-105, colour="#EBE1D2")
studio.ambient(0.14)
studio.area((-250, -66, 105), (28, 0, -24), 45, 450000, "#FFEFDC")
studio.area((190, -260, 60), (28, 0, -24), 160, 20000, "#F6F0E8")
studio.area((40, 90, 200), (28, 0, 0), 120, 150000)
studio.camera((-45, -345, 12), (26.5, 0, -24), lens=147)
studio.render()
