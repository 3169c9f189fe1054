//! Lists of the pictures of a series for other programs: a JSON manifest, and lists for ffmpeg and LaTeX.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use crate::board::{BoardSize, Line, Problem, Square, SquareNames, SquareSet};
use crate::encode::{Encoded, FrameTicks, MarkedWriter, PROGRAM};
use crate::export::{FileNames, PictureList, end_of_manifest, listed_time};
use crate::record::{Act, Content, FilmFrame, Frame, Moment, Step};
use crate::search::Tally;

use crate::film::{AnySink, Result, ShownFrame, Sink};

/// The default time of a PNG in ffmpeg, in microseconds.
const PNG_MICROS: u128 = 40_000;

/// The minimum time of a picture in LaTeX, in microseconds, since PDF readers count milliseconds.
const SHORTEST_MICROS: u128 = 1_000;

/// Starts a list of the pictures of a problem; `squares` is how captions name squares.
pub fn begin_list<'a>(
    list: PictureList,
    out: impl Write + Send + 'a,
    problem: &Problem,
    squares: SquareNames,
    names: FileNames,
) -> io::Result<AnySink<'a>> {
    Ok(match list {
        PictureList::Manifest => Box::new(Manifest::begin(out, problem, squares, names)?),
        PictureList::FfmpegScript => {
            let mut out = MarkedWriter::new(out);
            out.write_all(b"ffconcat version 1.0\n")?;
            Box::new(LineWriter { out, lines: ffmpeg_lines(names), comment: b"# " })
        }
        PictureList::LatexTimeline => {
            Box::new(LineWriter { out: MarkedWriter::new(out), lines: latex_lines(), comment: b"% " })
        }
    })
}

struct LineWriter<W, L> {
    out: MarkedWriter<W>,
    lines: L,
    /// The prefix of a comment, for the line of text with the file mark.
    comment: &'static [u8],
}

impl<W: Write + Send, L: FnMut(&FilmFrame<'_>) -> String + Send> Sink for LineWriter<W, L> {
    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        Ok(self.out.write_all((self.lines)(&shown.film_frame).as_bytes())?)
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
        self.out.close(|name| [self.comment, name, b"\n"].concat())?;
        Ok(Encoded::default())
    }
}

fn ffmpeg_lines(names: FileNames) -> impl FnMut(&FilmFrame<'_>) -> String {
    let mut pictures = 0;
    move |film_frame| {
        pictures += 1;
        let micros = listed_time(film_frame.shown_for).as_micros();
        let name = names.name(pictures);
        let file = |micros: u128| format!("file {name}\nduration {}\n", micros as f64 / 1e6);
        if film_frame.is_last && micros > PNG_MICROS {
            let why = "# The last file is here twice, since ffmpeg ignores the last duration.\n";
            return [why, &file(micros - PNG_MICROS), &file(PNG_MICROS)].concat();
        }
        file(micros)
    }
}

fn latex_lines() -> impl FnMut(&FilmFrame<'_>) -> String {
    let (mut pictures, mut last) = (0_u64, None);
    move |film_frame| {
        let micros = listed_time(film_frame.shown_for).as_micros().max(SHORTEST_MICROS);
        let changed = last.replace(micros) != Some(micros);
        let rate = if changed { (1e6 / micros as f64).to_string() } else { String::new() };
        pictures += 1;
        format!(":{rate}:{}\n", pictures - 1)
    }
}

pub struct Manifest<W> {
    out: MarkedWriter<W>,
    squares: SquareNames,
    names: FileNames,
    pictures: u64,
    starts: FrameTicks,
}

#[derive(Serialize)]
struct Entry<'a, T> {
    file: &'a str,
    #[serde(flatten)]
    shows: T,
}

#[derive(Serialize)]
struct FrameEntry {
    /// The number of the step; dead ends and notes have the number of the step before.
    step: u64,
    #[serde(flatten)]
    moment: MomentEntry,
    /// The number of the act, if the pace of the film is a story.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<u8>,
    /// `None` in fast forward.
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    reason: String,
    start_ms: u64,
    seconds: f64,
    #[serde(flatten)]
    tally: Tally,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum MomentEntry {
    Start,
    /// `attacker` is `null` for a safe square. If a step refuses several squares, `refused` lists all of them.
    Test {
        square: Square,
        attacker: Option<Square>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        refused: Vec<Square>,
    },
    Place {
        square: Square,
    },
    /// `square` is missing for a whole board, which has no last square.
    Solution {
        #[serde(skip_serializing_if = "Option::is_none")]
        square: Option<Square>,
        rows: Value,
    },
    Remove {
        square: Square,
    },
    Board {
        rows: Value,
    },
    Move {
        from: Square,
        to: Square,
    },
    Swap {
        from: [Square; 2],
        to: [Square; 2],
    },
    Refuse {
        square: Square,
    },
    DeadEnd(Line),
    Note,
}

impl From<&Frame> for MomentEntry {
    fn from(Frame { moment, board, .. }: &Frame) -> Self {
        let rows = || rows(board.size, &board.queens);
        match *moment {
            Moment::Start => Self::Start,
            Moment::Test { square, attacker, .. } => {
                let refused = board.marks.iter().map(|(square, _)| *square);
                let refused = if board.marks.len() > 1 { refused.collect() } else { Vec::new() };
                Self::Test { square, attacker, refused }
            }
            Moment::Place(square) => Self::Place { square },
            Moment::Solution { last, .. } => Self::Solution { square: last, rows: rows() },
            Moment::Remove(square) => Self::Remove { square },
            Moment::Board | Moment::BoardAgain => Self::Board { rows: rows() },
            Moment::Move { from, to } => Self::Move { from, to },
            Moment::Swap { from, to } => Self::Swap { from, to },
            Moment::Refuse(square) => Self::Refuse { square },
            Moment::DeadEnd { line, .. } => Self::DeadEnd(line),
            Moment::Note => Self::Note,
        }
    }
}

#[derive(Serialize)]
struct RaceEntry<'a> {
    ticks: u64,
    caption: String,
    start_ms: u64,
    seconds: f64,
    lanes: Vec<LaneEntry<'a>>,
}

