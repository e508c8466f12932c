"""tack-room.webp: pad and bonnet hung on a wall of boards, in the light of a window."""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from mathutils import Matrix

from saddlery import pad, props, sheets, studio
from saddlery.bonnet import bonnet
from saddlery.materials import plaster, wood

WALL = 24.0  # y of the boards' face

studio.start(aspect=4 / 5, width=2000, samples=9, exposure=1.35)
pad.QuiltedPiece(sheets.Fallen("right"), pad.Piece(step=0.09, height=0.8), pad.cloths())
props.rail(76, 3.6, (-10, 0, -4.1), wood("rail", "#6E4A2E", "#402515", 0.12, "Z"))
for x in (-5, 61):  # what carries the rail
    props.box("arm", (x - 1.6, 0, -6.2), (x + 1.6, WALL, -2.2), wood("arm", "#6E4A2E", "#402515", 0.12, "Y"))
boards = wood("boards", "#8A6A4C", "#5C4029", 0.05, "Z", roughness=0.7)
for n, x in enumerate(np.arange(-150, 150, 17.0)):
    shade = 0.25 * math.sin(2.1 * n)
    props.box("board", (x, WALL + shade, -150), (x + 16.7, WALL + 3, 130), boards)
props.box("gap", (-160, WALL + 2, -150), (160, WALL + 4, 130), plaster("gap", "#1A100A"))
with studio.Group() as hung:
    bonnet(step=0.075)
stand = Matrix.Rotation(math.radians(90), 4, "X")  # the nose, which lay towards −y, hangs down
for thing in hung.objects:
    thing.matrix_world = Matrix.Translation((-36, WALL - 2.2, -12)) @ stand @ thing.matrix_world
props.lathe("peg", [(0.001, -5.5), (1.5, -5.2), (1.7, -4.4), (0.9, -3.8), (0.8, 3)],
            wood("peg", "#6E4A2E", "#402515", 0.3, "Z")).matrix_world = (
    Matrix.Translation((-36, WALL, -1.5)) @ Matrix.Rotation(math.radians(-90), 4, "X"))
# The bars of a window stand before the low sun and draw its panes on the wall.
dark = plaster("bars", "#201509")
for place in (-109, -82, -55):
    props.box("bar", (-178, place - 1.8, -10), (-175, place + 1.8, 150), dark)
for height in (12, 52, 92, 132):
    props.box("bar", (-178, -170, height - 1.8), (-175, -10, height + 1.8), dark)
studio.ambient(0.09, "#E8E4DC")
studio.area((-280, -140, 125), (10, 0, -24), 9, 1000000, "#FFDDAC")
studio.area((220, -260, 60), (10, 0, -24), 180, 30000, "#EEF0F2")
studio.area((-30, -200, -150), (10, 0, -40), 120, 14000, "#E8B888")  # the floor's warmth
studio.camera((4, -330, -16), (5, 0, -22), lens=86)
studio.render()
