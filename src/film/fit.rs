//! Films under a size: what is given up, in which order, until a film fits.

use std::iter::successors;
use std::num::{NonZeroU32, NonZeroU64};

use crate::encode::{DEFAULT_FPS, EncodeOption, Format, Motion, Quality};
use crate::page::TextEdges;
use crate::record::ScheduleError;

use super::reduction::shortest;
use super::{Attempt, FilmError, FilmOptions, Limits, OverLimits, Reduction};

/// The options of a film that fits, and what it has given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fitted {
    /// The options.
    pub options: FilmOptions,
    /// What has been given up.
    pub reductions: Vec<Reduction>,
}

/// Finds the film that gives up least to stay within limits.
///
/// `attempt` makes a film with the options; it may stop where there are more bytes than its second argument. What
/// the options name is kept: a quality, a frame rate or motion that is not the usual one, steps, and the size of
/// board or page.
///
/// # Errors
/// [`FilmError::OverLimits`] if even the smallest film exceeds them; those of `attempt`.
pub fn fit(
    limits: Limits,
    format: Format,
    options: FilmOptions,
    attempt: impl FnMut(&FilmOptions, u64) -> Result<Attempt, FilmError>,
) -> Result<Fitted, FilmError> {
    // Neither a lower quality nor fewer pixels make fewer pictures.
    let of_pictures = Limits { pictures: limits.pictures, time: limits.time, ..Limits::default() };
    let whole = Fitted { options: options.clone(), reductions: Vec::new() };
    let mut search = FitSearch { limits: of_pictures, format, asked: options, shape: None, attempt };
    let few =
        if of_pictures == Limits::default() { whole } else { search.reduce(whole, Stage::OF_PICTURES)? };
    search.limits = limits;
    search.reduce(few, Stage::OF_BYTES)
}

/// What may be given up, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Time,
    Quality,
    Fps,
    Motion,
    /// So many steps that the search can still be followed.
    Steps,
    Pixels,
    TextEdges,
    ManySteps,
}

impl Stage {
    /// All that make a film of fewer pictures, or a shorter one.
    const OF_PICTURES: &[Self] = &[Self::Time, Self::Motion, Self::Steps, Self::ManySteps];

    /// All that make a film of fewer bytes.
    const OF_BYTES: &[Self] = &[
        Self::Quality,
        Self::Fps,
        Self::Motion,
        Self::Steps,
        Self::Pixels,
        Self::TextEdges,
        Self::ManySteps,
    ];

    /// The first that gives this up.
    const fn of(reduction: Reduction) -> Self {
        match reduction {
            Reduction::Time(_) => Self::Time,
            Reduction::Quality(_) => Self::Quality,
            Reduction::Fps(_) => Self::Fps,
            Reduction::Motion => Self::Motion,
            Reduction::Every(_) | Reduction::OnlySolutions => Self::Steps,
            Reduction::Width(_) | Reduction::Page(..) => Self::Pixels,
            Reduction::TextEdges => Self::TextEdges,
        }
    }
}

/// The lowest quality.
const LOWEST_QUALITY: u8 = 30;

/// The lowest frame rate of motion.
const LOWEST_FPS: NonZeroU32 = NonZeroU32::new(15).expect("15 is not 0");

/// One of so many steps still shows how a search goes on.
const STEPS_TO_FOLLOW: u64 = 8;

/// If fewer steps are to be shown, only solutions are.
const MOST_STEPS: u64 = 1 << 20;

/// The narrowest board, in pixels.
const NARROWEST_BOARD: u32 = 240;

/// The narrowest page, in pixels.
const NARROWEST_PAGE: u32 = 480;

/// More steps are better than more pixels down to this part of the width.
const WIDTH_FOR_STEPS: (u32, u32) = (3, 4);

impl Fitted {
    fn with(&self, reduction: Reduction) -> Self {
        let mut next = self.clone();
        reduction.apply(&mut next.options);
        // More of the same replaces it.
        next.reductions.retain(|earlier| Stage::of(*earlier) != Stage::of(reduction));
        next.reductions.push(reduction);
        next
    }
}

/// The search for a film that fits.
struct FitSearch<F> {
    limits: Limits,
    format: Format,
    asked: FilmOptions,
    /// The canvas of the first film that could be made, and its squares in a row.
    shape: Option<((u32, u32), Option<u32>)>,
    attempt: F,
}

