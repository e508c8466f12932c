"""stack.webp: three folded pads on a table."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import GOLD, wood

studio.start(aspect=9 / 16, width=2000, samples=10, exposure=0.8)
PADS = ((GOLD, 2.0, (-1.0, 0.6)), (None, -1.6, (0.8, -0.3)), (GOLD, 0.6, (0, 0)))
for level, (cord, turn, shift) in enumerate(PADS):
    with studio.Group() as folded:
        sheet = sheets.Folded(seed=level + 1, sag=0.55, sunk=0.45 * level)
        pad.QuiltedPiece(sheet, pad.Piece(step=0.1, height=0.68), pad.cloths(cord=cord))
    shift = (shift[0] - 28, shift[1] + 27, 1.6 + 3.3 * level)
    studio.place(folded.objects, shift, turn - 11, pivot=(28, -27, 0))
studio.table(wood("walnut", "#76502F", "#452A18", 0.05, roughness=0.6))
studio.backdrop(y=140, floor=-60, colour="#E9DCC8")
studio.ambient(0.22)
studio.area((-170, -30, 110), (0, 0, 8), 60, 230000, "#FFE9CC")
studio.area((150, -160, 60), (0, 0, 8), 120, 34000, "#FFF0DE")
studio.area((20, 90, 150), (0, 0, 8), 80, 70000)
studio.camera((0, -164, 54), (0, -2, 5), lens=76, fstop=0.06, focus=(8, -22, 10))
studio.render()
