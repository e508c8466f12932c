"""bonnet.webp: the bonnet laid flat, its closed ears above it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import bonnet

bonnet.picture(aspect=6 / 5, width=1600, place=(1.6, -78, 92), target=(1.6, 0.6, 0), lens=74, fstop=0.3, turn=-58)
