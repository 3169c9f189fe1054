"""Reads a presentation with python-pptx and checks its package; prints what it has as JSON.

usage: read_deck.py DECK DIRECTORY
The PNG and the SVG of slide N are written to DIRECTORY/N.png and DIRECTORY/N.svg.
"""

import json
import pathlib
import posixpath
import sys
import zipfile

from lxml import etree
from pptx import Presentation

deck, directory = sys.argv[1], pathlib.Path(sys.argv[2])

# The package: each part once, with a type and well-formed; each relationship leads to a part, and
# each part is reached.
archive = zipfile.ZipFile(deck)
assert archive.testzip() is None
names = archive.namelist()
assert names[0] == "[Content_Types].xml" and len(set(names)) == len(names)
assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
# Their sizes follow the files, so each must end by itself.
assert all(info.compress_type == zipfile.ZIP_DEFLATED for info in archive.infolist())
types = etree.fromstring(archive.read(names[0]))
by_extension = {one.get("Extension") for one in types if one.get("Extension")}
by_name = [one.get("PartName") for one in types if one.get("PartName")]
assert len(set(by_name)) == len(by_name)
assert {name.lstrip("/") for name in by_name} <= set(names)
reached = {names[0]}
for name in names[1:]:
    assert "/" + name in by_name or name.rsplit(".", 1)[1] in by_extension - {"xml"}, name
    if name.endswith((".xml", ".rels", ".svg")):
        root = etree.fromstring(archive.read(name))
        ids = [one.get("id") for one in root.iter("{*}cNvPr")]
        assert len(set(ids)) == len(ids), name
    if name.endswith(".rels"):
        reached.add(name)
        base, part = posixpath.split(name)
        of = posixpath.join(posixpath.dirname(base), part.removesuffix(".rels"))
        assert of == "" or of in names or part == ".rels", name
        for one in root:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(base), one.get("Target")))
            assert target in names, (name, target)
            reached.add(target)
        own = {one.get("Id") for one in root}
        assert len(own) == len(root), name
        if of in names:
            text = etree.fromstring(archive.read(of))
            used = {value for one in text.iter() for key, value in one.items() if "relationships}" in key}
            assert used <= own, (of, used, own)
assert reached == set(names), set(names) - reached

SVG = "{http://schemas.microsoft.com/office/drawing/2016/SVG/main}svgBlip"
EMBED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"


def slide(number, slide):
    [title, picture] = slide.shapes
    assert title == slide.shapes.title and title.top + title.height <= 0
    vectors = slide.part.related_part(picture._element.find(f".//{SVG}").get(EMBED))
    (directory / f"{number}.png").write_bytes(picture.image.blob)
    (directory / f"{number}.svg").write_bytes(vectors.blob)
    transition = slide._element.find("{*}transition")
    return {
        "title": title.text_frame.text,
        "notes": slide.notes_slide.notes_text_frame.text,
        "alt": picture._element.nvPicPr.cNvPr.get("descr"),
        "picture": [picture.left, picture.top, picture.width, picture.height],
        "media": picture._element.blip_rId and slide.part.related_part(picture._element.blip_rId).partname,
        "advance": None if transition is None else int(transition.get("advTm")),
        "click": transition is None or transition.get("advClick") == "1",
    }


presentation = Presentation(deck)
print(json.dumps({
    "title": presentation.core_properties.title,
    "size": [presentation.slide_width, presentation.slide_height],
    "layouts": [layout.name for layout in presentation.slide_layouts],
    "slides": [slide(number, one) for number, one in enumerate(presentation.slides, 1)],
}))
