"""Denoise the frames of turntable.py and put them with their shadow on the sand colour of the page.

    /usr/bin/python3 art/turntable_frames.py art/out/turntable.png

Writes turntable-00-developed.png and so on; turntable.sh converts these to AVIF and WebP.
"""

import sys
from pathlib import Path

import cv2
import numpy as np

import develop

SAND = (233, 221, 200)  # --sand of src/styles/tokens.css, red, green, blue
GAIN = 1.12
BALANCE = (0.985, 1.0, 1.0)  # blue, green, red: makes the cloth slightly warmer than rendered
DEPTH = 0.62  # share of the rendered shadow: sand reflects more light than the floor of the render
FADE = (0.16, 0.05)  # shadow fade-out before the edges of the picture: at the sides, at the bottom


def shadow(path, shape):
    """Light on the floor as a factor, (height, width, 1), from the small render of the shadow alone."""
    height, width = shape
    deep = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)[..., 3].astype(np.float32) / 255
    deep = cv2.resize(cv2.GaussianBlur(deep, (0, 0), 2.4), (width, height), interpolation=cv2.INTER_CUBIC)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    inside = np.minimum((0.5 - np.abs(x / width - 0.5)) / FADE[0], (1 - y / height) / FADE[1])
    inside = np.clip(inside, 0, 1)
    return (1 - DEPTH * np.clip(deep, 0, 1) * inside * inside * (3 - 2 * inside))[..., None]


def on_sand(render, frame):
    """Returns one denoised 8-bit frame on the background colour of the page."""
    name = render.with_name(f"{render.stem}-{frame:02d}.png")
    picture = cv2.imread(str(name), cv2.IMREAD_UNCHANGED)
    alpha = picture[..., 3:].astype(np.float32) / 255
    light = picture[..., :3].astype(np.float32) / 255 * alpha
    light = develop.guided(light, develop.feature_stack(render, frame), 2, develop.REGULARISATION)
    light = light * GAIN * BALANCE
    light = np.where(light > 0.86, 0.86 + 0.14 * np.tanh((light - 0.86) / 0.14), light)
    kept = shadow(name.with_name(f"{name.stem}-shadow.png"), alpha.shape[:2])
    ground = np.array(SAND[::-1], np.float32) / 255 * kept ** (1.15, 1.0, 0.85)
    result = np.clip(light, 0, alpha) + (1 - alpha) * ground
    return np.clip(result * 255 + 0.5, 0, 255).astype(np.uint8)


def main():
    render = Path(sys.argv[1])
    for shaded in sorted(render.parent.glob(f"{render.stem}-[0-9][0-9]-shadow.png")):
        frame = int(shaded.stem[len(render.stem) + 1:][:2])
        target = render.with_name(f"{render.stem}-{frame:02d}-developed.png")
        if not target.exists():
            cv2.imwrite(str(target), on_sand(render, frame))


if __name__ == "__main__":
    main()
