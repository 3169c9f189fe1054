//! Intro, outro and thumbnail of a film.

use std::str::FromStr;
use std::time::Duration;

use crate::board::{BoardSize, Placement, Problem, Square, SquareNames};
use crate::page::{self, CardResult, EndCard, Page, PageError, PageStyle, TitleCard};
use crate::record::{
    BoardState, Content, Counter, FilmFrame, Frame, FrameClock, Lane, Moment, RaceFrame, SolutionFrame,
};
use crate::search::{Algorithm, Rules, Tally};
use crate::watch::Watch;
use crate::words::{Grouped, capital, counted, listed};

use super::{FilmError, FilmFrames, FilmOptions, Result, Subject};

/// The frame that previews show: for a moment the first picture of an animation or a video, and the poster.
///
/// ```
/// use queenreel::film::Thumbnail;
///
/// assert_eq!("solution".parse(), Ok(Thumbnail::Solution));
/// assert_eq!("37".parse(), Ok(Thumbnail::Step(37)));
/// assert!("middle".parse::<Thumbnail>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thumbnail {
    /// The first solution that the film shows, or its last frame if it shows none.
    Solution,
    /// The first frame.
    First,
    /// The first frame from this step on. Step 0 is the start; in a race, the number is a tick, and in a film of
    /// solutions, the number of a solution, counted from 1.
    Step(u64),
}

/// The text names no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write solution, first, or the number of a step, like 37")]
pub struct ThumbnailError;

impl FromStr for Thumbnail {
    type Err = ThumbnailError;

    fn from_str(text: &str) -> Result<Self, ThumbnailError> {
        match text {
            "solution" => Ok(Self::Solution),
            "first" => Ok(Self::First),
            step => {
                let is_number = step.bytes().all(|byte| byte.is_ascii_digit());
                step.parse().ok().filter(|_| is_number).map(Self::Step).ok_or(ThumbnailError)
            }
        }
    }
}

/// A copy of the frame that was found, and whether the frame is the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FoundFrame {
    Search(bool, Box<Frame>),
    Race(bool, Box<RaceFrame>),
    Solution(bool, Box<SolutionFrame>),
}

impl FoundFrame {
    pub fn of(film_frame: &FilmFrame<'_>) -> Self {
        match film_frame.content {
            // A single picture has its own words.
            Content::Search(frame) => {
                let frame = Frame { act: None, sentence: None, lost: None, ..frame.clone() };
                Self::Search(film_frame.is_last, Box::new(frame))
            }
            Content::Race(race) => Self::Race(film_frame.is_last, Box::new(race.clone())),
            Content::Solution(solution) => Self::Solution(film_frame.is_last, Box::new(solution.clone())),
        }
    }

    pub const fn film_frame(&self, shown_for: Duration) -> FilmFrame<'_> {
        let (is_last, content) = match self {
            Self::Search(is_last, frame) => (*is_last, Content::Search(frame)),
            Self::Race(is_last, race) => (*is_last, Content::Race(race)),
            Self::Solution(is_last, solution) => (*is_last, Content::Solution(solution)),
        };
        FilmFrame { content, shown_for, is_last }
    }
}

#[derive(Default)]
pub(super) struct IntroOutro {
    pub intro: Option<(Page, Duration)>,
    pub outro: Option<Outro>,
    pub thumbnail: Option<ThumbnailPlan>,
}

/// The thumbnail, and a separate page for it, since the page of the film shows frames in their order.
pub(super) struct ThumbnailPlan {
    pub wanted: Thumbnail,
    pub page: Page,
    pub found: Option<FoundFrame>,
    /// Whether the last frame replaces a missing solution.
    pub lacks_solution: bool,
    /// Time of the thumbnail as the first picture; `None` if the thumbnail adds no picture.
    pub shown_for: Option<Duration>,
}

