//! A picture of one position.

use crate::board::Placement;
use crate::page::{Page, PageStyle, PanelContent};
use crate::recipe::{Job, PositionPanel, distinct};
use crate::record::{Frame, Shot};
use crate::watch::Stage;

use super::pages::{Drawing, Drawn, write_pages};
use super::{Error, Run, Summary};

pub fn make(job: &Job, placement: &Placement, run: &mut Run<'_>) -> Result<Summary, Error> {
    let (recipe, options, overwrite) = (&job.recipe, &job.film.options, job.film.overwrite);
    run.check_target(overwrite, &job.inputs)?;
    let state = distinct(recipe.position_panels.iter().map(|PositionPanel(panel)| *panel));
    let panels = PanelContent { state, is_position: true, ..PanelContent::default() };
    let style = PageStyle { panels, ..options.style.clone() };
    let mut page = Page::of_board(placement.size(), &style)?;
    let frame = Frame::position(placement.size(), placement.queens());
    page.show(&Shot::of_search(&frame, true));
    let (canvas, format, font) = ((page.width, page.height), run.format, &options.style.font);
    let (title, description) = (format!("Queens {placement}"), frame.queens_in_words(style.names));
    let drawn = Drawn { page: Drawing::Page(Box::new(page)), description: description.clone() };
    run.write(overwrite, Stage::Drawing, |out, _| {
        write_pages(out, format, &options.encode, &title, font, [Ok(drawn)])
    })?;
    if recipe.alt {
        run.add_alt(job, canvas, &description);
    }
    Ok(Summary::Picture { canvas })
}
