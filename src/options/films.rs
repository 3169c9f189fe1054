//! Options of films.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use humantime::format_duration;

use crate::encode::{EncodeOptions, Format, Motion, Plays};
use crate::error::Error;
use crate::film::{FilmLimits, FilmOptions, FilmSpec, PanelOptions, Sidecar, SidecarKind, Thumbnail, View};
use crate::limits::{DEFAULT_MAX_FRAMES, DEFAULT_MAX_SLIDES, DEFAULT_MAX_STEPS};
use crate::page::{PageSize, PageStyle, PanelKind, StatePanel};
use crate::record::{Detail, Pace, ScheduleOptions, Selection, Speed, Timing};
use crate::search::CodeForm;

use super::presets::Preset;
use super::values::{
    bytes, card_time, choice, film_time, fps, frame_time, line, number, plays, poster, subtitles, transcript,
};
use super::{AROUND, BoardArgs, DrawingArgs, FORMAT, Files, LIMITS, LOOK, OutputArgs, PACE, PANELS, WHAT};

/// Options of animations: files next to them, intro and outro, and encoding.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
#[command(next_help_heading = None::<&str>)]
pub struct PlayedArgs {
    /// Also write a picture
    ///
    /// It is the last solution, or the last frame if there is none, or the frame that --thumbnail chooses:
    /// FILE{.poster}.
    #[arg(long, value_name = "FILE", value_parser = poster)]
    pub poster: Option<PathBuf>,

    /// Also write the captions with their times, as WebVTT: subtitles for a video
    #[arg(long, value_name = "FILE.vtt", value_parser = subtitles)]
    pub subtitles: Option<PathBuf>,

    /// Also write all steps as text, in Markdown
    #[arg(long, value_name = "FILE.md", value_parser = transcript)]
    pub transcript: Option<PathBuf>,

    /// Begin with a card that is shown for this time
    ///
    /// It has the title, or what is filmed, and the task.
    ///
    /// The times of both cards are part of --duration, and --speed does not change them.
    #[arg(long, value_name = "TIME", help_heading = AROUND, value_parser = card_time)]
    pub intro: Option<Duration>,

    /// End with a card that is shown for this time
    ///
    /// It has the last solution, or the last board if there is none, and the counters.
    #[arg(long, value_name = "TIME", help_heading = AROUND, value_parser = card_time)]
    pub outro: Option<Duration>,

    /// The frame that previews and --poster show
    ///
    /// The first solution (the last frame if there is none), the first frame, or the frame of step K.
    ///
    /// Steps are counted as by --select. The film begins with it, for 20ms or one picture of a video.
    ///
    /// [default: first; for --poster the last solution]
    #[arg(long, value_name = "solution|first|K", help_heading = AROUND)]
    pub thumbnail: Option<Thumbnail>,

    /// How often an animation plays: forever, once, or a number of times [default: forever]
    ///
    /// It is for {formats}.
    #[arg(long, value_name = "TIMES", help_heading = FORMAT, value_parser = plays)]
    pub r#loop: Option<Plays>,

    /// Write every frame of a {formats} whole
    ///
    /// For programs that mishandle partial frames; much larger.
    #[arg(long, help_heading = FORMAT)]
    pub full_frames: bool,

    /// Frames per second of an {formats}, from 1 to 60 [default: 30]
    #[arg(long, value_name = "RATE", help_heading = FORMAT, value_parser = fps)]
    pub fps: Option<NonZeroU32>,

    /// Show each slide of a {formats} for the time of its frame [default: until a click]
    #[arg(long, help_heading = FORMAT)]
    pub advance: bool,

    /// How frames follow each other: with soft motion, queens settle and lines grow
    ///
    /// It is for {formats}.
    ///
    /// Frames shorter than 120ms have none.
    ///
    /// [default: soft in an MP4 and on an HTML page, none otherwise]
    #[arg(long, value_name = "MOTION", help_heading = FORMAT, value_parser = choice::<Motion>())]
    pub motion: Option<Motion>,
}

