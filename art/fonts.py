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

ASCII = [chr(code) for code in range(0x20, 0x7F)]
FRENCH = "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ"
# Letters of the names of riders and towns around: German, Spanish, Italian, Portuguese, Scandinavian.
NEIGHBOURS = "ÁÃÄÅÌÍÑÒÓÕÖØÚßáãäåìíñòóõöøú¡¿"
PUNCTUATION = "«»‹›‘’“”–—…·•\u00a0\u202f"
SIGNS = "€§©®°ªº²³×½−←→"
FEATURES = ["kern", "liga", "lnum", "pnum", "tnum", "onum", "mark", "mkmk", "ccmp", "locl", "calt", "case"]

NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE = 0xA0, 0x202F
# A narrow space is about a sixth of an em.
NARROW_EM = 0.16

# The part of a kerning value's format that is the same for all weights.
ADVANCES = 0x0F


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


def still_kerning(font):
    """Kerns every weight as the lightest: the differences, a unit or two in a thousand, weigh a fifth of the file."""
    kerning = [lookup for lookup in font["GPOS"].table.LookupList.Lookup if lookup.LookupType in (2, 9)]
    for table in (subtable for lookup in kerning for subtable in lookup.SubTable):
        table = getattr(table, "ExtSubTable", table)
        if table.LookupType != 2:
            continue
        table.ValueFormat1 &= ADVANCES
        table.ValueFormat2 &= ADVANCES
        records = (
            [record for row in table.Class1Record for record in row.Class2Record]
            if table.Format == 2
            else [record for pairs in table.PairSet for record in pairs.PairValueRecord]
        )
        for value in (value for record in records for value in (record.Value1, record.Value2) if value):
            for device in ("XPlaDevice", "YPlaDevice", "XAdvDevice", "YAdvDevice"):
                vars(value).pop(device, None)


def cut(source, target, axes):
    """Fixes or narrows the axes of a variable font, keeps the glyphs of French and writes it as WOFF2."""
    font = instantiateVariableFont(TTFont(SOURCE + source), axes)
    add_narrow_space(font)
    still_kerning(font)
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(ASCII) + FRENCH + NEIGHBOURS + PUNCTUATION + SIGNS)
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET + target)
    print(target, os.path.getsize(TARGET + target), "bytes")


if __name__ == "__main__":
    cut("bodoni-moda/files/bodoni-moda-latin-opsz-normal.woff2", "display.woff2", {"opsz": 18, "wght": 400})
    cut("bodoni-moda/files/bodoni-moda-latin-opsz-italic.woff2", "display-italic.woff2", {"opsz": 18, "wght": 400})
    cut("instrument-sans/files/instrument-sans-latin-wght-normal.woff2", "sans.woff2", {"wght": (400, 600)})
