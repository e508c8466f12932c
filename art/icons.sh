#!/bin/sh
# Derives every icon of public/ from the one drawing, src/assets/mark.svg.
# Needs chromium (draws the SVG) and imagemagick (`convert`, packs the .ico).
# Run from anywhere: sh art/icons.sh
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
mark=$root/src/assets/mark.svg
out=$root/public
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

brown='#3B2416'
gold='#C9A876'
cream='#F7F0E3'

# The drawing without its <svg> tags, to be wrapped again below.
paths=$(sed -e 's/<svg[^>]*>//' -e 's/<\/svg>//' "$mark")

# Favicon: follows the reader's colour scheme; at tab size the inner leaves go and the H gains weight.
cat > "$out/favicon.svg" <<SVG
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="currentColor">
<style>
svg{color:$brown}
@media (prefers-color-scheme:dark){svg{color:$gold}}
@media (max-width:24px){.mark-inner{display:none}.mark-letter{stroke:currentColor;stroke-width:1.6}}
</style>
$paths
</svg>
SVG

# draw: one PNG, the mark at SCALE of the width on GROUND.
draw() { # FILE SIZE GROUND SCALE EXTRA-CSS
  cat > "$work/page.html" <<HTML
<!doctype html><style>
html,body{margin:0;width:$2px;height:$2px;overflow:hidden;background:$3;color:$brown}
body{display:grid;place-items:center}
svg{width:calc($2px * $4);height:calc($2px * $4);display:block}
$5
</style><svg viewBox="0 0 64 64" fill="currentColor">$paths</svg>
HTML
  # chromium refuses very small windows: draw on a large one and crop.
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
    --default-background-color=00000000 --window-size=640,640 \
    --screenshot="$work/full.png" "file://$work/page.html" >/dev/null 2>&1
  convert "$work/full.png" -crop "$2x$2+0+0" +repage -strip "$1"
}

small='.mark-inner{display:none}.mark-letter{stroke:currentColor;stroke-width:1}'
draw "$work/32.png" 32 transparent 1 "$small"
convert "$work/32.png" "$out/favicon.ico"
draw "$out/apple-touch-icon.png" 180 "$cream" .74 ''
# The logo that search engines are told of.
draw "$out/icon-512.png" 512 "$cream" .66 ''