/// Options of films of searches, races and logs.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
pub struct FilmArgs {
    /// The output.
    #[command(flatten)]
    pub output: OutputArgs,

    /// Format of the output, if its name has no extension
    ///
    /// [default: the one that its extension names]
    #[arg(long, value_name = "FORMAT", value_parser = choice::<Format>())]
    pub format: Option<Format>,

    /// Also describe the film as text
    ///
    /// Prints a description for readers who cannot see the picture, and HTML that shows the picture on a web page.
    #[arg(long)]
    pub alt: bool,

    /// Files next to the film, intro and outro, and encoding.
    #[command(flatten)]
    pub played: PlayedArgs,

    /// Show only some frames
    ///
    /// Steps like 37 or 20..40 (0 is the empty board), backtracks, solutions, first-backtrack..+10, first-solution, or
    /// a time of the whole film like t=4s..6s; several with commas.
    ///
    /// Counters, tree and captions still describe the whole search. One frame, or the first of one step, can be written
    /// as FILE.png.
    #[arg(long, value_name = "STEPS", help_heading = WHAT)]
    pub select: Option<Selection>,

    /// Time of the whole film
    ///
    /// All times become longer or shorter, and frames are left out if there are too many.
    #[arg(
        long, value_name = "TIME", help_heading = PACE, value_parser = film_time,
        conflicts_with_all = ["speed", "delay", "start_hold"]
    )]
    pub duration: Option<Duration>,

    /// How fast the film plays, from 0.01x to 100x
    ///
    /// 2x halves all times, and 0.5x doubles them.
    #[arg(long, value_name = "2x", help_heading = PACE)]
    pub speed: Option<Speed>,

    /// Time of each frame, the same for all
    ///
    /// [default: depends on what happens; with --pace even 30s divided by the number of frames, 20ms to 500ms, or with
    /// captions 2min, at most 1s]
    #[arg(long, value_name = "TIME", help_heading = PACE, value_parser = frame_time)]
    pub delay: Option<Duration>,

    /// Time of each solution and of the last frame
    ///
    /// [default: depends on what happens; with --pace even ten times the delay, 200ms to 2s, and 3s for the last
    /// frame]
    #[arg(long, value_name = "TIME", help_heading = PACE, value_parser = frame_time)]
    pub hold: Option<Duration>,

    /// Time of the first frame
    ///
    /// [default: depends on what happens; with --pace even the time of all frames]
    #[arg(long, value_name = "TIME", help_heading = PACE, value_parser = frame_time)]
    pub start_hold: Option<Duration>,

    /// Show one of every K steps
    ///
    /// Solutions and the last state are always shown.
    #[arg(long, value_name = "K", help_heading = PACE, value_parser = number::<NonZeroU64>)]
    pub every: Option<NonZeroU64>,

    /// Maximum number of frames
    ///
    /// [default: {frames}; {slides} for slides, {steps} steps for an HTML page]
    #[arg(long, value_name = "K", help_heading = PACE, value_parser = number::<NonZeroU64>)]
    pub max_frames: Option<NonZeroU64>,

    /// Title above everything
    #[arg(long, value_name = "TEXT", help_heading = LOOK, value_parser = line())]
    pub title: Option<String>,

    /// The board.
    #[command(flatten)]
    pub board: BoardArgs,

    /// Squares and page.
    #[command(flatten)]
    pub drawing: DrawingArgs,

    /// Make the best film of at most this size, like 5MB
    ///
    /// Options that are given stay as they are, and other changes are printed.
    #[arg(long, value_name = "SIZE", help_heading = LIMITS, value_parser = bytes, allow_hyphen_values = true)]
    pub fit: Option<u64>,

    /// Make a film for a site or a program: its format, its page and its limits
    ///
    /// See docs/limits.md.
    #[arg(long, value_name = "PRESET", help_heading = LIMITS, value_parser = choice::<&'static Preset>())]
    pub r#for: Option<&'static Preset>,
}

