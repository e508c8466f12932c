"""The same corner of either model, seen from table height: the scene of elegance-edge and grand-sport-edge."""

from . import pad, sheets, studio
from .materials import plaster

CORNER = (56.4, -49.6, 0.3)


def picture(cord):
    """Render the corner. cord: colour of the cord, or None; nothing else may differ, for the page lays one over the other."""
    studio.start(aspect=5 / 8, width=2000, samples=6, exposure=0.95)
    piece = pad.Piece(step=0.032, x_range=(26, 62.5), s_range=(14, 55.5), height=0.76, stray=0.06, mark=None,
                      plied=True, stitch=0.5, thread=0.06, underside=False)
    pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(cord, "#6B472F", weave=20, bump=0.7, depth=0.024, gap=0.76))
    studio.table(plaster("paper", "#BFA98A"), z=-0.55)
    studio.ambient(0.1)
    studio.area((28, -62, 12), CORNER, 8, 15500, "#FFE2BC")
    studio.area((80, -72, 20), CORNER, 20, 1500, "#FFF0DE")
    studio.area((62, -14, 14), CORNER, 14, 6000)
    studio.camera((68, -65, 13), (54.4, -45.9, 0.2), lens=80, fstop=0.5, focus=(56.2, -49.6, 0.5))
    studio.render()
