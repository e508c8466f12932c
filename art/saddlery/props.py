"""Props: rail, spools, needle, loose thread, rule, tape and stand."""

import bpy
import numpy as np
from mathutils import Matrix
from scipy.ndimage import gaussian_filter1d, maximum_filter1d

from .geometry import (add_mesh, frames, grid_faces, inward_normals, path_length, resample, spline,
                       tube, twisted, unit)
from .materials import plaster, steel, thread, wood


def lathe(name, profile, material, sides=72):
    """Solid of revolution about z from (radius, height) pairs."""
    profile = np.asarray(profile, float)
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], -1)
    xy = profile[:, None, :1] * ring[None]
    z = np.broadcast_to(profile[:, None, 1:], xy[..., :1].shape)
    faces = grid_faces(len(profile), sides, wrap_columns=True)
    return add_mesh(name, np.concatenate([xy, z], -1).reshape(-1, 3), faces, material)


def rail(length, radius, place, material):
    """Round pole along x with softened ends; place is the middle of its left end."""
    edge = radius * 0.25
    turn = np.linspace(0, np.pi / 2, 8)
    end = np.column_stack([radius - edge + edge * np.sin(turn), edge - edge * np.cos(turn)])
    other = np.column_stack([end[::-1, 0], length - end[::-1, 1]])
    body = np.linspace(edge, length - edge, 12)[1:-1]
    sides = np.column_stack([np.full(len(body), radius), body])
    pole = lathe("rail", np.vstack([[(0.001, 0)], end, sides, other, [(0.001, length)]]), material)
    pole.rotation_euler = (0, np.pi / 2, 0)
    pole.location = place


def spool(place, colour, height=4.2):
    """Wooden spool wound with thread, standing on z = place z."""
    h = height
    profile = [(0.001, 0), (1.5, 0), (1.6, 0.08), (1.6, 0.38), (1.48, 0.5), (0.75, 0.62),
               (0.75, h - 0.62), (1.48, h - 0.5), (1.6, h - 0.38), (1.6, h - 0.08), (1.5, h),
               (0.35, h), (0.33, h - 1), (0.001, h - 1)]
    smooth = resample(np.array(profile), 0.06, closed=False)
    core = lathe("spool", smooth, wood("spool wood", "#B98C5C", "#7C5432", 0.5, "Z", 0.55, pores=0.5))
    turns = int((h - 1.25) / 0.07)
    t = np.linspace(0, turns, turns * 240)
    radius = 1.3 + 0.03 * np.sin(0.9 * t) + 0.02 * np.sin(2.3 * t)
    axis = np.column_stack([radius * np.cos(2 * np.pi * t), radius * np.sin(2 * np.pi * t),
                            0.62 + (h - 1.25) * t / turns])
    wound = add_mesh("wound", *twisted(axis, (0, 0, 1), 0.025, 2, 0.17, sides=6)[:2], thread("wound", colour, 0.4))
    for thing in (core, wound):
        thing.location = place


def needle(point, eye_end, radius=0.06):
    """Adds a steel needle from its point to its open eye; returns the middle of the eye."""
    point, eye_end = np.asarray(point, float), np.asarray(eye_end, float)
    length = np.linalg.norm(eye_end - point)
    eye = 7.0 * radius  # length of the eye
    along = (eye_end - point) / length
    neck = 1 - (eye - 0.4 * radius) / length
    t = np.linspace(0, neck, 90)
    axis = point + (eye_end - point) * t[:, None]
    taper = np.clip(t / 0.3, 0.03, 1) ** 0.7 * np.clip((neck - t) * length / radius + 0.6, 0, 1)
    add_mesh("needle", *tube(axis, *frames(axis), radius * taper, sides=14)[:2], steel())
    across = unit(np.cross(along, (0.0, -0.8, 0.6)))  # the eye faces a camera in front and above
    turn = np.linspace(0, 2 * np.pi, 120)[:, None]
    middle = eye_end - along * 0.5 * eye
    ring = middle + 0.5 * eye * np.cos(turn) * along + 0.95 * radius * np.sin(turn) * across
    add_mesh("eye", *tube(ring, *frames(ring, np.cross(along, across)), 0.52 * radius, 0.45 * radius, 10)[:2], steel())
    return middle + along * 0.3 * eye


