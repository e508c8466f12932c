"""hero.webp: the pad at the right over the end of a rail; the left half is plain for the title."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, props, sheets, studio
from saddlery.materials import wood

studio.start(aspect=9 / 16, width=2816, samples=24, exposure=1.3)
STEP = 0.06
cloths = pad.cloths(weave=12, bump=0.7, depth=0.03, gap=0.7)
pad.QuiltedPiece(sheets.Fallen("left"), pad.Piece(step=STEP, height=0.8, stray=0.06), cloths)
props.rail(260, 4.0, (-9, 0, -4.1), wood("rail", grain="Z", scale=0.12))
studio.backdrop(y=120, floor=-105, colour="#E6DCCD")
studio.ambient(0.15)
studio.area((-250, -70, 110), (28, 0, -24), 45, 500000, "#FFEFDC")
studio.area((200, -260, 40), (28, 0, -24), 160, 20000, "#F6F0E8")
studio.area((60, 90, 200), (28, 0, 0), 120, 160000)
studio.camera((-80, -332, 16), (27, 0, -25.5), lens=104, shift=(-0.189, 0))
studio.render()
