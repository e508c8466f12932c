"""grand-sport.webp: the pad with plain edging, seen from lower down in low, strong side light."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, props, sheets, studio
from saddlery.materials import wood

studio.start(aspect=5 / 4, width=2000, samples=9, exposure=0.95)
cloths = pad.cloths(cord=None, topstitch="#6B472F", weave=13, bump=0.7, depth=0.03, gap=0.7)
pad.QuiltedPiece(sheets.Fallen("right"), pad.Piece(step=0.06, stray=0.06), cloths)
props.rail(300, 4.0, (-120, 0, -4.1), wood("rail", "#6E4A2E", "#402515", 0.12, "Z"))
studio.backdrop(y=150, floor=-160, colour="#AF9981")
studio.ambient(0.1)
studio.area((240, -70, -20), (28, 0, -26), 60, 520000, "#FFDDB0")
studio.area((-200, -220, 20), (28, 0, -24), 160, 22000, "#FFF0DE")
studio.area((-30, 80, 150), (28, 0, 0), 100, 130000)
studio.camera((95, -250, -92), (34.5, 0, -27), lens=140)
studio.render()
