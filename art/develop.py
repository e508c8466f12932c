"""Denoise a render and save it as the site's master picture.

    /usr/bin/python3 art/develop.py render.png src/assets/pictures/hero.webp

The scene also writes render-albedo-0001.exr and render-normal-0001.exr. The picture is fitted, window by
window, to a linear function of these features (a guided filter, He et al. 2013, with the coefficients of
overlapping windows averaged): texture that is in the features is kept; sampling noise, which is not, is
averaged out.
"""

import argparse
import os
from pathlib import Path

os.environ["OPENCV_IO_ENABLE_OPENEXR"] = "1"

import cv2  # noqa: E402
import numpy as np  # noqa: E402

REGULARISATION = 2e-4
BALANCE = (1.045, 1.01, 1.0)  # blue, green, red: corrects the lit cloth to the brand's cream


def feature_stack(render, frame=1):
    """Albedo and normal of the render as a list of float planes, about 0..1.

    The albedo is linear light; its square root keeps the grain of dark wood and cloth above the regularisation.
    """
    planes = []
    for feature in ("albedo", "normal"):
        path = render.with_name(f"{render.stem}-{feature}-{frame:04d}.exr")
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED).astype(np.float32)[..., :3]
        planes += [np.sqrt(np.clip(picture.mean(2), 0, None))] if feature == "albedo" else list(np.moveaxis(picture, 2, 0))
    return planes


def guided(picture, features, radius, regularisation):
    """Fit each channel to an affine function of the features in every window, average the fits."""
    size = (2 * radius + 1, 2 * radius + 1)
    mean = lambda plane: cv2.blur(plane, size, borderType=cv2.BORDER_REFLECT)
    count = len(features)
    feature_mean = [mean(f) for f in features]
    covariance = np.empty((*features[0].shape, count, count), np.float32)
    for i in range(count):
        for j in range(i, count):
            value = mean(features[i] * features[j]) - feature_mean[i] * feature_mean[j]
            covariance[..., i, j] = covariance[..., j, i] = value
    covariance += np.eye(count, dtype=np.float32) * regularisation
    result = np.empty_like(picture)
    for channel in range(picture.shape[2]):
        plane = picture[..., channel]
        plane_mean = mean(plane)
        against = np.stack([mean(f * plane) - m * plane_mean
                            for f, m in zip(features, feature_mean)], -1)
        slope = np.linalg.solve(covariance, against[..., None])[..., 0]
        offset = plane_mean - sum(slope[..., k] * feature_mean[k] for k in range(count))
        result[..., channel] = mean(offset) + sum(
            mean(np.ascontiguousarray(slope[..., k])) * features[k] for k in range(count))
    return result


def blend_flat(picture, smooth, features):
    """Use the wide filter only where neither features nor light change (walls, table, blur)."""
    spread = lambda f: np.sqrt(np.clip(cv2.blur(f * f, (9, 9)) - cv2.blur(f, (9, 9)) ** 2, 0, None))
    edges = sum(spread(f) for f in features)
    light = cv2.GaussianBlur(picture, (0, 0), 2.5).mean(2)
    gradient = np.hypot(cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1))
    busy = cv2.dilate(edges * 2 + gradient * 4, np.ones((9, 9)))
    share = np.clip(1.6 - cv2.GaussianBlur(busy, (0, 0), 5) / 0.10, 0, 1)[..., None]
    return picture * (1 - share) + smooth * share


def develop(render, gain, grain, sharpen):
    """Denoised picture, 8 bit; gain scales the light, grain is the share of noise kept, sharpen that of fine detail added."""
    picture = cv2.imread(str(render)).astype(np.float32) / 255
    features = feature_stack(render)
    clean = guided(picture, features, 3, REGULARISATION)
    wide = guided(clean, features, 24, REGULARISATION * 5)
    result = blend_flat(clean, wide, features)
    result = result + grain * (picture - result)
    result = result + sharpen * (result - cv2.GaussianBlur(result, (0, 0), 1.0))
    # Slight film grain hides banding in wide gradients.
    result = result + np.random.default_rng(1).normal(0, 0.004, (*result.shape[:2], 1))
    result = np.clip(result * gain * BALANCE, 0, None)
    result = np.where(result > 0.86, 0.86 + 0.14 * np.tanh((result - 0.86) / 0.14), result)
    return np.clip(result * 255 + 0.5, 0, 255).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("render", type=Path)
    parser.add_argument("output", type=Path, help=".webp or .jpg")
    parser.add_argument("--gain", type=float, default=1.1)
    parser.add_argument("--grain", type=float, default=0.1)
    parser.add_argument("--sharpen", type=float, default=0.5)
    parser.add_argument("--limit", type=int, default=900, help="largest file in kB")
    options = parser.parse_args()
    picture = develop(options.render, options.gain, options.grain, options.sharpen)
    flag = cv2.IMWRITE_WEBP_QUALITY if options.output.suffix == ".webp" else cv2.IMWRITE_JPEG_QUALITY
    for quality in range(90, 50, -4):
        cv2.imwrite(str(options.output), picture, [flag, quality])
        if options.output.stat().st_size <= options.limit * 1000:
            break
    print(f"{options.output.name}: {picture.shape[1]} x {picture.shape[0]}, quality {quality}, "
          f"{options.output.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
