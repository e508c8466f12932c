"""saddled.webp: the pad on a saddler's padded horse under the flap of a saddle, billets buckled to a girth."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import pad, saddle, sheets, studio
from saddlery.geometry import add_mesh, frames, resample, spline, tube
from saddlery.materials import fabric, leather, plaster, steel, thread
from saddlery.quilt import smoothstep

CENTRE = np.array((31, -26, -31.5))
# Pattern outlines: x towards the croup, s down the flank.
FLAP = spline([(10, 5), (6.8, 12), (3.6, 18.5), (1.7, 24.5), (1.3, 29.5), (2.8, 34.4), (6.4, 38.8), (11.4, 41.9), (17.4, 43.6),
               (24, 44), (30, 43), (33.9, 40.2), (35.7, 36), (36.3, 30.5), (36.4, 23), (36.2, 15), (35.6, 8), (30, 4), (20, 3)], closed=True)
PATCH = spline([(17.6, 8), (13.6, 17), (12.0, 25), (12.8, 31.5), (16, 37.4), (21.4, 43.2)])  # the seam behind the knee roll
SKIRT = spline([(7.6, 6), (9.4, 14), (12.6, 18.6), (17.4, 20.9), (22.6, 20.8), (28, 18.2), (33.4, 14.6), (39, 11.6), (44, 9), (44, 3), (8, 3)],
               closed=True)
PANEL = spline([(30, 3), (33, 14), (36.4, 20.4), (41.4, 20.6), (46.8, 18), (51.4, 13.4), (54, 8), (54, 3)], closed=True)
BILLETS = (20.9, 26.3)  # their x
ROLLER, HEEL = 57.4, 60.3  # the s of the two bars of a buckle

studio.start(aspect=5 / 8, width=2000, samples=6, exposure=1.3)
sheet = sheets.Worn(steepest=84, shoulder=17, belly=62, uneven=0.3)


def pressed(x, s, inside):
    """Height change of the pad's face where saddle and billets press on it."""
    beside = np.min([np.abs(x - b) for b in BILLETS], 0)
    return -0.28 * smoothstep(-beside, -2.2, 1.4) * smoothstep(s, 38, 6)


def flap(x, s, inside):
    """Height of the lower side of the flap, which lies on the pad, the knee roll and the billets."""
    edge = saddle.near(FLAP, x, s)
    roll = 1.5 * np.exp(-(((edge - 4.6) / 3) ** 2)) * smoothstep(edge, 0.2, 3.4) * smoothstep(-x, -20, 10) * smoothstep(-s, -43, 13)
    lifted = 0.55 * np.exp(-((x - 23.6) / 6) ** 2) * smoothstep(s, 30, 12)
    seam = saddle.near(PATCH, x, s)
    return 1.2 + roll + lifted + 0.1 * np.sin(0.31 * x + 0.2 * s) + 0.1 * smoothstep(s, 34, 10) - 0.06 * np.exp(-(seam / 0.2) ** 2)


def billet(x, s, inside):
    """Height of the lower side of a billet: on the pad, under the roller of its buckle, over the bar, on the girth."""
    wave = 0.05 * np.sin(0.5 * s + x)
    return np.interp(s, (30, 50, 53.5, ROLLER, ROLLER + 0.6, HEEL, HEEL + 2, 80), (1.2, 1.1, 1.05, 0.75, 0.8, 1.25, 1.3, 1.3)) + wave


cloths = pad.cloths(weave=13, bump=0.7, depth=0.03, gap=0.7)
pad.QuiltedPiece(sheet, pad.Piece(s_range=(4, 55.5), step=0.06, height=0.8, stray=0.06, relief=pressed), cloths)
brown, waxed, metal = leather("leather", "#462414"), thread("waxed", "#C9A57A", 0.5), steel("steel", (0.56, 0.52, 0.46), 0.26)

