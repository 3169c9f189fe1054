//! `queenreel search`.

use std::fs::File;
use std::io::{BufWriter, Write, stderr, stdout};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Error, anyhow};
use queenreel::draw::BoardPainter;
use queenreel::encode::{DEFAULT_FPS, EncodeError, Encoder, Format, Options, PngFrames, SHORTEST_DELAY};
use queenreel::film::{Film, Reel};
use queenreel::manifest::Manifest;
use queenreel::output::{PlaceError, StagedFile, StagedSeries};
use queenreel::record::{Frame, Recorder, Schedule, ScheduleError, Wishes};
use queenreel::search::{Backtracking, Event, until_solutions};
use queenreel::series::Series;

use super::args::{AnimationArgs, SearchArgs, VideoArgs};
use super::failure::Failure;
use super::progress::{LookAhead, Progress};
use super::target::Target;
use super::{interrupt, summary};

pub fn run(args: &SearchArgs) -> Result<(), Failure> {
    let began = Instant::now();
    let stem = format!("queens-{}", args.queens);
    let target = Target::of_film(args.output.as_deref(), args.format, &stem)?;
    let painter = BoardPainter::new(args.queens, &args.style.style()).map_err(Failure::usage)?;
    check_options(args, target.format())?;
    let wishes = wishes(args, target.format());
    let mut look_ahead = LookAhead::new(args.quiet);
    let ahead = events(args).inspect(|_| look_ahead.event());
    let schedule = Schedule::of(ahead, &wishes).map_err(|error| Failure::Usage(with_advice(&error)))?;
    drop(look_ahead);

    let shoot = Shoot { args, schedule, painter };
    let reel = match &target {
        Target::StandardOutput(format) => shoot.standard_output(*format),
        Target::File(path, format) => shoot.file(path, *format),
        Target::Frames(path) => shoot.frames(path),
    }?;
    if !args.quiet {
        summary::print(&target, &reel, began.elapsed());
    }
    Ok(())
}

fn events(args: &SearchArgs) -> impl Iterator<Item = Event> + use<> {
    let solutions = if args.course.all { u64::MAX } else { args.course.solutions.get() };
    until_solutions(Backtracking::new(args.queens, args.course.order.into()), solutions)
}

/// The wishes, as far as the format can meet them.
fn wishes(args: &SearchArgs, format: Format) -> Wishes {
    let mut wishes = args.wishes();
    if !format.loops() {
        return wishes;
    }
    for (name, time) in [("--delay", &mut wishes.delay), ("--hold", &mut wishes.hold)] {
        if time.is_some_and(|time| time < SHORTEST_DELAY) {
            *time = Some(SHORTEST_DELAY);
            if !args.quiet {
                let shortest = humantime::format_duration(SHORTEST_DELAY);
                let note = "browsers slow down animations that go faster";
                let _ = writeln!(stderr(), "note: {name} is raised to {shortest}: {note}");
            }
        }
    }
    wishes
}

/// Options that the format has no use for are a mistake: whoever gives one expects it to matter.
fn check_options(args: &SearchArgs, format: Format) -> Result<(), Failure> {
    let formats = |has: fn(Format) -> bool| {
        let names: Vec<String> =
            Format::ALL.into_iter().filter(|format| has(*format)).map(|format| format.to_string()).collect();
        (names.join(", "), has(format))
    };
    let given = [
        ("--loop", args.animation.plays.is_some(), formats(Format::loops)),
        ("--full-frames", args.animation.full_frames, formats(|format| format == Format::Gif)),
        ("--fps", args.video.fps.is_some(), formats(Format::has_frame_rate)),
        ("--quality", args.video.quality.is_some(), formats(|format| format == Format::Mp4)),
    ];
    match given.into_iter().find(|(_, given, (_, known))| *given && !known) {
        Some((option, _, (names, _))) => {
            Err(Failure::Usage(anyhow!("{option} is for {names}, not for {format}")))
        }
        None => Ok(()),
    }
}

