//! Checks that pages declare all colours that they show, so that none is replaced by the nearest one.

use crate::board::{BoardSize, Problem, Square, SquareSet};
use crate::draw::painter::{palette_of, palette_of_gallery};
use crate::encode::{Encoded, Format};
use crate::film::{
    Completion, FilmBuilder, FilmError, FilmOptions, Output, OutputSpec, PanelOptions, RaceSpec, ShownFrame,
    Sink, Sinks, Source, View,
};
use crate::page::shape::Shape;
use crate::page::tween::Tween;
use crate::page::{
    Bar, BarGroup, BoardLabel, CardResult, ChartContent, ChartFigure, ChartSeries, ChartUnit, EndCard,
    GalleryContent, GalleryNote, GalleryPage, GalleryText, GalleryTitle, GrowthLine, LabelledBoard, Page,
    PageSize, PageStyle, PanelContent, PanelKind, Piece, StatePanel, StepSheet, StepSheetGrid, StepSheetText,
    Theme, TitleCard, Tone,
};
use crate::picture::Rect;
use crate::record::{BoardState, Counter, Detail, FilmFrame, Frame, Step, Steps};
use crate::search::{Algorithm, DEFAULT_SEED, Order, until_solutions};

use super::*;

/// A sink that checks the frames of a film instead of writing them.
struct Watch {
    what: String,
    /// The palette of the page; `None` before the first frame.
    palette: Option<Palette>,
}

impl Sink for Watch {
    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<(), FilmError> {
        let scene = &shown.page.scene;
        let Some(palette) = &self.palette else {
            self.palette = Some(check(&self.what, shown.page));
            return Ok(());
        };
        for (_, item) in scene.changes() {
            let layers = item.drawing.layers.iter();
            check_shapes(&self.what, palette, layers.flat_map(|layer| &layer.shapes));
        }
        for time in [0.0, 60.0, 120.0, 250.0, 500.0] {
            let between = Tween::at(scene, time);
            for (change, _) in scene.changes() {
                let seen = between.look(scene, change.id).seen();
                check_shapes(&self.what, palette, seen.into_iter().map(|seen| seen.shape));
            }
            check_shapes(&self.what, palette, between.copies(scene).map(|(.., shape)| shape));
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        Ok(Encoded::default())
    }
}

impl Output for Watch {
    type Done = ();

    fn format(&self, wanted: Option<Format>) -> Result<Format, FilmError> {
        // Frames for HTML have moves, but no tweens.
        Ok(wanted.unwrap_or(Format::Html))
    }

    fn open(self, _: &OutputSpec) -> Result<(Sinks<'static>, Completion<'static, ()>), FilmError> {
        Ok((Sinks::new(Box::new(self)), Box::new(|| Ok(()))))
    }
}

/// Checks the current content of a page; returns its palette.
fn check(what: &str, page: &Page) -> Palette {
    let palette = palette_of(page);
    let items = page.scene.items().flat_map(|(_, item)| &item.drawing.layers);
    check_shapes(what, &palette, items.flat_map(|layer| &layer.shapes));
    let background = Shape::Fill(Rect::default(), page.background);
    check_shapes(what, &palette, [&background]);
    palette
}

fn check_shapes<'a>(what: &str, palette: &Palette, shapes: impl IntoIterator<Item = &'a Shape>) {
    let most = palette.colours.len();
    assert!(most <= Canvas::MAX_COLOURS, "{what}: {most} colours");
    for shape in shapes {
        let colours = match shape {
            Shape::Fill(_, colour) => vec![*colour],
            Shape::Text(text) => (0..=INK_LEVELS).map(|level| palette.blend(text.style.pen, level)).collect(),
            // Any colour may be below the edges of these shapes, so only the ink is checked.
            Shape::Figure(_, stamp) => vec![stamp.ink],
            Shape::Sign(sign) => vec![sign.ink],
            Shape::Disc { ink, .. } | Shape::Polygons(_, ink) => vec![*ink],
        };
        let lacking = colours.iter().find(|colour| !palette.colours.contains(colour));
        assert_eq!(lacking, None, "{what}: {shape:?}");
    }
}

fn size(n: u64) -> BoardSize {
    BoardSize::new(n).unwrap()
}

fn themes() -> impl Iterator<Item = (String, Theme)> {
    Theme::names().map(|name| (name.to_owned(), Theme::named(name).unwrap()))
}

const PIECES: [Option<Piece>; 5] =
    [None, Some(Piece::White), Some(Piece::Disc), Some(Piece::Character('Q')), Some(Piece::Black)];

/// Styles of boards in all themes, with all options that change colours.
fn styles() -> impl Iterator<Item = (String, PageStyle)> {
    themes().flat_map(|(name, theme)| {
        let hidden = theme.heat().map(|_| Some(Piece::None));
        let pieces = PIECES.into_iter().chain(hidden);
        pieces.flat_map(move |piece| {
            let (name, theme) = (name.clone(), theme.clone());
            (0..8).map(move |bits| {
                let [highlight, attacks, grid] = [1, 2, 4].map(|bit| bits & bit != 0);
                let theme = theme.clone();
                let style = PageStyle { theme, piece, grid, highlight, attacks, ..PageStyle::default() };
                let what =
                    format!("{name}, {piece:?}, highlight {highlight}, attacks {attacks}, grid {grid}");
                (what, style)
            })
        })
    })
}

