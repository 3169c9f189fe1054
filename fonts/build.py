#!/usr/bin/env python3
"""Builds queenreel.ttf, the font of the queens, from queen.svg.

    python3 -m pip install fonttools
    python3 fonts/build.py [queenreel.ttf]

queen.svg has a path for each queen on a square of 100 units. The font has 1000 units to the square, whose lower
edge is the descent and whose upper edge is the ascent.
"""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path

UNITS = 1000
SQUARE = 100
ASCENT = 880
CHARACTERS = {0x20: "space", 0x265B: "black", 0x2655: "white"}

HERE = Path(__file__).parent


def glyph(path):
    """The outline of an SVG path: the same square, with y upwards from the baseline."""
    pen = TTGlyphPen(None)
    scale = UNITS / SQUARE
    parse_path(path, TransformPen(pen, (scale, 0, 0, -scale, 0, ASCENT)))
    return pen.glyph()


def build(output):
    drawing = ElementTree.parse(HERE / "queen.svg").getroot()
    paths = {path.get("id"): path.get("d") for path in drawing.iter("{http://www.w3.org/2000/svg}path")}
    glyphs = {name: TTGlyphPen(None).glyph() for name in [".notdef", "space"]}
    glyphs.update((name, glyph(path)) for name, path in paths.items())

    font = FontBuilder(UNITS, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap(CHARACTERS)
    font.setupGlyf(glyphs)
    bearings = {name: (UNITS, getattr(font.font["glyf"][name], "xMin", 0)) for name in glyphs}
    font.setupHorizontalMetrics(bearings)
    lines = {"ascent": ASCENT, "descent": ASCENT - UNITS}
    font.setupHorizontalHeader(**lines)
    font.setupOS2(sTypoAscender=lines["ascent"], sTypoDescender=lines["descent"], fsType=0)
    font.setupNameTable({"familyName": "Queenreel", "styleName": "Regular", "psName": "Queenreel-Regular"})
    font.setupPost()
    # The file depends on nothing but the drawing.
    font.font.recalcTimestamp = False
    font.updateHead(created=0, modified=0)
    font.save(output)


if __name__ == "__main__":
    build(sys.argv[1] if len(sys.argv) > 1 else HERE / "queenreel.ttf")
