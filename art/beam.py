"""beam.webp: the pad over a beam of raw oak as wide as a forearm, a tailor's tape hanging beside it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from mathutils import Matrix

from saddlery import pad, props, sheets, studio
from saddlery.geometry import add_mesh, grid_faces, resample, unit
from saddlery.materials import fabric, plaster, wood
from saddlery.quilt import field

WALL, AXIS, RADIUS = 26.0, -4.15, 4.0  # y of the boards; z of the beam's axis; half its width over the corners

studio.start(aspect=9 / 16, width=2000, samples=10, exposure=1.12)
pad.QuiltedPiece(sheets.Fallen("right"), pad.Piece(step=0.06, height=0.8, stray=0.06), pad.cloths(weave=13, bump=0.7, depth=0.03, gap=0.7))

# The beam: hewn square with an adze, with round corners and drying cracks.
x, angle = np.arange(-110, 170, 0.25)[:, None], np.linspace(0, 2 * np.pi, 200, endpoint=False)[None]
hewn = 0.16 * np.abs(np.sin(0.21 * x + 1.4 * np.sin(0.07 * x + 2 * angle) + 2 * np.sin(2 * angle)))
rough = np.clip(field((len(x), 200), 8, 5), -2, 2) * 0.02
crack = sum(depth * np.exp(-((angle - at - 0.03 * np.sin(0.13 * x + at) - 0.012 * np.sin(0.7 * x)) / wide) ** 2)
            * np.clip(1 - ((x - middle) / reach) ** 2, 0, 1) ** 0.7
            for at, wide, depth, middle, reach in ((3.02, 0.035, 0.7, -30, 34), (3.5, 0.03, 0.5, -62, 30), (2.5, 0.03, 0.4, 90, 26), (3.2, 0.035, 0.6, 92, 30)))
radius = RADIUS * (1 - 0.075 * np.cos(2 * angle) ** 2) - hewn - rough - crack
space = np.stack(np.broadcast_arrays(x, radius * np.cos(angle), AXIS + radius * np.sin(angle)), -1)
add_mesh("beam", space.reshape(-1, 3), grid_faces(*radius.shape, wrap_columns=True)[:, ::-1],
         wood("oak", "#B49A76", "#7A6044", 0.2, roughness=0.78, pores=0.75))

# The tape hangs over the beam; the end with the clip is in front.
z = np.linspace(-53, AXIS, 120)
turn = np.linspace(np.pi, 0, 60)
down = (AXIS - z) / 49
front = np.column_stack([np.full(120, -17.5), -4.14 - 0.2 * np.sin(5 * down) * down, z])  # plumb
over = np.column_stack([np.full(60, -17.5), 4.14 * np.cos(turn), AXIS + 4.14 * np.sin(turn)])
back = np.column_stack([np.full(60, -17.5), np.full(60, 4.2), np.linspace(AXIS, -19, 60)])
line = resample(np.vstack([front[:-1], over[:-1], back]), 0.1, closed=False)
twist = 0.3 * np.clip((AXIS - line[:, 2]) / 56, 0, 1) ** 1.6 * (line[:, 1] < 0)
props.tape(line, sides=unit(np.column_stack([-np.cos(twist), np.sin(twist), np.zeros(len(line))])),
           material=fabric("tape", "#D6C9AA", weave=20, bump=0.3, shade=False, mottle=0.04, roughness=0.7))

boards = [wood("boards", light, dark, 0.05, "Z", roughness=0.7, pores=0.5) for light, dark in
          (("#6A5341", "#463426"), ("#745C48", "#4C392B"), ("#604A3A", "#402F23"))]
chance = np.random.default_rng(2)
for place in np.arange(-150, 200, 15.5):
    with studio.Group() as one:
        props.box("board", (place, WALL + chance.uniform(-0.3, 0.3), -150), (place + 15.2, WALL + 3, 130), boards[chance.integers(3)])
    for thing in one.objects:  # each board has its own grain
        move = chance.uniform(-300, 300)
        thing.data.transform(Matrix.Translation((0, 0, move)))
        thing.location = (0, 0, -move)
props.box("gap", (-170, WALL + 2, -150), (220, WALL + 4, 130), plaster("gap", "#1A100A"))
# Window bars in front of the low sun cast their shadow on the wall.
dark = plaster("bars", "#201509")
for place in (-109, -82, -55):
    props.box("bar", (-178, place - 1.8, -10), (-175, place + 1.8, 150), dark)
for height in (12, 52, 92, 132):
    props.box("bar", (-178, -170, height - 1.8), (-175, -10, height + 1.8), dark)
studio.ambient(0.1, "#E8E4DC")
studio.area((-280, -140, 125), (10, 0, -24), 5, 1150000, "#FFDDAC")
studio.area((220, -260, 60), (10, 0, -24), 180, 24000, "#EEF0F2")
studio.area((-30, -200, -150), (10, 0, -40), 120, 12000, "#E8B888")  # warm light reflected by the floor
studio.camera((-50, -330, 4), (12, 0, -25), lens=104, fstop=0.12, focus=(10, -7, -28))
studio.render()
