//! Films of solutions, one after the other.

use std::time::Duration;

use crate::board::BoardSize;
use crate::draw;
use crate::encode::{EncodeOptions, Format};
use crate::motion::PictureRate;
use crate::page::{BoardStyle, Page};
use crate::picture::Canvas;
use crate::record::{Content, Shot, SolutionFrame};
use crate::search::NumberedSolution;

use super::options::picture_rate;
use super::{Camera, FilmError, Sinks, Totals};

/// A film with a frame for each solution.
///
/// ```
/// use std::time::Duration;
/// use queenreel::board::BoardSize;
/// use queenreel::encode::{EncodeOptions, Format};
/// use queenreel::film::{EncoderSink, SolutionFilm};
/// use queenreel::page::BoardStyle;
/// use queenreel::search::{NumberedSolution, solutions};
///
/// let size = BoardSize::new(4)?;
/// let numbered = (1..).zip(solutions(size));
/// let numbered: Vec<_> = numbered
///     .map(|(number, placement)| NumberedSolution { number, problem: size.into(), placement })
///     .collect();
/// let film = SolutionFilm::new(size, &BoardStyle::default(), Duration::from_millis(200))?;
/// let mut gif = Vec::new();
/// let encoder = Format::Gif.open(&mut gif, &film.canvas(), &EncodeOptions::default())?;
/// let totals = film.film(&numbered, EncoderSink::new(encoder).into())?;
/// assert_eq!(totals.frames, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SolutionFilm {
    page: Page,
    shown_for: Duration,
    motion: Option<PictureRate>,
}

impl SolutionFilm {
    /// A film on boards of this size, each solution shown for the same time.
    ///
    /// # Errors
    /// When the page cannot be drawn like that.
    pub fn new(size: BoardSize, style: &BoardStyle, shown_for: Duration) -> Result<Self, FilmError> {
        Ok(Self { page: Page::of_board(size, style)?, shown_for, motion: None })
    }

    /// With the motion of this format and these options.
    #[must_use]
    pub fn moving(self, format: Format, options: &EncodeOptions) -> Self {
        Self { motion: picture_rate(format, options), ..self }
    }

    /// Size and palette of the pictures.
    pub fn canvas(&self) -> Canvas {
        draw::canvas(&self.page)
    }

    /// Films the solutions.
    ///
    /// # Errors
    /// When a sink fails.
    ///
    /// # Panics
    /// When a solution has another size than the film's boards.
    pub fn film<'a>(
        self,
        solutions: impl IntoIterator<Item = &'a NumberedSolution>,
        sinks: Sinks<'_>,
    ) -> Result<Totals, FilmError> {
        let mut camera = Camera::new(self.page, sinks).moving(self.motion);
        let mut solutions = solutions.into_iter().peekable();
        while let Some(solution) = solutions.next() {
            let frame = SolutionFrame::from(solution.clone());
            let (content, is_last) = (Content::Solution(&frame), solutions.peek().is_none());
            camera.show(Shot { content, shown_for: self.shown_for, is_last })?;
        }
        camera.finish()
    }
}