def loose_thread(points, material, radius=0.032, plies=2, pitch=0.28, strands=0):
    """Twisted thread through the given points; strands: yarns of each ply, as in `tube`."""
    curve = spline(points, 60)
    curve = resample(curve, max(path_length(curve)[-1] / 2500, 0.015), closed=False)
    add_mesh("loose thread", *twisted(curve, (0, 0, 1), radius, plies, pitch, strands=strands)[:2], material)


def slab(name, outline, thick, material, rim=0.08, z=0.0):
    """Adds a flat object with a convex or gently curved outline (n, 2) and rounded rims, lying at height z."""
    line = np.asarray(outline, float)
    inward = inward_normals(line)
    turn = np.linspace(0, np.pi / 2, 5)
    steps = [(0, 0)] + [(rim * (1 - np.cos(a)), thick - rim + rim * np.sin(a)) for a in turn]
    rings = [np.column_stack([line + inward * inset, np.full(len(line), z + height)])
             for inset, height in steps]
    middle = line.mean(0)
    for share in (0.5, 0.0):
        rings.append(np.column_stack([middle + (rings[-1][:, :2] - middle) * share,
                                      np.full(len(line), z + thick)]))
    vertices = np.concatenate(rings)
    faces = grid_faces(len(rings), len(line), wrap_columns=True)
    return add_mesh(name, vertices, faces, material, vertices[:, :2])


def box(name, low, high, material):
    """A rectangular block between two corners."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    rim = min(x1 - x0, y1 - y0, z1 - z0) * 0.12
    corners = np.array([(x, y, z) for z in (z0, z1) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])
    faces = np.array([(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])
    made = add_mesh(name, corners, faces, material, corners[:, :2])
    made.data.polygons.foreach_set("use_smooth", np.zeros(6, dtype=bool))
    bevel = made.modifiers.new("rims", "BEVEL")
    bevel.width, bevel.segments = rim, 3
    return made


def rope(name, line, radius, material, closed=False):
    """A smooth round bar along a line of points."""
    add_mesh(name, *tube(line, *frames(line), radius, sides=20, closed=closed)[:2], material)


def figure(text, height):
    """Triangles (points (n, 2), faces) of a number in Blender's built-in font, centred at the origin."""
    curve = bpy.data.curves.new("figure", "FONT")
    curve.body, curve.size, curve.align_x, curve.align_y = text, height * 1.4, "CENTER", "CENTER"
    written = bpy.data.objects.new("figure", curve)
    mesh = written.to_mesh()
    mesh.calc_loop_triangles()
    points = np.array([v.co[:2] for v in mesh.vertices])
    faces = np.array([t.vertices[:] for t in mesh.loop_triangles])
    written.to_mesh_clear()
    bpy.data.objects.remove(written)
    return points - (points.min(0) + points.max(0)) / 2, faces


