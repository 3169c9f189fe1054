//! What a film shows besides its frames: a card before them, one after them, and a thumbnail.

use std::str::FromStr;
use std::time::Duration;

use crate::board::{BoardSize, Placement, Problem, Square, SquareNames};
use crate::page::{self, CardResult, EndCard, Page, PageError, PageStyle, TitleCard};
use crate::record::{
    Content, Counter, Frame, FrameClock, Lane, Moment, RaceFrame, Scene, Shot, SolutionFrame,
};
use crate::search::{Algorithm, Rules, Tally};
use crate::watch::Watch;
use crate::words::{Grouped, capital, counted, listed};

use super::{FilmError, FilmOptions, Shots, Subject};

/// The frame of a film that previews show: the first picture of an animation or a video, for a moment, and
/// the poster.
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
    /// The first frame from this step on. Step 0 is the empty board; the steps of a race are its ticks, and
    /// those of a film of solutions their numbers, from 1 on.
    Step(u64),
}

/// A text that names no frame.
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

/// The frame that was found, kept: whether it is the last, and what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FoundFrame {
    Search(bool, Box<Frame>),
    Race(bool, Box<RaceFrame>),
    Solution(bool, Box<SolutionFrame>),
}

impl FoundFrame {
    pub fn of(shot: &Shot<'_>) -> Self {
        match shot.content {
            Content::Search(frame) => Self::Search(shot.is_last, Box::new(frame.clone())),
            Content::Race(race) => Self::Race(shot.is_last, Box::new(race.clone())),
            Content::Solution(solution) => Self::Solution(shot.is_last, Box::new(solution.clone())),
        }
    }

    pub const fn shot(&self, shown_for: Duration) -> Shot<'_> {
        let (is_last, content) = match self {
            Self::Search(is_last, frame) => (*is_last, Content::Search(frame)),
            Self::Race(is_last, race) => (*is_last, Content::Race(race)),
            Self::Solution(is_last, solution) => (*is_last, Content::Solution(solution)),
        };
        Shot { content, shown_for, is_last }
    }
}

/// What a film shows besides its frames.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// The card before the frames, and how long it is shown.
    pub intro: Option<(Page, Duration)>,
    pub outro: Option<Outro>,
    pub thumbnail: Option<ThumbnailPlan>,
}

/// The frame that stands for the film, and a page of its own to show it on: that of the film shows frames in
/// their order.
#[derive(Debug)]
pub(super) struct ThumbnailPlan {
    pub wanted: Thumbnail,
    pub page: Page,
    /// Once it is known.
    pub found: Option<FoundFrame>,
    /// Whether the last frame stands in for a solution.
    pub lacks_solution: bool,
    /// How long it is the first picture, if it is one besides the frames.
    pub shown_for: Option<Duration>,
}

impl ThumbnailPlan {
    /// Finds it among these frames, of which some are shown.
    ///
    /// # Errors
    /// After the last, if none is it.
    pub fn find(
        &mut self,
        mut shots: impl Shots,
        mut clock: FrameClock,
        watch: &dyn Watch,
    ) -> Result<(), FilmError> {
        let (mut frames, mut first) = (0, None);
        while let Some(shot) = shots.next_shot(watch)? {
            let Some(shot) = clock.time(shot) else { continue };
            frames += 1;
            let step = step(shot.content);
            let first = *first.get_or_insert(step);
            let shows_solution = shows_solution(shot.content);
            let is_wanted = match self.wanted {
                Thumbnail::Solution => shot.is_last || shows_solution,
                Thumbnail::First => true,
                Thumbnail::Step(wanted) => first <= wanted && wanted <= step,
            };
            if is_wanted {
                self.found = Some(FoundFrame::of(&shot));
                self.lacks_solution = self.wanted == Thumbnail::Solution && !shows_solution;
                break;
            }
            if let Thumbnail::Step(asked) = self.wanted
                && shot.is_last
            {
                return Err(FilmError::NoSuchThumbnail { asked, frames, first, last: step });
            }
        }
        Ok(())
    }
}

/// The card after the last frame.
#[derive(Debug)]
pub(super) struct Outro {
    story: Story,
    sides: (u32, u32),
    style: PageStyle,
    pub shown_for: Duration,
    /// The last solution on each board.
    solutions: Vec<Option<Scene>>,
    /// Once the last frame has been shown.
    card: Option<EndCard>,
}

impl Surroundings {
    /// What the options ask for around a film with this page, which gets its colours. `another` is a
    /// page like it.
    pub fn new(
        mut story: Story,
        options: &FilmOptions,
        film: &mut Page,
        another: impl FnOnce() -> Result<Page, PageError>,
    ) -> Result<Self, PageError> {
        let FilmOptions { style, thumbnail, .. } = options;
        let sides = (film.width, film.height);
        let times = options.time_around();
        // The method is our own text: it is left out if the font lacks a character.
        if style.font.lacking(&story.title_card.method).is_some() {
            story.title_card.method.clear();
        }
        let first = times.intro.map(|_| Page::of_title_card(sides, style, &story.title_card)).transpose()?;
        let shown_for = times.thumbnail;
        let plan =
            |(wanted, page)| ThumbnailPlan { wanted, page, found: None, lacks_solution: false, shown_for };
        let page = thumbnail.map(|_| another()).transpose()?;
        let thumbnail = thumbnail.zip(page).map(plan);
        // The largest card has to fit before a long search is filmed.
        let last = times.outro.map(|_| Page::of_end_card(sides, story.size, style, &story.largest_end_card));
        let last = last.transpose()?;
        for card in first.iter().chain(&last) {
            film.add_colours_of(card);
        }
        let intro = first.zip(times.intro);
        let solutions = vec![None; story.boards()];
        let style = style.clone();
        let outro =
            times.outro.map(|shown_for| Outro { story, sides, style, shown_for, solutions, card: None });
        Ok(Self { intro, outro, thumbnail })
    }
}

