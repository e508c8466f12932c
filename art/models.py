"""models.webp: the two models, their edges towards us: Elegance with its cord upon Grand Sport without."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import GOLD, plaster

studio.start(aspect=4 / 5, width=2000, samples=6, exposure=0.9)
for cord, shift, turn in ((None, (6, 8, 0), -17), (GOLD, (-15, 0, 1.9), 12)):
    with studio.Group() as model:
        topstitch = "#B08A5C" if cord else "#6B472F"
        piece = pad.Piece(step=0.07, x_range=(2, 62.5), s_range=(12, 55.5), underside=False)
        pad.QuiltedPiece(sheets.Lying(0.16), piece, pad.cloths(cord, topstitch, 18, 0.6, 0.022))
    studio.place(model.objects, (shift[0] - 46, shift[1] + 48, shift[2]), turn, (46, -48, 0))
studio.table(plaster("paper", "#CBB895"), z=-0.55)
studio.ambient(0.16)
studio.area((-70, 26, 40), (0, 4, 0), 30, 105000, "#FFE9CC")
studio.area((70, -70, 50), (0, 4, 0), 60, 12000, "#FFF0DE")
studio.area((10, 90, 60), (0, 4, 0), 50, 26000)
studio.camera((0.5, -58, 52), (-1.5, 9, 0.5), lens=64, fstop=0.3, focus=(-4, -4, 1.5))
studio.render()
