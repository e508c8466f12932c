"""Things beside the product: rail, spools, needle and loose thread."""

import numpy as np
from mathutils import Matrix

from .geometry import (add_mesh, frames, grid_faces, inward_normals, path_length, resample, spline,
                       tube, twisted, unit)
from .materials import steel, thread, wood


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
    core = lathe("spool", smooth, wood("spool wood", "#C39A6B", "#96693F", 0.5, "Z", 0.5))
    turns = int((h - 1.25) / 0.07)
    t = np.linspace(0, turns, turns * 48)
    radius = 1.3 + 0.03 * np.sin(0.9 * t) + 0.02 * np.sin(2.3 * t)
    axis = np.column_stack([radius * np.cos(2 * np.pi * t), radius * np.sin(2 * np.pi * t),
                            0.62 + (h - 1.25) * t / turns])
    winding = tube(axis, *frames(axis), 0.047, sides=6)[:2]
    wound = add_mesh("wound", *winding, thread("wound", colour, 0.4))
    for thing in (core, wound):
        thing.location = place


def needle(point, eye_end, radius=0.06):
    """Steel needle from its point to the end with the eye; returns where the thread passes."""
    point, eye_end = np.asarray(point, float), np.asarray(eye_end, float)
    t = np.linspace(0, 1, 90)
    axis = point + (eye_end - point) * t[:, None]
    taper = np.clip(t / 0.3, 0.03, 1) ** 0.7 * np.where(t > 0.99, 0.6, 1)
    flat = np.where(t > 0.88, 1 - 0.35 * np.sin(np.clip((t - 0.88) / 0.12, 0, 1) * np.pi), 1)
    wide = np.where(t > 0.88, 1 + 0.3 * np.sin(np.clip((t - 0.88) / 0.12, 0, 1) * np.pi), 1)
    add_mesh("needle", *tube(axis, *frames(axis), radius * taper * flat, radius * taper * wide, 14)[:2],
             steel())
    return eye_end - (eye_end - point) * 0.05


def loose_thread(points, material, radius=0.032, plies=2, pitch=0.28):
    """Twisted thread through the given points."""
    curve = spline(points, 60)
    curve = resample(curve, max(path_length(curve)[-1] / 1500, 0.02), closed=False)
    add_mesh("loose thread", *twisted(curve, (0, 0, 1), radius, plies, pitch)[:2], material)


def slab(name, outline, thick, material, rim=0.08, z=0.0):
    """A flat thing cut along a convex or gently curved outline (n, 2), its rims rounded, lying at height z."""
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


def _beam(name, start, end, width, height, material):
    """A squared bar between two points, its grain along it (the material's along z)."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    along = unit(end - start)
    across = unit(np.cross(along, (0, 0, 1) if abs(along[2]) < 0.9 else (1, 0, 0)))
    made = box(name, (-width / 2, -height / 2, 0), (width / 2, height / 2, np.linalg.norm(end - start)), material)
    axes = np.column_stack([across, np.cross(along, across), along, start])
    made.matrix_world = Matrix([*axes, (0, 0, 0, 1)])


def stand(sheet, reach, floor, material):
    """A trestle whose slats follow a sheet from beneath, so that a pad lies on it.

    sheet: as in sheets; reach: where the slats begin and end, along x; floor: height of its feet; material(grain): its wood.
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
    for x in (4.0, 57.0):
        top = sheet(x, 0.0, -5.0)
        for side in (-1, 1):
            shoulder = sheet(x, side * 20.0, -4.2)
            _beam("bow", top, shoulder, 3.0, 3.4, bar)
            _beam("leg", shoulder + (0, 0, 4), (x + (x - 30) * 0.16, side * 30, floor), 3.4, 3.4, bar)
        _beam("tie", (x, -24, -62), (x, 24, -62), 2.4, 4.0, bar)
    _beam("stretcher", (2, 0, -62), (59, 0, -62), 2.4, 4.0, bar)
