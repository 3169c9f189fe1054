//! Cards: pages that stand still before and after a film.

use crate::record::{Counter, Scene};
use crate::words::Grouped;

/// What a film is about, before it begins.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::page::{PageStyle, Page, TitleCard};
/// use queenreel::record::Scene;
///
/// let card = TitleCard {
///     title: "Four queens".to_owned(),
///     task: "Place 4 queens on a 4×4 board so that no two attack each other.".to_owned(),
///     method: String::new(),
///     scene: Scene::empty(BoardSize::new(4)?),
/// };
/// let page = Page::of_title_card((1280, 720), &PageStyle::default(), &card)?;
/// assert_eq!((page.width, page.height), (1280, 720));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TitleCard {
    /// Its title.
    pub title: String,
    /// The task, in a sentence.
    pub task: String,
    /// How it is solved, if that is known.
    pub method: String,
    /// A board, on which squares that a queen attacks are marked.
    pub scene: Scene,
}

/// What a film has come to, after it has ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndCard {
    /// The title of the film.
    pub title: String,
    /// The result of a search, or of each solver of a race, in the order in which they are shown.
    pub results: Vec<CardResult>,
}

/// A board, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardResult {
    /// The board.
    pub scene: Scene,
    /// The rank of its solver, which has a medal.
    pub rank: Option<usize>,
    /// What it is.
    pub head: String,
    /// More about it.
    pub note: String,
    /// The counters of its search.
    pub counters: Vec<(Counter, u64)>,
}

impl CardResult {
    /// The numbers of the counters, and their names.
    pub(super) fn numbers(&self) -> Vec<(String, &'static str)> {
        let number = |(counter, value): &(Counter, u64)| {
            let name = counter.name();
            let one = name.strip_suffix('s').filter(|_| *value == 1);
            (Grouped(*value).to_string(), one.unwrap_or(name))
        };
        self.counters.iter().map(number).collect()
    }
}
