//! The `board` document: a picture of one position.

use clap::Args;

use crate::board::Placement;
use crate::options::{
    BoardArgs, DrawingArgs, Files, Given, OutputArgs, PANELS, PlayedArgs, Still, choice_among, distinct,
    with_help,
};
use crate::page::{Page, PageStyle, PanelContent, StatePanel};
use crate::record::{FilmFrame, Frame};
use crate::watch::Stage;

use super::pages::{Drawing, Drawn, write_pages};
use super::rules::check_page;
use super::{Document, Result, Run, Summary};

/// One position
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(
    mut_arg("output", |option| with_help(option, "Where to write [default: output/board-PLACEMENT.png]\n\n\
        FILE{.page}, or - for a PNG on standard output.")),
    mut_arg("size", |option| with_help(option, "Width of the board in pixels [default: 480, more for many queens]")),
)]
#[non_exhaustive]
pub struct BoardRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// The row of the queen in each column, counted from the top; 0 for an empty column
    #[arg(value_name = "PLACEMENT")]
    pub placement: Placement,

    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Also describe the picture as text
    ///
    /// Prints a description for readers who cannot see the picture, and HTML that shows the picture on a web page.
    #[arg(long)]
    pub alt: bool,

    /// Show what a solver would note of the position; may be given several times
    ///
    /// The page is 1280x720 unless --canvas or --size is given.
    #[arg(
        long, value_name = "NAME", help_heading = PANELS, value_parser = choice_among(StatePanel::is_of_position),
        value_delimiter = ','
    )]
    pub panel: Vec<StatePanel>,

    /// The board.
    #[command(flatten)]
    pub board: BoardArgs,

    /// Squares and page.
    #[command(flatten)]
    pub drawing: DrawingArgs,
}

impl BoardRequest {
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let style = self.board.on(self.drawing.style(files)?);
        Ok(Document::new(
            "board",
            format!("board-{}", self.placement),
            Still::Page.formats(),
            files,
            |format| check_page(&self.given, Still::Page, format),
            move |run| make(self, &style, run),
        ))
    }
}

fn make(request: &BoardRequest, style: &PageStyle, run: &mut Run<'_>) -> Result<Summary> {
    let (placement, overwrite) = (&request.placement, request.output.overwrite());
    run.check_target(overwrite)?;
    let state = distinct(&request.panel);
    let panels = PanelContent { state, is_position: true, ..PanelContent::default() };
    let style = PageStyle { panels, ..style.clone() };
    let mut page = Page::of_board(placement.size(), &style)?;
    let frame = Frame::position(placement.size(), placement.queens());
    page.show(&FilmFrame::of_search(&frame, true));
    let (canvas, format, font) = ((page.width, page.height), run.format, &style.font);
    let (title, description) = (format!("Queens {placement}"), frame.queens_in_words(style.names));
    let drawn = Drawn { page: Drawing::Page(Box::new(page)), description: description.clone() };
    run.write(overwrite, Stage::Drawing, |out, _| {
        write_pages(out, format, &request.drawing.encode(), &title, font, [Ok(drawn)])
    })?;
    if request.alt {
        run.add_alt(&PlayedArgs::default(), canvas, &description);
    }
    Ok(Summary::Picture { canvas })
}
