#!/bin/sh
# Renders one picture and saves it under its final name:
#   sh art/make.sh hero              full size
#   sh art/make.sh hero 480 16       preview: width in pixels, samples; stays in art/out/
# Environment: THREADS (default 0, all cores), PYTHON (default /usr/bin/python3, the one with OpenCV).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
name=$1
out=$here/out
mkdir -p "$out"

options=''
if [ $# -ge 3 ]; then options="--width $2 --samples $3"; fi
# shellcheck disable=SC2086 # the options are words
nice blender -b -t "${THREADS:-0}" -P "$here/$(echo "$name" | tr - _).py" -- "$out/$name.png" $options

if [ $# -ge 3 ] || [ "$name" = share ]; then
  picture=$out/$name-developed.webp
else
  picture=$here/../src/assets/pictures/$name.webp
fi
"${PYTHON:-/usr/bin/python3}" "$here/develop.py" "$out/$name.png" "$picture"
if [ $# -lt 3 ] && [ "$name" = share ]; then sh "$here/share.sh" "$picture"; fi
