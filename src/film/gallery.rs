//! Films of solutions, one after the other.

use std::time::Duration;

use crate::board::Problem;
use crate::draw;
use crate::encode::{EncodeOptions, Format};
use crate::page::{BoardStyle, Page};
use crate::picture::Canvas;
use crate::record::{Content, Shot, SolutionFrame};
use crate::search::NumberedSolution;

use super::options::{FilmMotion, film_motion};
use super::story::Story;
use super::surroundings::Surroundings;
use super::thumbnail::FoundFrame;
use super::{Camera, FilmError, FilmOptions, Sinks, Totals};

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
    problem: Problem,
    page: Page,
    shown_for: Duration,
    motion: Option<FilmMotion>,
    surroundings: Surroundings,
}

impl SolutionFilm {
    /// A film of solutions on boards of this size, or of a problem, each shown for the same time.
    ///
    /// # Errors
    /// When the page cannot be drawn like that.
    pub fn new(
        problem: impl Into<Problem>,
        style: &BoardStyle,
        shown_for: Duration,
    ) -> Result<Self, FilmError> {
        let problem = problem.into();
        Ok(Self {
            page: Page::of_board(problem.size(), style)?,
            problem,
            shown_for,
            motion: None,
            surroundings: Surroundings::default(),
        })
    }

    /// With the motion of this format and these options.
    #[must_use]
    pub fn moving(self, format: Format, options: &EncodeOptions) -> Self {
        Self { motion: film_motion(format, options), ..self }
    }

    /// With the cards and the thumbnail of these options in this format, around so many solutions. The step
    /// of the thumbnail is the number of a solution among all of its board; `thumbnail` is that solution.
    ///
    /// # Errors
    /// When a card cannot be read on such pictures.
    pub fn within(
        mut self,
        format: Format,
        options: &FilmOptions,
        solutions: u64,
        thumbnail: Option<&NumberedSolution>,
    ) -> Result<Self, FilmError> {
        let (size, style) = (self.problem.size(), &options.style);
        let title = match options.panels.title.as_str() {
            "" => "Solutions",
            title => title,
        };
        let story = Story::of_solutions(&self.problem, title, style.names, solutions);
        let another = || Page::of_board(size, style);
        self.surroundings = Surroundings::new(story, options, format, &mut self.page, another)?;
        if let Some((planned, solution)) = self.surroundings.thumbnail.as_mut().zip(thumbnail) {
            let frame = SolutionFrame::from(solution.clone());
            let shot = Shot { content: Content::Solution(&frame), shown_for: self.shown_for, is_last: false };
            planned.found = Some(FoundFrame::of(&shot));
        }
        Ok(self)
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
        let mut camera = Camera::new(self.page, sinks).moving(self.motion).within(self.surroundings);
        let mut solutions = solutions.into_iter().peekable();
        while let Some(solution) = solutions.next() {
            let frame = SolutionFrame::from(solution.clone());
            let (content, is_last) = (Content::Solution(&frame), solutions.peek().is_none());
            camera.show(Shot { content, shown_for: self.shown_for, is_last })?;
        }
        camera.finish()
    }
}
