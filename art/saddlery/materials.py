"""Fabric, thread, wood, metal and plaster as Principled shaders over generated textures."""

import bpy
import numpy as np
from scipy.ndimage import gaussian_filter

CREAM = "#F7EFE1"
BROWN = "#472A1A"
THREAD = "#5A3722"
GOLD = "#B38B55"


def linear(colour):
    """Linear RGBA of an sRGB hex colour."""
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts) + (1,)


THREADS = 48  # in one repeat of a weave


def weave_texture(threads=THREADS, size=768, twill=False):
    """Tileable height image of a plain or twill weave; white is the top of a thread. Thread widths vary slightly."""
    y, x = np.mgrid[0:size, 0:size] / size * threads
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    u, v = 2 * (x - column) - 1, 2 * (y - row) - 1
    over = (column + row) % 4 < 2 if twill else (column + row) % 2 == 0
    rng = np.random.default_rng(3)
    of_thread = lambda: 1 - 0.3 * rng.random(threads)
    along = gaussian_filter(rng.standard_normal((2, threads, threads)), (0, 0, 2.0), mode="wrap")
    slubs = 1 + 0.09 * along / along.std()  # thicker and thinner sections, several crossings long
    warp_wide, weft_wide = of_thread()[column] * slubs[0][column, row], of_thread()[row] * slubs[1][row, column]
    warp = np.sqrt(np.clip(1 - (u / np.clip(warp_wide + 0.15, 0.5, 1)) ** 2, 0, 1)) * (0.6 + 0.4 * np.cos(np.pi * v / 2))
    weft = np.sqrt(np.clip(1 - (v / np.clip(weft_wide + 0.15, 0.5, 1)) ** 2, 0, 1)) * (0.6 + 0.4 * np.cos(np.pi * u / 2))
    return np.clip(np.where(over, warp * warp_wide, weft * weft_wide), 0, 1)


def image(name, values):
    """A packed, non-colour Blender image of a 2-D array of 0..1, cached by name for the session."""
    if name in bpy.data.images:
        return bpy.data.images[name]
    height, width = values.shape
    picture = bpy.data.images.new(name, width, height, float_buffer=True, is_data=True)
    picture.colorspace_settings.name = "Non-Color"
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = values[..., None]
    picture.pixels.foreach_set(pixels.ravel())
    picture.update()
    picture.pack()
    return picture


class _Shader:
    """A material with its node tree, and the few node chains that several materials share."""

    def __init__(self, name, roughness, specular, **inputs):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.principled = self.tree.nodes["Principled BSDF"]
        for key, value in {"Roughness": roughness, "Specular": specular, **inputs}.items():
            self.principled.inputs[key].default_value = value
        self.coordinates = self.node("ShaderNodeTexCoord")
        self.normal = None

    def node(self, kind, links=(), values=(), **settings):
        """Add a node: settings are its properties, values its defaults, links its incoming sockets."""
        made = self.tree.nodes.new(kind)
        for key, value in settings.items():
            setattr(made, key, value)
        for key, value in dict(values).items():
            made.inputs[key].default_value = value
        for key, socket in dict(links).items():
            self.tree.links.new(socket, made.inputs[key])
        return made

    def bump(self, height, strength, distance):
        """Chain another bump after those already there."""
        links = {"Height": height}
        if self.normal:
            links["Normal"] = self.normal
        made = self.node("ShaderNodeBump", links, {"Strength": strength, "Distance": distance})
        self.normal = made.outputs[0]

    def noise(self, scale, detail=4, vector=None, distortion=0.0):
        """Fractal noise in object coordinates unless a vector socket is given."""
        made = self.node("ShaderNodeTexNoise", {"Vector": vector or self.coordinates.outputs["Object"]},
                         {"Scale": scale, "Detail": detail, "Distortion": distortion})
        return made.outputs["Fac"]

    def mix(self, factor, first, second, blend="MIX"):
        """Mix two colours or sockets."""
        made = self.node("ShaderNodeMixRGB", blend_type=blend)
        for slot, value in enumerate((factor, first, second)):
            if hasattr(value, "is_linked"):
                self.tree.links.new(value, made.inputs[slot])
            else:
                made.inputs[slot].default_value = value
        return made.outputs[0]

    def shaded(self, colour):
        """Colour socket multiplied by the mesh's "Shade" attribute, a little warmer where it is dark."""
        value = self.node("ShaderNodeAttribute", attribute_name="Shade").outputs["Fac"]
        channels = {slot: self.node("ShaderNodeMath", {0: value}, {1: power}, operation="POWER")
                    .outputs[0] for slot, power in enumerate((0.92, 1.06, 1.2))}
        return self.mix(1.0, colour, self.node("ShaderNodeCombineColor", channels).outputs[0], "MULTIPLY")

    def finish(self, colour):
        """Connect colour and normal; returns the material."""
        self.tree.links.new(colour, self.principled.inputs["Base Color"])
        if self.normal:
            self.tree.links.new(self.normal, self.principled.inputs["Normal"])
        return self.material


