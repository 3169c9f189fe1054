//! PDF: pages as outlines and text, in one file.

mod content;
mod fonts;
mod forms;
mod objects;

use std::io::{self, Write};

use pdf_writer::types::{NumberingStyle, StructRole};
use pdf_writer::{Name, Rect, Ref, TextStr};

use crate::encode::PROGRAM;
use crate::font::Font;
use crate::page::{LabelledBoard, MontagePage, Page, PageSize, Paper};

use content::Ops;
use forms::Forms;

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
