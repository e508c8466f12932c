"""pad.webp: the whole pad in the shape that it has on a horse, its lining seen through the arch."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio

studio.start(aspect=8 / 7, width=1750, samples=16, exposure=1.1)
with studio.Group() as whole:
    piece = pad.Piece(step=0.08, height=0.78, loops=((27, 33, 43), (27, -33, -43)))
    pad.QuiltedPiece(sheets.Worn(), piece, pad.cloths())
studio.place(whole.objects, turn=-41, pivot=(28, 0, 0))
studio.backdrop(y=150, floor=-52, colour="#DCCDB4")
studio.ambient(0.2)
studio.area((-160, -150, 130), (28, 0, -24), 60, 340000, "#FFEFDC")
studio.area((220, -220, 10), (28, 0, -24), 150, 40000, "#F6F0E8")
studio.area((60, 130, 190), (28, 0, -10), 120, 150000)
studio.camera((28, -330, 26), (29, 0, -23.5), lens=118)
studio.render()
