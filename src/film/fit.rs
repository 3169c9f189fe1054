//! Films within limits: which options are reduced, in which order, until a film fits.

use std::fmt;
use std::io::{self, Write};
use std::iter::successors;
use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use humantime::format_duration;

use crate::encode::{DEFAULT_FPS, EncodeOption, Format, Motion, Quality};
use crate::limits::MAX_FITTED_INTERVAL;
use crate::page::PageSize;
use crate::record::ScheduleError;
use crate::watch::Watch;
use crate::words::{Grouped, milliseconds};

use super::{FilmError, FilmFrames, FilmOptions, FilmSummary, Outputs, Plan, Result};

/// Limits of a film's size. See [`FilmBuilder`](crate::film::FilmBuilder).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FilmLimits {
    /// Bytes of the file.
    pub bytes: Option<u64>,
    /// Number of pictures.
    pub pictures: Option<u64>,
    /// Pixels of all pictures together.
    pub pixels: Option<u64>,
    /// Playing time.
    pub time: Option<Duration>,
    /// Width and height of a picture in pixels.
    pub canvas: Option<(u32, u32)>,
}

impl FilmLimits {
    fn exceeded(self, size: FilmSize) -> Vec<[String; 2]> {
        let number = |limit: Option<u64>, number: u64, unit: &str| {
            let exceeded = limit.filter(|limit| number > *limit);
            exceeded.map(|limit| [limit, number].map(|number| format!("{} {unit}", Grouped(number))))
        };
        let sides = |(width, height): (u32, u32)| format!("{width}×{height} pixels");
        let is_larger = |(width, height): &(u32, u32)| size.canvas.0 > *width || size.canvas.1 > *height;
        let exceeded = [
            number(self.bytes, size.bytes, "bytes"),
            number(self.pictures, size.pictures, "pictures"),
            number(self.pixels, size.pixels(), "pixels in all"),
            self.time.filter(|limit| size.time > *limit).map(|limit| [limit, size.time].map(milliseconds)),
            self.canvas.filter(is_larger).map(|limit| [limit, size.canvas].map(sides)),
        ];
        exceeded.into_iter().flatten().collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilmSize {
    pub bytes: u64,
    pub pictures: u64,
    pub time: Duration,
    /// In pixels.
    pub canvas: (u32, u32),
}

impl FilmSize {
    fn pixels(self) -> u64 {
        let (width, height) = self.canvas;
        u64::from(width) * u64::from(height) * self.pictures
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct OverLimits {
    pub limits: FilmLimits,
    pub smallest: FilmSize,
    /// The reductions that were tried.
    pub reductions: Vec<Reduction>,
}

impl fmt::Display for OverLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limits, smallest, reductions } = self;
        let exceeded = limits.exceeded(*smallest).into_iter();
        let (asked, reached): (Vec<String>, Vec<String>) = exceeded.map(<(String, String)>::from).unzip();
        let given_up: Vec<String> = reductions.iter().map(ToString::to_string).collect();
        let with =
            if given_up.is_empty() { String::new() } else { format!(", with {}", given_up.join(", ")) };
        let (asked, reached) = (asked.join(", "), reached.join(", "));
        write!(f, "cannot make a film of at most {asked}: the smallest possible has {reached}{with}")
    }
}

/// A reduction that makes a film smaller. See [`FilmBuilder`](crate::film::FilmBuilder).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reduction {
    /// Length of the film.
    Time(Duration),
    /// Quality of lossy compression.
    Quality(Quality),
    /// Pictures per second.
    Fps(NonZeroU32),
    /// No tweens between frames.
    Motion,
    /// One step of this many is shown.
    Every(NonZeroU64),
    /// Only solutions are shown.
    OnlySolutions,
    /// Width of the board in pixels.
    Width(u32),
    /// Width and height of the page in pixels.
    Page(u32, u32),
}

