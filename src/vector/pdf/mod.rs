//! PDF: pages as outlines and text, in one file.

mod fonts;
mod forms;

use std::fmt::Write as _;
use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{NumberingStyle, StructRole};
use pdf_writer::{Chunk, Filter, Finish, Name, Rect, Ref, Settings, Stream, TextStr};

use crate::encode::{Format, MarkedWriter, PROGRAM};
use crate::font::Font;
use crate::page::{LabelledBoard, MontagePage, Page, Paper};

use forms::{Forms, Ops};

/// What is known of a page of a document before it is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct PdfPage {
    /// Width and height in pixels.
    pub pixels: (u32, u32),
    /// Width and height in points, of which an inch has 72.
    pub points: (f32, f32),
    /// Its number.
    pub number: u64,
    /// What is seen, in words.
    pub description: String,
}

/// Points to a pixel of a page that is not meant for paper.
const POINTS: f32 = 0.75;

impl PdfPage {
    /// A page of this width and height in pixels: as large as its sheet, or else with 96 pixels to an inch.
    pub fn new(pixels: (u32, u32), paper: Option<Paper>, number: u64, description: String) -> Self {
        let on_screen = (pixels.0 as f32 * POINTS, pixels.1 as f32 * POINTS);
        let points = paper.map_or(on_screen, Paper::points);
        Self { pixels, points, number, description }
    }
}

/// Writes a document page by page. Only what pages share and small records of each page are in memory.
#[derive(Debug)]
pub struct PdfWriter<W> {
    forms: Forms<W>,
    title: String,
    /// The root of the pages.
    root: Ref,
    /// The nodes below the root.
    nodes: Vec<Ref>,
    /// The pages, for each what is seen, and its number.
    pages: Vec<(Ref, Ref, u64)>,
    /// The root of what is seen, which is a list of figures.
    structure: Ref,
}

/// So many pages have a node.
const NODE: usize = 50;

