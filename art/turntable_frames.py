"""Denoise the frames that turntable.py left, and set them on the sand of the page with a soft shadow below.

    /usr/bin/python3 art/turntable_frames.py art/out/turntable.png

Writes turntable-00-developed.png and so on beside them; turntable.sh makes AVIF and WebP of these.
"""

import math
import sys
from pathlib import Path

import cv2
import numpy as np

import develop

SAND = (233, 221, 200)  # --sand of src/styles/tokens.css, red, green, blue
GAIN = 1.12
BALANCE = (0.985, 1.0, 1.0)  # blue, green, red: the cloth is a little warmer than the light makes it
FLOOR = 0.925  # where the shadow lies, as a share of the height
LONG, WIDE = 0.38, 0.23  # half axes of the shadow, as shares of the width, with the side and the front towards us


def shadow(shape, frame, frames):
    """How much light the floor keeps, (height, width, 1): the ellipse below the pad, seen almost from the side."""
    height, width = shape
    turn = math.tau * frame / frames
    across = math.hypot(LONG * math.cos(turn), WIDE * math.sin(turn))
    deep = 0.055 + 0.02 * abs(math.sin(turn))
    y, x = np.mgrid[0:height, 0:width]
    far = ((x / width - 0.5) / across) ** 2 + ((y / height - FLOOR) / deep) ** 2
    return (1 - 0.20 * np.exp(-1.9 * far))[..., None].astype(np.float32)


def on_sand(render, frame, frames):
    """One frame, denoised, 8 bit, upon the colour of the page."""
    picture = cv2.imread(str(render.with_name(f"{render.stem}-{frame:02d}.png")), cv2.IMREAD_UNCHANGED)
    alpha = picture[..., 3:].astype(np.float32) / 255
    light = picture[..., :3].astype(np.float32) / 255 * alpha
    light = develop.guided(light, develop.feature_stack(render, frame), 2, develop.REGULARISATION)
    light = light * GAIN * BALANCE
    light = np.where(light > 0.86, 0.86 + 0.14 * np.tanh((light - 0.86) / 0.14), light)
    ground = np.array(SAND[::-1], np.float32) / 255 * shadow(alpha.shape[:2], frame, frames) ** (1.1, 1.0, 0.9)
    result = np.clip(light, 0, alpha) + (1 - alpha) * ground
    return np.clip(result * 255 + 0.5, 0, 255).astype(np.uint8)


def main():
    render = Path(sys.argv[1])
    frames = len(list(render.parent.glob(f"{render.stem}-[0-9][0-9].png")))
    for frame in range(frames):
        target = render.with_name(f"{render.stem}-{frame:02d}-developed.png")
        cv2.imwrite(str(target), on_sand(render, frame, frames))


if __name__ == "__main__":
    main()