/// Options of films of a single search.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
#[command(next_help_heading = PANELS)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate option")]
pub struct StepArgs {
    /// Which steps are shown
    ///
    /// Queens placed and removed, with 'columns' also the refused squares of each column at once, with 'tests' one by
    /// one.
    ///
    /// [default: steps; with --view lecture columns, and tests on its HTML page]
    #[arg(long, value_name = "DETAIL", help_heading = WHAT, value_parser = choice::<Detail>())]
    pub detail: Option<Detail>,

    /// How long steps are shown
    ///
    /// 'story' is slow where something is new and fast where it repeats, 'even' is the same for all.
    ///
    /// [default: story, but even with --delay, or for more than 100,000 steps]
    #[arg(long, value_name = "PACE", help_heading = PACE, value_parser = choice::<Pace>())]
    pub pace: Option<Pace>,

    /// A set of panels
    ///
    /// The following options add more. With code or a tree, the page is 1280x720 (1024x576 as GIF, APNG, WebP or SVG; 1920x1080 in slides) unless
    /// --canvas is given.
    #[arg(long, value_name = "VIEW", value_parser = choice::<View>())]
    pub view: Option<View>,

    /// Say what happened, and why
    ///
    /// For example: 'f1 is refused', 'The queen on a6 attacks it along a diagonal'.
    #[arg(long)]
    pub caption: bool,

    /// Show the counters that the search uses
    ///
    /// These are {counters}.
    #[arg(long)]
    pub counters: bool,

    /// Show the position in the search tree
    #[arg(long)]
    pub tree: bool,

    /// Show how many safe squares each column has left, or each row with --order rows
    ///
    /// A column that has none left before the search reaches it gets an outline.
    #[arg(long)]
    pub gauges: bool,

    /// Show the code of the algorithm, and highlight the line that runs
    ///
    /// --code=words has numbered sentences, --code=python a program, --code=java a method (of backtracking).
    #[arg(
        long, value_name = "FORM", value_parser = choice::<CodeForm>(), num_args = 0..=1,
        require_equals = true, default_missing_value = CodeForm::Pseudo.name()
    )]
    pub code: Option<CodeForm>,

    /// Show what the algorithm remembers
    ///
    /// It replaces code and tree; may be given several times.
    #[arg(long, value_name = "NAME", value_parser = choice::<StatePanel>(), value_delimiter = ',')]
    pub panel: Vec<StatePanel>,
}

impl PlayedArgs {
    pub(crate) fn sidecars(&self) -> impl Iterator<Item = Sidecar> {
        let files = [
            (SidecarKind::Poster, &self.poster),
            (SidecarKind::Subtitles, &self.subtitles),
            (SidecarKind::Transcript, &self.transcript),
        ];
        files.into_iter().filter_map(|(kind, path)| Some(Sidecar { kind, path: path.clone()? }))
    }

    pub(crate) fn encode(&self, still: EncodeOptions) -> EncodeOptions {
        EncodeOptions {
            plays: self.r#loop.unwrap_or_default(),
            full_frames: self.full_frames,
            fps: self.fps.unwrap_or(still.fps),
            advance: self.advance,
            motion: self.motion,
            ..still
        }
    }
}

