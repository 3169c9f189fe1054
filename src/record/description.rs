//! Frames as text: a title, notes, and alternative text.

use crate::board::SquareNames;
use crate::words::{Grouped, counted, joined, listed, lower, one_line};

use super::caption::BoardNames;
use super::{BoardState, Caption, CaptionText, Content, Counter, FilmFrame, Frame, Lane, RaceFrame};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    pub title: String,
    /// What happened and why, and then a line of text with the counters; in a race, a line of text for each solver.
    pub notes: String,
    /// Alternative text: the boards, and what happened.
    pub alt: String,
}

const LONGEST_TITLE: usize = 80;

impl Description {
    pub fn of(film_frame: &FilmFrame<'_>, names: SquareNames) -> Self {
        match film_frame.content {
            Content::Search(frame) => Self::of_search(frame, names),
            Content::Race(race) => Self::of_race(race, film_frame.is_last),
            Content::Solution(_) => {
                let CaptionText { fact, reason } = film_frame.caption(names);
                Self { title: fact.long, notes: reason.long.clone(), alt: reason.long }
            }
        }
    }

    /// Describes a film by its last frame, in one or two sentences: counters and solution of a search, ranks of a
    /// race, or number of solutions. A film of one frame gets the alternative text of this frame.
    pub fn of_film(subject: &str, frames: u64, last: &FilmFrame<'_>, names: SquareNames) -> String {
        let subject = one_line(subject);
        match last.content {
            _ if frames == 1 => format!("{subject}. {}", Self::of(last, names).alt),
            Content::Search(frame) => format!("{subject}: {}.", result(frame, names)),
            Content::Race(race) => format!("{subject}. {}", standing(race)),
            Content::Solution(_) => format!("{subject}: {}, one after the other.", counted(frames, "board")),
        }
    }

    fn of_search(frame: &Frame, names: SquareNames) -> Self {
        let happened = frame.caption.text(frame.board.size, names).sentences();
        let counters = match counts(frame) {
            counts if counts.is_empty() => String::new(),
            counts => format!("So far: {}.", listed(&counts, "and")),
        };
        Self {
            title: title(frame, names),
            notes: joined(&happened, "\n", &counters),
            alt: joined(&frame.queens_in_words(names), " ", &happened),
        }
    }

    fn of_race(race: &RaceFrame, is_last: bool) -> Self {
        let ticks = counted(race.ticks, "tick");
        let title = match race.ticks {
            0 => "Start".to_owned(),
            _ if is_last => format!("End: {ticks}"),
            ticks => format!("Tick {}", Grouped(ticks)),
        };
        let lanes: Vec<String> = race.lanes.iter().map(lane).collect();
        let boards = match race.lanes.first() {
            Some(Lane { frame, .. }) => {
                let (number, size) = (race.lanes.len(), frame.board.size);
                format!("{number} boards of {size} by {size} squares")
            }
            None => "No boards".to_owned(),
        };
        let after = format!("{boards} after {ticks}.");
        Self { title, notes: lanes.join("\n"), alt: format!("{after} {}", lanes.join(" ")) }
    }
}

impl FilmFrame<'_> {
    /// Returns the caption text of the frame, or the sentence of the story that is shown instead.
    pub fn caption(&self, names: SquareNames) -> CaptionText {
        match self.content {
            Content::Search(Frame { sentence: Some(caption), board, .. }) => caption.text(board.size, names),
            Content::Search(_) | Content::Race(_) | Content::Solution(_) => self.own_caption(names),
        }
    }

    /// Returns whether the frame has a sentence of a story.
    pub(crate) const fn is_story(&self) -> bool {
        matches!(self.content, Content::Search(Frame { sentence: Some(_), .. }))
    }

    /// Returns whether the frame is a part of a story without sentences.
    pub(crate) const fn is_fast_forward(&self) -> bool {
        matches!(self.content, Content::Search(Frame { sentence: Some(Caption::FastForward { .. }), .. }))
    }

    /// Returns the caption of this frame alone; in a race, the solvers that have finished or found solutions.
    pub fn own_caption(&self, names: SquareNames) -> CaptionText {
        match self.content {
            Content::Search(frame) => frame.caption.text(frame.board.size, names),
            Content::Race(race) => CaptionText::new("", standing(race)),
            Content::Solution(solution) => CaptionText::new(
                format!("Solution {}", Grouped(solution.solution.number)),
                solution.frame.queens_in_words(names),
            ),
        }
    }
}

