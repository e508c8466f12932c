"""The frames of the turntable: the pad in the shape of a horse's back, turned once about its own axis.

Writes NAME-00.png to NAME-71.png next to the output file, without ground; turntable.sh converts them for the site.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, props, sheets, studio
from saddlery.materials import wood

FRAMES = 72
FLOOR = -62
CENTRE = (28, 0, -30)

studio.start(aspect=0.9, width=1440, samples=4, exposure=1.42)
studio.transparent()
studio.bounces(2)
sheet = sheets.Worn()
piece = pad.Piece(step=0.07, height=0.8, stray=0.06, loops=((27, 33, 43), (27, -33, -43)))
pad.QuiltedPiece(sheet, piece, pad.cloths(weave=8, bump=0.45, depth=0.02, gap=0.75))
props.stand(sheet, (-1, 63), FLOOR, lambda grain: wood("walnut", "#76502F", "#452A18", 0.1, grain, roughness=0.55))
studio.ambient(0.16)
with studio.Group() as around:
    studio.area((-215, -95, 115), CENTRE, 50, 430000, "#FFEBD2")
    studio.area((210, -200, 10), CENTRE, 150, 30000, "#F6F0E8")
    studio.area((60, 150, 170), CENTRE, 120, 160000)
    studio.camera((28, -300, 18), (28, 0, -31), lens=116)
# The first frame shows the trestle from a corner: from the side, its short legs make a stool of it.
studio.place(around.objects, turn=40, pivot=CENTRE)
studio.render_turn(around.objects, CENTRE, FRAMES)
studio.render_shadows(around.objects, CENTRE, FRAMES, FLOOR, share=0.125, samples=12)