impl<W: Write> PdfWriter<W> {
    /// A document with this title; all text is in this font.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn new(out: W, font: &Font, title: &str) -> io::Result<Self> {
        let mut forms = Forms::begin(out, font)?;
        let [root, structure] = [(); 2].map(|()| forms.objects.reserve());
        Ok(Self { forms, title: plain(title), root, nodes: Vec::new(), pages: Vec::new(), structure })
    }

    /// Adds a page.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn page(&mut self, about: &PdfPage, page: &Page) -> io::Result<()> {
        let mut ops = begin(about);
        self.forms.draw(&mut ops, page.shapes())?;
        self.end(about, ops)
    }

    /// Adds the page of a montage.
    ///
    /// # Errors
    /// When the writer or the source of the boards fails.
    pub fn montage<'a, E: From<io::Error>>(
        &mut self,
        about: &PdfPage,
        page: &MontagePage,
        boards: impl IntoIterator<Item = Result<LabelledBoard<'a>, E>>,
    ) -> Result<(), E> {
        let forms = &mut self.forms;
        let mut ops = begin(about);
        forms.draw(&mut ops, page.surroundings.iter().cloned())?;
        // What all boards have in common is defined once.
        let mut common = Ops::new();
        forms.draw(&mut common, page.common())?;
        let common = forms.define((page.board_width(), page.board_width()), common)?;
        for (board, (x, y)) in boards.into_iter().zip(page.corners()) {
            let board = board?;
            ops.begin_at((x as f32, y as f32));
            ops.show(common, (0.0, 0.0));
            forms.draw(&mut ops, page.differing(&board.scene))?;
            ops.end_at();
            forms.draw(&mut ops, page.label(&board, (x, y)))?;
        }
        Ok(self.end(about, ops)?)
    }

    /// Adds a page with this content.
    fn end(&mut self, page: &PdfPage, mut ops: Ops) -> io::Result<()> {
        let Self { forms: Forms { objects, .. }, nodes, pages, structure, .. } = self;
        ops.raw().end_marked_content();
        let [id, content, figure] = [(); 3].map(|()| objects.reserve());
        objects.stream(content, &ops.finish(), |_| ())?;
        let index = pages.len();
        if index % NODE == 0 {
            nodes.push(objects.reserve());
        }
        let (node, (width, height)) = (nodes[index / NODE], page.points);
        objects.object(id, |chunk| {
            let mut page = chunk.page(id);
            page.parent(node).media_box(Rect::new(0.0, 0.0, width, height));
            page.contents(content).struct_parents(index as i32);
        })?;
        objects.object(figure, |chunk| {
            let mut element = chunk.struct_element(figure);
            element.kind(StructRole::Figure).parent(*structure).page(id);
            element.alt(TextStr(&plain(&page.description)));
            element.pair(Name(b"K"), 0);
        })?;
        pages.push((id, figure, page.number));
        Ok(())
    }

    /// Completes the document; returns its size in bytes.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finish(mut self) -> io::Result<u64> {
        let Self { title, root, nodes, pages, structure, .. } = self;
        for (node, pages) in nodes.iter().zip(pages.chunks(NODE)) {
            self.forms.objects.object(*node, |chunk| {
                let kids = pages.iter().map(|(id, ..)| *id);
                chunk.pages(*node).parent(root).count(pages.len() as i32).kids(kids);
            })?;
        }
        let resources = self.forms.resources;
        let mut objects = self.forms.finish()?;
        objects.object(root, |chunk| {
            let mut all = chunk.pages(root);
            all.count(pages.len() as i32).kids(nodes);
            all.pair(Name(b"Resources"), resources);
        })?;
        let [catalog, info, tree] = [(); 3].map(|()| objects.reserve());
        objects.object(structure, |chunk| {
            let mut document = chunk.struct_element(structure);
            document.kind(StructRole::Document).parent(tree);
            document.insert(Name(b"K")).array().items(pages.iter().map(|(_, figure, _)| *figure));
        })?;
        objects.object(tree, |chunk| {
            let mut dict = chunk.indirect(tree).dict();
            dict.pair(Name(b"Type"), Name(b"StructTreeRoot")).pair(Name(b"K"), structure);
            let mut parents = dict.insert(Name(b"ParentTree")).dict();
            let mut figures = parents.insert(Name(b"Nums")).array();
            for (index, (_, figure, _)) in (0..).zip(&pages) {
                figures.item(index).push().array().item(*figure);
            }
        })?;
        objects.object(info, |chunk| {
            let mut dict = chunk.indirect(info).dict();
            dict.pair(Name(b"Title"), TextStr(&title)).pair(Name(b"Producer"), TextStr(PROGRAM));
        })?;
        objects.object(catalog, |chunk| {
            let mut dict = chunk.indirect(catalog).start::<pdf_writer::writers::Catalog<'_>>();
            dict.pages(root).lang(TextStr("en")).mark_info().marked(true);
            dict.viewer_preferences().display_doc_title(true);
            dict.pair(Name(b"StructTreeRoot"), tree);
            let mut labels = dict.insert(Name(b"PageLabels")).dict();
            let mut labels = labels.insert(Name(b"Nums")).array();
            // Those whose numbers do not follow the page before.
            let mut next = None;
            for (index, (.., number)) in (0..).zip(pages) {
                if next.replace(number + 1) == Some(number) {
                    continue;
                }
                labels.item(index);
                let mut label = labels.push().start::<pdf_writer::writers::PageLabel<'_>>();
                match i32::try_from(number) {
                    Ok(number @ 1..) => drop(label.style(NumberingStyle::Arabic).offset(number)),
                    Ok(_) | Err(_) => drop(label.prefix(TextStr(&number.to_string()))),
                }
            }
        })?;
        objects.finish(catalog, info)
    }
}

/// The beginning of the content of a page.
fn begin(page: &PdfPage) -> Ops {
    let ((across, down), (width, height)) = (page.pixels, page.points);
    let mut ops = Ops::new();
    ops.raw().begin_marked_content_with_properties(Name(b"Figure")).properties().identify(0);
    ops.raw().transform([width / across as f32, 0.0, 0.0, -height / down as f32, 0.0, height]);
    ops
}

/// Text without control characters.
fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Objects that are not streams are compressed together, at most so many at a time.
const PACKED: usize = 100;

/// The highest level of compression that is fast.
const LEVEL: u8 = 9;

/// Writes objects and remembers where they are.
#[derive(Debug)]
pub struct Objects<W> {
    out: MarkedWriter<W>,
    /// By their numbers, from 1 on; [`NOWHERE`] for those that are not written yet.
    places: Vec<Place>,
    /// The objects that are compressed together next, with their numbers.
    packed: Vec<(Ref, Vec<u8>)>,
}

/// Where an object is, as a row of the table at the end: what the others are, and two numbers.
type Place = (u8, u64, u16);

