"""Curves, tubes and meshes as numpy arrays, and the one function that adds them to Blender."""

import bpy
import numpy as np
from scipy.spatial import cKDTree


def add_mesh(name, vertices, faces, material=None, uv=None, shade=None):
    """Create a smooth quad mesh object.

    vertices: (n, 3); faces: (m, 4) indices; uv: (n, 2) per vertex; shade: (n,) values 0..1 kept as the
    float attribute "Shade", which the fabric material multiplies into its colour.
    """
    vertices = np.ascontiguousarray(vertices, dtype=np.float32)
    faces = np.ascontiguousarray(faces, dtype=np.int32)
    size = faces.shape[1]
    data = bpy.data.meshes.new(name)
    data.vertices.add(len(vertices))
    data.vertices.foreach_set("co", vertices.ravel())
    data.loops.add(faces.size)
    data.loops.foreach_set("vertex_index", faces.ravel())
    data.polygons.add(len(faces))
    data.polygons.foreach_set("loop_start", np.arange(0, faces.size, size, dtype=np.int32))
    data.polygons.foreach_set("loop_total", np.full(len(faces), size, dtype=np.int32))
    data.polygons.foreach_set("use_smooth", np.ones(len(faces), dtype=bool))
    data.update(calc_edges=True)
    if uv is not None:
        corner_uv = np.ascontiguousarray(np.asarray(uv)[faces.ravel()], dtype=np.float32)
        data.uv_layers.new(name="UVMap").data.foreach_set("uv", corner_uv.ravel())
    if shade is not None:
        attribute = data.attributes.new("Shade", "FLOAT", "POINT")
        attribute.data.foreach_set("value", np.ascontiguousarray(shade, dtype=np.float32))
    if material is not None:
        data.materials.append(material)
    body = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(body)
    return body


def grid_faces(rows, columns, wrap_rows=False, wrap_columns=False):
    """Quads of a rows × columns grid of vertices, optionally closed in either direction."""
    index = np.arange(rows * columns).reshape(rows, columns)
    if wrap_rows:
        index = np.concatenate([index, index[:1]], 0)
    if wrap_columns:
        index = np.concatenate([index, index[:, :1]], 1)
    corners = [index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]]
    return np.stack(corners, -1).reshape(-1, 4)


def unit(vectors):
    """Vectors scaled to length one along the last axis."""
    return vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + 1e-12)


def path_length(points):
    """Arc length at every point of an open polyline, starting at zero."""
    return np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])


def spline(points, per_span=30, closed=False):
    """Centripetal Catmull-Rom curve through the points."""
    p = np.asarray(points, float)
    if closed:
        p = np.vstack([p[-1:], p, p[:2]])
    else:
        p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    pieces = []
    for p0, p1, p2, p3 in zip(p[:-3], p[1:-2], p[2:-1], p[3:]):
        k = np.cumsum([0] + [max(np.linalg.norm(b - a), 1e-6) ** 0.5
                             for a, b in ((p0, p1), (p1, p2), (p2, p3))])
        t = np.linspace(k[1], k[2], per_span, endpoint=False)[:, None]
        mix = lambda a, b, u, v: ((v - t) * a + (t - u) * b) / (v - u)
        a1, a2, a3 = mix(p0, p1, k[0], k[1]), mix(p1, p2, k[1], k[2]), mix(p2, p3, k[2], k[3])
        pieces.append(mix(mix(a1, a2, k[0], k[2]), mix(a2, a3, k[1], k[3]), k[1], k[2]))
    curve = np.concatenate(pieces)
    return curve if closed else np.vstack([curve, p[-2]])


def resample(points, step, closed=True):
    """Points at equal arc length, about `step` apart."""
    points = np.vstack([points, points[:1]]) if closed else np.asarray(points, float)
    s = path_length(points)
    count = max(int(round(s[-1] / step)), 4)
    t = np.linspace(0, s[-1], count + (not closed), endpoint=not closed)
    return np.stack([np.interp(t, s, points[:, k]) for k in range(points.shape[1])], 1)


def inward_normals(polygon):
    """Unit normals of a closed plane polygon, pointing inside."""
    tangent = unit(np.roll(polygon, -1, 0) - np.roll(polygon, 1, 0))
    normal = np.column_stack([-tangent[:, 1], tangent[:, 0]])
    x, y = polygon.T
    area = (x * np.roll(y, -1) - np.roll(x, -1) * y).sum()
    return normal if area > 0 else -normal


def signed_distance(x, y, polygon):
    """Distance of each grid point to a closed polygon, positive inside."""
    distance, _ = cKDTree(resample(polygon, 0.05)).query(np.stack([x.ravel(), y.ravel()], 1))
    inside = np.zeros(x.size, bool)
    px, py = x.ravel(), y.ravel()
    coarse = resample(polygon, 0.3)
    for (x1, y1), (x2, y2) in zip(coarse, np.roll(coarse, -1, 0)):
        if y1 == y2:
            continue
        crossed = np.nonzero((y1 > py) != (y2 > py))[0]
        cut = (x2 - x1) * (py[crossed] - y1) / (y2 - y1) + x1
        inside[crossed[px[crossed] < cut]] ^= True
    return np.where(inside, distance, -distance).reshape(x.shape)


def trimmed(x, s, inside, level, step):
    """Cuts a pattern grid along a level of its inside distance: points just outside are moved onto the line.

    Returns the moved x and s, and the faces inside the line. Otherwise the cut would follow the grid in steps.
    """
    by = np.where(inside < level, level - inside, 0)
    by = np.where(by < 1.5 * step, by, 0)
    along_s, along_x = np.gradient(inside, step)
    faces = grid_faces(*x.shape)
    at_most_drawn = ((inside + by) > level - 1e-6).ravel()[faces].all(1)
    keep = at_most_drawn & (inside > level).ravel()[faces].any(1)
    return x + by * along_x, s + by * along_s, faces[keep]