impl FilmArgs {
    pub(crate) fn style(&self, files: &Files) -> Result<PageStyle, Error> {
        let style = self.board.on(self.drawing.style(files)?);
        Ok(PageStyle { page: style.page.or_else(|| self.r#for?.page()), ..style })
    }

    pub(crate) fn most_frames(&self, format: Format) -> u64 {
        let usual = match format {
            Format::Pptx => DEFAULT_MAX_SLIDES,
            Format::Html => DEFAULT_MAX_STEPS,
            _ => DEFAULT_MAX_FRAMES,
        };
        self.max_frames.map_or(usual, NonZeroU64::get)
    }

    pub(crate) fn spec(&self, steps: &StepArgs, style: PageStyle, format: Format) -> Result<FilmSpec, Error> {
        self.check_preset(format)?;
        self.check_times(steps.pace)?;
        let cards = self.r#for.and_then(Preset::cards);
        let options = FilmOptions {
            detail: steps.detail,
            schedule: ScheduleOptions {
                pace: steps.pace.unwrap_or_default(),
                delay: self.delay,
                hold: self.hold,
                duration: self.duration,
                every: self.every,
                max_frames: self.most_frames(format),
                timing: Timing { speed: self.speed.unwrap_or_default(), start_hold: self.start_hold },
                ..ScheduleOptions::default()
            },
            style,
            select: self.select.clone(),
            panels: PanelOptions { title: self.title.clone().unwrap_or_default(), ..steps.panels() },
            intro: self.played.intro.or(cards),
            outro: self.played.outro.or(cards),
            thumbnail: self.played.thumbnail,
            format: Some(format),
            encode: self.played.encode(self.drawing.encode()),
        };
        let overwrite = self.output.overwrite();
        Ok(FilmSpec { options, sidecars: self.played.sidecars().collect(), overwrite, limits: self.limits() })
    }

    /// Returns whether times decide which frames are shown: by `--duration`, or by a time in `--select`.
    pub(crate) fn has_times(&self) -> bool {
        self.duration.is_some() || self.select.as_ref().is_some_and(Selection::has_times)
    }

    fn check_times(&self, pace: Option<Pace>) -> Result<(), Error> {
        if self.duration.is_some() && self.select.as_ref().is_some_and(Selection::has_times) {
            let text = "--select t=… names times of the whole film, and --duration sets the length of the excerpt: \
                        select steps, or leave out --duration";
            return Err(Error::option("select", text));
        }
        if self.delay.is_some() && pace == Some(Pace::Story) {
            let text = "--delay gives all steps the same time: leave it out, or --pace story";
            return Err(Error::option("delay", text));
        }
        Ok(())
    }

    /// Returns the limits of `--fit` and `--for`; `None` for any size.
    fn limits(&self) -> Option<FilmLimits> {
        let of_preset = self.r#for.map(Preset::limits);
        let limits = of_preset.or(self.fit.map(|_| FilmLimits::default()))?;
        let bytes = limits.bytes.into_iter().chain(self.fit).min();
        Some(FilmLimits { bytes, ..limits }).filter(|limits| *limits != FilmLimits::default())
    }

    /// Refuses a format, a page or a length that the site or program of `--for` does not support.
    fn check_preset(&self, format: Format) -> Result<(), Error> {
        if let Some(preset) = self.r#for {
            if let Some(text) = preset.refusal(format) {
                return Err(Error::option("for", text));
            }
            let Preset { name, largest, .. } = preset;
            if let (Some((widest, highest)), Some(PageSize::Pixels(width, height))) =
                (*largest, self.drawing.page.canvas)
                && (width > widest || height > highest)
            {
                let text = format!(
                    "--for {name} shows at most {widest}×{highest} pixels, not {width}×{height}; give another --canvas"
                );
                return Err(Error::option("canvas", text));
            }
        }
        if let (Some(limit), Some(duration)) = (self.limits().and_then(|limits| limits.time), self.duration)
            && duration > limit
        {
            let limit = format_duration(limit);
            let text = format!("a film for this preset lasts at most {limit}; give a shorter --duration");
            return Err(Error::option("duration", text));
        }
        Ok(())
    }
}

impl StepArgs {
    fn panels(&self) -> PanelOptions {
        let is_added = |kind: &PanelKind| match kind {
            PanelKind::Caption => self.caption,
            PanelKind::Counters => self.counters,
            PanelKind::Code => self.code.is_some(),
            PanelKind::Tree => self.tree,
            PanelKind::Gauges => self.gauges,
        };
        PanelOptions {
            view: self.view.unwrap_or_default(),
            more: PanelKind::ALL.into_iter().filter(is_added).collect(),
            state: distinct(&self.panel),
            form: self.code.unwrap_or_default(),
            ..PanelOptions::default()
        }
    }
}

/// Removes duplicate panels; keeps the order.
pub(crate) fn distinct(panels: &[StatePanel]) -> Vec<StatePanel> {
    let mut state: Vec<StatePanel> = Vec::new();
    for panel in panels {
        if !state.contains(panel) {
            state.push(*panel);
        }
    }
    state
}
