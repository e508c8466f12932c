"""boxed.webp: a folded pad in its box on linen paper, with a card that shows the mark."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from saddlery import mark, pad, props, sheets, studio
from saddlery.geometry import add_mesh, grid_faces, stitches
from saddlery.materials import BROWN, fabric, plaster, thread, wood
from saddlery.quilt import field

studio.start(aspect=4 / 5, width=2000, samples=6, exposure=1.0)


def paper(name, x, s, height, seed, place=lambda x, s: (x, s), crease=0.25):
    """Adds a softly creased sheet of linen paper over the grid x, s; height and place are functions of x and s."""
    px, py = np.meshgrid(x, s)
    broad, fine = field(px.shape, 24, seed), np.abs(field(px.shape, 9, seed + 1))
    rise = crease * (np.abs(broad) + 0.45 * np.clip(0.5 - fine, 0, None) + 0.1 * field(px.shape, 4, seed + 2))
    space = np.stack([*np.broadcast_arrays(*place(px, py)), height(px, py) + rise], -1).reshape(-1, 3)
    material = fabric(name, "#EADFC9", weave=9, bump=0.5, depth=0.02, gap=0.86, shade=False, mottle=0.05)
    add_mesh(name, space, grid_faces(*px.shape), material, np.column_stack([px.ravel(), py.ravel()]))


with studio.Group() as whole:
    board = plaster("board", "#54351F", 0.3)
    for low, high in (((-36, -31, 0), (36, 31, 0.4)),
                      ((-36, -31, 0), (-35.5, 31, 9.4)), ((35.5, -31, 0), (36, 31, 9.4)),
                      ((-36, -31, 0), (36, -30.5, 9.4)), ((-36, 30.5, 0), (36, 31, 9.4))):
        props.box("box", low, high, board)
    grid = lambda a, b: np.arange(a, b, 0.25)
    paper("liner", grid(-35.3, 35.3), grid(-30.3, 30.3), lambda x, y: 0.8 + 0 * x, 3)
    # One sheet lies over the pad, as before the box is closed; its sides hang into the box.
    hem = lambda x: 12.5 + 0.5 * np.sin(0.11 * x) + 0.12 * x
    over = lambda x, share: hem(x) + share * (30.2 - hem(x))
    down = lambda x: np.where(x < 0, np.clip((-x - 26.5) / 8, 0, 1), np.clip((x - 32.8) / 2.2, 0, 1)) ** 1.6
    height = lambda x, share: (6.2 + 1.4 * np.clip((over(x, share) - 21) / 9, 0, 1) ** 2
                               + 0.25 * np.sin(0.2 * x + 0.1 * over(x, share))) - 3.6 * down(x)
    paper("leaf", grid(-35.0, 35.0), np.linspace(0, 1, 90), height, 5, lambda x, share: (0.985 * x, over(x, share)), 0.3)
    with studio.Group() as folded:
        piece = pad.Piece(step=0.075, height=0.8, stray=0.06)
        pad.QuiltedPiece(sheets.Folded(seed=1), piece, pad.cloths(weave=13, bump=0.7, depth=0.03, gap=0.7))
    studio.place(folded.objects, (-28, 27, 3.6), 0, (28, -27, 0))
    with studio.Group() as card:
        # The two faces of a card, slightly bent about a line across it.
        bent = lambda x, y: 0.034 * (x + 0.35 * y + 1.5) ** 2
        x, y = np.meshgrid(np.linspace(-5.6, 5.6, 60), np.linspace(-3.9, 3.9, 42))
        for height in (0.0, 0.05):
            add_mesh("card", np.stack([x, y, bent(x, y) + height], -1).reshape(-1, 3), grid_faces(42, 60), plaster("card", "#FBF5EA", 0.2))
        start, end = mark.threads((0, 0), 4.6, spacing=0.05)
        level = lambda q: np.column_stack([q[:, 0], -q[:, 1], bent(q[:, 0], -q[:, 1]) + 0.05])
        up = np.tile((0.0, 0.0, 1.0), (len(start), 1))
        add_mesh("print", *stitches(level(start), level(end), up, 0.034, lift=0.2)[:2], thread("print", BROWN))
    studio.place(card.objects, (-14, -10, 5.78), 14)
studio.place(whole.objects, turn=-14)
studio.table(wood("walnut", "#7E5836", "#452A18", 0.05, roughness=0.55, pores=0.6))
studio.ambient(0.16)
studio.area((-140, 40, 62), (0, 0, 6), 30, 270000, "#FFE4C0")
studio.area((120, -120, 90), (0, 0, 6), 110, 34000, "#FFF0DE")
studio.area((20, 120, 120), (0, 0, 6), 80, 44000)
studio.camera((4, -150, 138), (0, 1, 3), lens=86)
studio.render()
