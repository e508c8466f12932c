#!/bin/sh
# Sets the name in the calm part of the rendered share picture and writes both share images.
# Needs chromium and imagemagick; the letters are the site’s display font.
# make.sh calls it; by hand, with a picture that has no name on it yet:
#   sh art/share.sh art/out/share-developed.webp
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
picture=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
font=$root/src/assets/fonts/display.woff2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/page.html" <<HTML
<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:Display;src:url("file://$font")}
html,body{margin:0;background:url("file://$picture") 0 0/1200px 630px}
p{position:absolute;left:84px;top:262px;margin:0;color:#F7F0E3;
font:500 84px/1 Display,serif;letter-spacing:.2em}
</style><p>HERA</p>
HTML
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
  --allow-file-access-from-files --window-size=1200,630 --screenshot="$work/share.png" \
  "file://$work/page.html" >/dev/null 2>&1
convert "$work/share.png" -strip -quality 88 "$root/src/assets/pictures/share.webp"
convert "$work/share.png" -strip -interlace Plane -sampling-factor 4:2:0 -quality 86 "$root/public/partage.jpg"
ls -l "$root/src/assets/pictures/share.webp" "$root/public/partage.jpg"