def tint(colour, factor, warmth=0.0):
    """Linear colour scaled by factor; warmth darkens blue more than red."""
    powers = (1 - warmth, 1, 1 + warmth)
    return tuple(min(c * factor ** p, 1) for c, p in zip(colour[:3], powers)) + (1,)


def fabric(name, colour, weave=22.0, bump=0.35, depth=0.012, gap=0.8, fuzz=0.25, shade=True,
           mottle=0.03, roughness=0.92, sheen=0.5, specular=0.12, twill=False):
    """Woven cloth.

    weave: threads per unit of the mesh's UV (centimetres); gap: darkness between the threads;
    fuzz: strength of the fine irregular bump; shade: multiply the mesh's "Shade" attribute.
    """
    base = linear(colour)
    shader = _Shader(name, roughness, specular, Sheen=sheen, **{"Sheen Tint": 0.5})
    current = shader.mix(shader.noise(0.8, 5), tint(base, 1 - mottle), tint(base, 1 + mottle))
    texture = image("twill" if twill else "weave", weave_texture(twill=twill))
    place = shader.node("ShaderNodeMapping", {"Vector": shader.coordinates.outputs["UV"]},
                        {"Scale": (weave / THREADS, weave / THREADS, 1)})
    height = shader.node("ShaderNodeTexImage", {"Vector": place.outputs[0]}, image=texture,
                         interpolation="Cubic").outputs[0]
    current = shader.mix(height, tint(base, gap, 0.2), current)
    if shade:
        current = shader.shaded(current)
    shader.bump(height, bump, depth)
    if fuzz:
        shader.bump(shader.noise(45, 6), fuzz, 0.01)
    return shader.finish(current)


def mesh_texture(size=256):
    """Tileable height image of one repeat (1 by √3) of a warp-knitted net: round holes in staggered rows."""
    y, x = np.mgrid[0:size, 0:size] / size
    tall = np.sqrt(3)
    nearest = np.full(x.shape, 9.0)
    for column in range(-1, 3):
        for row in range(-1, 5):
            nearest = np.minimum(nearest, np.hypot(x - column / 1 - 0.5 * (row % 2),
                                                   (y - row / 2) * tall))
    return np.clip((nearest - 0.24) / 0.2, 0, 1) ** 0.7


def air_mesh(name, colour, pitch=0.42, depth=0.05):
    """The 3D mesh of the lining for distant views: a net with dark holes, `pitch` apart."""
    base = linear(colour)
    shader = _Shader(name, 0.75, 0.2, Sheen=0.3)
    place = shader.node("ShaderNodeMapping", {"Vector": shader.coordinates.outputs["UV"]},
                        {"Scale": (1 / pitch, 1 / pitch / np.sqrt(3), 1)})
    height = shader.node("ShaderNodeTexImage", {"Vector": place.outputs[0]},
                         image=image("air mesh", mesh_texture()), interpolation="Cubic").outputs[0]
    current = shader.mix(height, tint(base, 0.5, 0.2), base)
    shader.bump(height, 0.8, depth)
    return shader.finish(current)


def lit_through(name, colour, share):
    """Fine translucent yarn: `share` of the light is transmitted and tinted."""
    base = linear(colour)
    shader = _Shader(name, 0.6, 0.2, Sheen=0.3)
    current = shader.mix(shader.noise(3, 3), tint(base, 0.94), tint(base, 1.04))
    material = shader.finish(current)
    onwards = shader.node("ShaderNodeBsdfTranslucent", values={"Color": tint(base, 1.0, 0.12)})
    both = shader.node("ShaderNodeMixShader", {1: shader.principled.outputs[0], 2: onwards.outputs[0]}, {0: share})
    shader.tree.links.new(both.outputs[0], shader.tree.nodes["Material Output"].inputs["Surface"])
    return material


def thread(name, colour, roughness=0.42):
    """Embroidery or sewing thread: smoother than cloth, with a soft highlight."""
    base = linear(colour)
    shader = _Shader(name, roughness, 0.4, Sheen=0.3)
    current = shader.mix(shader.noise(1.5, 3), tint(base, 0.9), tint(base, 1.1))
    shader.bump(shader.noise(60, 3), 0.15, 0.01)
    return shader.finish(current)


def wood(name, light="#8A6240", dark="#54351F", scale=0.08, grain="X", roughness=0.45, pores=0.0):
    """Wood with its grain along one object axis.

    pores: darkness of the fine open pores, for close-ups (0: none).
    """
    stretch = {"X": (0.12, 2.4, 2.4), "Y": (2.4, 0.12, 2.4), "Z": (2.4, 2.4, 0.12)}[grain]
    shader = _Shader(name, roughness, 0.3)
    place = shader.node("ShaderNodeMapping", {0: shader.coordinates.outputs["Object"]},
                        {"Scale": tuple(s * scale for s in stretch)})
    rings = shader.noise(2.2, 8, place.outputs[0], 1.2)
    fibres = shader.noise(34, 5, place.outputs[0])
    figure = shader.mix(0.42, rings, fibres)
    ramp = shader.node("ShaderNodeValToRGB", {0: figure})
    for element, position, colour in zip(ramp.color_ramp.elements, (0.36, 0.64), (dark, light)):
        element.position = position
        element.color = linear(colour)
    shader.bump(fibres, 0.12, 0.03)
    sides = _open_pores(shader, ramp.outputs[0], tint(linear(dark), 0.45), grain, pores) if pores else ramp.outputs[0]
    return shader.finish(_end_grain(shader, sides, tint(linear(dark), 0.75), tint(linear(light), 0.9), grain))


