"""grand-sport-edge.webp: the same corner of Grand Sport: plain edging."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from saddlery import edge

edge.picture(None)
