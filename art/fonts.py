"""Cuts the two families of the site to the glyphs that French needs.

    npm install --no-save @fontsource-variable/bodoni-moda@5.3.0 @fontsource-variable/instrument-sans@5.3.0
    python3 art/fonts.py        (Debian: python3-fonttools python3-brotli)

Writes src/assets/fonts/{display,display-italic,sans}.woff2. Both families are under the SIL Open Font License 1.1.
"""

import copy
import os

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SOURCE = "node_modules/@fontsource-variable/"
TARGET = "src/assets/fonts/"

LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
FRENCH = [0x152, 0x153, 0x178, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x202F, 0x2039, 0x203A]
SIGNS = [0x20AC, 0x2190, 0x2192, 0x2212]
FEATURES = ["kern", "liga", "lnum", "pnum", "tnum", "onum", "mark", "mkmk", "ccmp", "locl", "calt", "case"]

NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE = 0xA0, 0x202F
# A narrow space is about a sixth of an em.
NARROW_EM = 0.16


def add_narrow_space(font):
    """Gives the font U+202F, drawn as nothing, a sixth of an em wide."""
    name = "uni202F"
    blank = font.getBestCmap()[NO_BREAK_SPACE]
    font.setGlyphOrder(font.getGlyphOrder() + [name])
    font["glyf"][name] = copy.deepcopy(font["glyf"][blank])
    font["hmtx"][name] = (round(font["head"].unitsPerEm * NARROW_EM), 0)
    if "gvar" in font:
        font["gvar"].variations[name] = []
    font.tables.pop("HVAR", None)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[NARROW_NO_BREAK_SPACE] = name


def cut(source, target, axes):
    """Fixes or narrows the axes of a variable font, keeps the glyphs of French and writes it as WOFF2."""
    font = instantiateVariableFont(TTFont(SOURCE + source), axes)
    add_narrow_space(font)
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=LATIN + FRENCH + SIGNS)
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET + target)
    print(target, os.path.getsize(TARGET + target), "bytes")


if __name__ == "__main__":
    cut("bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2", "display.woff2", {"opsz": 18, "wght": 400})
    cut("bodoni-moda/files/bodoni-moda-latin-opsz-italic.woff2", "display-italic.woff2", {"opsz": 18, "wght": 400})
    cut("instrument-sans/files/instrument-sans-latin-wght-normal.woff2", "sans.woff2", {"wght": (400, 600)})
