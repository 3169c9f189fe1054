"""Renders files of Markdown as GitHub does; prints their elements and blocks as JSON."""

import json
import sys
from html.parser import HTMLParser

import pycmarkgfm

BLOCKS = {"h1", "h2", "h3", "h4", "h5", "h6", "li", "p", "pre", "blockquote", "td", "th"}


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements, self.blocks, self.open = [], [], []

    def handle_starttag(self, name, attributes):
        self.elements.append(name)
        if name in BLOCKS:
            self.open.append(len(self.blocks))
            self.blocks.append([name, ""])

    def handle_endtag(self, name):
        if name in BLOCKS and self.open:
            self.open.pop()

    def handle_data(self, data):
        if self.open:
            self.blocks[self.open[-1]][1] += data
        elif data.strip():
            self.blocks.append(["", data])


read = []
for path in sys.argv[1:]:
    options = pycmarkgfm.options.unsafe | pycmarkgfm.options.footnotes
    reader = Reader()
    reader.feed(pycmarkgfm.gfm_to_html(open(path, encoding="utf-8").read(), options))
    read.append({"elements": sorted(set(reader.elements)), "blocks": reader.blocks})
print(json.dumps(read))
