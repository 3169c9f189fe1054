//! What a film shows besides its frames: a card before them, one after them, and a thumbnail.

use std::time::Duration;

use crate::encode::Format;
use crate::page::{BoardStyle, EndCard, Page, StyleError};
use crate::record::{Moment, Scene, Shot};

use super::FilmOptions;
use super::story::Story;
use super::thumbnail::{FoundFrame, Thumbnail};

/// What a film shows besides its frames.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// The card before the frames, and how long it is shown.
    pub intro: Option<(Page, Duration)>,
    pub outro: Option<Outro>,
    pub thumbnail: Option<ThumbnailPlan>,
}

/// The frame that stands for the film, and a page of its own to show it on: that of the film shows frames in
/// their order.
#[derive(Debug)]
pub(super) struct ThumbnailPlan {
    pub wanted: Thumbnail,
    pub page: Page,
    /// Once it is known.
    pub found: Option<FoundFrame>,
    /// How long it is the first picture, if it is one besides the frames.
    pub shown_for: Option<Duration>,
}

/// The card after the last frame.
#[derive(Debug)]
pub(super) struct Outro {
    story: Story,
    sides: (u32, u32),
    style: BoardStyle,
    pub shown_for: Duration,
    /// The last solution on each board.
    solutions: Vec<Option<Scene>>,
    /// Once the last frame has been shown.
    card: Option<EndCard>,
}

impl Surroundings {
    /// What the options ask for around a film with this page, which gets its colours. `another` is a
    /// page like it.
    pub fn new(
        mut story: Story,
        options: &FilmOptions,
        format: Format,
        film: &mut Page,
        another: impl FnOnce() -> Result<Page, StyleError>,
    ) -> Result<Self, StyleError> {
        let FilmOptions { style, thumbnail, .. } = options;
        let sides = (film.width, film.height);
        let times = options.time_around(format);
        // The method is our own text: it is left out if the font lacks a character.
        if style.font.lacking(&story.title_card.method).is_some() {
            story.title_card.method.clear();
        }
        let intro = match times.intro {
            Some(time) => Some((Page::of_title_card(sides, style, &story.title_card)?, time)),
            None => None,
        };
        if let Some((card, _)) = &intro {
            film.add_colours_of(card);
        }
        let thumbnail = match *thumbnail {
            Some(wanted) => {
                Some(ThumbnailPlan { wanted, page: another()?, found: None, shown_for: times.thumbnail })
            }
            None => None,
        };
        let outro = match times.outro {
            Some(shown_for) => {
                // The largest card has to fit before a long search is filmed.
                let card = Page::of_end_card(sides, story.size, style, &story.largest_end_card)?;
                film.add_colours_of(&card);
                let solutions = vec![None; story.boards()];
                Some(Outro { story, sides, style: style.clone(), shown_for, solutions, card: None })
            }
            None => None,
        };
        Ok(Self { intro, outro, thumbnail })
    }

    /// Whether the last frame stands in for a solution.
    pub fn lacks_thumbnail(&self) -> bool {
        let found = self.thumbnail.as_ref().and_then(|thumbnail| thumbnail.found.as_ref());
        found.is_some_and(|found| found.is_substitute)
    }
}

impl Outro {
    /// Follows the film, whose last frame decides what the card says.
    pub fn follow(&mut self, shot: &Shot<'_>) {
        for (board, solution) in self.solutions.iter_mut().enumerate() {
            if let Some(frame) = shot.board(board)
                && matches!(frame.moment, Moment::Solution { .. })
            {
                *solution = Some(frame.scene.clone());
            }
        }
        if shot.is_last {
            self.card = Some(self.story.end_card(shot.content, &self.solutions));
        }
    }

    /// The card, if the film has ended.
    pub fn page(&self) -> Result<Option<Page>, StyleError> {
        let Self { story, sides, style, card, .. } = self;
        card.as_ref().map(|card| Page::of_end_card(*sides, story.size, style, card)).transpose()
    }
}
