//! The painter of races: a page with a lane for each solver.

use indicatif::HumanCount;

use crate::board::BoardSize;
use crate::scene::{LaneScene, RaceScene};

use super::badge::{self, Badge};
use super::board::Board;
use super::counters::{self, Counters};
use super::frame_buffer::FrameBuffer;
use super::palette::Palette;
use super::text::{Align, Line, Pen};
use crate::font::Letters;
use crate::page::layout::board as layout;
use crate::page::layout::race::{Needs, RaceArrangement};
use crate::page::{BoardStyle, StyleError};
use crate::picture::{Canvas, Picture, Rect};

/// The width of each board on a page that is made for them.
const DEFAULT_BOARD: u32 = 320;
const MIN_DEFAULT_SQUARE: u32 = 12;

/// How a race is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RaceStyle {
    /// How the boards are drawn, on which page, and with which counters beside each; of all other
    /// panels only the title is taken. Without a width or a page, the page is that of a slide.
    pub boards: BoardStyle,
    /// What the solvers are called.
    pub names: Vec<String>,
    /// What the clock counts, in the singular.
    pub clock: String,
    /// How often the clock ticks at the most.
    pub ticks: u64,
}

impl RaceStyle {
    fn arrange(&self, size: BoardSize) -> Result<RaceArrangement, StyleError> {
        let Self { boards: style, names, .. } = self;
        let BoardStyle { font, panels, .. } = style;
        let needs = Needs {
            lanes: names.len() as u32,
            squares: size.get().into(),
            board: style.width,
            title: font.room(&panels.title),
            name: names.iter().map(|name| font.room(name)).fold(0.0, f32::max),
            place: badge::width(names.len(), font),
            counters: panels.counters.len() as u32,
            counter: counters::width(&panels.counters, panels.most, font),
            clock: font.room(&format!("{} ", self.clock)) + counters::number_width(self.ticks, font),
        };
        let least = layout::least_board(size, style);
        layout::check_width(size, style, least)?;
        let default = DEFAULT_BOARD.max(u32::from(size.get()) * MIN_DEFAULT_SQUARE).max(least);
        let page = match (style.page, style.width) {
            (Some(page), _) => page,
            (None, None) => layout::DEFAULT_SLIDE,
            (None, Some(_)) => layout::SLIDE,
        };
        let board = layout::least_on(page, style, least, default);
        layout::fit(page, |width, height| needs.on_page(width, height).filter(|found| found.board() >= board))
    }

    /// The first character of any text that the font lacks.
    fn lacking(&self, size: BoardSize) -> Option<char> {
        let texts = self.names.iter().chain([&self.clock]).map(String::as_str);
        let digits = "0123456789,";
        let lacking = |text| self.boards.font.lacking(text);
        self.boards.lacking(size).or_else(|| texts.chain([digits, badge::LETTERS]).find_map(lacking))
    }
}

/// Paints the scenes of one race, each over the one before.
#[derive(Debug)]
pub struct RacePainter {
    stage: FrameBuffer,
    letters: Letters,
    lanes: Vec<Lane>,
    clock: Line,
    noun: String,
    areas: Vec<Rect>,
}

#[derive(Debug)]
struct Lane {
    board: Board,
    badge: Badge,
    counters: Counters,
}

impl RacePainter {
    /// A painter that has painted nothing yet.
    ///
    /// # Errors
    /// [`StyleError`] when the width or the page does not suit the boards and the text beside them,
    /// or the font lacks a character.
    ///
    /// # Panics
    /// When no solver takes part.
    pub fn new(size: BoardSize, style: &RaceStyle) -> Result<Self, StyleError> {
        assert!(!style.names.is_empty(), "nobody takes part");
        let BoardStyle { theme, font, panels, .. } = &style.boards;
        if let Some(character) = style.lacking(size) {
            return Err(StyleError::NoGlyph(character));
        }
        let RaceArrangement { width, height, em, title_em, title, clock, lanes: places, counter_columns } =
            style.arrange(size)?;
        let mut palette = Palette::default();
        let boards: Vec<Board> =
            places.iter().map(|place| Board::new(size, &style.boards, place.board, &mut palette)).collect();
        let page = palette.index(theme.page);
        let ink = palette.ramp(theme.queen, theme.page);
        let pen = Pen { ink, strength: 1.0 };
        let lanes = boards.into_iter().zip(&places).map(|(board, place)| {
            let of_counters = counters::Place { em, area: place.counters, columns: counter_columns };
            Lane {
                board,
                badge: Badge::new(place.place, theme, &mut palette),
                counters: Counters::new(&panels.counters, panels.most, font, of_counters, ink),
            }
        });
        let lanes = lanes.collect();
        let mut letters = font.letters(em);
        let mut stage = FrameBuffer::new(Canvas { width, height, palette: palette.into_colours() }, page);
        for (place, name) in places.iter().zip(&style.names) {
            Line::new(place.name, pen, Align::Left).show(name, &mut letters, &mut stage);
        }
        if !panels.title.is_empty() {
            let mut line = Line::new(title, pen, Align::Left);
            line.show(&panels.title, &mut font.letters(title_em), &mut stage);
        }
        Ok(Self {
            stage,
            letters,
            lanes,
            clock: Line::new(clock, pen, Align::Left),
            noun: style.clock.clone(),
            areas: places.iter().map(|place| place.board).collect(),
        })
    }

    /// Size and palette of every picture.
    #[must_use]
    pub const fn canvas(&self) -> &Canvas {
        self.stage.canvas()
    }

    /// Where the boards are, in the order of the lanes.
    #[must_use]
    pub fn boards(&self) -> &[Rect] {
        &self.areas
    }

    /// The picture of a scene.
    ///
    /// # Panics
    /// When a board is of another size than the painter's, or a mark is not on it, or there is
    /// another number of lanes.
    pub fn paint(&mut self, scene: &RaceScene) -> Picture<'_> {
        let Self { stage, letters, lanes, clock, noun, .. } = self;
        assert_eq!(scene.lanes.len(), lanes.len(), "a painter paints races of so many");
        stage.begin();
        for (Lane { board, badge, counters }, lane) in lanes.iter_mut().zip(&scene.lanes) {
            let LaneScene { scene, place, .. } = lane;
            board.paint(scene, stage);
            badge.show(*place, letters, stage);
            counters.paint(scene, letters, stage);
        }
        clock.show(&format!("{noun} {}", HumanCount(scene.ticks)), letters, stage);
        stage.picture()
    }
}