impl ThumbnailPlan {
    /// Finds the frame of the thumbnail among the `frames` that `clock` selects.
    pub fn find(
        &mut self,
        mut frames: impl FilmFrames,
        mut clock: FrameClock,
        watch: &dyn Watch,
    ) -> Result<()> {
        let (mut count, mut first) = (0, None);
        while let Some(film_frame) = frames.next_frame(watch)? {
            let Some(film_frame) = clock.time(film_frame) else { continue };
            count += 1;
            let step = step(film_frame.content);
            let first = *first.get_or_insert(step);
            let shows_solution = shows_solution(film_frame.content);
            let is_wanted = match self.wanted {
                Thumbnail::Solution => film_frame.is_last || shows_solution,
                Thumbnail::First => true,
                Thumbnail::Step(wanted) => first <= wanted && wanted <= step,
            };
            if is_wanted {
                self.found = Some(FoundFrame::of(&film_frame));
                self.lacks_solution = self.wanted == Thumbnail::Solution && !shows_solution;
                break;
            }
            if let Thumbnail::Step(asked) = self.wanted
                && film_frame.is_last
            {
                return Err(FilmError::NoSuchThumbnail { asked, frames: count, first, last: step });
            }
        }
        Ok(())
    }
}

pub(super) struct Outro {
    card_data: CardData,
    sides: (u32, u32),
    style: PageStyle,
    pub shown_for: Duration,
    solutions: Vec<Option<BoardState>>,
    card: Option<EndCard>,
}

impl IntroOutro {
    /// Plans the requested cards and the thumbnail of a film, and adds the colours of the cards to the page `film`.
    /// `another` makes the page of the thumbnail.
    pub fn new(
        mut card_data: CardData,
        options: &FilmOptions,
        film: &mut Page,
        another: impl FnOnce() -> Result<Page, PageError>,
    ) -> Result<Self, PageError> {
        let FilmOptions { style, thumbnail, .. } = options;
        let sides = (film.width, film.height);
        let times = options.time_around();
        // The text about the method is optional: it is left out if the font has no glyph for a character.
        if style.font.lacking(&card_data.title_card.method).is_some() {
            card_data.title_card.method.clear();
        }
        let first =
            times.intro.map(|_| Page::of_title_card(sides, style, &card_data.title_card)).transpose()?;
        let shown_for = times.thumbnail;
        let plan =
            |(wanted, page)| ThumbnailPlan { wanted, page, found: None, lacks_solution: false, shown_for };
        let page = thumbnail.map(|_| another()).transpose()?;
        let thumbnail = thumbnail.zip(page).map(plan);
        // The largest card must fit, which is checked before a long search is filmed.
        let last =
            times.outro.map(|_| Page::of_end_card(sides, card_data.size, style, &card_data.largest_end_card));
        let last = last.transpose()?;
        for card in first.iter().chain(&last) {
            film.add_colours_of(card);
        }
        let intro = first.zip(times.intro);
        let solutions = vec![None; card_data.boards()];
        let style = style.clone();
        let outro =
            times.outro.map(|shown_for| Outro { card_data, sides, style, shown_for, solutions, card: None });
        Ok(Self { intro, outro, thumbnail })
    }
}

impl Outro {
    pub fn follow(&mut self, film_frame: &FilmFrame<'_>) {
        for (board, solution) in self.solutions.iter_mut().enumerate() {
            if let Some(frame) = film_frame.board(board)
                && matches!(frame.moment, Moment::Solution { .. })
            {
                *solution = Some(frame.board.clone());
            }
        }
        if film_frame.is_last {
            self.card = Some(self.card_data.end_card(film_frame.content, &self.solutions));
        }
    }

    pub fn page(&self) -> Result<Option<Page>, PageError> {
        let Self { card_data, sides, style, card, .. } = self;
        card.as_ref().map(|card| Page::of_end_card(*sides, card_data.size, style, card)).transpose()
    }
}

/// Returns the number of a frame, as selections count it.
pub(super) const fn step(content: Content<'_>) -> u64 {
    match content {
        Content::Search(frame) => frame.step,
        Content::Race(race) => race.ticks,
        Content::Solution(solution) => solution.solution.number,
    }
}

pub(super) fn shows_solution(content: Content<'_>) -> bool {
    match content {
        Content::Search(frame) => matches!(frame.moment, Moment::Solution { .. }),
        Content::Race(race) => race.lanes.iter().any(|lane| lane.frame.tally.solutions > 0),
        Content::Solution(_) => true,
    }
}

/// The largest board on which the squares of a solution are listed.
const MOST_NAMED: u8 = 12;

/// The data of the cards that is known in advance.
pub(super) struct CardData {
    pub size: BoardSize,
    pub title_card: TitleCard,
    pub largest_end_card: EndCard,
    names: SquareNames,
    counters: Vec<Vec<Counter>>,
    solutions: u64,
}

