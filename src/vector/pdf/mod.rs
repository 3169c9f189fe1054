//! PDF 1.7 (ISO 32000-1): pages of outlines and text.

mod fonts;
mod forms;

use std::fmt::Write as _;
use std::io::{self, Write};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{NumberingStyle, StructRole};
use pdf_writer::{Chunk, Filter, Finish, Name, Rect, Ref, Settings, Stream, TextStr};

use crate::encode::{Format, MarkedWriter, PROGRAM};
use crate::font::Font;
use crate::page::{GalleryPage, LabelledBoard, Page, Paper};

use forms::{Forms, Ops};

/// A page of a document, without its content.
#[derive(Debug, Clone, PartialEq)]
pub struct PdfPage {
    /// Width and height in pixels.
    pub pixels: (u32, u32),
    /// Width and height in points (1/72 inch).
    pub points: (f32, f32),
    /// The page label.
    pub number: u64,
    /// Alternative description of the picture.
    pub description: String,
}

const POINTS_PER_PIXEL: f32 = 0.75;

impl PdfPage {
    /// Describes a page of this size in pixels: on paper, as large as the sheet; otherwise with 96 pixels per
    /// inch.
    pub fn new(pixels: (u32, u32), paper: Option<Paper>, number: u64, description: String) -> Self {
        let on_screen = (pixels.0 as f32 * POINTS_PER_PIXEL, pixels.1 as f32 * POINTS_PER_PIXEL);
        let points = paper.map_or(on_screen, Paper::points);
        Self { pixels, points, number, description }
    }
}

/// Writes a document page by page. Only references to shared forms and a small record of each page stay in memory.
#[derive(Debug)]
pub struct PdfWriter<W> {
    forms: Forms<W>,
    title: String,
    /// The root of the page tree.
    page_tree: Ref,
    /// The nodes of the page tree.
    nodes: Vec<Ref>,
    /// For each page, its object, structure element and label.
    pages: Vec<(Ref, Ref, u64)>,
    /// The structure element of the document; its children are the figures.
    structure: Ref,
}

const PAGES_IN_NODE: usize = 50;

