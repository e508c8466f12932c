"""elegance-edge.webp: the corner of Elegance: its cord follows the edge."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import edge
from saddlery.materials import GOLD

edge.picture(GOLD)
