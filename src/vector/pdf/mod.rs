//! PDF: pages as outlines and text, in one file.

mod content;
mod fonts;
mod forms;
mod objects;

use std::fmt;
use std::io::{self, Write};

use pdf_writer::types::{NumberingStyle, StructRole};
use pdf_writer::{Name, Rect, Ref, TextStr};

use crate::encode::PROGRAM;
use crate::font::Font;
use crate::page::{LabelledBoard, MontagePage, Page, PageSize, Paper};

use content::Ops;
use forms::Forms;
use objects::Objects;

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
    /// A page of this width and height in pixels: on paper if that is the size that was asked for, and
    /// otherwise with 96 pixels to an inch.
    pub fn new(pixels: (u32, u32), size: Option<PageSize>, number: u64, description: String) -> Self {
        let on_screen = (pixels.0 as f32 * POINTS, pixels.1 as f32 * POINTS);
        let points = size.and_then(PageSize::paper).map_or(on_screen, Paper::points);
        Self { pixels, points, number, description }
    }
}

/// Writes a document page by page. Only what pages share and small records of each page are in memory.
pub struct PdfWriter<W> {
    objects: Objects<W>,
    forms: Forms,
    title: String,
    /// The root of the pages.
    root: Ref,
    /// The nodes below the root with their numbers of pages; the last one is not written yet.
    nodes: Vec<(Ref, i32)>,
    /// The pages of the last node.
    kids: Vec<Ref>,
    /// The root of what is seen, which is a list of figures.
    structure: Ref,
    figures: Vec<Ref>,
    /// The pages whose numbers do not follow the page before, from 0, with these numbers.
    numbers: Vec<(i32, u64)>,
    next_number: Option<u64>,
}

/// So many pages have a node.
const NODE: usize = 50;

impl<W: Write> PdfWriter<W> {
    /// A document with this title; all text is in this font.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn new(out: W, font: &Font, title: &str) -> io::Result<Self> {
        let mut objects = Objects::begin(out)?;
        let forms = Forms::new(font, &mut objects);
        let [root, structure] = [(); 2].map(|()| objects.reserve());
        Ok(Self {
            objects,
            forms,
            title: plain(title),
            root,
            nodes: Vec::new(),
            kids: Vec::new(),
            structure,
            figures: Vec::new(),
            numbers: Vec::new(),
            next_number: None,
        })
    }

    /// Adds a page.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn page(&mut self, about: &PdfPage, page: &Page) -> io::Result<()> {
        let mut ops = begin(about);
        self.forms.draw(&mut self.objects, &mut ops, page.shapes())?;
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
        let Self { objects, forms, .. } = self;
        let mut ops = begin(about);
        forms.draw(objects, &mut ops, page.surroundings.iter().cloned())?;
        // What all boards have in common is defined once.
        let mut common = Ops::new();
        forms.draw(objects, &mut common, page.common())?;
        let common = forms.define(objects, (page.board_width(), page.board_width()), common)?;
        for (board, (x, y)) in boards.into_iter().zip(page.corners()) {
            let board = board?;
            ops.begin_at((x as f32, y as f32));
            ops.show(common, (0.0, 0.0));
            forms.draw(objects, &mut ops, page.differing(&board.scene))?;
            ops.end_at();
            forms.draw(objects, &mut ops, page.label(&board, (x, y)))?;
        }
        Ok(self.end(about, ops)?)
    }

    /// Adds a page with this content.
    fn end(&mut self, page: &PdfPage, mut ops: Ops) -> io::Result<()> {
        let Self { objects, root, nodes, kids, structure, figures, .. } = self;
        ops.raw().end_marked_content();
        let [id, content, figure] = [(); 3].map(|()| objects.reserve());
        objects.stream(content, &ops.finish(), |_| ())?;
        if kids.len() == NODE {
            write_node(objects, *root, nodes, kids)?;
        }
        if kids.is_empty() {
            nodes.push((objects.reserve(), 0));
        }
        let index = figures.len() as i32;
        if let Some((node, count)) = nodes.last_mut() {
            let (width, height) = page.points;
            objects.object(id, |chunk| {
                let mut page = chunk.page(id);
                page.parent(*node).media_box(Rect::new(0.0, 0.0, width, height));
                page.contents(content).struct_parents(index);
            })?;
            *count += 1;
        }
        kids.push(id);
        objects.object(figure, |chunk| {
            let mut element = chunk.struct_element(figure);
            element.kind(StructRole::Figure).parent(*structure).page(id);
            element.alt(TextStr(&plain(&page.description)));
            element.pair(Name(b"K"), 0);
        })?;
        figures.push(figure);
        if self.next_number != Some(page.number) {
            self.numbers.push((index, page.number));
        }
        self.next_number = Some(page.number + 1);
        Ok(())
    }

    /// Completes the document; returns its size in bytes.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finish(mut self) -> io::Result<u64> {
        if !self.kids.is_empty() {
            write_node(&mut self.objects, self.root, &self.nodes, &mut self.kids)?;
        }
        let Self { mut objects, forms, title, root, nodes, structure, figures, numbers, .. } = self;
        let resources = forms.resources;
        forms.finish(&mut objects)?;
        objects.object(root, |chunk| {
            let mut pages = chunk.pages(root);
            pages.count(nodes.iter().map(|(_, count)| count).sum()).kids(nodes.iter().map(|(node, _)| *node));
            pages.pair(Name(b"Resources"), resources);
        })?;
        let [catalog, info, tree] = [(); 3].map(|()| objects.reserve());
        objects.object(structure, |chunk| {
            let mut document = chunk.struct_element(structure);
            document.kind(StructRole::Document).parent(tree);
            document.insert(Name(b"K")).array().items(figures.iter().copied());
        })?;
        objects.object(tree, |chunk| {
            let mut dict = chunk.indirect(tree).dict();
            dict.pair(Name(b"Type"), Name(b"StructTreeRoot")).pair(Name(b"K"), structure);
            let mut parents = dict.insert(Name(b"ParentTree")).dict();
            let mut pages = parents.insert(Name(b"Nums")).array();
            for (index, figure) in (0..).zip(&figures) {
                pages.item(index).push().array().item(*figure);
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
            for (index, number) in numbers {
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

impl<W> fmt::Debug for PdfWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PdfWriter({} pages)", self.figures.len())
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

/// Writes the last node of pages.
fn write_node<W: Write>(
    objects: &mut Objects<W>,
    root: Ref,
    nodes: &[(Ref, i32)],
    kids: &mut Vec<Ref>,
) -> io::Result<()> {
    let Some(&(node, count)) = nodes.last() else { return Ok(()) };
    let kids = std::mem::take(kids);
    objects.object(node, |chunk| {
        chunk.pages(node).parent(root).count(count).kids(kids);
    })
}

/// Text without control characters.
fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}
