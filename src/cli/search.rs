//! `queenreel search`.

use std::time::Instant;

use anyhow::{Error, anyhow};
use queenreel::draw::{BoardPainter, BoardStyle};
use queenreel::encode::{Encoder, Format};
use queenreel::film::{Film, Reel};
use queenreel::record::{Frame, Moment, Narrator, Pace, Recorder, Schedule, ScheduleError, Wishes};
use queenreel::search::Tally;
use queenreel::series::Series;

use super::args::SearchArgs;
use super::failure::Failure;
use super::lesson::Lesson;
use super::place::write_series;
use super::progress::{LookAhead, Progress};
use super::still::Still;
use super::target::Target;
use super::{interrupt, summary};

pub fn run(args: &SearchArgs) -> Result<(), Failure> {
    let began = Instant::now();
    args.course.check(args.queens)?;
    let stem = args.course.stem(args.queens);
    let target = Target::of_film(args.output.as_deref(), args.format, &stem)?;
    let wishes = wishes(args, target.format());
    let mut look_ahead = LookAhead::new(args.quiet);
    let mut tally = Tally::default();
    let ahead = args.course.events(args.queens).inspect(|event| {
        look_ahead.event();
        tally.count(*event);
    });
    let schedule = Schedule::of(ahead, &wishes).map_err(|error| Failure::Usage(with_advice(&error, args)))?;
    drop(look_ahead);
    let Lesson { panels, narrator } = Lesson::of(&args.view, args.queens, &args.course, &tally)?;
    let style = BoardStyle { panels, ..args.style() };
    let painter = BoardPainter::new(args.queens, &style).map_err(Failure::usage)?;
    let options = args.format_options.options(target.format(), schedule.frames)?;
    check_pace(schedule.pace, target.format())?;

    let shoot = Shoot { args, schedule, narrator, painter };
    let still = args.poster.as_deref().map(|path| Still::begin(path, &target)).transpose()?;
    let mut poster = Poster { wanted: still.is_some(), found: None };
    let reel = match &target {
        Target::File(place, format) => place.write(|out| {
            let encoder =
                interrupt::at_every_second(format.open(out, shoot.painter.canvas(), &options)?, *format);
            shoot.film(encoder, |frame| {
                poster.look_at(frame);
                Ok(())
            })
        }),
        Target::Frames(path) => {
            let names = Series::Frames.names(schedule.frames);
            write_series(path, args.queens, names, args.force, |frames, manifest| {
                shoot.film(Box::new(frames), |frame| {
                    poster.look_at(frame);
                    Ok(manifest.add_frame(frame)?)
                })
            })
        }
    }?;
    if let (Some(still), Some(frame)) = (still, poster.found) {
        still.write(&frame.scene, &style)?;
    }
    if !args.quiet {
        summary::of_film(&target, &reel, began.elapsed(), !args.style.no_highlight);
    }
    Ok(())
}

/// The frame for the poster: the last solution or, where there is none, the last of all.
struct Poster {
    wanted: bool,
    found: Option<Frame>,
}

impl Poster {
    fn look_at(&mut self, frame: &Frame) {
        let is_solution = |frame: &Frame| matches!(frame.moment, Moment::Solution(_));
        if self.wanted && (is_solution(frame) || !self.found.as_ref().is_some_and(is_solution)) {
            self.found = Some(frame.clone());
        }
    }
}

/// The wishes, as far as the format can meet them.
fn wishes(args: &SearchArgs, format: Format) -> Wishes {
    let mut wishes = args.wishes();
    // Files in a directory are shown by nobody, so they may have any time.
    if !format.is_directory() {
        wishes.shortest = args.format_options.shortest(format);
        for (name, time) in [("--delay", &mut wishes.delay), ("--hold", &mut wishes.hold)] {
            *time = time.map(|time| args.format_options.raised(name, time, format, args.quiet));
        }
    }
    wishes
}

fn check_pace(pace: Pace, format: Format) -> Result<(), Failure> {
    let longest = pace.delay.max(pace.hold).max(pace.last);
    match format.longest_frame() {
        Some(limit) if longest > limit => Err(Failure::Usage(anyhow!(
            "a frame would be shown for {}, and one of {format} lasts at most {}; give a shorter --duration",
            humantime::format_duration(longest),
            humantime::format_duration(limit)
        ))),
        _ => Ok(()),
    }
}

fn with_advice(error: &ScheduleError, args: &SearchArgs) -> Error {
    let fewer_solutions = if args.course.goes_on() {
        "--solutions K ends earlier"
    } else if args.course.algorithm.is_by_chance() {
        "a smaller N or another --seed may end earlier"
    } else {
        "a smaller N ends earlier"
    };
    match error {
        ScheduleError::TooManyFrames { .. } => anyhow!(
            "{error}\n  --every K shows one step of K, --duration TIME leaves out as many as it takes, \
             {fewer_solutions}, and --max-frames K allows more"
        ),
        ScheduleError::TooManyThatStay { .. } => {
            anyhow!("{error}\n  {fewer_solutions}, and --max-frames K allows more")
        }
        ScheduleError::TooLong { .. } => anyhow!("{error}; {fewer_solutions}"),
        ScheduleError::TooShort { .. } if args.pace.hold.is_some() => {
            anyhow!("{error}; give a longer --duration, or leave out --hold")
        }
        _ => anyhow!("{error}; give a longer --duration"),
    }
}

/// All that is set before the first frame.
struct Shoot<'a> {
    args: &'a SearchArgs,
    schedule: Schedule,
    narrator: Option<Narrator>,
    painter: BoardPainter,
}

impl Shoot<'_> {
    fn film(
        self,
        encoder: Box<dyn Encoder + '_>,
        mut each: impl FnMut(&Frame) -> Result<(), Error>,
    ) -> Result<Reel, Failure> {
        let mut progress = Progress::new(self.schedule.frames, self.args.quiet);
        let mut recorder = Recorder::new(self.args.queens, &self.schedule);
        if let Some(narrator) = self.narrator {
            recorder = recorder.narrated(narrator);
        }
        let mut film = Film::new(recorder, self.painter, encoder);
        for event in self.args.course.events(self.args.queens) {
            interrupt::check()?;
            if let Some(frame) = film.push(event).map_err(Error::from)? {
                each(frame)?;
                progress.add(1);
            }
        }
        let (last, reel) = film.finish().map_err(Error::from)?;
        each(&last)?;
        Ok(reel)
    }
}
