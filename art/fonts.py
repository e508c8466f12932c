"""Subsets the two font families of the site from their npm packages; see src/assets/fonts/README.md.

Each package splits a family into `latin` and `latin-ext`. This script merges both, so that a page needs one file for
each style and a name such as Łódź uses a single font.
"""

import copy
import os
import sys
import unicodedata
from tempfile import TemporaryDirectory

from fontTools import merge, subset, varLib
from fontTools.designspaceLib import DesignSpaceDocument
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = "src/assets/fonts/"

ASCII = "".join(chr(code) for code in range(0x20, 0x7F))
WESTERN = "".join(chr(code) for code in range(0xC0, 0x100) if chr(code) not in "ÐÞðþ×÷") + "ŒœŸ"
NEIGHBOURS = "ĄąĆćČčĎďĐđĘęĚěĞğİıŁłŃńŇňŐőŘřŚśŞşŠšŤťŮůŰűŹźŻżŽžȘșȚț"
PUNCTUATION = "\u00a0\u202f«»‘’‚“”„‹›–—…•·"
SIGNS = "€°§©®™×−"
LETTERS = WESTERN + NEIGHBOURS + PUNCTUATION + SIGNS
TEXT = ASCII + LETTERS
TITLES = "".join(sign for sign in ASCII if sign not in "#$<=>[\\]^_`{|}~") + LETTERS

# The style sheets enable only tabular figures (tnum); browsers apply the others by default.
FEATURES = ["kern", "liga", "ccmp", "mark", "mkmk", "tnum"]
# Their caron is an apostrophe on the right, so their width differs from that of the base letter.
WITH_APOSTROPHE = "ďť"

# A narrow space is about a sixth of an em.
NARROW_EM = 0.16
# Thickness of the hyphen of the display font: three quarters of a pixel in the smallest titles.
HYPHEN_EM = 0.036
# Half of it, the largest error, is a twentieth of a pixel in text of 20 pixels.
KERNING_EM = 0.005


def join(family, style, place, signs, folder):
    """Writes one static font of the family at `place` in its design space and returns the path of the file."""
    latin, extended = (read(family, subset_name, style, place) for subset_name in ("latin", "latin-ext"))
    add_narrow_space(latin)
    keep(latin, signs, FEATURES)
    keep(extended, "".join(sign for sign in signs if ord(sign) not in latin.getBestCmap()), [])
    paths = [os.path.join(folder, f"{name}.ttf") for name in ("latin", "extended", "-".join(map(str, place.values())))]
    latin.save(paths[0])
    extended.save(paths[1])
    font = merge.Merger().merge(paths[:2])
    share_components(font)
    kern_like_base_letters(font)
    font.save(paths[2])
    return paths[2]


def read(family, subset_name, style, place):
    path = f"{sys.argv[1]}/@fontsource-variable/{family}/files/{family}-{subset_name}-{style}.woff2"
    font = instantiateVariableFont(TTFont(path), place)
    font.flavor = None
    return font


def add_narrow_space(font):
    """Adds U+202F, which French uses before ; ! ? and which neither family has."""
    name = "uni202F"
    font.setGlyphOrder(font.getGlyphOrder() + [name])
    font["glyf"][name] = copy.deepcopy(font["glyf"][font.getBestCmap()[0xA0]])
    font["hmtx"][name] = (round(font["head"].unitsPerEm * NARROW_EM), 0)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[0x202F] = name


def keep(font, text, features):
    """Subsets the font to these characters and features; keeps its name and licence."""
    options = subset.Options()
    options.layout_features = features
    options.name_IDs = [0, 1, 2, 13, 14]
    options.glyph_names = True
    cutter = subset.Subsetter(options)
    cutter.populate(text=text)
    cutter.subset(font)


def share_components(font):
    """Makes composite glyphs of `latin-ext` use the parts of `latin`, so that no part is stored twice."""
    glyphs = font["glyf"].glyphs
    for glyph in glyphs.values():
        for part in glyph.components if glyph.isComposite() else []:
            name = part.glyphName.removesuffix(".1")
            part.glyphName = name if name in glyphs else part.glyphName