impl Reduction {
    fn apply(self, options: &mut FilmOptions) {
        match self {
            Self::Time(time) => options.schedule.duration = Some(time),
            Self::Quality(quality) => options.encode.quality = Some(quality),
            Self::Fps(fps) => {
                options.encode.fps = fps;
                options.schedule.shortest = options.schedule.shortest.max(shortest(fps));
            }
            Self::Motion => options.encode.motion = Some(Motion::None),
            Self::Every(every) => options.schedule.every = Some(every),
            Self::OnlySolutions => options.schedule.every = Some(NonZeroU64::MAX),
            Self::Width(width) => options.style.width = Some(width),
            Self::Page(width, height) => options.style.page = Some(PageSize::Pixels(width, height)),
        }
    }

    const fn stage(self) -> FitStage {
        match self {
            Self::Time(_) => FitStage::Time,
            Self::Quality(_) => FitStage::Quality,
            Self::Fps(_) => FitStage::Fps,
            Self::Motion => FitStage::Motion,
            Self::Every(_) | Self::OnlySolutions => FitStage::Steps,
            Self::Width(_) | Self::Page(..) => FitStage::Pixels,
        }
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "a length of {}", format_duration(*time)),
            Self::Quality(quality) => write!(f, "quality {}", quality.get()),
            Self::Fps(fps) => write!(f, "{fps} pictures per second"),
            Self::Motion => f.write_str("no motion"),
            Self::Every(every) => write!(f, "one step of every {}", Grouped(every.get())),
            Self::OnlySolutions => f.write_str("only solutions"),
            Self::Width(width) => write!(f, "boards of {width} pixels"),
            Self::Page(width, height) => write!(f, "pages of {width}×{height} pixels"),
        }
    }
}

fn shortest(fps: NonZeroU32) -> Duration {
    Duration::from_secs(1) / fps.get()
}

/// A trial film that was not written anywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attempt {
    /// In pixels.
    pub canvas: (u32, u32),
    /// Number of squares in a row, if a picture is only a board.
    pub squares: Option<u32>,
    /// `None` if the film had too many bytes.
    pub size: Option<FilmSize>,
}

impl Plan {
    /// Makes a trial film, and gives up when it has more than `limit` bytes.
    pub(crate) fn attempt(self, frames: impl FilmFrames, limit: u64, watch: &dyn Watch) -> Result<Attempt> {
        let counted = Arc::new(AtomicU64::new(0));
        let out = ByteCount { bytes: Arc::clone(&counted), limit };
        let spec = &self.output_spec;
        let canvas = (spec.canvas.width, spec.canvas.height);
        let squares = self.is_board.then_some(u32::from(spec.problem.size().get()));
        let outputs = Outputs::begin(spec, Vec::new(), |spec| spec.open(out));
        let made = outputs.and_then(|outputs| outputs.film(self, frames, &mut CancelOnly(watch)));
        let bytes = counted.load(Ordering::Relaxed);
        let size = match made {
            Ok((_, FilmSummary { pictures, playing_time: time, .. })) => {
                Some(FilmSize { bytes, pictures, time, canvas })
            }
            Err(_) if bytes > limit => None,
            Err(error) => return Err(error),
        };
        Ok(Attempt { canvas, squares, size })
    }
}

/// Passes on cancellation, but no progress.
struct CancelOnly<'a>(&'a dyn Watch);

impl Watch for CancelOnly<'_> {
    fn go_on(&self) -> bool {
        self.0.go_on()
    }
}

/// A writer that only counts bytes, and fails beyond the limit.
struct ByteCount {
    bytes: Arc<AtomicU64>,
    limit: u64,
}

impl Write for ByteCount {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let so_far = self.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed) + bytes.len() as u64;
        if so_far > self.limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fitted {
    pub options: FilmOptions,
    pub reductions: Vec<Reduction>,
}

/// Finds the options whose film keeps to the limits with the least reductions.
///
/// `attempt` makes a film with the given options, and may give up beyond the given number of bytes. Options that
/// were set explicitly are not reduced: times, quality, frame rate, motion, steps, and the size of board or page.
pub(crate) fn fit(
    limits: FilmLimits,
    options: FilmOptions,
    attempt: impl FnMut(&FilmOptions, u64) -> Result<Attempt>,
) -> Result<Fitted> {
    // Neither a lower quality nor fewer pixels reduce the number of pictures.
    let of_pictures = FilmLimits { pictures: limits.pictures, time: limits.time, ..FilmLimits::default() };
    let mut search = FitSearch { limits: of_pictures, asked: options, shape: None, attempt };
    let mut reductions = Vec::new();
    if of_pictures != FilmLimits::default() {
        reductions = search.reduce(reductions, FitStage::OF_PICTURES)?;
    }
    search.limits = limits;
    let reductions = search.reduce(reductions, FitStage::OF_BYTES)?;
    Ok(Fitted { options: search.options(&reductions), reductions })
}

