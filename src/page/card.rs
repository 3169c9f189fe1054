//! Cards: pages that stand still before and after a film.

use crate::board::BoardSize;
use crate::picture::Rgb;
use crate::record::{Counter, Scene};
use crate::words::Grouped;

use super::Page;
use super::layout::card::{CardLayout, CardText, Tone, end_card, title_card};
use super::slot::MedalSlot;
use super::style::{BoardStyle, StyleError};

/// What a film is about, before it begins.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::page::{BoardStyle, Page, TitleCard};
/// use queenreel::record::Scene;
///
/// let card = TitleCard {
///     title: "Four queens".to_owned(),
///     task: "Place 4 queens on a 4×4 board so that no two attack each other.".to_owned(),
///     method: String::new(),
///     scene: Scene::empty(BoardSize::new(4)?),
/// };
/// let page = Page::of_title_card((1280, 720), &BoardStyle::default(), &card)?;
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
        let name = |counter: Counter, value| match counter.name() {
            name if value == 1 => name.strip_suffix('s').unwrap_or(name),
            name => name,
        };
        let number =
            |(counter, value): &(Counter, u64)| (Grouped(*value).to_string(), name(*counter, *value));
        self.counters.iter().map(number).collect()
    }

    fn texts(&self) -> impl Iterator<Item = String> {
        let numbers = self.numbers().into_iter().flat_map(|(number, name)| [number, name.to_owned()]);
        let rank = self.rank.map(|rank| rank.to_string());
        [self.head.clone(), self.note.clone()].into_iter().chain(numbers).chain(rank)
    }
}

impl Page {
    /// The page of a title card of so many pixels, with the colours and the font of this style.
    ///
    /// # Errors
    /// [`StyleError`] when the font lacks a character, or the text cannot be read on such a page.
    pub fn of_title_card(
        sides: (u32, u32),
        style: &BoardStyle,
        card: &TitleCard,
    ) -> Result<Self, StyleError> {
        let TitleCard { title, task, method, scene } = card;
        check_glyphs(style, [title, task, method].into_iter().cloned())?;
        let layout = title_card(sides, &style.font, card).ok_or_else(|| {
            let untitled = TitleCard { title: String::new(), ..card.clone() };
            too_long(title_card(sides, &style.font, &untitled).is_some(), sides)
        })?;
        let side = layout.square(scene.size);
        let style = BoardStyle { attacks: style.highlight, coordinates: false, ..style.clone() };
        let style = style.for_squares_of(side);
        let mut page = Self::with_boards(sides, &style);
        for area in layout.results.iter().filter_map(|place| place.board) {
            page.add_board(area, scene, &style);
        }
        page.write(layout);
        Ok(page)
    }

    /// The page of an end card with boards of this size, of so many pixels.
    ///
    /// # Errors
    /// As [`Page::of_title_card`].
    ///
    /// # Panics
    /// When a board has another size.
    pub fn of_end_card(
        sides: (u32, u32),
        size: BoardSize,
        style: &BoardStyle,
        card: &EndCard,
    ) -> Result<Self, StyleError> {
        check_glyphs(style, card.results.iter().flat_map(CardResult::texts).chain([card.title.clone()]))?;
        let layout = end_card(sides, size, &style.font, card).ok_or_else(|| {
            let untitled = EndCard { title: String::new(), ..card.clone() };
            too_long(end_card(sides, size, &style.font, &untitled).is_some(), sides)
        })?;
        let side = layout.square(size);
        let style = BoardStyle { attacks: false, coordinates: false, ..style.clone() };
        let style = style.for_squares_of(side);
        let mut page = Self::with_boards(sides, &style);
        for (result, place) in card.results.iter().zip(&layout.results) {
            if let Some(area) = place.board {
                page.add_board(area, &result.scene, &style);
            }
            if let Some(area) = place.medal {
                let medal = MedalSlot::of(area, &page.squares);
                page.layers.medals.add(medal, result.rank);
            }
        }
        page.write(layout);
        Ok(page)
    }

    fn write(&mut self, layout: CardLayout) {
        for CardText { place, weight, tone, align, text } in layout.texts {
            let ink = self.tone(tone);
            self.add_slot(place, weight, ink, align, &text);
        }
    }

    const fn tone(&self, tone: Tone) -> Rgb {
        match tone {
            Tone::Ink => self.squares.inks.ink,
            Tone::Muted => self.squares.inks.muted,
        }
    }

    /// Adds the colours of a card that is shown before or after this page.
    pub(crate) fn add_colours_of(&mut self, card: &Self) {
        self.colours_of_cards.extend(card.colours());
    }
}

fn check_glyphs(style: &BoardStyle, mut texts: impl Iterator<Item = String>) -> Result<(), StyleError> {
    match texts.find_map(|text| style.font.lacking(&text)) {
        Some(character) => Err(StyleError::NoGlyph(character)),
        None => Ok(()),
    }
}

/// The error for text that does not fit; all but the title may fit.
const fn too_long(all_but_title: bool, (width, height): (u32, u32)) -> StyleError {
    if all_but_title { StyleError::TitleTooLong } else { StyleError::CardTooSmall { width, height } }
}