fn with_advice(error: &ScheduleError) -> Error {
    let options = match error {
        ScheduleError::TooManyFrames { .. } => {
            "--every K shows one step of K, --duration TIME leaves out as many as it takes, \
             --solutions K ends earlier, and --max-frames K allows more"
        }
        ScheduleError::TooLong { .. } => {
            "--solutions K ends earlier, and --every K with --max-frames K takes fewer"
        }
        _ => "give a longer --duration, or leave out --hold",
    };
    anyhow!("{error}\n  {options}")
}

/// All that is set before the first frame.
struct Shoot<'a> {
    args: &'a SearchArgs,
    schedule: Schedule,
    painter: BoardPainter,
}

impl Shoot<'_> {
    fn standard_output(self, format: Format) -> Result<Reel, Failure> {
        let encoder = self.encoder(format, stdout().lock());
        encoder.and_then(|encoder| self.film(encoder, |_| Ok(()))).map_err(Failure::on_standard_output)
    }

    fn file(self, path: &Path, format: Format) -> Result<Reel, Failure> {
        let cannot_write = || format!("cannot write {}", path.display());
        interrupt::catch();
        let (staged, file) = StagedFile::create(path).with_context(cannot_write)?;
        let encoder = self.encoder(format, file);
        let reel = encoder
            .and_then(|encoder| self.film(encoder, |_| Ok(())))
            .map_err(|failure| failure.context(cannot_write()))?;
        staged.complete().with_context(cannot_write)?;
        Ok(reel)
    }

    fn frames(self, path: &Path) -> Result<Reel, Failure> {
        let cannot_write = || format!("cannot write frames to {}", path.display());
        interrupt::catch();
        let staged = StagedSeries::create(path, Series::Frames, self.args.force)
            .map_err(with_force)
            .with_context(cannot_write)?;
        let names = Series::Frames.names(self.schedule.frames);
        let list = BufWriter::new(
            File::create(staged.path().join(Series::Frames.manifest())).with_context(cannot_write)?,
        );
        let mut manifest = Manifest::begin(list, self.args.queens, names).with_context(cannot_write)?;
        let frames = Box::new(PngFrames::new(staged.path(), names));
        let reel = self
            .film(frames, |frame| Ok(manifest.add_frame(frame)?))
            .map_err(|failure| failure.context(cannot_write()))?;
        manifest.finish().with_context(cannot_write)?;
        staged.complete().with_context(cannot_write)?;
        Ok(reel)
    }

    fn encoder<'w>(&self, format: Format, out: impl Write + 'w) -> Result<Box<dyn Encoder + 'w>, Failure> {
        let AnimationArgs { plays, full_frames } = self.args.animation;
        let VideoArgs { fps, quality } = self.args.video;
        let options = Options {
            plays: plays.unwrap_or_default(),
            full_frames,
            fps: fps.unwrap_or(DEFAULT_FPS),
            quality: quality.unwrap_or_default(),
            frames: self.schedule.frames,
        };
        format.open(out, self.painter.canvas(), &options).map_err(|error| match error {
            EncodeError::Io(_) => Failure::Fault(error.into()),
            unfit => Failure::usage(unfit),
        })
    }

    fn film<'w>(
        self,
        encoder: Box<dyn Encoder + 'w>,
        mut each: impl FnMut(&Frame) -> Result<(), Error>,
    ) -> Result<Reel, Failure> {
        let mut progress = Progress::new(self.schedule.frames, self.args.quiet);
        let mut film = Film::new(Recorder::new(self.args.queens, &self.schedule), self.painter, encoder);
        for event in events(self.args) {
            interrupt::check()?;
            if let Some(frame) = film.push(event).map_err(Error::from)? {
                each(frame)?;
                progress.frame();
            }
        }
        let (last, reel) = film.finish().map_err(Error::from)?;
        each(&last)?;
        Ok(reel)
    }
}

fn with_force(error: PlaceError) -> Error {
    match error {
        PlaceError::NotEmpty => {
            anyhow!(
                "{error}\n  --force replaces the frames of an earlier run in it, and leaves all other files"
            )
        }
        other => other.into(),
    }
}