/// Nowhere.
const NOWHERE: Place = (0, 0, 0);

/// From this byte on.
const fn at(byte: u64) -> Place {
    (1, byte, 0)
}

impl<W: Write> Objects<W> {
    /// Begins a file.
    pub fn begin(out: W) -> io::Result<Self> {
        let mut out = MarkedWriter::new(out);
        // Four bytes beyond ASCII show that the file is not text.
        out.write_all(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")?;
        Ok(Self { out, places: Vec::new(), packed: Vec::new() })
    }

    /// The number of another object, which is written later.
    pub fn reserve(&mut self) -> Ref {
        self.places.push(NOWHERE);
        Ref::new(self.places.len() as i32)
    }

    /// Writes an object that is no stream.
    pub fn object(&mut self, id: Ref, write: impl FnOnce(&mut Chunk)) -> io::Result<()> {
        let mut chunk = chunk();
        write(&mut chunk);
        self.packed.push((id, body(chunk.as_bytes())));
        if self.packed.len() == PACKED { self.pack() } else { Ok(()) }
    }

    /// Writes a stream of these bytes, compressed; `write` adds what else is known of it.
    pub fn stream(&mut self, id: Ref, data: &[u8], write: impl FnOnce(&mut Stream<'_>)) -> io::Result<()> {
        let data = compress_to_vec_zlib(data, LEVEL);
        let mut chunk = chunk();
        let mut stream = chunk.stream(id, &data);
        stream.filter(Filter::FlateDecode);
        write(&mut stream);
        stream.finish();
        self.places[index(id)] = at(self.out.bytes());
        self.out.write_all(chunk.as_bytes())
    }

    /// Completes the file, with these objects as its root and its information; returns its size.
    pub fn finish(mut self, root: Ref, info: Ref) -> io::Result<u64> {
        self.pack()?;
        let id = self.reserve();
        let start = self.out.bytes();
        self.places[index(id)] = at(start);
        let width = |highest: u64| (u64::BITS - highest.leading_zeros()).div_ceil(8) as usize;
        let field = width(start);
        let rows = [(0, 0, u16::MAX)].into_iter().chain(self.places.iter().copied());
        let bytes = |(kind, number, more): Place| {
            [&[kind], &number.to_be_bytes()[8 - field..], &more.to_be_bytes()].concat()
        };
        let table: Vec<u8> = rows.flat_map(bytes).collect();
        let count = self.places.len() as i32 + 1;
        self.stream(id, &table, |stream| {
            stream.pair(Name(b"Type"), Name(b"XRef")).pair(Name(b"Size"), count);
            stream.pair(Name(b"Root"), root).pair(Name(b"Info"), info);
            stream.insert(Name(b"W")).array().items([1, field as i32, 2]);
        })?;
        self.out.close(|name| {
            [Format::Pdf.mark(name), format!("startxref\n{start}\n%%EOF\n").into_bytes()].concat()
        })
    }

    /// Writes the objects that wait to be compressed together.
    fn pack(&mut self) -> io::Result<()> {
        if self.packed.is_empty() {
            return Ok(());
        }
        let id = self.reserve();
        let packed = std::mem::take(&mut self.packed);
        let (mut numbers, mut bodies) = (String::new(), Vec::new());
        for (at, (object, body)) in packed.iter().enumerate() {
            let _ = write!(numbers, "{} {} ", object.get(), bodies.len());
            bodies.extend(body);
            // In this stream of objects, at this index.
            self.places[index(*object)] = (2, id.get() as u64, at as u16);
        }
        let (count, first) = (packed.len() as i32, numbers.len() as i32);
        self.stream(id, &[numbers.as_bytes(), &bodies].concat(), |stream| {
            stream.pair(Name(b"Type"), Name(b"ObjStm")).pair(Name(b"N"), count).pair(Name(b"First"), first);
        })
    }
}

const fn index(id: Ref) -> usize {
    id.get() as usize - 1
}

fn chunk() -> Chunk {
    Chunk::with_settings(Settings { pretty: false })
}

/// An object without its number and the words around it.
fn body(object: &[u8]) -> Vec<u8> {
    let (start, end) = (b"obj", b"endobj");
    let from = object.windows(start.len()).position(|word| word == start).map_or(0, |at| at + start.len());
    let to = object.windows(end.len()).rposition(|word| word == end).unwrap_or(object.len());
    [object[from..to].trim_ascii(), b"\n"].concat()
}
