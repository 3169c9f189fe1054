//! What the cards around a film say.

use crate::board::{BoardSize, Placement, Problem, Square, SquareNames};
use crate::page::{CardResult, EndCard, TitleCard};
use crate::record::{Content, Counter, Frame, Lane, Moment, RaceFrame, Run, Scene};
use crate::search::{Algorithm, Rules, Tally};
use crate::words::{Grouped, capital, listed};

use super::Subject;

/// On larger boards the squares of a solution are too many to be read.
const MOST_NAMED: u8 = 12;

/// What is known of a film in advance, for its cards.
#[derive(Debug)]
pub(super) struct Story {
    pub size: BoardSize,
    pub title_card: TitleCard,
    /// An end card with the longest texts.
    pub largest_end_card: EndCard,
    names: SquareNames,
    /// The counters of each board.
    counters: Vec<Vec<Counter>>,
    /// The number of solutions of a film of solutions.
    solutions: u64,
}

impl Story {
    /// Of a search that comes to this tally. The title may be empty.
    pub fn of_search(subject: &Subject, title: &str, names: SquareNames, tally: Tally) -> Self {
        let Subject { ref problem, algorithm, rules, is_complete, .. } = *subject;
        let size = problem.size();
        let counters = match algorithm {
            Some(algorithm) if is_complete => Counter::of(algorithm).to_vec(),
            Some(_) | None => Counter::of_log(&tally),
        };
        let about = |algorithm: Algorithm| format!("{} {}.", capital(algorithm.name()), algorithm.about());
        let title_card = TitleCard {
            title: if title.is_empty() { subject.title() } else { title.to_owned() },
            task: task(problem, rules),
            method: algorithm.map(about).unwrap_or_default(),
            scene: at_first(problem, rules),
        };
        let story = Self::new(size, title_card, names, vec![counters], 0);
        let scene = full_board(size);
        let frame = Frame { tally, ..Frame::still(scene.clone()) };
        let mut largest = story.end_card(Content::Search(&frame), &[Some(scene)]);
        for CardResult { head, .. } in &mut largest.results {
            // An excerpt may end before the first solution.
            if head.chars().count() < UNSOLVED.chars().count() {
                UNSOLVED.clone_into(head);
            }
        }
        Self { largest_end_card: largest, ..story }
    }

    /// Of a race of solvers with these names, the counters that they keep, and their runs.
    pub fn of_race(
        problem: &Problem,
        rules: Rules,
        title: &str,
        lanes: impl Iterator<Item = (String, Vec<Counter>, Run)>,
    ) -> Self {
        let size = problem.size();
        let scene = full_board(size);
        let lane = |(index, (name, counters, run)): (usize, (String, Vec<Counter>, Run))| {
            let ended = run.tally.solutions == 0;
            let frame = Frame { tally: run.tally, ended, ..Frame::still(scene.clone()) };
            (counters, Lane { name, frame, ticks: run.ticks, ended: true, rank: Some(index + 1) })
        };
        let (counters, lanes): (Vec<_>, Vec<_>) = lanes.enumerate().map(lane).unzip();
        let names: Vec<&str> = lanes.iter().map(|lane: &Lane| lane.name.as_str()).collect();
        let method = format!("{}.", listed(names, "and"));
        let title_card = TitleCard {
            title: if title.is_empty() { format!("Race with {}", queens(size)) } else { title.to_owned() },
            task: task(problem, rules),
            method: capital(&method),
            scene: at_first(problem, rules),
        };
        let story = Self::new(size, title_card, SquareNames::default(), counters, 0);
        let race = RaceFrame { ticks: 0, lanes, shown_for: std::time::Duration::ZERO };
        let largest = story.end_card(Content::Race(&race), &[]);
        Self { largest_end_card: largest, ..story }
    }

    /// Of so many solutions.
    pub fn of_solutions(problem: &Problem, title: &str, names: SquareNames, solutions: u64) -> Self {
        let size = problem.size();
        let title_card = TitleCard {
            title: title.to_owned(),
            task: task(problem, Rules::Chess),
            method: String::new(),
            scene: at_first(problem, Rules::Chess),
        };
        let story = Self::new(size, title_card, names, Vec::new(), solutions);
        let largest = EndCard {
            title: story.title_card.title.clone(),
            results: vec![story.last_of_solutions(&full_board(size))],
        };
        Self { largest_end_card: largest, ..story }
    }

    fn new(
        size: BoardSize,
        title_card: TitleCard,
        names: SquareNames,
        counters: Vec<Vec<Counter>>,
        solutions: u64,
    ) -> Self {
        Self { size, title_card, largest_end_card: EndCard::default(), names, counters, solutions }
    }

    /// The number of boards.
    pub fn boards(&self) -> usize {
        self.counters.len().max(1)
    }

    /// The card after a film that ends like this, with the last solution that it has shown on each board.
    pub fn end_card(&self, last: Content<'_>, solutions: &[Option<Scene>]) -> EndCard {
        let solution = |board: usize| solutions.get(board).and_then(Option::as_ref);
        let results = match last {
            Content::Search(frame) => vec![self.result(frame, solution(0))],
            Content::Race(race) => {
                in_order(race).map(|(index, lane)| self.of_lane(index, lane, solution(index))).collect()
            }
            Content::Solution(shown) => vec![self.last_of_solutions(&shown.frame.scene)],
        };
        EndCard { title: self.title_card.title.clone(), results }
    }