def _open_pores(shader, sides, dark, grain, strength):
    """Colour socket: fine short pores along the grain, darker and lower than the colour `sides`."""
    stretch = {"X": (0.9, 17, 17), "Y": (17, 0.9, 17), "Z": (17, 17, 0.9)}[grain]
    place = shader.node("ShaderNodeMapping", {0: shader.coordinates.outputs["Object"]}, {"Scale": stretch})
    noise = shader.noise(1.0, 3, place.outputs[0])
    furrow = shader.node("ShaderNodeMapRange", {"Value": noise}, {"From Min": 0.57, "From Max": 0.68, "To Max": strength})
    shader.bump(furrow.outputs[0], -0.25, 0.03)
    return shader.mix(furrow.outputs[0], sides, dark)


def _end_grain(shader, sides, dark, light, grain):
    """Colour socket: growth rings where the wood is cut across its grain, `sides` elsewhere. The pith is off centre."""
    offset = {"X": (0, 1.3, -0.9), "Y": (1.3, 0, -0.9), "Z": (1.3, -0.9, 0)}[grain]
    pith = shader.node("ShaderNodeMapping", {0: shader.coordinates.outputs["Object"]}, {"Location": offset})
    wave = shader.node("ShaderNodeTexWave", {"Vector": pith.outputs[0]},
                       {"Scale": 0.5, "Distortion": 1.1, "Detail": 4, "Detail Scale": 1.6},
                       wave_type="RINGS", rings_direction=grain, wave_profile="SAW")
    rings = shader.mix(shader.mix(0.35, wave.outputs["Fac"], shader.noise(9, 5)), dark, light)
    facing = shader.node("ShaderNodeSeparateXYZ", {0: shader.coordinates.outputs["Normal"]}).outputs[grain]
    across = shader.node("ShaderNodeMath", {0: facing}, operation="ABSOLUTE").outputs[0]
    cut = shader.node("ShaderNodeMapRange", {"Value": across}, {"From Min": 0.7, "From Max": 0.92}).outputs[0]
    return shader.mix(cut, sides, rings)


def plaster(name, colour, grain=0.15):
    """Matt wall or paper backdrop with slight unevenness."""
    base = linear(colour)
    shader = _Shader(name, 0.95, 0.05)
    current = shader.mix(shader.noise(0.02, 4), tint(base, 0.97), tint(base, 1.02))
    shader.bump(shader.noise(0.5, 6), grain, 0.05)
    return shader.finish(current)


def steel(name="steel", colour=(0.74, 0.715, 0.68), roughness=0.2):
    """Polished steel of a needle, or another metal of that colour (linear)."""
    shader = _Shader(name, roughness, 0.5, Metallic=1.0)
    return shader.finish(shader.mix(shader.noise(0.6, 3), tint(colour, 0.94), tint(colour, 1.04)))


def leather(name, colour, grain=8.0, roughness=0.39):
    """Vegetable-tanned leather; it multiplies the mesh's "Shade" attribute, which darkens burnished edges.

    grain: cells of the grain per centimetre.
    """
    base = linear(colour)
    shader = _Shader(name, roughness, 0.28)
    place = shader.coordinates.outputs["Object"]
    astray = shader.node("ShaderNodeTexNoise", {"Vector": place}, {"Scale": 1.6, "Detail": 3}).outputs["Color"]
    cell = shader.node("ShaderNodeTexVoronoi", {"Vector": shader.mix(0.04, place, astray)}, {"Scale": grain},
                       feature="DISTANCE_TO_EDGE")
    plump = shader.node("ShaderNodeMapRange", {"Value": cell.outputs["Distance"]}, {"From Max": 0.3}).outputs[0]
    current = shader.mix(shader.noise(0.22, 5), tint(base, 0.8, 0.05), tint(base, 1.18))
    current = shader.mix(shader.mix(0.55, plump, (1, 1, 1, 1)), tint(base, 0.6, 0.1), current)
    shine = shader.node("ShaderNodeMapRange", {"Value": shader.noise(0.5, 6)},
                        {"From Min": 0.3, "From Max": 0.7, "To Min": roughness - 0.04, "To Max": roughness + 0.05})
    shader.tree.links.new(shine.outputs[0], shader.principled.inputs["Roughness"])
    shader.bump(shader.noise(0.9, 7), 0.16, 0.06)
    shader.bump(plump, 0.38, 0.014)
    return shader.finish(shader.shaded(current))