/// What has become of an attempt.
enum Outcome {
    Fits,
    TooLarge,
    /// The page is too small for what it shows.
    Impossible,
}

impl<F: FnMut(&FilmOptions, u64) -> Result<Attempt, FilmError>> FitSearch<F> {
    /// Gives up what is necessary.
    fn reduce(&mut self, mut candidate: Fitted, stages: &[Stage]) -> Result<Fitted, FilmError> {
        if let Outcome::Fits = self.outcome(&candidate)? {
            return Ok(candidate);
        }
        for stage in stages {
            let levels = self.levels(*stage, &candidate);
            match self.weakest(&candidate, &levels)? {
                Ok(fitting) => {
                    let fitting = match fitting.reductions.last() {
                        Some(Reduction::Every(every)) if stages.contains(&Stage::Pixels) => {
                            self.with_more_steps(&candidate, *every)?.unwrap_or(fitting)
                        }
                        Some(_) | None => fitting,
                    };
                    return self.restored(fitting);
                }
                Err(smallest) => candidate = smallest,
            }
        }
        let Attempt { size, .. } = (self.attempt)(&candidate.options, u64::MAX)?;
        let (limits, smallest) = (self.limits, size.expect("nothing has more bytes"));
        Err(Box::new(OverLimits { limits, smallest, reductions: candidate.reductions }).into())
    }

    /// The weakest of these levels with which a film fits; or else the strongest that is possible.
    fn weakest(&mut self, base: &Fitted, levels: &[Reduction]) -> Result<Result<Fitted, Fitted>, FilmError> {
        let (mut found, mut strongest) = (None, base.clone());
        let (mut low, mut high) = (0, levels.len());
        // The strongest first: if it is too large, so are all.
        let mut next = high.saturating_sub(1);
        while low < high {
            let candidate = base.with(levels[next]);
            match self.outcome(&candidate)? {
                Outcome::Fits => (found, high) = (Some(candidate), next),
                Outcome::TooLarge => (strongest, low) = (candidate, next + 1),
                Outcome::Impossible => high = next,
            }
            next = usize::midpoint(low, high);
        }
        Ok(found.ok_or(strongest))
    }

    fn outcome(&mut self, candidate: &Fitted) -> Result<Outcome, FilmError> {
        let limit = self.limits.bytes.unwrap_or(u64::MAX);
        let Attempt { canvas, squares, size } = match (self.attempt)(&candidate.options, limit) {
            Ok(attempt) => attempt,
            Err(FilmError::Schedule(ScheduleError::TooManyFrames { .. })) => return Ok(Outcome::TooLarge),
            Err(FilmError::Style(_)) if !candidate.reductions.is_empty() => return Ok(Outcome::Impossible),
            Err(error) => return Err(error),
        };
        self.shape.get_or_insert((canvas, squares));
        let fits = size.is_some_and(|size| self.limits.excess(size) == Limits::default());
        Ok(if fits { Outcome::Fits } else { Outcome::TooLarge })
    }