/// Kinds of reductions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FitStage {
    Time,
    Quality,
    Fps,
    Motion,
    /// Fewer steps, but enough to follow the search.
    Steps,
    Pixels,
    ManySteps,
}

impl FitStage {
    const OF_PICTURES: &[Self] = &[Self::Time, Self::Motion, Self::Steps, Self::ManySteps];

    const OF_BYTES: &[Self] =
        &[Self::Quality, Self::Fps, Self::Motion, Self::Steps, Self::Pixels, Self::ManySteps];
}

const LOWEST_QUALITY: u8 = 30;

const LOWEST_FPS: NonZeroU32 = NonZeroU32::new(15).expect("15 is not 0");

/// The largest interval of shown steps at which the search can be followed.
const STEPS_TO_FOLLOW: u64 = 8;

/// In pixels.
const NARROWEST_BOARD: u32 = 240;

/// In pixels.
const NARROWEST_PAGE: u32 = 480;

/// Down to this fraction of the width, pixels are reduced to show more steps.
const WIDTH_FOR_STEPS: (u32, u32) = (3, 4);

/// The search for a film that fits. A candidate is a list of reductions.
struct FitSearch<F> {
    limits: FilmLimits,
    asked: FilmOptions,
    /// The canvas of the first film that could be made, and the number of squares in a row.
    shape: Option<((u32, u32), Option<u32>)>,
    attempt: F,
}

enum Outcome {
    Fits,
    TooLarge,
    /// The page is too small for its content.
    Impossible,
}

/// Returns the reductions with `one`, which replaces another reduction of the same stage.
fn with(reductions: &[Reduction], one: Reduction) -> Vec<Reduction> {
    let others = reductions.iter().copied().filter(|earlier| earlier.stage() != one.stage());
    others.chain([one]).collect()
}

impl<F: FnMut(&FilmOptions, u64) -> Result<Attempt>> FitSearch<F> {
    fn options(&self, reductions: &[Reduction]) -> FilmOptions {
        let mut options = self.asked.clone();
        for reduction in reductions {
            reduction.apply(&mut options);
        }
        options
    }

    /// Applies the stages in order until a film fits.
    fn reduce(&mut self, mut candidate: Vec<Reduction>, stages: &[FitStage]) -> Result<Vec<Reduction>> {
        if let Outcome::Fits = self.outcome(&candidate)? {
            return Ok(candidate);
        }
        for stage in stages {
            match self.weakest(&candidate, &self.levels(*stage, &candidate))? {
                Ok(fitting) => {
                    let fitting = match fitting.last() {
                        Some(Reduction::Every(every)) if stages.contains(&FitStage::Pixels) => {
                            self.with_more_steps(&candidate, *every)?.unwrap_or(fitting)
                        }
                        Some(_) | None => fitting,
                    };
                    return self.restored(fitting);
                }
                Err(smallest) => candidate = smallest,
            }
        }
        let options = self.options(&candidate);
        let Attempt { size, .. } = (self.attempt)(&options, u64::MAX)?;
        let (limits, smallest) = (self.limits, size.expect("nothing has more bytes"));
        Err(Box::new(OverLimits { limits, smallest, reductions: candidate }).into())
    }

    /// Returns `Ok` with the weakest level with which a film fits, or else `Err` with the strongest possible
    /// level.
    fn weakest(
        &mut self,
        base: &[Reduction],
        levels: &[Reduction],
    ) -> Result<Result<Vec<Reduction>, Vec<Reduction>>> {
        let (mut found, mut strongest) = (None, base.to_vec());
        let (mut low, mut high) = (0, levels.len());
        // If the film of the strongest level is too large, so are the films of all other levels.
        let mut next = high.saturating_sub(1);
        while low < high {
            let candidate = with(base, levels[next]);
            match self.outcome(&candidate)? {
                Outcome::Fits => (found, high) = (Some(candidate), next),
                Outcome::TooLarge => (strongest, low) = (candidate, next + 1),
                Outcome::Impossible => high = next,
            }
            next = usize::midpoint(low, high);
        }
        Ok(found.ok_or(strongest))
    }

