"""craft-embroidery.webp: the mark under the needle, with the two spools that it takes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import pad, props, sheets, studio
from saddlery.materials import plaster, thread

studio.start(aspect=5 / 4, width=1000, samples=32, exposure=0.8)
x, y = pad.MARK_AT[0], -pad.MARK_AT[1]
piece = pad.Piece(step=0.032, x_range=(30, 62.5), s_range=(14, 55.5), height=0.66, underside=False)
pad.QuiltedPiece(sheets.Lying(), piece, pad.cloths(weave=20, bump=0.6, depth=0.02))
props.spool((x + 3.4, y + 14.2, 1.0), "#5A3722")
props.spool((x - 2.6, y + 16.4, 1.0), "#C4A57C")
eye = props.needle((x + 1.65, y - 2.3, 0.3), (x + 6.4, y + 3.2, 2.5))
props.loose_thread([eye, eye + (0.8, 1.6, -0.2), (x + 6.2, y + 7.8, 1.4), (x + 4.0, y + 9.0, 1.4),
                    (x + 3.6, y + 11.4, 1.5), (x + 4.3, y + 13.0, 2.4)],
                   thread("loose", "#5A3722"))
studio.table(plaster("ground", "#C9AE88"), z=-1.5)
studio.ambient(0.13)
studio.area((x - 24, y + 13, 11), (x, y, 1), 9, 7600, "#FFE9CC")
studio.area((x + 22, y - 18, 16), (x, y, 1), 18, 1200, "#FFF0DE")
studio.area((x, y + 34, 14), (x, y, 1), 16, 3300)
studio.camera((x + 3, y - 29, 24), (x + 0.7, y + 2.9, 0.5), lens=74, fstop=0.45,
              focus=(x, y - 0.5, 0.8))
studio.render()
