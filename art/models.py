"""models.webp: the two models, their edges towards us: Elegance with its cord upon Grand Sport without."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import GOLD, plaster
from saddlery.quilt import smoothstep


def upon_the_other(x, s):
    """Height change of the upper pad, which sinks to the table beyond the lower one."""
    return -1.7 * (1 - smoothstep(x, 44, 11) * smoothstep(-s, -52, 8))


def beneath_the_other(x, s):
    """Height change of the lower pad, which is pressed down inside the edge of the upper one."""
    return -2.0 * (1 - smoothstep(x, 0.56 * s - 3.2, 9))


studio.start(aspect=4 / 5, width=1800, samples=5, exposure=0.62)
MODELS = ((None, (6, 8, 0), -17, beneath_the_other), (GOLD, (-15, 0, 1.9), 12, upon_the_other))
for cord, shift, turn, relief in MODELS:
    with studio.Group() as model:
        topstitch = "#B08A5C" if cord else "#6B472F"
        piece = pad.Piece(step=0.07, height=0.8, stray=0.06, x_range=(-6.5, 62.5), s_range=(-26, 55.5), underside=False)
        pad.QuiltedPiece(sheets.Lying(0.16, relief), piece, pad.cloths(cord, topstitch, 18, 0.7, 0.024, 0.74))
    studio.place(model.objects, (shift[0] - 46, shift[1] + 48, shift[2]), turn, (46, -48, 0))
studio.table(plaster("paper", "#CBB895"), z=-0.55)
studio.ambient(0.16)
studio.area((-90, 40, 50), (0, 4, 0), 34, 130000, "#FFE4C2")
studio.area((70, -70, 50), (0, 4, 0), 60, 12000, "#FFF0DE")
studio.area((10, 90, 60), (0, 4, 0), 50, 26000)
studio.camera((0.5, -58, 52), (-1.5, 13, 0.5), lens=66, fstop=0.3, focus=(-4, -4, 1.5))
studio.render()
