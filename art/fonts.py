"""Cuts the two families of the site to the glyphs that French needs.

    npm install --no-save @fontsource-variable/bodoni-moda@5.3.0 @fontsource-variable/instrument-sans@5.3.0
    npm run build && python3 art/fonts.py        (Debian: python3-fonttools python3-brotli)

Writes src/assets/fonts/{display,display-italic,sans}.woff2, for the texts of the built pages: only pairs of letters that
stand there are kerned. Others are set as wide as they come, a few hundredths of an em apart, until this runs again. Both
families are under the SIL Open Font License 1.1.
"""

import copy
import html
import os
import re
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SOURCE = "node_modules/@fontsource-variable/"
TARGET = "src/assets/fonts/"

ASCII = [chr(code) for code in range(0x20, 0x7F)]
FRENCH = "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ"
# The most frequent letters in the names of riders and towns around: German, Spanish, Scandinavian.
NEIGHBOURS = "áäåíñóöøúßÁÄÅÑÖØ"
PUNCTUATION = "«»‹›‘’“”–—…·•\u00a0\u202f"
SIGNS = "€§©®°ªº²³×½−"
# Titles and quotations have no use for these; one of them would be set in the next family.
NOT_IN_TITLES = "#$*<=>[\\]^_`{|}~§©®ªº³½−"
TITLE_FEATURES = ["kern", "liga"]
TEXT_FEATURES = ["kern", "tnum"]

NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE = 0xA0, 0x202F
# A narrow space is about a sixth of an em.
NARROW_EM = 0.16

# The part of a kerning value's format that is the same for all weights.
ADVANCES = 0x0F
# How far a point of a weight between the drawn ones may stand from its place, in thousandths of an em.
TOLERANCE = 4

PAGES = Path("dist/client")
NOT_READ = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
INSIDE_WORDS = re.compile(r"</?(?:a|abbr|em|span|strong|sub|sup)\b[^>]*>")


def add_narrow_space(font):
    """Gives the font U+202F, drawn as nothing, a sixth of an em wide."""
    name = "uni202F"
    blank = font.getBestCmap()[NO_BREAK_SPACE]
    font.setGlyphOrder(font.getGlyphOrder() + [name])
    font["glyf"][name] = copy.deepcopy(font["glyf"][blank])
    font["hmtx"][name] = (round(font["head"].unitsPerEm * NARROW_EM), 0)
    if "gvar" in font:
        font["gvar"].variations[name] = []
    # Widths told a second time, for programs that do not draw.
    if "HVAR" in font:
        del font["HVAR"]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[NARROW_NO_BREAK_SPACE] = name


def pairs_of_pages():
    """Neighbouring signs in the texts of the built pages, as they stand and in capitals."""
    pages = (INSIDE_WORDS.sub("", NOT_READ.sub("", page.read_text())) for page in PAGES.glob("*.html"))
    text = html.unescape("\n".join(run for page in pages for run in re.findall(r">([^<]+)", page)))
    return {pair for words in (text, text.upper()) for pair in zip(words, words[1:])}


def kern_only(font, pairs):
    """Leaves the kerning of these pairs, the same for every weight; all of it would be a third of the file."""
    glyphs = font.getBestCmap()
    wanted = {(glyphs.get(ord(first)), glyphs.get(ord(second))) for first, second in pairs}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in (getattr(subtable, "ExtSubTable", subtable) for subtable in lookup.SubTable):
            if table.LookupType != 2:
                continue
            table.ValueFormat1 &= ADVANCES
            kept = keep_classes(table, wanted) if table.Format == 2 else keep_pairs(table, wanted)
            for value in (record.Value1 for record in kept if record.Value1):
                for device in ("XPlaDevice", "YPlaDevice", "XAdvDevice", "YAdvDevice"):
                    vars(value).pop(device, None)


def keep_classes(table, wanted):
    """Sets kerning between classes of glyphs to nothing where no wanted pair is of them. Gives all records."""
    first = {glyph: table.ClassDef1.classDefs.get(glyph, 0) for glyph in table.Coverage.glyphs}
    living = {(first[a], table.ClassDef2.classDefs.get(b, 0)) for a, b in wanted if a in first}
    for i, row in enumerate(table.Class1Record):
        for j, record in enumerate(row.Class2Record):
            if record.Value1 and (i, j) not in living:
                record.Value1.XAdvance = 0
    return [record for row in table.Class1Record for record in row.Class2Record]


def keep_pairs(table, wanted):
    """Leaves out the single pairs that are not wanted. Gives the records that stay."""
    rows = []
    for glyph, row in zip(table.Coverage.glyphs, table.PairSet):
        row.PairValueRecord = [record for record in row.PairValueRecord if (glyph, record.SecondGlyph) in wanted]
        row.PairValueCount = len(row.PairValueRecord)
        if row.PairValueRecord:
            rows.append((glyph, row))
    table.Coverage.glyphs = [glyph for glyph, _ in rows]
    table.PairSet = [row for _, row in rows]
    table.PairSetCount = len(rows)
    return [record for row in table.PairSet for record in row.PairValueRecord]


def simplify_weights(font):
    """Leaves out points that follow their neighbours from weight to weight anyway."""
    if "gvar" not in font:
        return
    for glyph, variations in font["gvar"].variations.items():
        coordinates, control = font["glyf"]._getCoordinatesAndControls(glyph, font["hmtx"].metrics)
        for variation in variations:
            variation.calcInferredDeltas(coordinates, control.endPts)
            variation.roundDeltas()
            variation.optimize(coordinates, control.endPts, TOLERANCE, control.numberOfContours == -1)


def cut(source, target, axes, pairs, features, without=""):
    """Fixes or narrows the axes of a variable font, keeps the glyphs of French and writes it as WOFF2."""
    font = instantiateVariableFont(TTFont(SOURCE + source), axes)
    add_narrow_space(font)
    options = subset.Options()
    options.layout_features = features
    options.name_IDs = [0, 13, 14]
    cutter = subset.Subsetter(options)
    signs = "".join(ASCII) + FRENCH + NEIGHBOURS + PUNCTUATION + SIGNS
    cutter.populate(text="".join(sign for sign in signs if sign not in without))
    cutter.subset(font)
    kern_only(font, pairs)
    simplify_weights(font)
    font.flavor = "woff2"
    font.save(TARGET + target)
    print(target, os.path.getsize(TARGET + target), "bytes")


if __name__ == "__main__":
    seen = pairs_of_pages()
    for style, target in ("normal", "display.woff2"), ("italic", "display-italic.woff2"):
        source = f"bodoni-moda/files/bodoni-moda-latin-opsz-{style}.woff2"
        cut(source, target, {"opsz": 18, "wght": 400}, seen, TITLE_FEATURES, NOT_IN_TITLES)
    source = "instrument-sans/files/instrument-sans-latin-wght-normal.woff2"
    cut(source, "sans.woff2", {"wght": (400, 600)}, seen, TEXT_FEATURES)
