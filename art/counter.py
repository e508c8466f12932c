"""counter.webp: a folded pad on a shop counter, beside it a tailor's tape that runs onto the cloth."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import pad, props, sheets, studio
from saddlery.geometry import path_length, resample, spline, unit
from saddlery.materials import fabric, wood
from saddlery.quilt import smoothstep

studio.start(aspect=2 / 3, width=2000, samples=16, exposure=0.78)
with studio.Group() as folded:
    sheet = sheets.Folded(seed=1, sag=0.5)
    cloths = pad.cloths(weave=16, bump=0.6, depth=0.024, gap=0.74)
    pad.QuiltedPiece(sheet, pad.Piece(step=0.06, height=0.7, stray=0.06), cloths)
studio.place(folded.objects, (-27, 27, 1.65), -13, pivot=(28, -27, 0))
walnut = wood("walnut", "#76502F", "#452A18", 0.06, roughness=0.5, pores=0.5)
props.box("counter", (-160, -44, -5), (160, 60, 0), walnut)
props.box("moulding", (-160, -42.5, -9), (160, 58, -5.2), walnut)
# A rolled tailor's tape standing on its edge; its free end turns flat and lies along the pad.
wound = np.linspace(0, 2 * np.pi * 9, 1400)
radius = 1.0 + 0.04 * wound
roll = np.column_stack([19 - radius * np.cos(wound), -35.5 - radius * np.sin(wound), np.full(1400, 1.0)])
free = spline([roll[-1], (15.2, -33.2, 1.0), (11.2, -36.8, 0.8), (3, -39.2, 0.2), (-8, -38.6, 0.05), (-17, -36.4, 0.05),
               (-24, -37.2, 0.05)], 60)
line = resample(np.vstack([roll[:-1], free]), 0.1, closed=False)[::-1]
length = path_length(line)
upright = smoothstep(length, 26, 16)[:, None]  # from flat on the counter to standing on its edge
level = unit(np.cross((0, 0, 1), np.gradient(line, axis=0)))
props.tape(line, sides=unit((1 - upright) * level + upright * (0, 0, 1)),
           material=fabric("tape", "#D8C48C", weave=20, bump=0.3, shade=False, mottle=0.04, roughness=0.7))
# The shelf in the background, out of focus.
dark = wood("shelf", "#6E4A2E", "#402515", 0.06, roughness=0.6)
props.box("shelf", (-160, 92, 8), (160, 132, 11), dark)
props.box("upright", (-47, 92, -60), (-43.5, 132, 90), dark)
for x, count in ((-12, 3), (62, 2)):
    for n in range(count):
        with studio.Group() as one:
            pad.QuiltedPiece(sheets.Folded(seed=n + 3, sag=0.3), pad.Piece(step=0.3, height=0.68, mark=None), cloths)
        studio.place(one.objects, (x - 28, 141, 12.8 + 3.2 * n), 0.8 * (-1) ** n)
studio.backdrop(y=150, floor=-90, colour="#A58C6B")
studio.ambient(0.14)
studio.area((-150, 22, 62), (0, -4, 4), 34, 230000, "#FFE0B8")
studio.area((130, -150, 70), (0, -4, 4), 110, 18000, "#FFF0DE")
studio.area((30, 84, 100), (0, -4, 4), 60, 40000)
studio.area((-50, 66, 80), (20, 125, 14), 40, 34000, "#FFE4C0")
studio.camera((-20, -134, 50), (-1, -8, 6.6), lens=63, fstop=0.09, focus=(0, -26, 3))
studio.render()