impl<W: Write> PdfWriter<W> {
    /// Starts a document; `font` is used for all text.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn new(out: W, font: &Font, title: &str) -> io::Result<Self> {
        let mut forms = Forms::begin(out, font)?;
        let [page_tree, structure] = [(); 2].map(|()| forms.objects.reserve());
        Ok(Self { forms, title: plain(title), page_tree, nodes: Vec::new(), pages: Vec::new(), structure })
    }

    /// Adds the current content of a page.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn page(&mut self, about: &PdfPage, page: &Page) -> io::Result<()> {
        let mut ops = begin(about);
        self.forms.draw(&mut ops, page.shapes())?;
        self.end(about, ops)
    }

    /// Adds the page of a gallery.
    ///
    /// # Errors
    /// When the writer or the source of boards fails.
    pub fn gallery<'a, E: From<io::Error>>(
        &mut self,
        about: &PdfPage,
        page: &GalleryPage,
        boards: impl IntoIterator<Item = Result<LabelledBoard<'a>, E>>,
    ) -> Result<(), E> {
        let forms = &mut self.forms;
        let mut ops = begin(about);
        forms.draw(&mut ops, page.around_boards.iter().cloned())?;
        // The shapes that all boards share are a form.
        let mut common = Ops::new();
        forms.draw(&mut common, page.common())?;
        let common = forms.define((page.board_width(), page.board_width()), common)?;
        for (board, (x, y)) in boards.into_iter().zip(page.corners()) {
            let board = board?;
            ops.save_and_translate((x as f32, y as f32));
            ops.show(common, (0.0, 0.0));
            forms.draw(&mut ops, page.differing(&board.board))?;
            ops.restore();
            forms.draw(&mut ops, page.label(&board, (x, y)))?;
        }
        Ok(self.end(about, ops)?)
    }

    fn end(&mut self, page: &PdfPage, mut ops: Ops) -> io::Result<()> {
        let Self { forms: Forms { objects, .. }, nodes, pages, structure, .. } = self;
        ops.raw().end_marked_content();
        let [id, content, figure] = [(); 3].map(|()| objects.reserve());
        objects.stream(content, &ops.finish(), |_| ())?;
        let index = pages.len();
        if index % PAGES_IN_NODE == 0 {
            nodes.push(objects.reserve());
        }
        let (node, (width, height)) = (nodes[index / PAGES_IN_NODE], page.points);
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
        let Self { title, page_tree, nodes, pages, structure, .. } = self;
        for (node, pages) in nodes.iter().zip(pages.chunks(PAGES_IN_NODE)) {
            self.forms.objects.object(*node, |chunk| {
                let kids = pages.iter().map(|(id, ..)| *id);
                chunk.pages(*node).parent(page_tree).count(pages.len() as i32).kids(kids);
            })?;
        }
        let resources = self.forms.resources;
        let mut objects = self.forms.finish()?;
        objects.object(page_tree, |chunk| {
            let mut all = chunk.pages(page_tree);
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
            dict.pages(page_tree).lang(TextStr("en")).mark_info().marked(true);
            dict.viewer_preferences().display_doc_title(true);
            dict.pair(Name(b"StructTreeRoot"), tree);
            let mut labels = dict.insert(Name(b"PageLabels")).dict();
            let mut labels = labels.insert(Name(b"Nums")).array();
            // A label range starts where a number is not the previous number plus 1.
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

fn begin(page: &PdfPage) -> Ops {
    let ((across, down), (width, height)) = (page.pixels, page.points);
    let mut ops = Ops::new();
    ops.raw().begin_marked_content_with_properties(Name(b"Figure")).properties().identify(0);
    ops.raw().transform([width / across as f32, 0.0, 0.0, -height / down as f32, 0.0, height]);
    ops
}

fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Maximum number of objects in an object stream (7.5.7).
const OBJECTS_IN_STREAM: usize = 100;

const LEVEL: u8 = 9;

/// Writes objects and the cross-reference stream.
#[derive(Debug)]
pub struct Objects<W> {
    out: MarkedWriter<W>,
    /// Cross-reference entries by object number, from 1 on; [`FREE`] for unwritten objects.
    xref: Vec<XrefEntry>,
    /// Objects that the next object stream will contain.
    unpacked: Vec<(Ref, Vec<u8>)>,
}

/// An entry of the cross-reference stream (7.5.8.3): type and two fields.
type XrefEntry = (u8, u64, u16);

const FREE: XrefEntry = (0, 0, 0);

const fn in_use(byte: u64) -> XrefEntry {
    (1, byte, 0)
}

impl<W: Write> Objects<W> {
    pub fn begin(out: W) -> io::Result<Self> {
        let mut out = MarkedWriter::new(out);
        // Four bytes over 127 mark the file as binary (7.5.2).
        out.write_all(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")?;
        Ok(Self { out, xref: Vec::new(), unpacked: Vec::new() })
    }

    pub fn reserve(&mut self) -> Ref {
        self.xref.push(FREE);
        Ref::new(self.xref.len() as i32)
    }

    /// Writes an object that is not a stream.
    pub fn object(&mut self, id: Ref, write: impl FnOnce(&mut Chunk)) -> io::Result<()> {
        let mut chunk = chunk();
        write(&mut chunk);
        self.unpacked.push((id, body(chunk.as_bytes())));
        if self.unpacked.len() == OBJECTS_IN_STREAM { self.write_object_stream() } else { Ok(()) }
    }

    /// Writes a compressed stream; `write` adds entries to its dictionary.
    pub fn stream(&mut self, id: Ref, data: &[u8], write: impl FnOnce(&mut Stream<'_>)) -> io::Result<()> {
        let data = compress_to_vec_zlib(data, LEVEL);
        let mut chunk = chunk();
        let mut stream = chunk.stream(id, &data);
        stream.filter(Filter::FlateDecode);
        write(&mut stream);
        stream.finish();
        self.xref[index(id)] = in_use(self.out.bytes());
        self.out.write_all(chunk.as_bytes())
    }

    pub fn finish(mut self, root: Ref, info: Ref) -> io::Result<u64> {
        self.write_object_stream()?;
        let id = self.reserve();
        let start = self.out.bytes();
        self.xref[index(id)] = in_use(start);
        let width = |highest: u64| (u64::BITS - highest.leading_zeros()).div_ceil(8) as usize;
        let field = width(start);
        let rows = [(0, 0, u16::MAX)].into_iter().chain(self.xref.iter().copied());
        let bytes = |(kind, number, more): XrefEntry| {
            [&[kind], &number.to_be_bytes()[8 - field..], &more.to_be_bytes()].concat()
        };
        let table: Vec<u8> = rows.flat_map(bytes).collect();
        let count = self.xref.len() as i32 + 1;
        self.stream(id, &table, |stream| {
            stream.pair(Name(b"Type"), Name(b"XRef")).pair(Name(b"Size"), count);
            stream.pair(Name(b"Root"), root).pair(Name(b"Info"), info);
            stream.insert(Name(b"W")).array().items([1, field as i32, 2]);
        })?;
        self.out.close(|name| {
            [Format::Pdf.mark(name), format!("startxref\n{start}\n%%EOF\n").into_bytes()].concat()
        })
    }

    fn write_object_stream(&mut self) -> io::Result<()> {
        if self.unpacked.is_empty() {
            return Ok(());
        }
        let id = self.reserve();
        let unpacked = std::mem::take(&mut self.unpacked);
        let (mut numbers, mut bodies) = (String::new(), Vec::new());
        for (at, (object, body)) in unpacked.iter().enumerate() {
            let _ = write!(numbers, "{} {} ", object.get(), bodies.len());
            bodies.extend(body);
            // Type 2: in this object stream, at this index.
            self.xref[index(*object)] = (2, id.get() as u64, at as u16);
        }
        let (count, first) = (unpacked.len() as i32, numbers.len() as i32);
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

/// Returns the content of the object, between `obj` and `endobj`.
fn body(object: &[u8]) -> Vec<u8> {
    let (start, end) = (b"obj", b"endobj");
    let from = object.windows(start.len()).position(|word| word == start).map_or(0, |at| at + start.len());
    let to = object.windows(end.len()).rposition(|word| word == end).unwrap_or(object.len());
    [object[from..to].trim_ascii(), b"\n"].concat()
}
