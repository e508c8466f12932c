"""bonnet.webp: the bonnet on a turned block of walnut, its ears standing, in the light of a window."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import studio
from saddlery.bonnet import on_head
from saddlery.materials import wood

FLOOR = -34.0

studio.start(aspect=6 / 5, width=2000, samples=18, exposure=1.05)
on_head(FLOOR, turn=19)
studio.table(wood("counter", "#6E4A2E", "#402515", 0.05, roughness=0.5, pores=0.4), z=FLOOR)
studio.backdrop(y=95, floor=FLOOR - 4, colour="#C9B699")
studio.ambient(0.12)
studio.area((-120, -70, 60), (0, 0, -2), 34, 200000, "#FFE4C0")
studio.area((130, -120, 20), (0, 0, -4), 90, 14000, "#F6F0E8")
studio.area((40, 80, 90), (0, 0, 6), 60, 60000, "#FFF4E6")
studio.camera((0, -210, 9), (0, 0, -6.6), lens=124)
studio.render()
