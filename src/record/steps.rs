//! The steps of a search, each with its board and its reason, as on a sheet.

use std::iter::Fuse;
use std::mem;

use crate::board::{Line, Problem, Square, SquareNames, SquareSet};
use crate::search::{Algorithm, Event, Order};
use crate::words::{listed, one_line};

use super::caption::{BoardNames, MOST_NAMED};
use super::diagonals::Diagonal;
use super::{
    BoardState, Caption, CaptionLine, CaptionText, DeadEndReason, Detail, Frame, Mark, Moment, Narrator,
    Recorder, Schedule,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Number of the step, counted from 1.
    pub number: u64,
    /// The board after the step. Squares refused since the step before are marked; a removal shows the squares
    /// that were ruled out before it.
    pub board: BoardState,
    pub is_discarded: bool,
    done: Caption,
    cause: Cause,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Cause {
    /// These squares were refused, and the square tested after them is safe.
    Refused(Vec<Square>),
    FirstSafe,
    /// The next square is safe, after a square that was tried.
    NextSafe,
    DeadEnd(Line, DeadEndReason),
    Solution(Caption),
    /// The action explains itself.
    Done,
}

impl Step {
    /// Returns what happened, and why.
    ///
    /// ```
    /// use queenreel::board::{BoardSize, SquareNames};
    /// use queenreel::record::Steps;
    /// use queenreel::search::{Algorithm, Order};
    ///
    /// let (size, order) = (BoardSize::new(4)?, Order::Columns);
    /// let events = Algorithm::Backtracking.events(size, order, 0);
    /// let steps: Vec<_> = Steps::new(Algorithm::Backtracking, size, order, events).take(3).collect();
    /// let words = steps[1].text(SquareNames::Chess);
    /// assert_eq!(words.fact.short, "Queen on b2");
    /// assert_eq!(words.reason.long, "b4 and b3 are refused");
    /// assert_eq!(steps[2].text(SquareNames::Chess).reason.long, "No safe square in column c");
    /// # Ok::<(), queenreel::board::SizeError>(())
    /// ```
    pub fn text(&self, names: SquareNames) -> CaptionText {
        let size = self.board.size;
        let CaptionText { fact, reason } = self.done.text(size, names);
        let reason: CaptionLine = match &self.cause {
            Cause::Refused(squares) => {
                let named = squares.iter().map(|square| BoardNames { size, names }.short(*square));
                let counted = format!("{} squares are refused", squares.len());
                match squares.len() {
                    1 => format!("{} is refused", listed(named, "and")).into(),
                    2..=MOST_NAMED => (format!("{} are refused", listed(named, "and")), counted).into(),
                    _ => counted.into(),
                }
            }
            Cause::FirstSafe => ("The first square tested is safe", "No square is refused").into(),
            Cause::NextSafe => "The next square is safe".into(),
            Cause::DeadEnd(line, reason) => match reason.in_words() {
                Some(none) => (format!("{none} {}", names.in_line(*line, size)), none).into(),
                None => "The search goes back".into(),
            },
            Cause::Solution(caption) => {
                let CaptionText { fact: CaptionLine { short: solution, .. }, reason } =
                    caption.text(size, names);
                (format!("{solution}: {}", one_line(&reason.long)), solution).into()
            }
            Cause::Done => reason,
        };
        CaptionText { fact, reason }
    }

    /// Replaces the text by the `dv` of the board: the most queens on a diagonal, which is 1 in a solution.
    #[must_use]
    pub fn with_dv(self) -> Self {
        let BoardState { size, queens, .. } = &self.board;
        let dv = Diagonal::fullest(queens, *size).map_or(1, |(_, queens)| queens);
        Self { done: Caption::Custom(format!("dv = {dv}").into()), cause: Cause::Done, ..self }
    }
}

pub struct Steps<I> {
    events: Fuse<I>,
    recorder: Recorder,
    /// Whether each whole board is discarded unless it is a solution.
    discards_boards: bool,
    /// The event of the next step, and the tests before it.
    begun: Option<(Event, Tests)>,
    tests: Tests,
    dead_end: Option<(Line, DeadEndReason)>,
    /// The step before.
    before: Option<Moment>,
    /// The squares that were ruled out when the step before was complete.
    ruled_out: SquareSet,
    is_over: bool,
}

#[derive(Debug, Clone, Default)]
struct Tests {
    has_any: bool,
    refused: Vec<Square>,
}

impl<I: Iterator<Item = Event>> Steps<I> {
    /// Returns the steps of these events, which must be the events of the algorithm in this order.
    pub fn new(algorithm: Algorithm, problem: impl Into<Problem>, order: Order, events: I) -> Self {
        let problem: Problem = problem.into();
        let schedule = Schedule { detail: Detail::Steps, asides: true, ..Schedule::default() };
        let narrator = Narrator::new(&problem, Some(algorithm), order, None);
        Self {
            events: events.fuse(),
            recorder: Recorder::new(&problem, &schedule, narrator),
            discards_boards: algorithm.discards_boards(),
            begun: None,
            tests: Tests::default(),
            dead_end: None,
            before: None,
            ruled_out: SquareSet::empty(problem.size()),
            is_over: false,
        }
    }

    fn step(&mut self, frame: &Frame) -> Option<Step> {
        let ruled_out = mem::replace(&mut self.ruled_out, frame.board.ruled_out.clone());
        if let Moment::DeadEnd { line, reason, .. } = frame.moment {
            self.dead_end = Some((line, reason));
            return None;
        }
        let (event, tests) = self.begun.take()?;
        let mut board = frame.board.clone();
        if matches!(event, Event::Place(_) | Event::Remove(_)) {
            let free = |square: &Square| !board.queens.contains(*square) && board.mark_at(*square).is_none();
            let refused: Vec<Square> = tests.refused.iter().copied().filter(free).collect();
            board.marks.extend(refused.into_iter().map(|square| (square, Mark::Refused)));
        }
        // The reason for a step back is the squares that were ruled out before it.
        if matches!(event, Event::Remove(_)) {
            board.ruled_out = ruled_out;
        }
        let is_discarded = self.discards_boards && frame.moment == Moment::Board;
        let (done, cause) = (done(event, frame), self.cause(event, tests, frame));
        self.dead_end = None;
        self.before = Some(frame.moment);
        Some(Step { number: frame.step, board, is_discarded, done, cause })
    }

    fn cause(&self, event: Event, tests: Tests, frame: &Frame) -> Cause {
        if let Moment::Solution { is_mirror_image: false, .. } = frame.moment {
            return Cause::Solution(frame.caption.clone());
        }
        let is_next = matches!(self.before, Some(Moment::Remove(_)));
        match event {
            Event::Place(_) if !tests.refused.is_empty() => Cause::Refused(tests.refused),
            Event::Place(_) if tests.has_any && is_next => Cause::NextSafe,
            Event::Place(_) if tests.has_any => Cause::FirstSafe,
            event => match self.dead_end.filter(|_| matches!(event, Event::Remove(_))) {
                Some((line, reason)) => Cause::DeadEnd(line, reason),
                None => Cause::Done,
            },
        }
    }
}

fn done(event: Event, frame: &Frame) -> Caption {
    let queens = frame.board.queens.len();
    let Moment::Solution { is_mirror_image: false, .. } = frame.moment else { return frame.caption.clone() };
    if let Event::Place(square) = event {
        Caption::Placed { square, queens }
    } else if let Event::Move { from, to } = event {
        Caption::Moved { from, to }
    } else if let Event::Swap { from, to } = event {
        Caption::Swapped { from, to }
    } else {
        // Only a whole board is left to complete a solution.
        Caption::Board { number: frame.tally.boards, attacked: 0 }
    }
}

impl<I: Iterator<Item = Event>> Iterator for Steps<I> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        while let Some(event) = self.events.next() {
            // A frame is complete when the next one begins.
            let complete = self.recorder.apply(event).cloned();
            let step = complete.and_then(|frame| self.step(&frame));
            if Detail::Steps.is_step(event) {
                self.begun = Some((event, mem::take(&mut self.tests)));
            } else if let Some((square, is_safe)) = event.tested() {
                self.tests.has_any = true;
                self.tests.refused.extend((!is_safe).then_some(square));
            }
            if step.is_some() {
                return step;
            }
        }
        if mem::replace(&mut self.is_over, true) {
            return None;
        }
        let last = self.recorder.now().clone();
        self.step(&last)
    }
}
