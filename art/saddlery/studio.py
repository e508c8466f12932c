"""Scene set-up: renderer, camera, lights, backdrops, and the command line of all pictures."""

import argparse
import math
import os
import sys
import time
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector

from .geometry import add_mesh, grid_faces
from .materials import linear, plaster


def arguments(width, samples):
    """Options after `--`: output file, width in pixels, samples."""
    parser = argparse.ArgumentParser()
    parser.add_argument("output", help="PNG to write")
    parser.add_argument("--width", type=int, default=width)
    parser.add_argument("--samples", type=int, default=samples)
    parser.add_argument("--crop", type=float, nargs=4, metavar=("LEFT", "TOP", "RIGHT", "BOTTOM"),
                        help="render this part alone, in shares of the picture: to see it at its full size")
    tail = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    return parser.parse_args(tail)


def start(aspect, width, samples, exposure=0.8):
    """Empty scene set up for Cycles on the CPU.

    aspect: height over width. The command line may change width and samples. Debian's Blender has no
    OpenImageDenoise, so denoising is off here and done by develop.py.
    """
    options = arguments(width, samples)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("world")
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = options.samples
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.02
    cycles.adaptive_min_samples = 8  # enough for wall and table
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 5, 4, 2
    cycles.sample_clamp_indirect = 3.0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    render = scene.render
    render.resolution_x, render.resolution_y = options.width, round(options.width * aspect)
    if options.crop:
        render.use_border = render.use_crop_to_border = True
        render.border_min_x, render.border_max_x = options.crop[0], options.crop[2]
        render.border_min_y, render.border_max_y = 1 - options.crop[3], 1 - options.crop[1]
    render.filepath = options.output
    render.image_settings.file_format = "PNG"
    render.image_settings.color_mode = "RGB"
    _keep_features(scene, options.output)
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = exposure


def _keep_features(scene, output):
    """Write the noise-free albedo and normal next to the picture, which develop.py needs for denoising."""
    layer = scene.view_layers[0]
    layer.cycles.denoising_store_passes = True
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    source = next(n for n in nodes if n.type == "R_LAYERS")
    path = Path(output).resolve()
    files = nodes.new("CompositorNodeOutputFile")
    files.base_path = str(path.parent)
    files.format.file_format = "OPEN_EXR"
    files.format.color_depth = "16"
    files.file_slots.clear()
    for feature in ("Albedo", "Normal"):
        files.file_slots.new(f"{path.stem}-{feature.lower()}-")
        links.new(source.outputs[f"Denoising {feature}"], files.inputs[-1])


def render():
    """Render the scene to the output file."""
    began = time.time()
    bpy.ops.render.render(write_still=True)
    print(f"rendered in {time.time() - began:.0f} s")


def transparent():
    """Make the background transparent; the ground is added later."""
    render = bpy.context.scene.render
    render.film_transparent = True
    render.image_settings.color_mode = "RGBA"


def bounces(count):
    """Set the number of light bounces; fewer render animations faster."""
    cycles = bpy.context.scene.cycles
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = count + 1, count, 1


def _turned(around, centre, frames, suffix):
    """Yield each missing frame of a turn, with camera and lights in position."""
    scene = bpy.context.scene
    scene.render.use_persistent_data = True
    bpy.context.view_layer.update()
    places = [(thing, thing.matrix_world.copy()) for thing in around]
    output = Path(scene.render.filepath)
    only = [int(n) for n in os.environ.get("FRAMES", "").split()] or range(frames)
    for frame in only:
        target = output.with_name(f"{output.stem}-{frame:02d}{suffix}.png")
        if target.exists():
            continue
        turn = Matrix.Rotation(-math.tau * frame / frames, 4, "Z")
        move = Matrix.Translation(Vector(centre)) @ turn @ Matrix.Translation(-Vector(centre))
        for thing, place in places:
            thing.matrix_world = move @ place
        scene.frame_current = frame
        scene.render.filepath = str(target)
        yield frame
    for thing, place in places:
        thing.matrix_world = place
    scene.render.filepath = str(output)


