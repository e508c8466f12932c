#!/bin/sh
# Renders the frames of the turntable and writes them to src/assets/turntable, as AVIF and WebP:
#   sh art/turntable.sh              a frame that is already in art/out/ is not rendered again
# Environment: THREADS and PYTHON as in make.sh. Needs imagemagick.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=$here/out/turntable.png
target=$here/../src/assets/turntable
mkdir -p "$here/out" "$target"

nice blender -b -t "${THREADS:-0}" -P "$here/turntable.py" -- "$out"
"${PYTHON:-/usr/bin/python3}" "$here/turntable_frames.py" "$out"
for frame in "$here"/out/turntable-??-developed.png; do
  number=$(basename "$frame" -developed.png)
  number=${number#turntable-}
  convert "$frame" -quality 50 "$target/$number.avif"
  convert "$frame" -define webp:method=6 -quality 60 "$target/$number.webp"
done
du -cb "$target"/*.avif | tail -1
du -cb "$target"/*.webp | tail -1
