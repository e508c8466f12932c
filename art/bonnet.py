"""bonnet.webp: the bonnet laid flat, its closed ears above it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import bonnet

bonnet.picture(aspect=6 / 5, width=1600, place=(0, -64, 92), target=(0.2, -1.5, 0), lens=84, fstop=0.3)
