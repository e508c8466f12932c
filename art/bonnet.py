"""bonnet.webp: the bonnet laid flat on linen."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import studio
from saddlery.bonnet import bonnet
from saddlery.materials import fabric

studio.start(aspect=6 / 5, width=2000, samples=6, exposure=0.88)
with studio.Group() as whole:
    bonnet(step=0.05)
studio.place(whole.objects, turn=-8)
studio.table(fabric("linen", "#D2C0A2", weave=6, bump=0.8, depth=0.07, shade=False, mottle=0.06))
studio.ambient(0.12)
studio.area((-74, 42, 30), (0, 2, 0), 20, 58000, "#FFE4C0")
studio.area((70, -40, 70), (0, 2, 0), 60, 5500, "#FFF0DE")
studio.area((10, 90, 60), (0, 2, 0), 50, 12000)
studio.camera((6, -72, 128), (0.3, 2.6, 0), lens=108)
studio.render()
