"""layers.webp: the layers of a pad lifted one above the other: mesh, quilted cloth, edging and cord."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, sheets, studio
from saddlery.materials import plaster

studio.start(aspect=4 / 5, width=2000, samples=8, exposure=0.88)
for height, piece in (
    (0, pad.Piece(step=0.1, parts=())),
    (13, pad.Piece(step=0.09, parts=("panel", "seams", "roundel"), height=0.78, underside=False)),
    (26, pad.Piece(step=0.2, parts=("edging",), underside=False)),
):
    with studio.Group() as layer:
        pad.QuiltedPiece(sheets.Lying(0.3), piece, pad.cloths())
    studio.place(layer.objects, (-28, 27, height), turn=-24, pivot=(28, -27, 0))
studio.table(plaster("ground", "#8C6A4A"), z=-9)
studio.ambient(0.2)
studio.area((-150, 40, 150), (0, 0, 8), 70, 330000, "#FFE9CC")
studio.area((150, -150, 90), (0, 0, 8), 120, 50000, "#FFF0DE")
studio.area((20, 150, 110), (0, 0, 8), 80, 90000)
studio.area((10, -60, -3), (0, 0, 6), 90, 9000, "#F2C48E")  # light reflected by the ground
studio.camera((0, -196, 126), (0, 5, 11), lens=75)
studio.render()
