//! SVG: stills, and films that are animated by style sheets.

mod film;
mod markup;
mod strip;
mod symbols;

use std::io::{self, Write};

use crate::encode::{Format, MarkedWriter, VectorText};
use crate::page::{LabelledBoard, MontagePage, Page};
use crate::vector::VectorOptions;

pub(crate) use markup::escape;
pub(crate) use symbols::Symbols;

pub use film::SvgError;
pub(crate) use film::SvgFilm;

/// Writes what a page shows; returns the number of bytes.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::page::{PageStyle, Page};
/// use queenreel::vector::{VectorOptions, write_svg};
///
/// let page = Page::of_board(BoardSize::new(4)?, &PageStyle::default())?;
/// let mut svg = Vec::new();
/// write_svg(&mut svg, &page, &VectorOptions { title: "An empty board".to_owned(), ..VectorOptions::default() })?;
/// assert!(String::from_utf8(svg)?.contains("<title id=\"_t\">An empty board</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the writer fails.
pub fn write_svg(out: impl Write, page: &Page, options: &VectorOptions) -> io::Result<u64> {
    let mut out = MarkedWriter::new(out);
    out.write_all((head((page.width, page.height), options) + &still(page, options.text)).as_bytes())?;
    out.close(|name| Format::Svg.mark(name))
}

/// What a page shows, with its definitions.
fn still(page: &Page, text: VectorText) -> String {
    let mut symbols = Symbols::new(page.font.clone(), text, false);
    let content = symbols.markup(page.shapes());
    definitions(&mut symbols) + &content
}

/// Writes the page of a montage, board by board; returns the number of bytes.
///
/// # Errors
/// When the writer or the source of the boards fails.
pub fn write_svg_montage<'a, E: From<io::Error>>(
    out: impl Write,
    page: &MontagePage,
    boards: impl IntoIterator<Item = Result<LabelledBoard<'a>, E>>,
    options: &VectorOptions,
) -> Result<u64, E> {
    let mut symbols = Symbols::new(page.font.clone(), options.text, false);
    let mut out = MarkedWriter::new(out);
    let mut write = |text: String| -> Result<(), E> { Ok(out.write_all(text.as_bytes())?) };
    write(head((page.width, page.height), options))?;
    let surroundings = symbols.markup(page.surroundings.iter().cloned());
    // What all boards have in common is defined once.
    let board = symbols.markup(page.common());
    let name = symbols.name();
    write(format!("<defs><g id=\"{name}\">{board}</g></defs>"))?;
    write(definitions(&mut symbols) + &surroundings)?;
    for (board, (x, y)) in boards.into_iter().zip(page.corners()) {
        let board = board?;
        let content = symbols.markup(page.differing(&board.scene));
        let label = symbols.markup(page.label(&board, (x, y)));
        let title = element("title", "", &board.title);
        let translate = format!("<g transform=\"translate({x} {y})\">{title}<use href=\"#{name}\"/>");
        write(definitions(&mut symbols) + &translate + &content + "</g>" + &label)?;
    }
    Ok(out.close(|name| Format::Svg.mark(name))?)
}

/// The beginning of a file with its title and description.
fn head((width, height): (u32, u32), VectorOptions { title, description, .. }: &VectorOptions) -> String {
    // Names of one letter are those of symbols.
    let texts = [("title", "_t", title), ("desc", "_d", description)];
    let texts = texts.into_iter().filter(|(.., text)| !text.is_empty());
    let labels: Vec<&str> = texts.clone().map(|(_, id, _)| id).collect();
    let texts: String = texts.map(|(name, id, text)| element(name, &format!(" id=\"{id}\""), text)).collect();
    let labelled =
        if labels.is_empty() { String::new() } else { format!(" aria-labelledby=\"{}\"", labels.join(" ")) };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\"{labelled}>{texts}\
         <style>symbol{{overflow:visible}}</style>"
    )
}

/// An element with this text; nothing if it is empty.
fn element(name: &str, attributes: &str, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<{name}{attributes}>{}</{name}>", escape(text)) }
}

/// What has to be defined before the next markup.
fn definitions(symbols: &mut Symbols) -> String {
    let definitions = symbols.take_definitions();
    if definitions.is_empty() { definitions } else { format!("<defs>{definitions}</defs>") }
}