def frames(points, up=(0, 0, 1)):
    """Normals and binormals along an open polyline, with the normal as close to `up` as possible."""
    tangent = unit(np.gradient(points, axis=0))
    binormal = unit(np.cross(tangent, np.broadcast_to(np.asarray(up, float), points.shape)))
    return np.cross(binormal, tangent), binormal


def tube(points, normal, binormal, radius_n, radius_b=None, sides=12, closed=False, strands=0):
    """Tube of elliptic section about a polyline; returns (vertices, faces, uv).

    strands: number of yarns, which wind in the opposite direction to a cord's plies; each needs five sides.
    """
    count = len(points)
    radius_b = radius_n if radius_b is None else radius_b
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    rn = np.broadcast_to(radius_n, (count,))[:, None, None]
    rb = np.broadcast_to(radius_b, (count,))[:, None, None]
    ring = rn * np.sin(angle)[None, :, None] * normal[:, None]
    ring = ring + rb * np.cos(angle)[None, :, None] * binormal[:, None]
    if strands:
        wound = angle[None] + 0.55 * path_length(points)[:, None] / rn[:, 0]
        ring = ring * (0.78 + 0.26 * np.abs(np.cos(0.5 * strands * wound)) ** 0.6)[..., None]
    vertices = (points[:, None] + ring).reshape(-1, 3)
    uv = np.stack(np.broadcast_arrays(path_length(points)[:, None], angle[None] / (2 * np.pi)), -1)
    return vertices, grid_faces(count, sides, closed, True), uv.reshape(-1, 2)


def merge(parts):
    """Join several (vertices, faces, uv) into one."""
    offsets = np.cumsum([0] + [len(v) for v, _, _ in parts[:-1]])
    faces = [f + o for (_, f, _), o in zip(parts, offsets)]
    return (np.concatenate([v for v, _, _ in parts]), np.concatenate(faces),
            np.concatenate([u for _, _, u in parts]))


def twisted(points, up, radius, plies, pitch, sides=8, closed=False, strands=0):
    """Plies wound about a polyline, as in a cord or a thread.

    radius: of one ply, which is also how far its centre lies from the axis; pitch: length of a turn; strands: yarns of
    each ply, as in `tube`.
    """
    s = path_length(points)
    pitch = s[-1] / max(round(s[-1] / pitch), 1) if closed else pitch
    normal, binormal = frames(points, up)
    parts = []
    for ply in range(plies):
        phase = (2 * np.pi * (s / pitch + ply / plies))[:, None]
        axis = points + radius * 0.94 * (np.cos(phase) * binormal + np.sin(phase) * normal)
        parts.append(tube(axis, *frames(axis, up), radius, sides=max(sides, 5 * strands), closed=closed, strands=strands))
    return merge(parts)


def stitches(start, end, normal, radius, lift=0.8, sag=0.0, rings=7, sides=6):
    """Short threads lying on a surface from start to end, tapered where they enter the fabric.

    start, end, normal: (n, 3). lift: rise of the middle in radii; sag: depth of the ends in radii.
    """
    count = len(start)
    along = end - start
    side = unit(np.cross(normal, unit(along)))
    t = np.linspace(0, 1, rings)
    swell = np.clip(1 - (2 * t - 1) ** 4, 0.02, 1) ** 0.5
    radius = np.broadcast_to(radius, (count,)).astype(float)
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    rise = radius[:, None] * (lift * swell - sag * (1 - swell))[None]
    axis = start[:, None] + along[:, None] * t[None, :, None] + normal[:, None] * rise[..., None]
    girth = radius[:, None, None] * swell[None, :, None]
    around = (girth * np.cos(angle))[..., None] * side[:, None, None]
    around = around + (girth * np.sin(angle))[..., None] * normal[:, None, None]
    faces = grid_faces(rings, sides, wrap_columns=True)[None]
    faces = faces + (np.arange(count) * rings * sides)[:, None, None]
    uv = np.stack(np.broadcast_arrays(t[:, None], angle[None] / 6.2832), -1).reshape(-1, 2)
    return (axis[:, :, None] + around).reshape(-1, 3), faces.reshape(-1, 4), np.tile(uv, (count, 1))


def plied_stitches(start, end, normal, radius, turns=1.4, rings=22, sides=7):
    """Stitches for close-ups: two plies wound about each other, entering the fabric at both ends."""
    along = end - start
    side = unit(np.cross(normal, unit(along)))
    t = np.linspace(0, 1, rings)
    arch = np.clip(1 - (2 * t - 1) ** 4, 0, 1) ** 0.5
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    cos, sin = np.cos(angle)[:, None], np.sin(angle)[:, None]
    around = cos * side[:, None, None] + sin * normal[:, None, None]
    faces = grid_faces(rings, sides, wrap_columns=True)[None]
    faces = (faces + (np.arange(len(start)) * rings * sides)[:, None, None]).reshape(-1, 4)
    parts = []
    for phase in (0, np.pi):
        wind = phase + 2 * np.pi * turns * t
        axis = start[:, None] + along[:, None] * t[None, :, None]
        axis = axis + radius * (np.cos(wind)[None, :, None] * side[:, None]
                                + (2.8 * arch - 1 + np.sin(wind))[None, :, None] * normal[:, None])
        vertices = (axis[:, :, None] + radius * around).reshape(-1, 3)
        parts.append((vertices, faces, np.zeros((len(vertices), 2))))
    return merge(parts)