def kern_like_base_letters(font):
    """Kerns each letter of `latin-ext` like its base letter, because the packages have no pairs across both subsets."""
    cmap = font.getBestCmap()
    letters = [sign for sign in "Ÿ" + NEIGHBOURS if sign not in WITH_APOSTROPHE]
    pairs = [(cmap[ord(sign)], cmap[ord(unicodedata.normalize("NFD", sign)[0])]) for sign in letters]
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in (getattr(subtable, "ExtSubTable", subtable) for subtable in lookup.SubTable):
            if table.LookupType != 2 or table.Format != 2:
                continue
            for glyph, base in pairs:
                if base in table.Coverage.glyphs:
                    table.Coverage.glyphs.append(glyph)
                for classes in (table.ClassDef1.classDefs, table.ClassDef2.classDefs):
                    if base in classes:
                        classes[glyph] = classes[base]
            table.Coverage.glyphs.sort(key=font.getGlyphID)


def strengthen_hyphen(font):
    """Thickens the hyphen of the display font, because its hairline is thinner than a pixel and disappears in «fait-il»."""
    glyph = font["glyf"][font.getBestCmap()[ord("-")]]
    middle = (glyph.yMin + glyph.yMax) / 2
    more = HYPHEN_EM * font["head"].unitsPerEm / (glyph.yMax - glyph.yMin)
    glyph.coordinates = GlyphCoordinates([(x, round(middle + (y - middle) * more)) for x, y in glyph.coordinates])
    glyph.recalcBounds(font["glyf"])


def kern_alike(source, target):
    """Copies the kerning of the source file to the target file; both must have the same glyphs in the same order."""
    font = TTFont(target)
    font["GPOS"] = TTFont(source)["GPOS"]
    font.save(target)


def round_kerning(font):
    """Rounds kerning to KERNING_EM: the difference is not seen, and equal numbers take less of the file."""
    step = KERNING_EM * font["head"].unitsPerEm
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in (getattr(subtable, "ExtSubTable", subtable) for subtable in lookup.SubTable):
            records = [record for pairs in getattr(table, "PairSet", []) for record in pairs.PairValueRecord]
            records += [cell for row in getattr(table, "Class1Record", []) for cell in row.Class2Record]
            for value in (record.Value1 for record in records if record.Value1):
                value.XAdvance = round(round(value.XAdvance / step) * step)


def write(font, signs, name):
    keep(font, signs, FEATURES)
    round_kerning(font)
    font["post"].formatType = 3
    font.flavor = "woff2"
    font.save(TARGET + name)
    missing = [f"U+{ord(sign):04X}" for sign in signs if ord(sign) not in font.getBestCmap()]
    print(name, os.path.getsize(TARGET + name), "bytes; the family has no", *missing)


def cut_display(style, name):
    with TemporaryDirectory() as folder:
        font = TTFont(join("bodoni-moda", f"opsz-{style}", {"opsz": 18, "wght": 400}, TITLES, folder))
        strengthen_hyphen(font)
        write(font, TITLES, name)


def cut_text(name):
    """Writes a variable font of weights 400 to 600, built from static fonts because variable fonts cannot be merged.

    All weights use the kerning of weight 400: variable kerning differs by thousandths of an em and takes a fifth of the file.
    """
    design = DesignSpaceDocument()
    design.addAxisDescriptor(tag="wght", name="Weight", minimum=400, default=400, maximum=600)
    with TemporaryDirectory() as folder:
        regular, semibold = (join("instrument-sans", "wght-normal", {"wght": weight}, TEXT, folder) for weight in (400, 600))
        kern_alike(regular, semibold)
        for weight, path in (400, regular), (600, semibold):
            design.addSourceDescriptor(path=path, location={"Weight": weight})
        font, *_ = varLib.build(design)
        write(font, TEXT, name)


if __name__ == "__main__":
    # Fonts contain their modification time; a fixed one makes builds reproducible.
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    cut_display("normal", "display.woff2")
    cut_display("italic", "display-italic.woff2")
    cut_text("sans.woff2")