impl CardData {
    pub fn of_search(subject: &Subject, title: &str, names: SquareNames, tally: Tally) -> Self {
        let about = |algorithm: Algorithm| format!("{} {}.", capital(algorithm.name()), algorithm.about());
        let method = subject.algorithm.map(about).unwrap_or_default();
        let counters = vec![subject.counters(&tally)];
        let card_data = Self { names, counters, ..Self::new(&subject.problem, subject.rules, title, method) };
        let board = full_board(card_data.size);
        let frame = Frame { tally, ..Frame::still(board.clone()) };
        let mut largest = card_data.end_card(Content::Search(&frame), &[Some(board)]);
        for CardResult { head, .. } in &mut largest.results {
            // An excerpt may end before the first solution.
            if head.chars().count() < UNSOLVED.chars().count() {
                UNSOLVED.clone_into(head);
            }
        }
        Self { largest_end_card: largest, ..card_data }
    }

    pub fn of_race(problem: &Problem, rules: Rules, title: &str, lanes: &[page::LaneContent]) -> Self {
        let size = problem.size();
        let board = full_board(size);
        let lane = |(index, page::LaneContent { name, counters, run }): (usize, &page::LaneContent)| {
            let ended = run.tally.solutions == 0;
            let frame = Frame { tally: run.tally, ended, ..Frame::still(board.clone()) };
            let (name, rank, found) = (name.clone(), Some(index + 1), Vec::new());
            (counters.clone(), Lane { name, frame, ticks: run.ticks, ended: true, rank, found })
        };
        let (counters, lanes): (Vec<_>, Vec<_>) = lanes.iter().enumerate().map(lane).unzip();
        let names: Vec<&str> = lanes.iter().map(|lane: &Lane| lane.name.as_str()).collect();
        let method = capital(&format!("{}.", listed(names, "and")));
        let usual = format!("Race with {}", counted(size.get().into(), "queen"));
        let title = if title.is_empty() { &usual } else { title };
        let card_data = Self { counters, ..Self::new(problem, rules, title, method) };
        let race = RaceFrame { ticks: 0, lanes, shown_for: Duration::ZERO };
        let largest = card_data.end_card(Content::Race(&race), &[]);
        Self { largest_end_card: largest, ..card_data }
    }

    pub fn of_solutions(problem: &Problem, title: &str, names: SquareNames, solutions: u64) -> Self {
        let about = Self::new(problem, Rules::Chess, title, String::new());
        let card_data = Self { names, solutions, ..about };
        let results = vec![card_data.last_of_solutions(&full_board(card_data.size))];
        let largest = EndCard { title: title.to_owned(), results };
        Self { largest_end_card: largest, ..card_data }
    }

    fn new(problem: &Problem, rules: Rules, title: &str, method: String) -> Self {
        let (task, board) = (task(problem, rules), at_first(problem, rules));
        Self {
            size: problem.size(),
            title_card: TitleCard { title: title.to_owned(), task, method, board },
            largest_end_card: EndCard::default(),
            names: SquareNames::default(),
            counters: Vec::new(),
            solutions: 0,
        }
    }

    pub fn boards(&self) -> usize {
        self.counters.len().max(1)
    }

    pub fn end_card(&self, last: Content<'_>, solutions: &[Option<BoardState>]) -> EndCard {
        let solution = |board: usize| solutions.get(board).and_then(Option::as_ref);
        let results = match last {
            Content::Search(frame) => vec![self.result(frame, solution(0))],
            Content::Race(race) => {
                in_order(race).map(|(index, lane)| self.of_lane(index, lane, solution(index))).collect()
            }
            Content::Solution(shown) => vec![self.last_of_solutions(&shown.frame.board)],
        };
        EndCard { title: self.title_card.title.clone(), results }
    }

    fn result(&self, frame: &Frame, solution: Option<&BoardState>) -> CardResult {
        let head = match frame.tally.solutions {
            0 if frame.ended => "No solution".to_owned(),
            0 => UNSOLVED.to_owned(),
            1 => "Solved".to_owned(),
            solutions => counted(solutions, "solution"),
        };
        CardResult {
            board: last_board(frame, solution),
            rank: None,
            head,
            note: solution.map_or_else(String::new, |board| self.squares(board)),
            counters: self.values(0, frame),
        }
    }

