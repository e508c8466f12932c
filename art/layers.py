"""layers.webp: the layers of a pad lifted one above the other: mesh, quilted cloth, edging and cord."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import plaster

studio.start(aspect=4 / 5, width=2000, samples=7, exposure=0.72)
for height, piece in (
    (0, pad.Piece(step=0.1, parts=())),
    (11, pad.Piece(step=0.07, parts=("panel", "seams", "roundel"), height=0.8, stray=0.06, underside=False)),
    (21, pad.Piece(step=0.2, parts=("edging",), underside=False)),
):
    with studio.Group() as layer:
        pad.QuiltedPiece(sheets.Lying(0.3), piece, pad.cloths(weave=12, bump=0.7, depth=0.028, gap=0.72))
    studio.place(layer.objects, (-28, 27, height), turn=-24, pivot=(28, -27, 0))
studio.table(plaster("ground", "#B79F7E"), z=-9)
studio.ambient(0.14)
studio.area((-170, 40, 90), (0, 0, 8), 44, 330000, "#FFE4C2")
studio.area((150, -150, 90), (0, 0, 8), 120, 30000, "#FFF0DE")
studio.area((20, 150, 110), (0, 0, 8), 80, 70000)
studio.area((10, -60, -3), (0, 0, 6), 90, 7000, "#F2C48E")  # light reflected by the ground
studio.camera((0, -196, 126), (0, 5, 10), lens=78)
studio.render()
