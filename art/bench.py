"""bench.webp: the bench from above: cream cloth with its lines drawn, rule, chalk, scissors and two spools."""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from mathutils import Matrix

from saddlery import props, quilt, studio
from saddlery.geometry import add_mesh, grid_faces, resample, spline, stitches
from saddlery.materials import BROWN, CREAM, fabric, plaster, steel, thread, wood

CELL = 3.6
TOP = 0.16  # height of the cloth's upper side


def fall(x, y):
    """Height of the cloth: flat under the chalk lines, a soft wave along its left part."""
    return TOP + 1.5 * np.exp(-((x + 24 + 0.16 * y) / 3.2) ** 2) + 0.06 * np.sin(0.3 * x + 0.21 * y)


def cloth():
    """Adds the cream cloth: its lower edge is cut, its other edges are outside the picture."""
    x, y = np.meshgrid(np.arange(-60, 16, 0.12), np.arange(-17, 45, 0.12))
    edge = (y < -16.9) * 0.05
    space = np.stack([x, y + 0.25 * np.sin(0.35 * x) * np.exp(-(y + 17) / 4), fall(x, y) - edge], -1)
    material = fabric("cream", CREAM, weave=18, bump=0.7, depth=0.026, gap=0.74, shade=False)
    add_mesh("cloth", space.reshape(-1, 3), grid_faces(*x.shape), material, np.stack([x, y], -1).reshape(-1, 2))


def drawn_lines():
    """Adds the chalk lines of the honeycomb on the right part of the cloth, unfinished."""
    start, end = quilt.seams(CELL, (-17, 11), (-14, 34))
    middle = (start + end) / 2
    keep = (middle[:, 0] > -17) & (middle[:, 0] < 13) & (middle[:, 1] > -12) & (
        middle[:, 1] < 15 + 0.5 * middle[:, 0])
    start, end = start[keep], end[keep]
    level = lambda q: np.column_stack([q, fall(*q.T) + 0.012])
    up = np.tile((0.0, 0.0, 1.0), (len(start), 1))
    add_mesh("lines", *stitches(level(start), level(end), up, 0.05, lift=0.0)[:2], plaster("chalk line", "#A98B68"))


def rule(place, turn):
    """Adds a wooden rule with numbered centimetres."""
    with studio.Group() as whole:
        props.box("rule", (-1.7, -22, 0), (1.7, 22, 0.42), wood("beech", "#C9A273", "#A37A4B", 0.25, "Y", 0.5))
        flat = lambda along, across: np.stack(np.broadcast_arrays(across - 1.62, 21.5 - along, 0.424), -1)
        props.graduation(flat, 43, 2.6, plaster("ink", BROWN), long=0.9)
    studio.place(whole.objects, place, turn)


def scissors(place, turn):
    """Adds tailor's scissors, slightly open, with brown handles."""
    back, edge = (spline(line, 40) for line in ([(0.4, -3.6), (-0.2, -1.8), (-0.72, 0), (-0.95, 2), (-0.75, 8), (-0.1, 15.2)],
                                                [(1.2, -3.6), (0.86, -1.8), (0.62, 0), (0.5, 2), (0.42, 8), (0.06, 15.2)]))
    along = np.linspace(-3.6, 15.2, 160)
    left, right = (np.interp(along, line[:, 1], line[:, 0]) for line in (back, edge))
    ground = 0.62 * left + 0.38 * right  # start of the ground bevel, which reaches the edge
    thick = 0.42 - 0.28 * np.clip(along / 15.2, 0, 1)
    dull = steel("blade")
    dull.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 0.24
    bow = plaster("bow", "#2E1C12")
    bow.node_tree.nodes["Principled BSDF"].inputs["Roughness"].default_value = 0.35
    bow.node_tree.nodes["Principled BSDF"].inputs["Specular"].default_value = 0.4
    with studio.Group() as whole:
        for side, height in ((1, 0.5), (-1, 0.78)):
            with studio.Group() as half:
                section = [(left, 0), (left, 0.8 * thick), (left + 0.05, thick), (ground, thick), (right, 0.03), (right, 0)]
                rings = [np.column_stack([side * x, along, height + z + 0 * x]) for x, z in section]
                faces = np.vstack([grid_faces(160, 6, wrap_columns=True), [(954, 955, 958, 959), (955, 956, 957, 958)]])
                made = add_mesh("blade", np.stack(rings, 1).reshape(-1, 3), faces, dull)
                made.data.polygons.foreach_set("use_smooth", np.zeros(len(faces), dtype=bool))
                shank = spline([(0.72 * side, -3.0, height + 0.1), (1.0 * side, -4.2, 0.7), (1.75 * side, -5.4, 0.6)])
                props.rope("shank", shank, 0.48, bow)
                ring = np.linspace(0, 2 * np.pi, 90, endpoint=False)
                grip = np.column_stack([side * 2.0 + 1.75 * np.cos(ring), -8.4 + 3.0 * np.sin(ring), np.full(90, 0.6)])
                props.rope("grip", grip, 0.46, bow, closed=True)
            studio.place(half.objects, turn=side * 9)
        props.lathe("screw", [(0.5, 0.9), (0.5, 1.1), (0.4, 1.18), (0.001, 1.2)], dull)
    studio.place(whole.objects, place, turn)


def chalk(place, turn):
    """Adds a flat piece of tailor's chalk with a worn long side."""
    outline = resample(spline([(-2.3, -1.5), (0, -1.75), (2.3, -1.5), (1.9, 1.2), (0.3, 1.6), (-1.7, 1.35)],
                              closed=True), 0.08)
    with studio.Group() as whole:
        props.slab("chalk", outline, 0.5, plaster("chalk", "#E9DCC6", 0.5), 0.18)
    studio.place(whole.objects, place, turn)


studio.start(aspect=5 / 4, width=1600, samples=14, exposure=0.82)
cloth()
drawn_lines()
rule((6.4, 5, TOP + 0.03), -32)
chalk((-1.8, 18.6, TOP + 0.1), 24)
scissors((23.4, 6.4, 0), 5)
for place, colour, turn in (((20.4, -14.6, 1.6), "#5A3722", 28), ((24.6, -7.6, 1.6), "#C4A57C", -34)):
    with studio.Group() as lying:
        props.spool((0, 0, -2.1), colour)
    for thing in lying.objects:
        thing.matrix_world = Matrix.Rotation(math.radians(90), 4, "Y") @ Matrix.Translation((0, 0, -2.1))
    studio.place(lying.objects, place, turn)
props.loose_thread([(20.0, -13.3, 0.9), (17.4, -14.4, 0.3), (13, -15.5, 0.3), (9.5, -18.6, 0.1),
                    (4, -19.6, 0.08), (-2, -18.6, 0.08), (-7, -20.2, 0.08)], thread("loose", "#5A3722"), 0.045)
studio.table(wood("bench", "#6E4A2E", "#472B19", 0.07, roughness=0.55, pores=0.55))
studio.ambient(0.18)
studio.area((-60, 46, 48), (0, 2, 0), 26, 72000, "#FFE6C6")
studio.area((60, -30, 60), (0, 2, 0), 60, 9000, "#FFF0DE")
studio.camera((12.5, -8, 112), (12.5, 0.2, 0), lens=80)
studio.render()
