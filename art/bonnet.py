"""bonnet.webp: the bonnet laid flat on linen."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import studio
from saddlery.bonnet import bonnet
from saddlery.materials import fabric

studio.start(aspect=6 / 5, width=1320, samples=7, exposure=0.84)
with studio.Group() as whole:
    bonnet()
studio.place(whole.objects, turn=-8)
studio.table(fabric("linen", "#D8C7AA", weave=4, bump=0.8, depth=0.08, shade=False, mottle=0.05))
studio.ambient(0.22)
studio.area((-70, 45, 44), (0, 2, 0), 30, 52000, "#FFE9CC")
studio.area((70, -40, 70), (0, 2, 0), 60, 10000, "#FFF0DE")
studio.area((10, 90, 70), (0, 2, 0), 50, 15000)
studio.camera((6, -72, 128), (0.3, 2.6, 0), lens=108)
studio.render()
