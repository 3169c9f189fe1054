//! Thumbnails: the frame that stands for a film.

use std::fmt;
use std::str::FromStr;

use crate::record::{Content, Frame, Moment, RaceFrame, Shot, SolutionFrame};

use super::FilmError;

/// The frame of a film that previews show: the first picture of an animation or a video, for a moment, and
/// the poster.
///
/// ```
/// use queenreel::film::Thumbnail;
///
/// assert_eq!("solution".parse(), Ok(Thumbnail::Solution));
/// assert_eq!("37".parse(), Ok(Thumbnail::Step(37)));
/// assert!("middle".parse::<Thumbnail>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thumbnail {
    /// The first solution that the film shows, or its last frame if it shows none.
    Solution,
    /// The first frame.
    First,
    /// The first frame from this step on. Step 0 is the empty board; the steps of a race are its ticks, and
    /// those of a film of solutions their numbers, from 1 on.
    Step(u64),
}

/// A text that names no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write solution, first, or the number of a step, like 37")]
pub struct ThumbnailError;

impl FromStr for Thumbnail {
    type Err = ThumbnailError;

    fn from_str(text: &str) -> Result<Self, ThumbnailError> {
        match text {
            "solution" => Ok(Self::Solution),
            "first" => Ok(Self::First),
            step => {
                let is_number = step.bytes().all(|byte| byte.is_ascii_digit());
                step.parse().ok().filter(|_| is_number).map(Self::Step).ok_or(ThumbnailError)
            }
        }
    }
}

impl fmt::Display for Thumbnail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solution => f.write_str("solution"),
            Self::First => f.write_str("first"),
            Self::Step(step) => write!(f, "{step}"),
        }
    }
}

/// What a frame shows, kept.
#[derive(Debug, Clone)]
pub(super) enum KeptContent {
    Search(Box<Frame>),
    Race(Box<RaceFrame>),
    Solution(Box<SolutionFrame>),
}

impl KeptContent {
    fn of(content: Content<'_>) -> Self {
        match content {
            Content::Search(frame) => Self::Search(Box::new(frame.clone())),
            Content::Race(race) => Self::Race(Box::new(race.clone())),
            Content::Solution(solution) => Self::Solution(Box::new(solution.clone())),
        }
    }

    pub const fn content(&self) -> Content<'_> {
        match self {
            Self::Search(frame) => Content::Search(frame),
            Self::Race(race) => Content::Race(race),
            Self::Solution(solution) => Content::Solution(solution),
        }
    }
}

/// The frame that was found.
#[derive(Debug, Clone)]
pub(super) struct FoundFrame {
    pub content: KeptContent,
    pub is_last: bool,
    /// Whether it stands in for a solution, of which there is none.
    pub is_substitute: bool,
}

impl FoundFrame {
    pub fn of(shot: &Shot<'_>) -> Self {
        Self { content: KeptContent::of(shot.content), is_last: shot.is_last, is_substitute: false }
    }
}

/// Looks for the thumbnail among the frames that a film shows.
#[derive(Debug)]
pub(super) struct Finder {
    wanted: Thumbnail,
    /// The number of frames so far.
    frames: u64,
    /// The step of the first.
    first: Option<u64>,
}

impl Finder {
    pub const fn new(wanted: Thumbnail) -> Self {
        Self { wanted, frames: 0, first: None }
    }

    /// Looks at the next frame; returns it if it is the thumbnail.
    ///
    /// # Errors
    /// After the last, if none is.
    pub fn look(&mut self, shot: &Shot<'_>) -> Result<Option<FoundFrame>, FilmError> {
        self.frames += 1;
        let step = step(shot.content);
        let first = *self.first.get_or_insert(step);
        let is_wanted = match self.wanted {
            Thumbnail::Solution => shot.is_last || shows_solution(shot.content),
            Thumbnail::First => true,
            Thumbnail::Step(wanted) => first <= wanted && wanted <= step,
        };
        if is_wanted {
            let is_substitute = self.wanted == Thumbnail::Solution && !shows_solution(shot.content);
            return Ok(Some(FoundFrame { is_substitute, ..FoundFrame::of(shot) }));
        }
        match self.wanted {
            Thumbnail::Step(asked) if shot.is_last => {
                Err(FilmError::NoSuchThumbnail { asked, frames: self.frames, first, last: step })
            }
            Thumbnail::Step(_) | Thumbnail::Solution | Thumbnail::First => Ok(None),
        }
    }
}

/// The number of a frame, as selections count it.
const fn step(content: Content<'_>) -> u64 {
    match content {
        Content::Search(frame) => frame.step,
        Content::Race(race) => race.ticks,
        Content::Solution(solution) => solution.solution.number,
    }
}

fn shows_solution(content: Content<'_>) -> bool {
    match content {
        Content::Search(frame) => matches!(frame.moment, Moment::Solution { .. }),
        Content::Race(race) => race.lanes.iter().any(|lane| lane.frame.tally.solutions > 0),
        Content::Solution(_) => true,
    }
}
