"""bonnet.webp: the bonnet on a turned block of walnut, its ears standing, in the light of a window."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import props, sheets, studio
from saddlery.bonnet import standing
from saddlery.geometry import resample
from saddlery.materials import wood

FLOOR = -34.0

studio.start(aspect=6 / 5, width=2000, samples=18, exposure=1.05)
sheet = sheets.OnBlock()
with studio.Group() as whole:
    standing(sheet)
    z = np.linspace(sheet.radius - 0.42, -24.5, 80)
    barrel = np.column_stack([sheet.girth(z * (sheet.radius / (sheet.radius - 0.42)) ** (z > 0)) - 0.42, z])
    barrel[0, 0] = 0.001
    turned = [(barrel[-1, 0] - 0.3, -25.0), (barrel[-1, 0] - 1.2, -25.5), (2.5, -25.8), (2.2, -26.4), (2.9, -26.9), (2.9, -27.5),
              (2.2, -28.0), (1.75, -29.0), (1.9, -30.2), (2.6, -31.0), (3.4, -31.5), (3.6, -31.8), (8.4, -32.2), (9.2, -32.6),
              (9.4, -33.2), (9.3, FLOOR), (0.001, FLOOR)]
    profile = np.vstack([barrel, resample(np.array(turned), 0.1, closed=False)])
    props.lathe("block", profile, wood("walnut", "#8A5F3A", "#573620", 0.12, "Z", roughness=0.42, pores=0.5), sides=160)
studio.place(whole.objects, turn=19)
studio.table(wood("counter", "#6E4A2E", "#402515", 0.05, roughness=0.5, pores=0.4), z=FLOOR)
studio.backdrop(y=95, floor=FLOOR - 4, colour="#C9B699")
studio.ambient(0.12)
studio.area((-120, -70, 60), (0, 0, -2), 34, 200000, "#FFE4C0")
studio.area((130, -120, 20), (0, 0, -4), 90, 14000, "#F6F0E8")
studio.area((40, 80, 90), (0, 0, 6), 60, 60000, "#FFF4E6")
studio.camera((0, -210, 9), (0, 0, -6.6), lens=124)
studio.render()
