//! `queenreel board`: draws a position.

use crate::board::Placement;
use crate::cli::destination::{Checked, Destination, written};
use crate::cli::error::CliError;
use crate::cli::{alt, report, still};
use crate::encode::Format;
use crate::export::{Embed, Overwrite};
use crate::film::{FilmError, FilmOptions};
use crate::page::{Page, PageStyle, PanelContent};
use crate::recipe::{Job, PositionPanel, distinct};
use crate::record::{Frame, Shot};
use crate::vector::VectorOptions;
use indicatif::DecimalBytes;

pub fn run(job: &Job, placement: &Placement, format: Format) -> Result<(), CliError> {
    let (recipe, FilmOptions { style, encode, .. }) = (&job.recipe, &job.film.options);
    let destination = Destination::new(&job.output(".png"));
    alt::check(recipe.alt, &destination)?;
    destination.check_terminal()?;
    let Checked { overwrite, replaces } = destination.check("", recipe.force, Overwrite::Own)?;
    let state = distinct(recipe.position_panels.iter().map(|PositionPanel(panel)| *panel));
    let panels = PanelContent { state, is_position: true, ..PanelContent::default() };
    let style = PageStyle { panels, ..style.clone() };
    let mut page = Page::of_board(placement.size(), &style).map_err(FilmError::from)?;
    let frame = Frame::position(placement.size(), placement.queens());
    page.show(&Shot::of_search(&frame, true));
    let (title, description) = (format!("Queens {placement}"), frame.queens_in_words(style.names));
    let about = VectorOptions { text: encode.text, title, description };
    let bytes = destination
        .write(overwrite, |out| still::write_page(format, out, &page, style.page, encode, &about))?;
    if !recipe.quiet {
        let name = written(&destination.name(), replaces);
        let line = format!("{name}: {}\n", DecimalBytes(bytes));
        report::print(destination.is_standard_output(), &line);
    }
    if let (true, Destination::Path(path)) = (recipe.alt, &destination) {
        let (width, height, alt) = (page.width, page.height, &about.description);
        alt::print(&Embed { path, format, width, height, alt, poster: None, subtitles: None }, false)?;
    }
    Ok(())
}