    fn of_lane(&self, index: usize, lane: &Lane, solution: Option<&BoardState>) -> CardResult {
        let Lane { name, frame, ticks, ended, rank, .. } = lane;
        let happened = match (ended, frame.tally.solutions) {
            (true, 0) if frame.ended => "no solution, ended at tick",
            (true, 0) => "stopped at tick",
            (true, 1) => "solved at tick",
            (true, _) => "ended at tick",
            (false, _) => "at tick",
        };
        CardResult {
            board: last_board(frame, solution),
            rank: *rank,
            head: name.clone(),
            note: format!("{happened} {}", Grouped(*ticks)),
            counters: self.values(index, frame),
        }
    }

    fn last_of_solutions(&self, board: &BoardState) -> CardResult {
        let head = counted(self.solutions, "solution");
        let note = match self.squares(board) {
            squares if squares.is_empty() || self.solutions == 1 => squares,
            squares => format!("The last: {squares}"),
        };
        CardResult { board: board.clone(), rank: None, head, note, counters: Vec::new() }
    }

    fn squares(&self, board: &BoardState) -> String {
        if self.size.get() > MOST_NAMED { String::new() } else { board.solution_in_words(self.names) }
    }

    /// Returns the counters of a board, except counters that the card shows elsewhere.
    fn values(&self, board: usize, frame: &Frame) -> Vec<(Counter, u64)> {
        let counters = self.counters.get(board).into_iter().flatten().copied();
        // The step is the last step of the film; the queens and the solutions are visible.
        let is_seen =
            |counter: &Counter| matches!(counter, Counter::Step | Counter::Depth | Counter::Solutions);
        counters.filter(|counter| !is_seen(counter)).map(|counter| (counter, counter.value(frame))).collect()
    }
}

const UNSOLVED: &str = "No solution yet";

fn task(problem: &Problem, rules: Rules) -> String {
    let size = problem.size();
    let from = problem.in_words().map(|words| format!(", {words},")).unwrap_or_default();
    // Eight, eleven and eighteen begin with a vowel.
    let article = if matches!(size.get(), 8 | 11 | 18) { "an" } else { "a" };
    let queens = counted(size.get().into(), "queen");
    let place = format!("Place {queens} on {article} {size}×{size} board{from}");
    match rules {
        Rules::Own => format!("{}, by the rules of the solver.", place.trim_end_matches(',')),
        Rules::Chess if size.get() == 1 => format!("{}.", place.trim_end_matches(',')),
        Rules::Chess => format!("{place} so that no two attack each other."),
    }
}

/// Returns the solvers of a race in finishing order, with the numbers of their boards.
fn in_order(race: &RaceFrame) -> impl Iterator<Item = (usize, &Lane)> {
    let mut lanes: Vec<(usize, &Lane)> = race.lanes.iter().enumerate().collect();
    lanes.sort_by_key(|(_, lane)| lane.rank.unwrap_or(usize::MAX));
    lanes.into_iter()
}

/// Returns the solution, or else the final board; removes its marks unless it is a solution.
fn last_board(frame: &Frame, solution: Option<&BoardState>) -> BoardState {
    let is_solved = matches!(frame.moment, Moment::Solution { .. });
    match solution {
        Some(board) => board.clone(),
        None if is_solved => frame.board.clone(),
        None => {
            let BoardState { size, queens, start, blocked, .. } = frame.board.clone();
            BoardState { queens, start, blocked, ..BoardState::empty(size) }
        }
    }
}

/// Returns the start of a problem; if it is the empty board and the rules are those of chess, with a queen in the
/// middle whose attacks are shown.
fn at_first(problem: &Problem, rules: Rules) -> BoardState {
    let mut board = BoardState::start(problem);
    if rules == Rules::Chess && problem.is_plain() {
        let middle = problem.size().get().div_ceil(2);
        board.queens.insert(Square::new(middle, middle));
    }
    board
}

fn full_board(size: BoardSize) -> BoardState {
    let rows: Vec<u8> = (1..=size.get()).collect();
    let queens = Placement::new(&rows).map(|placement| placement.queens()).unwrap_or_default();
    BoardState { queens, ..BoardState::empty(size) }
}
