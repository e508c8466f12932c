"""bonnet-profile.webp: the bonnet from the side, its edge over the wood and the sleeve of an ear."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import studio
from saddlery.bonnet import on_head

studio.start(aspect=8 / 7, width=1400, samples=6, exposure=1.05)
on_head(-34.0, turn=-58)
studio.backdrop(y=95, floor=-38, colour="#C9B699")
studio.ambient(0.12)
studio.area((-120, -70, 60), (0, 0, -2), 34, 200000, "#FFE4C0")
studio.area((130, -120, 20), (0, 0, -4), 90, 14000, "#F6F0E8")
studio.area((40, 80, 90), (0, 0, 6), 60, 60000, "#FFF4E6")
studio.camera((0, -190, 44), (0.8, 0, 3.6), lens=176)
studio.render()
