//! The transcript of a film: its steps as text, in groups that end where the search goes back.

use std::mem;

use crate::board::{EMPTY, QUEEN, SquareNames, SquareSet};
use crate::words::Grouped;

use super::{Content, FilmFrame, Frame, Lane, Moment};

/// Collects the steps of a film in the order in which they are shown.
///
/// A group of a search ends with the steps that go back, or with a solution. A race has a step for the first
/// frame, and for each frame in which a solver finishes or finds solutions.
///
/// ```
/// use queenreel::board::{BoardSize, SquareNames};
/// use queenreel::record::{Narrator, Recorder, Schedule, FilmFrame, Transcript};
/// use queenreel::search::{Algorithm, Order, until_solutions};
///
/// let size = BoardSize::new(4)?;
/// let mut recorder = Recorder::new(size, &Schedule::default(), Narrator::of_unknown_search(size));
/// let mut transcript = Transcript::new(SquareNames::Chess);
/// let mut groups = Vec::new();
/// for event in until_solutions(Algorithm::Backtracking.events(size, Order::Columns, 0), Some(1)) {
///     if let Some(frame) = recorder.push(event)? {
///         groups.extend(transcript.add(&FilmFrame::of_search(frame, false)));
///     }
/// }
/// groups.extend(transcript.add(&FilmFrame::of_search(recorder.finish(), true)));
/// groups.extend(transcript.finish());
/// let headings: Vec<String> = groups.iter().map(|group| group.heading()).collect();
/// assert_eq!(headings, ["Steps 1 to 3", "Steps 4 to 8", "Steps 9 to 12"]);
/// assert_eq!(groups[0].steps[1].words, "Place a queen on a4. Queen 1 of 4.");
/// assert_eq!(groups[2].steps[3].boards[0].text, "· · ♛ ·\n♛ · · ·\n· · · ♛\n· ♛ · ·\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Transcript {
    names: SquareNames,
    group: Option<TranscriptGroup>,
    /// Whether the last frame goes back or shows a solution.
    is_end: bool,
    backtracks: u64,
    standing: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptGroup {
    unit: &'static str,
    /// Number of the first step; the start is number 0.
    first: u64,
    last: u64,
    pub steps: Vec<TranscriptStep>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptStep {
    /// The number of the step, or of the tick in a race. `None` for the start, dead ends and notes, and in a list of
    /// solutions, where the text has the number.
    pub number: Option<u64>,
    /// What happened and why, in sentences on one line; may be empty.
    pub words: String,
    pub boards: Vec<TranscriptBoard>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranscriptBoard {
    pub solver: Option<String>,
    /// A line of text for each row, with [`QUEEN`] and [`EMPTY`].
    pub text: String,
}

impl TranscriptGroup {
    /// Returns the heading, such as 'Steps 13 to 24'.
    pub fn heading(&self) -> String {
        let Self { unit, first, last, .. } = self;
        match (*first, *last) {
            (0, 0) => "Start".to_owned(),
            (first, last) if first.max(1) == last => format!("{unit} {}", Grouped(last)),
            (first, last) => format!("{unit}s {} to {}", Grouped(first.max(1)), Grouped(last)),
        }
    }
}

impl Transcript {
    pub fn new(names: SquareNames) -> Self {
        Self { names, group: None, is_end: false, backtracks: 0, standing: String::new() }
    }

    /// Adds the next frame; if this frame begins a new group, returns the group before.
    pub fn add(&mut self, film_frame: &FilmFrame<'_>) -> Option<TranscriptGroup> {
        let words = film_frame.own_caption(self.names).sentences();
        let (begins, unit, number, step) = match film_frame.content {
            Content::Search(frame) => {
                let solved = frame.moment.is_solution().then_some(&frame.board.queens);
                let boards = TranscriptBoard::each(frame, solved, None);
                let number = Some(frame.step).filter(|_| frame.moment.is_step());
                (self.begins_group(frame), "Step", frame.step, TranscriptStep { number, words, boards })
            }
            Content::Race(_) if words == self.standing => return None,
            Content::Race(race) => {
                self.standing.clone_from(&words);
                let number = Some(race.ticks).filter(|ticks| *ticks > 0);
                let of_lane = |lane: &Lane| TranscriptBoard::each(&lane.frame, &lane.found, Some(&lane.name));
                let boards = race.lanes.iter().flat_map(of_lane).collect();
                (false, "Tick", race.ticks, TranscriptStep { number, words, boards })
            }
            Content::Solution(solution) => {
                let boards = TranscriptBoard::each(&solution.frame, [&solution.frame.board.queens], None);
                let step = TranscriptStep { number: None, words, boards };
                (false, "Solution", solution.solution.number, step)
            }
        };
        let complete = self.group.take_if(|_| begins);
        let new = TranscriptGroup { unit, first: number, last: number, steps: Vec::new() };
        let group = self.group.get_or_insert(new);
        group.last = number;
        group.steps.push(step);
        complete
    }

    pub fn finish(self) -> Option<TranscriptGroup> {
        self.group
    }

    fn begins_group(&mut self, frame: &Frame) -> bool {
        let backtracks = frame.tally.backtracks;
        let counts = mem::replace(&mut self.backtracks, backtracks) < backtracks;
        // A queen that is removed without a backtrack is only replaced by a queen on another square of its line.
        let goes_back =
            matches!(frame.moment, Moment::Remove(_) | Moment::DeadEnd { .. }) && (counts || self.is_end);
        let begins = !goes_back && (counts || self.is_end);
        self.is_end = goes_back || frame.moment.is_solution();
        begins
    }
}

impl TranscriptBoard {
    /// Returns the boards of these solutions, of the size of the board of a frame.
    fn each<'a>(
        frame: &Frame,
        solutions: impl IntoIterator<Item = &'a SquareSet>,
        solver: Option<&str>,
    ) -> Vec<Self> {
        let text = |queens: &SquareSet| queens.to_text(frame.board.size, QUEEN, EMPTY);
        let board = |queens| Self { solver: solver.map(str::to_owned), text: text(queens) };
        solutions.into_iter().map(board).collect()
    }
}
