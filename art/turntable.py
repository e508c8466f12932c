"""The frames of the turntable: the pad in the shape of a horse's back, turned once about its own axis.

Writes NAME-00.png to NAME-35.png beside the output file, without ground; turntable.sh makes the site's files of them.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio

FRAMES = 36
CENTRE = (28, 0, -23.5)

studio.start(aspect=5 / 6, width=720, samples=16, exposure=1.33)
studio.transparent()
piece = pad.Piece(step=0.1, height=0.78, loops=((27, 33, 43), (27, -33, -43)))
pad.QuiltedPiece(sheets.Worn(), piece, pad.cloths())
studio.ambient(0.3)
with studio.Group() as around:
    studio.area((-190, -120, 110), CENTRE, 60, 330000, "#FFEFDC")
    studio.area((210, -200, 10), CENTRE, 150, 50000, "#F6F0E8")
    studio.area((60, 150, 170), CENTRE, 120, 160000)
    studio.camera((28, -300, 8), CENTRE, lens=132)
studio.render_turn(around.objects, CENTRE, FRAMES)