def render_turn(around, centre, frames):
    """Render one turn: camera and lights move round the centre, so that the near side of the object turns to the right.

    Writes <output>-00.png and so on; existing frames are skipped, so a render can be resumed.
    """
    for _ in _turned(around, centre, frames, ""):
        render()


def render_shadows(around, centre, frames, floor, share, samples):
    """Render only the shadows of a turn on a floor. floor: its height; share: scale of the picture's size.

    Writes <output>-00-shadow.png and so on: black, with the strength of the shadow as opacity.
    """
    scene = bpy.context.scene
    for thing in scene.objects:
        thing.visible_camera = False
    table(plaster("floor", "#D9CDB8"), floor)
    bpy.data.objects["table"].is_shadow_catcher = True
    scene.use_nodes = False
    scene.render.resolution_percentage = round(100 * share)
    scene.cycles.samples = samples
    for _ in _turned(around, centre, frames, "-shadow"):
        render()


def _aim(thing, place, target):
    """Place an object with its −z towards the target."""
    thing.location = place
    thing.rotation_euler = (Vector(target) - Vector(place)).to_track_quat("-Z", "Y").to_euler()


def camera(place, target, lens, fstop=None, focus=None, shift=(0, 0)):
    """Camera; fstop None keeps everything sharp (at 1 unit = 1 cm use 0.05 to 0.5)."""
    data = bpy.data.cameras.new("camera")
    data.lens, data.clip_end = lens, 3000
    data.shift_x, data.shift_y = shift
    thing = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(thing)
    _aim(thing, place, target)
    bpy.context.scene.camera = thing
    if fstop:
        data.dof.use_dof = True
        data.dof.aperture_fstop = fstop
        data.dof.focus_distance = (Vector(focus or target) - Vector(place)).length


def area(place, target, size, power, colour="#FFFFFF"):
    """Square area light; power in watts for a scene in centimetres."""
    data = bpy.data.lights.new("area", "AREA")
    data.energy, data.size, data.color = power, size, linear(colour)[:3]
    thing = bpy.data.objects.new("area", data)
    bpy.context.collection.objects.link(thing)
    _aim(thing, place, target)


def ambient(strength, colour="#F6EEE2"):
    """Uniform ambient light."""
    world = bpy.context.scene.world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs[0].default_value = linear(colour)
    background.inputs[1].default_value = strength


def backdrop(y, floor, radius=70.0, colour="#EADFCF", width=700.0, height=500.0, front=500.0):
    """Paper sweep: a floor that rises into a wall at `y`."""
    turn = np.linspace(0, math.pi / 2, 24)
    profile = np.vstack([
        [(-front, floor)],
        np.column_stack([y - radius + radius * np.sin(turn), floor + radius - radius * np.cos(turn)]),
        [(y, floor + height)]])
    vertices = np.array([(x, *p) for p in profile for x in (-width, width)])
    add_mesh("backdrop", vertices, grid_faces(len(profile), 2)[:, ::-1], plaster("paper", colour))


def table(material, z=0.0, size=300.0, centre=(0, 0)):
    """A flat top at height z."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size + centre
    vertices = np.column_stack([corners, np.full(4, z)])
    add_mesh("table", vertices, np.array([[0, 1, 2, 3]]), material, corners)


def place(objects, shift=(0, 0, 0), turn=0.0, pivot=(0, 0, 0)):
    """Rotate objects about a vertical axis through the pivot by degrees, then move them."""
    bpy.context.view_layer.update()
    move = (Matrix.Translation(Vector(shift) + Vector(pivot))
            @ Matrix.Rotation(math.radians(turn), 4, "Z") @ Matrix.Translation(-Vector(pivot)))
    for thing in objects:
        thing.matrix_world = move @ thing.matrix_world


class Group:
    """Collects the objects made inside a `with` block, to be placed together."""

    def __enter__(self):
        self._before = set(bpy.data.objects)
        self.objects = []
        return self

    def __exit__(self, *_):
        self.objects = list(set(bpy.data.objects) - self._before)