/// Films the search of an algorithm with each of its tests, up to the second solution.
fn watch(what: &str, problem: &Problem, algorithm: Algorithm, style: PageStyle, panels: PanelOptions) {
    let source = Source::algorithm(problem.clone(), algorithm, Order::Columns, DEFAULT_SEED, Some(2));
    let what = format!("{what}, {algorithm}, {panels:?}");
    let options = FilmOptions { style, panels, detail: Some(Detail::Tests), ..FilmOptions::default() };
    let watch = Watch { what: what.clone(), palette: None };
    let film = FilmBuilder::with_options(problem.clone(), options).film(&source, watch);
    film.unwrap_or_else(|error| panic!("{what}: {error}"));
}

fn view(view: View) -> PanelOptions {
    PanelOptions { view, title: "Queens".to_owned(), ..PanelOptions::default() }
}

/// A board with a given queen and closed squares.
fn begun(n: u64) -> Problem {
    Problem::new(size(n), [Square::new(2, 1)], [Square::new(1, 2), Square::new(3, 3)]).unwrap()
}

#[test]
fn boards_and_their_panels_have_all_colours() {
    // Each skipped style differs from a tested one in a single option.
    for (what, style) in styles().step_by(3) {
        let small = PageStyle { width: Some(64), ..style.clone() };
        watch(&what, &size(4).into(), Algorithm::Backtracking, small, PanelOptions::default());
        let style = PageStyle { coordinates: true, ..style };
        watch(&what, &begun(4), Algorithm::Backtracking, style.clone(), view(View::Lecture));
        // Each panel is tested alone: another panel could declare colours that this panel lacks.
        let alone = |kind| PanelOptions { more: vec![kind], ..PanelOptions::default() };
        for panels in PanelKind::ALL.map(alone) {
            watch(&what, &begun(4), Algorithm::Backtracking, style.clone(), panels);
        }
    }
}

#[test]
fn algorithms_and_their_panels_have_all_colours() {
    for (what, theme) in themes() {
        for algorithm in Algorithm::ALL {
            let style = PageStyle { theme: theme.clone(), attacks: true, ..PageStyle::default() };
            watch(&what, &size(4).into(), algorithm, style.clone(), view(View::Lecture));
            for panel in StatePanel::of(algorithm) {
                let panels = PanelOptions { state: vec![panel], ..view(View::Article) };
                watch(&what, &size(4).into(), algorithm, style.clone(), panels);
            }
        }
    }
}

#[test]
fn races_have_all_colours() {
    let field = [Algorithm::Backtracking, Algorithm::MinConflicts, Algorithm::Marking, Algorithm::Random];
    // Few styles suffice, since the squares of races are equal to squares of other boards.
    for (what, style) in styles().step_by(7) {
        let (source, watch) = (Source::race(RaceSpec::new(size(4), &field)), Watch { what, palette: None });
        let options = FilmOptions { style, ..FilmOptions::default() };
        FilmBuilder::with_options(size(4), options).film(&source, watch).unwrap();
    }
}

fn steps() -> Vec<Step> {
    let steps = |algorithm: Algorithm, problem: Problem, most| {
        let events =
            until_solutions(algorithm.events(problem.clone(), Order::Columns, DEFAULT_SEED), Some(1));
        Steps::new(algorithm, problem, Order::Columns, events).take(most)
    };
    let boards = steps(Algorithm::Permutations, size(5).into(), 2);
    steps(Algorithm::Backtracking, begun(5), 30).chain(boards).collect()
}

#[test]
fn sheets_and_galleries_have_all_colours() {
    let text = || "Text".to_owned();
    for (what, style) in styles() {
        for (page, coordinates) in [(None, true), (Some(PageSize::Pixels(1600, 1200)), false)] {
            let style = PageStyle { page, coordinates, ..style.clone() };
            let texts = StepSheetText { title: text(), summary: text(), origin: text() };
            let sheet = StepSheet::new(steps(), texts, style.clone(), StepSheetGrid::default()).unwrap();
            (0..sheet.pages().len()).for_each(|index| _ = check(&what, &sheet.page(index)));
            let label = |is_fundamental| BoardLabel {
                number: text(),
                is_fundamental,
                images: Some(text()),
                placement: Some(text()),
            };
            let labels = vec![label(false), label(true)];
            let title = Some(GalleryTitle::Count { number: text(), sentence: text() });
            let note = Some(GalleryNote { head: text(), is_headline: true, text: text() });
            let content = GalleryContent {
                labels: labels.clone(),
                text: GalleryText { title, note, origin: Some(text()) },
                ..GalleryContent::default()
            };
            let gallery = GalleryPage::new(size(5), 2, &style, &content).unwrap();
            let palette = palette_of_gallery(&gallery);
            check_shapes(&what, &palette, gallery.around_boards.iter().map(|(_, shape)| shape));
            for label in &labels {
                let board = BoardState::start(&begun(5));
                for (_, ground, state) in gallery.squares_of(&board) {
                    let shapes: Vec<Shape> = gallery.squares.shapes(ground, state).collect();
                    check_shapes(&what, &palette, &shapes);
                }
                let labelled = LabelledBoard { board, label: Some(label), title: String::new() };
                let shapes: Vec<_> = gallery.label(&labelled, (0, 0)).collect();
                check_shapes(&what, &palette, shapes.iter().map(|(_, shape)| shape));
            }
        }
    }
}