rows = [PATCH + (by, 0) for by in (-0.3, 0.3)]
saddle.Leather("flap", sheet, FLAP, flap, 0.42, brown, waxed, sewn=[saddle.inset(FLAP, 0.55, 0, 0.97), *rows])
bar = lambda x, s: 0.9 * np.exp(-((x - 17.5) / 5) ** 2 - ((s - 12) / 4) ** 2)
saddle.Leather("skirt", sheet, SKIRT, lambda x, s, inside: flap(x, s, inside) + 0.46 + bar(x, s), 0.4, brown, waxed,
               sewn=[saddle.inset(SKIRT, 0.5, 0.02, 0.75)])
stuffed = lambda x, s, inside: 0.9 + 2.6 * (1 - (1 - np.clip(inside / 4, 0, 1)) ** 2) ** 0.6
saddle.Leather("panel", sheet, PANEL, stuffed, 0.4, brown, waxed, sewn=[saddle.inset(PANEL, 0.6, 0, 0.98)])

for x in BILLETS:
    outline = saddle.strap(x, 34, 67, 2.6, tip=1.6)
    holes = [(x, s) for s in np.arange(ROLLER - 13.3, 67, 2.4)]
    saddle.Leather("billet", sheet, outline, billet, 0.36, brown, waxed, holes=holes, step=0.05,
                   sewn=[np.array([(x + side * 0.98, 34), (x + side * 0.98, 65)]) for side in (-1, 1)])
    saddle.roller_buckle(sheet, x, ROLLER, HEEL, 3.4, (1.4, 0.98), metal)

for x in BILLETS:
    keeper = lambda at, x=x: 0.9 + 0.8 * smoothstep(-np.abs(at - x), -1.7, 0.35)
    saddle.band("keeper", sheet, (x - 1.75, x + 1.75), HEEL + 2.6, 1.1, keeper, brown, thick=0.22)
# The strip on the flap that holds a stirrup leather.
strip = resample(np.array([(21, 33.6), (31, 34.6), (31, 36.6), (21, 35.6)]), 0.1)
bowed = lambda x, s, inside: flap(x, s, inside) + 0.12 + 0.36 * smoothstep(-np.abs(x - 26), -5.0, 3.4)
saddle.Leather("strip", sheet, strip, bowed, 0.2, brown, waxed, step=0.05)
for x, s in ((22.1, 34.71), (29.9, 35.49)):  # the slits for the strip
    slit = np.column_stack([np.full(30, x), np.linspace(s - 1.1, s + 1.1, 30)])
    space = sheet(*slit.T, flap(*slit.T, 9.0) + 0.41)
    add_mesh("slit", *tube(space, *frames(space, sheet.normal(*slit.T)), 0.03, 0.07, 8)[:2], plaster("slit", "#160C07"))
body = saddle.strap(23.6, 61.1, 80, 9.2)
saddle.Leather("girth", sheet, body, lambda x, s, inside: 0.2 + 0.3 * smoothstep(inside, 0, 1.4), 0.5, brown, waxed,
               sewn=[np.array(line) for line in ([(19.7, 61.8), (19.7, 79)], [(27.5, 61.8), (27.5, 79)], [(20, 61.8), (27.4, 61.8)])])
saddle.body(sheet, (-90, 160), (-34.3, 100), -0.75,
            fabric("linen", "#A48B69", weave=9, bump=0.9, depth=0.05, gap=0.6, shade=False, mottle=0.08))

studio.backdrop(y=150, floor=-140, colour="#A8957D")
studio.ambient(0.09)
studio.area((-230, -110, 70), CENTRE, 44, 820000, "#FFE2BE")
studio.area((200, -230, 10), CENTRE, 150, 20000, "#F2F0EC")
studio.area((150, 30, 110), CENTRE, 80, 110000, "#FFF4E6")
studio.camera(CENTRE + (140, -262, 30), CENTRE, lens=130, fstop=0.16, focus=(33, -24, -40))
studio.render()