impl CaptionText {
    /// Returns the text as sentences.
    pub fn sentences(&self) -> String {
        joined(&sentence(&self.fact.long), " ", &sentence(&self.reason.long))
    }
}

impl Frame {
    /// Returns a sentence with the squares of the queens, column by column.
    pub fn queens_in_words(&self, names: SquareNames) -> String {
        let size = self.board.size;
        let squares = self.board.queens.by_column().into_iter().map(|square| names.square(square, size));
        match &squares.collect::<Vec<_>>()[..] {
            [] => format!("An empty board of {size} by {size} squares."),
            [only] => format!("A queen on {only} of {size} by {size} squares."),
            squares => format!("Queens on {}, of {size} by {size} squares.", squares.join(", ")),
        }
    }
}

impl BoardState {
    pub(crate) fn solution_in_words(&self, names: SquareNames) -> String {
        let squares = BoardNames { size: self.size, names }.by_column(&self.queens.by_column());
        match names {
            SquareNames::Chess => squares.join(" "),
            SquareNames::Numbers => format!("in rows {}", squares.join(", ")),
        }
    }
}

fn lane(Lane { name, frame, ticks, rank, .. }: &Lane) -> String {
    let queens = counted(frame.board.queens.len() as u64, "queen");
    match rank {
        Some(rank) => {
            let solutions = counted(frame.tally.solutions, "solution");
            format!("{name} is number {rank}, with {solutions} after {}.", counted(*ticks, "tick"))
        }
        None => format!("{name} has {queens} on the board."),
    }
}

fn title(frame: &Frame, names: SquareNames) -> String {
    let size = frame.board.size;
    let CaptionText { fact, reason } = frame.caption.text(size, names);
    let what = if let Caption::Start { .. } = frame.caption {
        return "Start".to_owned();
    } else if let Caption::Custom(_) = frame.caption {
        if fact.long.is_empty() { shortened(&reason.long) } else { fact.long }
    } else if let Caption::DeadEnd { line, reason } = frame.caption
        && let Some(none) = reason.in_words()
    {
        lower(&format!("{none} {}", names.in_line(line, size)))
    } else {
        lower(&fact.long)
    };
    let is_end =
        matches!(frame.caption, Caption::Ended { .. } | Caption::Verdict { .. } | Caption::Stopped { .. });
    let step = if is_end { "End".to_owned() } else { format!("Step {}", Grouped(frame.step)) };
    joined(&step, ": ", &one_line(&what))
}

fn counts(frame: &Frame) -> Vec<String> {
    // The title says the step, and the alternative text says the queens.
    let is_told = |counter: &Counter| !matches!(counter, Counter::Step | Counter::Depth);
    let values = Counter::ALL.into_iter().filter(is_told).map(|counter| (counter, counter.value(frame)));
    let in_words = |(counter, value): (Counter, u64)| {
        if counter == Counter::Pruned {
            format!("{} ruled out", counted(value, "square"))
        } else {
            counted(value, counter.name().trim_end_matches('s'))
        }
    };
    values.filter(|(_, value)| *value > 0).map(in_words).collect()
}

fn result(frame: &Frame, names: SquareNames) -> String {
    let squares = frame.board.solution_in_words(names);
    let is_solution = frame.moment.is_solution();
    let mut counts = counts(frame);
    // A single solution is written out instead of counted.
    if is_solution && frame.tally.solutions == 1 {
        counts.retain(|count| *count != counted(1, "solution"));
    }
    if frame.ended && frame.tally.solutions == 0 {
        counts.push("no solution".to_owned());
    }
    let listed = listed(&counts, "and");
    match (is_solution, frame.tally.solutions) {
        (true, 0 | 1) => format!("{listed}; solution {squares}"),
        (true, _) => format!("{listed}; the last solution is {squares}"),
        (false, _) if listed.is_empty() => "an empty board".to_owned(),
        (false, _) => listed,
    }
}

fn standing(race: &RaceFrame) -> String {
    let news = race.lanes.iter().filter_map(|member| {
        let Lane { name, frame, ticks, ended, rank, .. } = member;
        match rank {
            Some(_) => Some(lane(member)),
            None if *ended => {
                Some(format!("{name} ends without a solution after {}.", counted(*ticks, "tick")))
            }
            None if frame.tally.solutions > 0 => {
                Some(format!("{name} has found {}.", counted(frame.tally.solutions, "solution")))
            }
            None => None,
        }
    });
    let news: Vec<String> = news.collect();
    if news.is_empty() {
        let names: Vec<&str> = race.lanes.iter().map(|lane| lane.name.as_str()).collect();
        format!("No solution yet: {}.", names.join(", "))
    } else {
        news.join(" ")
    }
}

