#!/bin/sh
# Renders the frames of the turntable and writes them to src/assets/turntable, as AVIF and WebP:
#   sh art/turntable.sh              a frame that is already in art/out/ is neither rendered nor developed again
# Environment: THREADS and PYTHON as in make.sh. Needs the site's Node and its packages.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
out=$here/out/turntable.png
mkdir -p "$here/out"

# Every ten degrees in full size; what lies between is passed in motion, and has nine sixteenths of the pixels.
FRAMES=$(seq 0 2 70) nice blender -b -t "${THREADS:-0}" -P "$here/turntable.py" -- "$out"
FRAMES=$(seq 1 2 71) nice blender -b -t "${THREADS:-0}" -P "$here/turntable.py" -- "$out" --width 1080
"${PYTHON:-/usr/bin/python3}" "$here/turntable_frames.py" "$out"
node "$here/turntable.mjs"