    /// The result of a search.
    fn result(&self, frame: &Frame, solution: Option<&Scene>) -> CardResult {
        let head = match frame.tally.solutions {
            0 if frame.ended => "No solution".to_owned(),
            0 => UNSOLVED.to_owned(),
            1 => "Solved".to_owned(),
            solutions => format!("{} solutions", Grouped(solutions)),
        };
        CardResult {
            scene: board(frame, solution),
            rank: None,
            head,
            note: solution.map_or_else(String::new, |scene| self.squares(scene)),
            counters: self.values(0, frame),
        }
    }

    /// The result of a solver in a race.
    fn of_lane(&self, index: usize, lane: &Lane, solution: Option<&Scene>) -> CardResult {
        let Lane { name, frame, ticks, ended, rank } = lane;
        let happened = match (ended, frame.tally.solutions) {
            (true, 0) if frame.ended => "no solution, ended at tick",
            (true, 0) => "stopped at tick",
            (true, 1) => "solved at tick",
            (true, _) => "ended at tick",
            (false, _) => "at tick",
        };
        CardResult {
            scene: board(frame, solution),
            rank: *rank,
            head: name.clone(),
            note: format!("{happened} {}", Grouped(*ticks)),
            counters: self.values(index, frame),
        }
    }

    fn last_of_solutions(&self, scene: &Scene) -> CardResult {
        let head = match self.solutions {
            1 => "1 solution".to_owned(),
            solutions => format!("{} solutions", Grouped(solutions)),
        };
        let note = match self.squares(scene) {
            squares if squares.is_empty() || self.solutions == 1 => squares,
            squares => format!("The last: {squares}"),
        };
        CardResult { scene: scene.clone(), rank: None, head, note, counters: Vec::new() }
    }

    fn squares(&self, scene: &Scene) -> String {
        if self.size.get() > MOST_NAMED { String::new() } else { scene.solution_in_words(self.names) }
    }

    /// The counters of a board, without those that the card shows otherwise.
    fn values(&self, board: usize, frame: &Frame) -> Vec<(Counter, u64)> {
        let counters = self.counters.get(board).into_iter().flatten().copied();
        let is_shown = |counter: &Counter| match counter {
            // The step is that of the film, and the queens and the solutions are seen.
            Counter::Step | Counter::Depth | Counter::Solutions => false,
            Counter::Tests
            | Counter::Placements
            | Counter::Backtracks
            | Counter::Boards
            | Counter::Moves
            | Counter::Pruned => true,
        };
        counters.filter(is_shown).map(|counter| (counter, counter.value(frame))).collect()
    }
}

/// What is said of a search that has not come to an end, and has no solution.
const UNSOLVED: &str = "No solution yet";

/// The task, in a sentence.
fn task(problem: &Problem, rules: Rules) -> String {
    let size = problem.size();
    let from = problem.in_words().map(|words| format!(", {words},")).unwrap_or_default();
    // Eight, eleven and eighteen begin with a vowel.
    let article = if matches!(size.get(), 8 | 11 | 18) { "an" } else { "a" };
    let place = format!("Place {} on {article} {size}×{size} board{from}", queens(size));
    match rules {
        Rules::Own => format!("{}, by the rules of the solver.", place.trim_end_matches(',')),
        Rules::Chess if size.get() == 1 => format!("{}.", place.trim_end_matches(',')),
        Rules::Chess => format!("{place} so that no two attack each other."),
    }
}

fn queens(size: BoardSize) -> String {
    if size.get() == 1 { "1 queen".to_owned() } else { format!("{size} queens") }
}

/// The solvers of a race in the order in which they have finished, with the numbers of their boards.
fn in_order(race: &RaceFrame) -> impl Iterator<Item = (usize, &Lane)> {
    let mut lanes: Vec<(usize, &Lane)> = race.lanes.iter().enumerate().collect();
    lanes.sort_by_key(|(_, lane)| lane.rank.unwrap_or(usize::MAX));
    lanes.into_iter()
}

/// The solution, or else the board at the end, without marks of its last step.
fn board(frame: &Frame, solution: Option<&Scene>) -> Scene {
    let is_solved = matches!(frame.moment, Moment::Solution { .. });
    match solution {
        Some(scene) => scene.clone(),
        None if is_solved => frame.scene.clone(),
        None => {
            let Scene { size, queens, start, blocked, .. } = frame.scene.clone();
            Scene { queens, start, blocked, ..Scene::empty(size) }
        }
    }
}

/// The start of a problem; or else a board with a queen, to show which squares it attacks, but of a solver with rules
/// of its own only the board.
fn at_first(problem: &Problem, rules: Rules) -> Scene {
    let mut scene = Scene::start(problem);
    let size = problem.size();
    match rules {
        Rules::Chess if !problem.is_plain() => {}
        Rules::Chess => {
            let middle = size.get().div_ceil(2);
            scene.queens.insert(Square::new(middle, middle));
        }
        Rules::Own => {}
    }
    scene
}

/// A board with a queen in each column.
fn full_board(size: BoardSize) -> Scene {
    let rows: Vec<u8> = (1..=size.get()).collect();
    Placement::new(&rows).map_or_else(|_| Scene::empty(size), |placement| Scene::finished(&placement))
}