fn sentence(text: &str) -> String {
    let text = one_line(text);
    let ends = text.is_empty() || text.ends_with(['.', '!', '?', '…']);
    if ends { text } else { text + "." }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::{BoardSize, Line, Square, SquareSet};
    use crate::record::{DeadEndReason, Narrator, Recorder, Schedule};
    use crate::search::{Algorithm, Order, Tally, TestedQueens, until_solutions};

    fn described(frame: &Frame, names: SquareNames) -> Description {
        Description::of(&FilmFrame::of_search(frame, false), names)
    }

    /// A board of six with two queens, after 37 steps.
    fn frame(caption: Caption) -> Frame {
        let size = BoardSize::new(6).unwrap();
        let mut queens = SquareSet::empty(size);
        queens.insert(Square::new(4, 2));
        queens.insert(Square::new(6, 1));
        let mut tally = Tally::default();
        (tally.tests, tally.placements, tally.backtracks) = (1234, 1, 2);
        let board = BoardState { queens, ..BoardState::empty(size) };
        Frame { step: 37, tally, caption, ..Frame::still(board) }
    }

    #[test]
    fn the_start_says_what_is_to_do() {
        let words = described(&Frame::start(BoardSize::new(8).unwrap()), SquareNames::Chess);
        assert_eq!(words.title, "Start");
        assert_eq!(words.notes, "Place 8 queens. None of them may attack another.");
        assert_eq!(words.alt, format!("An empty board of 8 by 8 squares. {}", words.notes));
    }

    #[test]
    fn a_film_is_described_by_its_counters_and_its_solution() {
        let size = BoardSize::new(4).unwrap();
        let mut recorder = Recorder::new(size, &Schedule::default(), Narrator::of_unknown_search(size));
        for event in until_solutions(Algorithm::Marking.events(size, Order::Columns, 0), Some(1)) {
            recorder.push(event).unwrap();
        }
        let last = FilmFrame::of_search(recorder.finish(), true);
        assert_eq!(
            Description::of_film("Marking search for 4 queens", 13, &last, SquareNames::Chess),
            "Marking search for 4 queens: 8 placements and 4 backtracks; solution a3 b1 c4 d2."
        );
    }

    #[test]
    fn a_step_has_a_title_its_sentences_its_counters_and_its_board() {
        let dead_end = Caption::DeadEnd { line: Line::Column(6), reason: DeadEndReason::NoSafeSquare };
        let words = described(&frame(dead_end.clone()), SquareNames::Chess);
        assert_eq!(words.title, "Step 37: no safe square in column f");
        assert_eq!(
            words.notes,
            "Dead end in column f. It has no safe square.\nSo far: 1,234 tests, 1 placement and 2 backtracks."
        );
        assert_eq!(
            words.alt,
            "Queens on a1, b3, of 6 by 6 squares. Dead end in column f. It has no safe square."
        );
        let words = described(&frame(dead_end), SquareNames::Numbers);
        assert_eq!(words.title, "Step 37: no safe square in column 6");
    }

    #[test]
    fn titles_begin_with_the_step_or_say_start_or_end() {
        let square = Square::new(1, 1);
        let titles = [
            (Caption::Start { queens: 6, start: [].into(), closed: 0 }, "Start"),
            (Caption::Placed { square, queens: 2 }, "Step 37: place a queen on a6"),
            (Caption::Safe { square, among: TestedQueens::All }, "Step 37: a6 is safe"),
            (Caption::Ended { solutions: 4 }, "End: the search is over"),
            (Caption::Stopped { solutions: 1 }, "End: the recording ends here"),
            (Caption::Custom("Goal: no conflict".into()), "Step 37: Goal"),
            (Caption::Custom("".into()), "Step 37"),
            (Caption::Custom("two\n lines".into()), "Step 37: two lines"),
        ];
        for (caption, title) in titles {
            assert_eq!(described(&frame(caption), SquareNames::Chess).title, title);
        }
    }

    #[test]
    fn a_long_caption_is_whole_in_the_notes_and_short_in_the_title() {
        let text: Arc<str> = "é".repeat(10_000).into();
        let words = described(&frame(Caption::Custom(Arc::clone(&text))), SquareNames::Chess);
        assert_eq!(words.title, format!("Step 37: {}…", "é".repeat(LONGEST_TITLE)));
        assert!(words.notes.starts_with(&*text));
    }
}