    /// What a stage may give up, from little to much; nothing of what was asked for.
    fn levels(&self, stage: Stage, candidate: &Fitted) -> Vec<Reduction> {
        let FilmOptions { encode, schedule, style, .. } = &self.asked;
        let (takes, now) = (|option| self.format.takes(option), &candidate.options);
        let moves = now.encode.motion.unwrap_or(self.format.usual_motion()) == Motion::Soft;
        let is_shown = schedule.every.is_none();
        let every = now.schedule.every.map_or(1, NonZeroU64::get);
        let steps = |steps: &mut dyn Iterator<Item = u64>| -> Vec<Reduction> {
            let more = steps.filter(|steps| is_shown && *steps > every);
            more.filter_map(NonZeroU64::new).map(Reduction::Every).collect()
        };
        match stage {
            Stage::Time
                if schedule.delay.is_none() && schedule.hold.is_none() && schedule.duration.is_none() =>
            {
                self.limits.time.map(Reduction::Time).into_iter().collect()
            }
            Stage::Quality if takes(EncodeOption::Quality) && encode.quality.is_none() => {
                let lower = (LOWEST_QUALITY..self.format.usual_quality().get()).rev();
                lower.filter_map(Quality::new).map(Reduction::Quality).collect()
            }
            // No frame may be shorter than a picture.
            Stage::Fps
                if takes(EncodeOption::Fps)
                    && encode.fps == DEFAULT_FPS
                    && moves
                    && [schedule.delay, schedule.hold]
                        .iter()
                        .flatten()
                        .all(|time| *time >= shortest(LOWEST_FPS)) =>
            {
                vec![Reduction::Fps(LOWEST_FPS)]
            }
            Stage::Motion if takes(EncodeOption::Motion) && encode.motion.is_none() && moves => {
                vec![Reduction::Motion]
            }
            Stage::Steps => steps(&mut (2..=STEPS_TO_FOLLOW)),
            Stage::ManySteps => {
                let next = |steps: &u64| Some(steps + steps / STEPS_TO_FOLLOW);
                let many = successors(Some(STEPS_TO_FOLLOW), next).take_while(|steps| *steps <= MOST_STEPS);
                let only_solutions = is_shown.then_some(Reduction::OnlySolutions);
                steps(&mut many.into_iter()).into_iter().chain(only_solutions).collect()
            }
            Stage::Pixels if style.width.is_some() || style.page.is_some() || !self.has_pixels() => {
                Vec::new()
            }
            Stage::Pixels => {
                // Squares of whole blocks make a small MP4.
                let block = if self.format == Format::Mp4 { 8 } else { 1 };
                self.shape.map(|(canvas, squares)| smaller(canvas, squares, block)).unwrap_or_default()
            }
            Stage::TextEdges if self.has_shades() && style.text_edges == TextEdges::Smooth => {
                vec![Reduction::TextEdges]
            }
            Stage::Time | Stage::Quality | Stage::Fps | Stage::Motion | Stage::TextEdges => Vec::new(),
        }
    }

    /// Whether a smaller page makes a smaller film.
    fn has_pixels(&self) -> bool {
        self.format.is_animation() || self.format == Format::Pptx
    }

    /// Whether fewer shades at the edges of text make a smaller film: every pixel is kept, and there is text.
    fn has_shades(&self) -> bool {
        let has_text = self.shape.is_some_and(|(_, squares)| squares.is_none());
        has_text && matches!(self.format, Format::Gif | Format::Apng | Format::WebP | Format::Pptx)
    }

    /// A film of more steps and somewhat fewer pixels than one of `every` steps, if it fits.
    fn with_more_steps(&mut self, base: &Fitted, every: NonZeroU64) -> Result<Option<Fitted>, FilmError> {
        let before = self.asked.schedule.every.map_or(1, NonZeroU64::get);
        let more = NonZeroU64::new(every.get() - 1).filter(|more| more.get() > before);
        let base = more.map_or_else(|| base.clone(), |more| base.with(Reduction::Every(more)));
        let Some(((full, _), _)) = self.shape else { return Ok(None) };
        let levels = self.levels(Stage::Pixels, &base);
        let (part, whole) = WIDTH_FOR_STEPS;
        let is_wide = |level: &Reduction| matches!(level, Reduction::Width(width) | Reduction::Page(width, _) if width * whole >= full * part);
        let levels: Vec<Reduction> = levels.into_iter().take_while(is_wide).collect();
        Ok(self.weakest(&base, &levels)?.ok())
    }

    /// Takes as much as possible of what was given up first, since what came later may be enough.
    fn restored(&mut self, mut fitting: Fitted) -> Result<Fitted, FilmError> {
        let earlier = fitting.reductions.clone();
        for reduction in earlier.iter().rev().skip(1) {
            let mut without = fitting.clone();
            without.reductions.retain(|other| other != reduction);
            reduction.undo(&mut without.options, &self.asked);
            if let Outcome::Fits = self.outcome(&without)? {
                fitting = without;
            } else {
                let levels = self.levels(Stage::of(*reduction), &without);
                if let Ok(better) = self.weakest(&without, &levels)? {
                    fitting = better;
                }
            }
        }
        Ok(fitting)
    }
}