/// `place` is `null` for a solver that has not finished.
#[derive(Serialize)]
struct LaneEntry<'a> {
    algorithm: &'a str,
    ticks: u64,
    place: Option<usize>,
    #[serde(flatten)]
    tally: Tally,
}

/// Returns the row of the queen in each column, `0` for none; or the squares, where queens share a column.
fn rows(size: BoardSize, queens: &SquareSet) -> Value {
    let squares = || queens.iter().map(|queen| [queen.row, queen.column]).collect::<Vec<_>>();
    queens.in_columns(size).map_or_else(|| json!(squares()), |columns| json!(columns))
}

#[derive(Serialize)]
struct PageEntry {
    steps: [u64; 2],
}

#[derive(Serialize)]
struct SolutionEntry {
    number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    among_all: Option<u64>,
    placement: Vec<u8>,
    images: usize,
}

impl<W: Write> Manifest<W> {
    /// Starts the manifest of the pictures of a problem; `squares` is how captions name squares.
    pub fn begin(
        out: W,
        problem: impl Into<Problem>,
        squares: SquareNames,
        names: FileNames,
    ) -> io::Result<Self> {
        let (mut out, problem) = (MarkedWriter::new(out), problem.into());
        write!(out, "{{\n\"program\": \"{PROGRAM}\",\n\"size\": {},\n", problem.size())?;
        for (key, squares) in [("start", problem.start()), ("blocked", problem.blocked())] {
            if !squares.is_empty() {
                let squares: Vec<_> = squares.iter().map(|square| [square.row, square.column]).collect();
                writeln!(out, "\"{key}\": {},", json!(squares))?;
            }
        }
        write!(out, "\"{}\": [", names.series().key())?;
        Ok(Self { out, squares, names, pictures: 0, starts: FrameTicks::for_delays(1000) })
    }

    pub fn add_page(&mut self, steps: &[Step]) -> io::Result<()> {
        let number = |step: Option<&Step>| step.map_or(0, |step| step.number);
        self.add_entry(PageEntry { steps: [number(steps.first()), number(steps.last())] })
    }

    fn add_entry(&mut self, shows: impl Serialize) -> io::Result<()> {
        self.pictures += 1;
        let separator = if self.pictures > 1 { ",\n" } else { "\n" };
        self.out.write_all(separator.as_bytes())?;
        let file = &self.names.name(self.pictures);
        serde_json::to_writer(&mut self.out, &Entry { file, shows })?;
        Ok(())
    }
}

impl<W: Write + Send> Sink for Manifest<W> {
    fn frame(&mut self, ShownFrame { film_frame, .. }: &mut ShownFrame<'_>) -> Result<()> {
        let seconds = listed_time(film_frame.shown_for).as_micros() as f64 / 1e6;
        let start_ms = self.starts.total();
        self.starts.next(film_frame.shown_for);
        let words = (!film_frame.is_fast_forward()).then(|| film_frame.caption(self.squares));
        let (caption, reason) = words.map(|words| (words.fact.long, words.reason.long)).unzip();
        let reason = reason.unwrap_or_default();
        match film_frame.content {
            Content::Search(frame) => self.add_entry(FrameEntry {
                step: frame.step,
                moment: frame.into(),
                act: frame.act.map(Act::number),
                caption,
                reason,
                start_ms,
                seconds,
                tally: frame.tally,
            }),
            Content::Race(race) => {
                let lanes = race.lanes.iter().map(|lane| LaneEntry {
                    algorithm: &lane.name,
                    ticks: lane.ticks,
                    place: lane.rank,
                    tally: lane.frame.tally,
                });
                let (ticks, lanes) = (race.ticks, lanes.collect());
                self.add_entry(RaceEntry { ticks, caption: reason, start_ms, seconds, lanes })
            }
            Content::Solution(solution) => self.add_entry(SolutionEntry {
                number: solution.solution.number,
                among_all: solution.solution.among_all,
                placement: solution.solution.placement.rows().collect(),
                images: solution.solution.images(),
            }),
        }?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
        self.out.close(end_of_manifest)?;
        Ok(Encoded::default())
    }
}