impl Outro {
    /// Follows the film, whose last frame decides what the card says.
    pub fn follow(&mut self, shot: &Shot<'_>) {
        for (board, solution) in self.solutions.iter_mut().enumerate() {
            if let Some(frame) = shot.board(board)
                && matches!(frame.moment, Moment::Solution { .. })
            {
                *solution = Some(frame.scene.clone());
            }
        }
        if shot.is_last {
            self.card = Some(self.story.end_card(shot.content, &self.solutions));
        }
    }

    /// The card, if the film has ended.
    pub fn page(&self) -> Result<Option<Page>, PageError> {
        let Self { story, sides, style, card, .. } = self;
        card.as_ref().map(|card| Page::of_end_card(*sides, story.size, style, card)).transpose()
    }
}

/// The number of a frame, as selections count it.
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
    /// Of a search that comes to this tally.
    pub fn of_search(subject: &Subject, title: &str, names: SquareNames, tally: Tally) -> Self {
        let about = |algorithm: Algorithm| format!("{} {}.", capital(algorithm.name()), algorithm.about());
        let method = subject.algorithm.map(about).unwrap_or_default();
        let counters = vec![subject.counters(&tally)];
        let story = Self { names, counters, ..Self::new(&subject.problem, subject.rules, title, method) };
        let scene = full_board(story.size);
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

    /// Of a race of these solvers.
    pub fn of_race(problem: &Problem, rules: Rules, title: &str, lanes: &[page::Lane]) -> Self {
        let size = problem.size();
        let scene = full_board(size);
        let lane = |(index, page::Lane { name, counters, run }): (usize, &page::Lane)| {
            let ended = run.tally.solutions == 0;
            let frame = Frame { tally: run.tally, ended, ..Frame::still(scene.clone()) };
            let (name, rank, found) = (name.clone(), Some(index + 1), Vec::new());
            (counters.clone(), Lane { name, frame, ticks: run.ticks, ended: true, rank, found })
        };
        let (counters, lanes): (Vec<_>, Vec<_>) = lanes.iter().enumerate().map(lane).unzip();
        let names: Vec<&str> = lanes.iter().map(|lane: &Lane| lane.name.as_str()).collect();
        let method = capital(&format!("{}.", listed(names, "and")));
        let usual = format!("Race with {}", counted(size.get().into(), "queen"));
        let title = if title.is_empty() { &usual } else { title };
        let story = Self { counters, ..Self::new(problem, rules, title, method) };
        let race = RaceFrame { ticks: 0, lanes, shown_for: Duration::ZERO };
        let largest = story.end_card(Content::Race(&race), &[]);
        Self { largest_end_card: largest, ..story }
    }

    /// Of so many solutions.
    pub fn of_solutions(problem: &Problem, title: &str, names: SquareNames, solutions: u64) -> Self {
        let about = Self::new(problem, Rules::Chess, title, String::new());
        let story = Self { names, solutions, ..about };
        let results = vec![story.last_of_solutions(&full_board(story.size))];
        let largest = EndCard { title: title.to_owned(), results };
        Self { largest_end_card: largest, ..story }
    }

    fn new(problem: &Problem, rules: Rules, title: &str, method: String) -> Self {
        let (task, scene) = (task(problem, rules), at_first(problem, rules));
        Self {
            size: problem.size(),
            title_card: TitleCard { title: title.to_owned(), task, method, scene },
            largest_end_card: EndCard::default(),
            names: SquareNames::default(),
            counters: Vec::new(),
            solutions: 0,
        }
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
            solutions => counted(solutions, "solution"),
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
        let Lane { name, frame, ticks, ended, rank, .. } = lane;
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
        let head = counted(self.solutions, "solution");
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
        // The step is that of the film, and the queens and the solutions are seen.
        let is_seen =
            |counter: &Counter| matches!(counter, Counter::Step | Counter::Depth | Counter::Solutions);
        counters.filter(|counter| !is_seen(counter)).map(|counter| (counter, counter.value(frame))).collect()
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
    let queens = counted(size.get().into(), "queen");
    let place = format!("Place {queens} on {article} {size}×{size} board{from}");
    match rules {
        Rules::Own => format!("{}, by the rules of the solver.", place.trim_end_matches(',')),
        Rules::Chess if size.get() == 1 => format!("{}.", place.trim_end_matches(',')),
        Rules::Chess => format!("{place} so that no two attack each other."),
    }
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
    let queens = Placement::new(&rows).map(|placement| placement.queens()).unwrap_or_default();
    Scene { queens, ..Scene::empty(size) }
}