/// Smaller boards or pages, the largest first.
fn smaller((width, height): (u32, u32), squares: Option<u32>, block: u32) -> Vec<Reduction> {
    if let Some(squares) = squares {
        // Squares are of whole pixels.
        let blocks = squares * block;
        let sides = (NARROWEST_BOARD.div_ceil(blocks)..width.div_ceil(blocks)).rev();
        return sides.map(|side| Reduction::Width(side * blocks)).collect();
    }
    // Sides are even, as videos need it.
    let widths = (NARROWEST_PAGE / 16..width.div_ceil(16)).rev().map(|parts| 16 * parts);
    let height_of = |at: u32| 2 * (u64::from(height) * u64::from(at) / u64::from(width) / 2) as u32;
    widths.map(|at| Reduction::Page(at, height_of(at))).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::film::FilmSize;

    /// The size of a film whose bytes are as those of real ones: more with more of anything.
    fn size(options: &FilmOptions, steps: u64) -> FilmSize {
        let every = options.schedule.every.map_or(1, NonZeroU64::get);
        let pictures = 1 + steps.div_ceil(every);
        let width = options.style.width.unwrap_or(480);
        let motion = if options.encode.motion == Some(Motion::None) { 1 } else { 3 };
        let quality = u64::from(options.encode.quality.unwrap_or(Format::Mp4.usual_quality()).get());
        let bytes = 500 + pictures * motion * quality * u64::from(width * width) / 2000;
        let time = options.schedule.duration.unwrap_or(Duration::from_secs(pictures));
        FilmSize { bytes, pictures, time, canvas: (width, width) }
    }

    /// Such a film, unless it has too many bytes.
    fn made(options: &FilmOptions, steps: u64, limit: u64) -> Attempt {
        let size = size(options, steps);
        Attempt { canvas: size.canvas, squares: Some(8), size: Some(size).filter(|size| size.bytes <= limit) }
    }

    #[test]
    fn films_fit_wherever_the_smallest_does_and_give_up_no_more_than_they_must() {
        for case in 0..400_u64 {
            let steps = 1 + case * case % 3001;
            let bytes = 400 + (case * 7919) % 200_003;
            let limits = Limits {
                bytes: Some(bytes),
                pictures: (case % 3 == 0).then_some(2 + case),
                time: (case % 5 == 0).then_some(Duration::from_secs(60)),
                ..Limits::default()
            };
            let attempts = std::cell::Cell::new(0);
            let attempt = |options: &FilmOptions, limit| {
                attempts.set(attempts.get() + 1);
                Ok(made(options, steps, limit))
            };
            let fits = |options: &FilmOptions| {
                let FilmSize { bytes, pictures, time, .. } = size(options, steps);
                limits.bytes.is_none_or(|most| bytes <= most)
                    && limits.pictures.is_none_or(|most| pictures <= most)
                    && limits.time.is_none_or(|most| time <= most)
            };
            match fit(limits, Format::Mp4, FilmOptions::default(), attempt) {
                Ok(Fitted { options, reductions }) => {
                    assert!(fits(&options), "{case}: {reductions:?}");
                    for reduction in &reductions {
                        let mut without = options.clone();
                        reduction.undo(&mut without, &FilmOptions::default());
                        assert!(!fits(&without), "{case}: {reduction} of {reductions:?} was not necessary");
                    }
                }
                Err(FilmError::OverLimits(over)) => {
                    let OverLimits { smallest, .. } = *over;
                    assert_eq!((smallest.canvas.0, smallest.pictures), (256, 2), "{case}");
                    assert!(smallest.bytes > bytes, "{case}");
                }
                Err(error) => panic!("{error}"),
            }
            assert!(attempts.get() < 120, "{case}: {}", attempts.get());
        }
    }

    #[test]
    fn what_is_asked_for_is_not_given_up() {
        let mut asked = FilmOptions::default();
        asked.schedule.every = NonZeroU64::new(3);
        asked.style.width = Some(480);
        asked.encode.motion = Some(Motion::Soft);
        asked.encode.quality = Quality::new(70);
        let limits = Limits { bytes: Some(600), ..Limits::default() };
        let fitted = fit(limits, Format::Mp4, asked, |options, limit| Ok(made(options, 90, limit)));
        let Err(FilmError::OverLimits(over)) = fitted else { panic!("{fitted:?}") };
        assert_eq!(over.reductions, [Reduction::Fps(LOWEST_FPS)]);
    }
}
