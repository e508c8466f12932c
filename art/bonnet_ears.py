"""bonnet-ears.webp: both ears of the bonnet from near, the whole mark and the edge beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import bonnet

bonnet.picture(aspect=8 / 7, width=1400, place=(15, -34, 33), target=(1.0, 3.8, 0.6), lens=58, fstop=0.28)