    fn outcome(&mut self, candidate: &[Reduction]) -> Result<Outcome> {
        let (limit, options) = (self.limits.bytes.unwrap_or(u64::MAX), self.options(candidate));
        let Attempt { canvas, squares, size } = match (self.attempt)(&options, limit) {
            Ok(attempt) => attempt,
            Err(FilmError::Schedule(ScheduleError::TooManyFrames { .. })) => return Ok(Outcome::TooLarge),
            Err(FilmError::Style(_)) if !candidate.is_empty() => return Ok(Outcome::Impossible),
            Err(error) => return Err(error),
        };
        self.shape.get_or_insert((canvas, squares));
        let fits = size.is_some_and(|size| self.limits.exceeded(size).is_empty());
        Ok(if fits { Outcome::Fits } else { Outcome::TooLarge })
    }

    /// Returns the levels of a stage, from weak to strong; none for an option that was set explicitly.
    fn levels(&self, stage: FitStage, candidate: &[Reduction]) -> Vec<Reduction> {
        let FilmOptions { encode, schedule, style, .. } = &self.asked;
        let format = self.asked.format();
        let (takes, now) = (|option| format.takes(option), self.options(candidate));
        let moves = now.encode.motion.unwrap_or(format.usual_motion()) == Motion::Soft;
        if schedule.every.is_some() && matches!(stage, FitStage::Steps | FitStage::ManySteps) {
            return Vec::new();
        }
        let every = now.schedule.every.map_or(1, NonZeroU64::get);
        let steps = |steps| NonZeroU64::new(steps).filter(|_| steps > every).map(Reduction::Every);
        let has_times = schedule.delay.is_some() || schedule.hold.is_some();
        // No frame may be shorter than a picture.
        let are_long =
            [schedule.delay, schedule.hold].into_iter().flatten().all(|time| time >= shortest(LOWEST_FPS));
        let asks_for_fps = encode.fps != DEFAULT_FPS || !moves || !are_long;
        let has_pixels = format.is_animation() || format == Format::Pptx;
        match stage {
            FitStage::Time if !has_times && schedule.duration.is_none() => {
                self.limits.time.map(Reduction::Time).into_iter().collect()
            }
            FitStage::Quality if takes(EncodeOption::Quality) && encode.quality.is_none() => {
                let lower = (LOWEST_QUALITY..format.usual_quality().get()).rev();
                lower.filter_map(Quality::new).map(Reduction::Quality).collect()
            }
            FitStage::Fps if takes(EncodeOption::Fps) && !asks_for_fps => vec![Reduction::Fps(LOWEST_FPS)],
            FitStage::Motion if takes(EncodeOption::Motion) && encode.motion.is_none() && moves => {
                vec![Reduction::Motion]
            }
            FitStage::Steps => (2..=STEPS_TO_FOLLOW).filter_map(steps).collect(),
            FitStage::ManySteps => {
                let next = |steps: &u64| Some(steps + steps / STEPS_TO_FOLLOW);
                let many =
                    successors(Some(STEPS_TO_FOLLOW), next).take_while(|steps| *steps <= MAX_FITTED_INTERVAL);
                many.filter_map(steps).chain([Reduction::OnlySolutions]).collect()
            }
            FitStage::Pixels if style.width.is_none() && style.page.is_none() && has_pixels => {
                // Squares made of whole 8-pixel blocks compress better in MP4.
                let block = if format == Format::Mp4 { 8 } else { 1 };
                self.shape.map(|(canvas, squares)| smaller(canvas, squares, block)).unwrap_or_default()
            }
            FitStage::Time | FitStage::Quality | FitStage::Fps | FitStage::Motion | FitStage::Pixels => {
                Vec::new()
            }
        }
    }