def graduation(place, length, width, ink, long=0.7):
    """Adds half-centimetre marks along one side of a rule or a tape, and a number for every centimetre.

    place(along, across): points in space, across from 0 to width; ink: material; long: length of the mark of a whole centimetre.
    """
    squares, faces = np.array([(-1, 0), (1, 0), (1, 1), (-1, 1)]), np.array([(0, 1, 2, 3)])
    for n in range(1, int(2 * length)):
        whole = n % 2 == 0
        mark = squares * ((0.03, long) if whole else (0.022, 0.55 * long))
        add_mesh("mark", place(n / 2 + mark[:, 0], mark[:, 1]), faces, ink)
        if whole:
            points, triangles = figure(str(n // 2), min(0.36 * width, 0.5))
            add_mesh("figure", place(n / 2 + points[:, 0], long + 0.5 * (width - long) + points[:, 1]), triangles, ink)


def tape(line, width=1.9, sides=None, material=None, thick=0.05):
    """Adds a tailor's tape along a line (n, 3), its lower side on the surface below; returns its length.

    sides: directions across it (n, 3), horizontal by default. Its start has a brass clip.
    """
    line = np.asarray(line, float)
    along = path_length(line)
    if sides is None:
        sides = unit(np.cross((0, 0, 1), np.gradient(line, axis=0)))
    up = unit(np.cross(np.gradient(line, axis=0), sides))

    def place(at, across, above=thick + 0.006):
        at, across = np.broadcast_arrays(np.asarray(at, float), np.asarray(across, float))
        of = lambda rows: np.stack([np.interp(at, along, rows[:, k]) for k in range(3)], -1)
        return of(line) + (across - width / 2)[..., None] * of(sides) + above * of(up)

    rim = [(0, 0), (0, thick), (width, thick), (width, 0)]
    def strip(first, last, grow):
        steps = np.linspace(first, last, max(int((last - first) / 0.1), 3))
        rings = [place(steps, np.clip(w, -grow, width + grow) + (grow if w else -grow), h + (grow if h else -grow)) for w, h in rim]
        count = len(steps)
        ends = np.array([(0, 1, 2, 3), tuple(4 * (count - 1) + k for k in (3, 2, 1, 0))])
        return np.stack(rings, 1).reshape(-1, 3), np.vstack([grid_faces(count, 4, wrap_columns=True), ends])

    cloth = add_mesh("tape", *strip(0, along[-1], 0), material)
    clip = add_mesh("clip", *strip(0, 0.9, 0.035), steel("brass", (0.78, 0.56, 0.26)))
    for thing in (cloth, clip):
        thing.data.polygons.foreach_set("use_smooth", np.zeros(len(thing.data.polygons), dtype=bool))
    graduation(place, along[-1], width, plaster("ink", "#2A1A12"))


def resting(line, over=1.2):
    """Lowers the points of a stiff line (n, 3) onto the objects below; it bridges hollows narrower than `over` either way."""
    scene, ground = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    heights = np.array([scene.ray_cast(ground, (x, y, 60), (0, 0, -1))[1][2] for x, y, _ in line])
    pace = path_length(line)[-1] / (len(line) - 1)
    reach = max(int(over / pace), 1)
    bridged = maximum_filter1d(heights, 2 * reach + 1)
    return np.column_stack([line[:, :2], gaussian_filter1d(bridged, 0.7 * reach)])


def _beam(name, start, end, width, height, material):
    """Adds a square bar between two points, with its grain along it (the material's along z)."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    along = unit(end - start)
    across = unit(np.cross(along, (0, 0, 1) if abs(along[2]) < 0.9 else (1, 0, 0)))
    made = box(name, (-width / 2, -height / 2, 0), (width / 2, height / 2, np.linalg.norm(end - start)), material)
    axes = np.column_stack([across, np.cross(along, across), along, start])
    made.matrix_world = Matrix([*axes, (0, 0, 0, 1)])


def stand(sheet, reach, floor, material):
    """Adds a trestle whose slats follow a sheet from below, so that a pad lies on it.

    sheet: as in sheets; reach: start and end of the slats along x; floor: height of its feet; material(grain): its wood.
    """
    x = np.linspace(*reach, 60)
    for s in (-21, -14, -7, 0, 7, 14, 21):
        line, beside = sheet(x, np.full(60, s), -1.4), sheet(x, np.full(60, s + 0.5), -1.4)
        side = unit(beside - line)
        up = unit(np.cross(side, np.gradient(line, axis=0)))
        corners = [line + a * side * 1.6 + b * up * 0.7 for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        edges = add_mesh("slat", np.stack(corners, 1).reshape(-1, 3),
                         np.vstack([grid_faces(60, 4, wrap_columns=True), [(0, 3, 2, 1), (236, 237, 238, 239)]]),
                         material("X"))
        edges.data.polygons.foreach_set("use_smooth", np.zeros(len(edges.data.polygons), dtype=bool))
    bar = material("Z")
    tied, wide = (floor + 38, 24) if floor < -90 else (floor + 14, 18)  # a low trestle has its crossbar below the pad
    for x in (4.0, 57.0):
        top = sheet(x, 0.0, -5.0)
        for side in (-1, 1):
            shoulder = sheet(x, side * 20.0, -4.2)
            _beam("bow", top, shoulder, 3.0, 3.4, bar)
            foot, head = np.array((x + (x - 30) * 0.16, side * 30, -100)), shoulder + (0, 0, 4)
            _beam("leg", head, foot + (head - foot) * (floor + 100) / (head[2] + 100), 3.4, 3.4, bar)
        _beam("tie", (x, -wide, tied), (x, wide, tied), 2.4, 4.0, bar)
    _beam("stretcher", (2, 0, tied), (59, 0, tied), 2.4, 4.0, bar)
