"""pad.webp: the whole pad on a stand of walnut slats, as it lies on a back, late light from one side."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, props, sheets, studio
from saddlery.materials import wood

CENTRE = (28, 0, -30)

studio.start(aspect=8 / 7, width=2000, samples=10, exposure=1.15)
sheet = sheets.Worn()
pad.QuiltedPiece(sheet, pad.Piece(step=0.07, height=0.8, stray=0.06, loops=((27, 33, 43), (27, -33, -43))), pad.cloths(weave=13, bump=0.7, depth=0.03, gap=0.7))
props.stand(sheet, (-2, 64), -100, lambda grain: wood("walnut", "#76502F", "#452A18", 0.1, grain, roughness=0.55))
studio.backdrop(y=150, floor=-100, colour="#A8957D")
studio.ambient(0.1)
studio.area((-220, -95, 80), CENTRE, 40, 640000, "#FFE0B8")
studio.area((230, -190, 20), CENTRE, 150, 24000, "#F6F0E8")
studio.area((90, 130, 150), CENTRE, 100, 150000, "#FFF4E6")
studio.camera((150, -330, 30), (28.5, 0, -27), lens=134)
studio.render()