    /// Returns reductions to a film with more steps and somewhat fewer pixels than with `every`, if such a film fits.
    fn with_more_steps(&mut self, base: &[Reduction], every: NonZeroU64) -> Result<Option<Vec<Reduction>>> {
        let before = self.asked.schedule.every.map_or(1, NonZeroU64::get);
        let more = NonZeroU64::new(every.get() - 1).filter(|more| more.get() > before);
        let base = more.map_or_else(|| base.to_vec(), |more| with(base, Reduction::Every(more)));
        let Some(((full, _), _)) = self.shape else { return Ok(None) };
        let levels = self.levels(FitStage::Pixels, &base);
        let (part, whole) = WIDTH_FOR_STEPS;
        let is_wide = |level: &Reduction| matches!(level, Reduction::Width(width) | Reduction::Page(width, _) if width * whole >= full * part);
        let levels: Vec<Reduction> = levels.into_iter().take_while(is_wide).collect();
        Ok(self.weakest(&base, &levels)?.ok())
    }

    /// Withdraws or weakens the reductions before the last reduction, as far as the film still fits.
    fn restored(&mut self, mut fitting: Vec<Reduction>) -> Result<Vec<Reduction>> {
        for reduction in fitting.clone().iter().rev().skip(1) {
            let mut without = fitting.clone();
            without.retain(|other| other != reduction);
            if let Outcome::Fits = self.outcome(&without)? {
                fitting = without;
            } else {
                let levels = self.levels(reduction.stage(), &without);
                if let Ok(better) = self.weakest(&without, &levels)? {
                    fitting = better;
                }
            }
        }
        Ok(fitting)
    }
}

/// Returns reductions to smaller boards or pages, the largest first.
fn smaller((width, height): (u32, u32), squares: Option<u32>, block: u32) -> Vec<Reduction> {
    if let Some(squares) = squares {
        // Squares have whole pixels.
        let blocks = squares * block;
        let sides = (NARROWEST_BOARD.div_ceil(blocks)..width.div_ceil(blocks)).rev();
        return sides.map(|side| Reduction::Width(side * blocks)).collect();
    }
    // Videos need even sides.
    let widths = (NARROWEST_PAGE / 16..width.div_ceil(16)).rev().map(|parts| 16 * parts);
    let height_of = |at: u32| 2 * (u64::from(height) * u64::from(at) / u64::from(width) / 2) as u32;
    widths.map(|at| Reduction::Page(at, height_of(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mp4() -> FilmOptions {
        FilmOptions { format: Some(Format::Mp4), ..FilmOptions::default() }
    }

    /// A modelled size, whose bytes grow with every option as in real films.
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

    fn made(options: &FilmOptions, steps: u64, limit: u64) -> Attempt {
        let size = size(options, steps);
        Attempt { canvas: size.canvas, squares: Some(8), size: Some(size).filter(|size| size.bytes <= limit) }
    }

    #[test]
    fn films_fit_wherever_the_smallest_does_and_give_up_no_more_than_they_must() {
        for case in 0..400_u64 {
            let steps = 1 + case * case % 3001;
            let bytes = 400 + (case * 7919) % 200_003;
            let limits = FilmLimits {
                bytes: Some(bytes),
                pictures: (case % 3 == 0).then_some(2 + case),
                time: (case % 5 == 0).then_some(Duration::from_secs(60)),
                ..FilmLimits::default()
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
            match fit(limits, mp4(), attempt) {
                Ok(Fitted { options, reductions }) => {
                    assert!(fits(&options), "{case}: {reductions:?}");
                    for reduction in &reductions {
                        let mut without = mp4();
                        let others = reductions.iter().filter(|other| *other != reduction);
                        others.for_each(|other| other.apply(&mut without));
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
        let mut asked = mp4();
        asked.schedule.every = NonZeroU64::new(3);
        asked.style.width = Some(480);
        asked.encode.motion = Some(Motion::Soft);
        asked.encode.quality = Quality::new(70);
        let limits = FilmLimits { bytes: Some(600), ..FilmLimits::default() };
        let fitted = fit(limits, asked, |options, limit| Ok(made(options, 90, limit)));
        let Err(FilmError::OverLimits(over)) = fitted else { panic!("{fitted:?}") };
        assert_eq!(over.reductions, [Reduction::Fps(LOWEST_FPS)]);
    }
}