#[test]
fn cards_have_all_colours_in_the_film_that_they_are_in() {
    let text = || "Text".to_owned();
    for (what, style) in styles() {
        let queens = || [(1, 2), (2, 4), (3, 1), (4, 3)].map(|(row, column)| Square::new(row, column));
        let scenes =
            [BoardState::start(&begun(4)), BoardState::position(size(4), queens().into_iter().collect())];
        let title = TitleCard { title: text(), task: text(), method: text(), board: scenes[0].clone() };
        let result = |(scene, rank): (&BoardState, usize)| CardResult {
            board: scene.clone(),
            rank: Some(rank),
            head: text(),
            note: text(),
            counters: vec![(Counter::Tests, 12)],
        };
        let end = EndCard { title: text(), results: scenes.iter().zip(1..).map(result).collect() };
        let (size, sides) = (size(4), (640, 480));
        let mut film =
            Page::of_board(size, &PageStyle { page: Some(PageSize::Pixels(640, 480)), ..style.clone() })
                .unwrap();
        let title = Page::of_title_card(sides, &style, &title).unwrap();
        let end = Page::of_end_card(sides, size, &style, &end).unwrap();
        for card in [&title, &end] {
            check(&what, card);
            film.add_colours_of(card);
        }
        let palette = check(&what, &film);
        let layers = [&title, &end]
            .into_iter()
            .flat_map(|card| card.scene.items())
            .flat_map(|(_, item)| &item.drawing.layers);
        check_shapes(&what, &palette, layers.flat_map(|layer| &layer.shapes));
    }
}

#[test]
fn positions_and_charts_have_all_colours() {
    let bar = |value: Option<f64>| Bar { value, label: "12".to_owned() };
    let series = [Tone::Strong, Tone::Soft].map(|tone| ChartSeries { name: "Text".to_owned(), tone });
    let group = BarGroup { name: "Text".to_owned(), bars: vec![bar(Some(12.0)), bar(None)] };
    let lines = (0..9).map(|hue| GrowthLine {
        name: "Text".to_owned(),
        hue,
        points: vec![(4, 8.0), (5, 12.0 + hue as f64)],
    });
    let figures = [
        ChartFigure::Bars { series: series.into(), groups: vec![group] },
        ChartFigure::Growth { sizes: 4..=5, lines: lines.collect() },
    ];
    for (what, theme) in themes() {
        let style = PageStyle { theme, attacks: true, ..PageStyle::default() };
        for figure in figures.clone() {
            let (title, note) = ("Text".to_owned(), "Text".to_owned());
            let content = ChartContent { title, unit: ChartUnit::Count, figure, note };
            check(&what, &Page::of_chart(&content, &style).unwrap());
        }
        for panel in StatePanel::ALL.into_iter().filter(|panel| panel.is_of_position()) {
            let panels = PanelContent { state: vec![panel], is_position: true, ..PanelContent::default() };
            let mut page = Page::of_board(size(4), &PageStyle { panels, ..style.clone() }).unwrap();
            for squares in [&[(1, 1), (2, 2)][..], &[(1, 2), (2, 4), (3, 1), (4, 3)]] {
                let queens: SquareSet =
                    squares.iter().map(|(row, column)| Square::new(*row, *column)).collect();
                page.show(&FilmFrame::of_search(&Frame::position(size(4), queens), true));
                check(&what, &page);
            }
        }
    }
}

#[test]
fn a_theme_of_too_many_colours_is_drawn_in_the_nearest() {
    let text = Theme::named("heatmap").unwrap().to_toml();
    let (own, derived) = text.split_once("[derived]\n").unwrap();
    let text = format!("{own}[derived]\n{}", derived.replace("# ", ""));
    let mut parts = text.split("\"#");
    let first = parts.next().unwrap().to_owned();
    // All colours differ.
    let other =
        |(number, part): (u32, &str)| format!("\"#{:06x}{}", number * 0x9e_3779 % 0x100_0000, &part[6..]);
    let text = [first].into_iter().chain((1..).zip(parts).map(other)).collect::<String>();
    let theme = Theme::from_toml(&text).unwrap();
    let style = PageStyle { theme, piece: Some(Piece::White), attacks: true, ..PageStyle::default() };
    let panels = view(View::Lecture);
    let options = FilmOptions { style, panels, ..FilmOptions::default() };
    let source = Source::algorithm(size(4), Algorithm::Backtracking, Order::Columns, DEFAULT_SEED, Some(1));
    let (_, summary) = FilmBuilder::with_options(size(4), options).film(&source, Vec::new()).unwrap();
    assert_eq!(summary.frames, 19);
}
