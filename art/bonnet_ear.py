"""bonnet-ear.webp: an ear of the bonnet from near, its band and the edge beside it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import bonnet

bonnet.picture(aspect=8 / 7, width=1400, place=(15, -34, 33), target=(4.6, 5.2, 0.6), lens=74, fstop=0.28)
