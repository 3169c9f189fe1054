//! Legibility of everything that is drawn: contrasts of all inks with their backgrounds, as pages describe them
//! frame by frame, in every theme.
//!
//! Text has a contrast (WCAG 2.1) of 4.5 to 1, large bold text and marks have one of 3 to 1. Hairlines and the
//! unvisited part of a tree are decoration.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use queenreel::board::{Problem, Square};
use queenreel::film::View;
use queenreel::internals::draw::canvas;
use queenreel::internals::font::Weight;
use queenreel::internals::page::cell::CellLook;
use queenreel::internals::page::figure::Figure;
use queenreel::internals::page::inks::{Inks, State};
use queenreel::internals::page::pen::Pen;
use queenreel::internals::page::scene::{Item, Tag};
use queenreel::internals::page::shape::{Shape, Text};
use queenreel::internals::page::square::{SquareLook, SquareStyle, Stamp};
use queenreel::internals::page::{
    Page, PageStyle, PanelContent, Piece, StatePanel, StepSheet, StepSheetGrid, StepSheetText, Theme,
};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::record::{BoardState, FilmFrame, Frame, Steps};
use queenreel::search::{Algorithm, Order};

use super::contrast::contrast;
use crate::common::cell_states;
use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::sample::sampled;
use crate::common::shown::{ShownCode, code_line};

const TEXT: f64 = 4.5;
const MARK: f64 = 3.0;

/// From this em on, bold text is large: 14 points are 18.67 CSS pixels, and pages are often scaled.
const LARGE: f32 = 24.0;

/// Items, and the minimum contrast that each needs, by their colours.
#[derive(Default)]
struct Pairs(BTreeMap<(String, [u8; 3], [u8; 3]), f64>);

impl Pairs {
    fn add(&mut self, what: &str, Pen { ink, paper }: Pen, least: f64) {
        let known = self.0.entry((what.to_owned(), ink.0, paper.0)).or_insert(least);
        *known = known.max(least);
    }

    /// The pairs with too little contrast.
    fn faults(&self) -> Vec<String> {
        let fault = |((what, ink, paper), least): (&(String, [u8; 3], [u8; 3]), &f64)| {
            let (ink, paper) = (Rgb(*ink), Rgb(*paper));
            let found = contrast(ink, paper);
            (found < *least).then(|| format!("{what}: {ink} on {paper} has {found:.2}, not {least}"))
        };
        self.0.iter().filter_map(fault).collect()
    }

    fn add_text(&mut self, Text { style, .. }: &Text) {
        let is_large = style.weight == Weight::Bold && style.em >= LARGE;
        self.add("text", style.pen, if is_large { MARK } else { TEXT });
    }

    fn add_code(&mut self, line: &ShownCode<'_>, inks: &Inks) {
        let what = if line.is_lit { "the line that runs" } else { "code" };
        let number = if line.is_lit { what } else { "the number of a line" };
        let numbers = line.number.map(|text| (number, text));
        for (what, text) in line.runs.iter().map(|run| (what, *run)).chain(numbers) {
            assert_eq!(text.style.pen.paper, line.paper, "{what}");
            self.add(what, text.style.pen, TEXT);
        }
        if let Some((_, bar)) = line.bar {
            self.add("the bar of the line that runs", Pen { ink: bar, paper: inks.page }, MARK);
        }
        assert_eq!(line.is_lit, line.bar.is_some());
        // A line may lead to any state.
        let pen = |state| Pen { ink: inks.ink, paper: inks.lit(state) };
        for state in State::ALL {
            self.add("the line that runs", pen(state), TEXT);
            self.add("the bar of the line that runs", Pen { ink: inks.bar(state), paper: inks.page }, MARK);
        }
        let is_known = |run: &&Text| State::ALL.into_iter().any(|state| run.style.pen == pen(state));
        assert!(!line.is_lit || line.runs.iter().all(is_known), "{line:?}");
    }

    /// A figure on another, of which at least one contrasts with the square.
    fn add_pair(&mut self, what: &str, [ink, under]: [Rgb; 2], paper: Rgb) {
        self.add(what, Pen { ink, paper: under }, MARK);
        let is_seen = contrast(ink, paper) > contrast(under, paper);
        self.add(what, Pen { ink: if is_seen { ink } else { under }, paper }, MARK);
    }

    /// The figures of a square, each on its background.
    fn add_square(&mut self, look: &SquareLook, SquareStyle { theme, inks, piece, .. }: &SquareStyle) {
        let (mut disc, mut casing) = (None, None);
        for stamp in &look.stamps {
            let on_paper = Pen { ink: stamp.ink, paper: look.paper };
            let what = format!("{:?}", stamp.figure);
            let what = what.split('(').next().unwrap_or_default();
            match stamp.figure {
                // A gap around a figure.
                Figure::DotHalo | Figure::CrossHalo => {}
                // The line is on the casing, and at least one of them contrasts with the square.
                Figure::Casing(..) => casing = Some(stamp.ink),
                Figure::Segment(..) if casing.is_some() => {
                    let casing = casing.take().unwrap_or(look.paper);
                    self.add_pair("line", [stamp.ink, casing], look.paper);
                }
                // The specified colours of a heat map include white lines between squares.
                Figure::Grid(..) => {
                    let least = if theme.heat().is_some() { 1.25 } else { 1.35 };
                    self.add(what, on_paper, least);
                }
                Figure::QueenRim(_) if *piece != Piece::White => {}
                // Hairlines between cells.
                Figure::Edges(..) if stamp.ink == inks.rule => {}
                Figure::Disc => {
                    disc = Some(stamp.ink);
                    self.add(what, on_paper, MARK);
                }
                Figure::Tick => {
                    let paper = disc.expect("a tick is on its disc");
                    self.add(what, Pen { ink: stamp.ink, paper }, MARK);
                }
                // The outline of a white queen is on its filling, and at least one of them contrasts with the
                // square.
                Figure::QueenRim(_) => disc = Some(stamp.ink),
                Figure::Queen(Piece::White) => {
                    let filling = disc.take().expect("a white queen is filled");
                    self.add_pair("white queen", [stamp.ink, filling], look.paper);
                }
                Figure::Row(_) | Figure::Column(..) | Figure::Count(..) => self.add(what, on_paper, TEXT),
                Figure::Queen(_)
                | Figure::Outline(_)
                | Figure::Frame(..)
                | Figure::BrokenFrame(..)
                | Figure::Edges(..)
                | Figure::Brackets(..)
                | Figure::Ring
                | Figure::SmallRing
                | Figure::Dot
                | Figure::Segment(..)
                | Figure::Dash(..)
                | Figure::Cross
                | Figure::StrongCross
                | Figure::SmallCross
                | Figure::RefusedCross
                | Figure::Hatching(..)
                | Figure::CrossHatching(..)
                | Figure::Pin
                | Figure::RestartArrow
                | Figure::Forward => self.add(what, on_paper, MARK),
            }
        }
    }

    /// A node of a tree with the edge to it, or a cell.
    fn add_node(&mut self, Item { drawing, .. }: &Item, inks: &Inks) {
        let on_page = |ink| Pen { ink, paper: inks.page };
        let solution = inks.square(State::Solution, true);
        let mut disc = None;
        for shape in drawing.shapes() {
            match *shape {
                // The unvisited part is decoration.
                Shape::Disc { ink, .. } | Shape::Fill(_, ink) if ink == inks.rule => {}
                Shape::Fill(_, ink) => self.add("an edge or a cell of the tree", on_page(ink), MARK),
                // A disc in the colour of the page leaves a ring of the disc below it.
                Shape::Disc { ink, .. } if ink == inks.page => disc = disc.and(Some(ink)),
                Shape::Disc { ink, .. } => {
                    let what = if ink == solution { "a solution in the tree" } else { "a node of the tree" };
                    self.add(what, on_page(ink), MARK);
                    disc = Some(ink);
                }
                Shape::Sign(ref sign) => {
                    let paper = disc.expect("a letter is on its node");
                    let least = if sign.em >= LARGE { MARK } else { TEXT };
                    self.add("a letter in the tree", Pen { ink: sign.ink, paper }, least);
                    // A cell may represent any state.
                    let of_solution = Pen { ink: inks.text_on(solution), paper: solution };
                    let pens = [on_page(inks.muted), Pen { ink: inks.page, paper: inks.ink }, of_solution];
                    assert!(pens.contains(&Pen { ink: sign.ink, paper }), "{sign:?} on {paper}");
                    for pen in pens {
                        self.add("a letter in the tree", pen, least);
                    }
                }
                Shape::Figure(..) | Shape::Polygons(..) | Shape::Text(_) => panic!("{shape:?} in a tree"),
            }
        }
    }

    /// The tip below the path of a tree, and the line to it.
    fn add_tip(&mut self, Item { drawing, .. }: &Item, inks: &Inks) {
        let (lines, tip): (Vec<_>, Vec<_>) = drawing.shapes().partition(|shape| shape.fill().is_some());
        for (_, ink) in lines.into_iter().filter_map(Shape::fill) {
            self.add("the line to it", Pen { ink, paper: inks.page }, MARK);
        }
        match tip[..] {
            [] => {}
            [
                Shape::Disc { ink: around, .. },
                Shape::Disc { ink: paper, .. },
                Shape::Disc { ink, .. } | Shape::Polygons(_, ink),
            ] => {
                assert_eq!(*around, inks.page);
                self.add("the sign below the path", Pen { ink: *ink, paper: *paper }, MARK);
            }
            _ => panic!("{tip:?} below a path"),
        }
    }

    /// An item in its current state.
    fn add_item(&mut self, item: &Item, style: &SquareStyle) {
        let (inks, texts) = (&style.inks, item.drawing.shapes().filter_map(Shape::text));
        match item.tag {
            Tag::Square => self.add_square(&look(item), style),
            Tag::Text => texts.for_each(|text| self.add_text(text)),
            Tag::Code => self.add_code(&code_line(item), inks),
            Tag::Plain => texts.for_each(|text| self.add("a cell", text.style.pen, TEXT)),
            Tag::Tree(Some(_)) => self.add_node(item, inks),
            Tag::Tree(None) if is_paper(item, inks) => {}
            Tag::Tree(None) => self.add_tip(item, inks),
            Tag::Overlay => {
                for shape in item.drawing.shapes() {
                    let Shape::Polygons(_, ink) = *shape else { panic!("{shape:?} across a board") };
                    for paper in inks.squares {
                        self.add("a strike", Pen { ink, paper }, MARK);
                    }
                }
            }
            Tag::Chart => panic!("a chart beside a search: {item:?}"),
        }
    }

    /// Everything that a page ever shows.
    fn add_page(&mut self, page: &mut Page, frames: &[Frame]) {
        let style = page.squares.clone();
        for item in drawn(page, frames) {
            self.add_item(&item, &style);
        }
        // Cells may have any appearance.
        for (cell, _) in cell_states::cells(page).iter().take(1) {
            for look in CellLook::all() {
                self.add("a cell", cell.style(look).0, TEXT);
            }
        }
    }
}

/// Whether the item is the background of a tree.
fn is_paper(item: &Item, inks: &Inks) -> bool {
    let whole = Rect { x: 0, y: 0, ..item.area };
    item.drawing.shapes().eq(&[Shape::Fill(whole, inks.page)])
}

/// The items of a page in all states that they have in these frames.
fn drawn(page: &mut Page, frames: &[Frame]) -> Vec<Item> {
    let mut drawn = HashMap::new();
    for frame in frames {
        page.show(&FilmFrame::of_search(frame, false));
        for (_, item) in page.scene.items() {
            drawn.entry(item.key).or_insert_with(|| item.clone());
        }
    }
    drawn.into_values().collect()
}

/// The appearances of the squares of a page in these frames.
fn looks(page: &mut Page, frames: &[Frame]) -> Vec<SquareLook> {
    drawn(page, frames).iter().filter(|item| item.tag == Tag::Square).map(look).collect()
}

/// The appearance of a square: its paper, and the figures on it.
fn look(item: &Item) -> SquareLook {
    let mut shapes = item.drawing.shapes();
    let paper = shapes.next().and_then(Shape::fill).expect("a square has a paper");
    assert_eq!(paper.0, Rect { x: 0, y: 0, ..item.area });
    let stamp = |shape: &Shape| -> Stamp {
        let Shape::Figure(_, stamp) = shape else { panic!("{shape:?} on a square") };
        *stamp
    };
    SquareLook { paper: paper.1, stamps: shapes.map(stamp).collect() }
}

/// The colours of squares that the palette of their page lacks.
fn missing(page: &mut Page, frames: &[Frame]) -> BTreeSet<String> {
    let palette = canvas(page).palette;
    let mut missing = BTreeSet::new();
    for SquareLook { paper, stamps } in looks(page, frames) {
        let inks = stamps.iter().map(|stamp| (stamp.ink, format!("{:?}", stamp.figure)));
        let inks = inks.chain([(paper, "paper".to_owned())]).filter(|(ink, _)| !palette.contains(ink));
        missing.extend(inks.map(|(ink, what)| {
            format!("{} in {ink} on {paper}", what.split('(').next().unwrap_or_default())
        }));
    }
    missing
}

/// Searches that together show every state.
fn subjects() -> Vec<Subject> {
    vec![
        Subject::new(1, Algorithm::Backtracking, 1, 100),
        Subject::new(5, Algorithm::Backtracking, 1, 120),
        Subject::new(6, Algorithm::ForwardChecking, 1, 120),
        Subject::new(4, Algorithm::Bitfield, 2, 200),
        Subject::new(7, Algorithm::MinConflicts, 1, 200),
        Subject::new(6, Algorithm::Eager, 1, 150),
        Subject::new(4, Algorithm::Marking, 1, 150),
        with_start(Algorithm::Eager),
        with_start(Algorithm::ForwardChecking),
    ]
}

/// A search with pins on light and dark squares, and closed squares across which queens attack.
fn with_start(algorithm: Algorithm) -> Subject {
    let squares = |of: &[(u8, u8)]| of.iter().copied().map(Square::from).collect::<Vec<_>>();
    let (start, blocked) = ([(1, 1), (4, 2)], [(1, 3), (2, 3), (3, 3), (5, 5), (4, 6), (6, 4), (2, 5)]);
    let problem = Problem::new(size(6), squares(&start), squares(&blocked)).unwrap();
    Subject::of_problem(&problem, algorithm, None, 1, 200)
}

/// The views to check: all searches show their squares, and some all panels.
fn views(subject: &Subject) -> impl Iterator<Item = View> {
    let has_panels = matches!((subject.n, subject.algorithm), (5, _) | (_, Algorithm::ForwardChecking));
    [View::Plain].into_iter().chain([View::Article, View::Lecture].into_iter().filter(move |_| has_panels))
}

/// The pieces to check: squares are the same in all views, except for dead ends.
fn pieces(view: View) -> impl Iterator<Item = Piece> {
    let white = (view == View::Lecture).then_some(Piece::White);
    [Piece::Black].into_iter().chain(white)
}

/// A page of a view in a theme; a plain one is only a board, with coordinates, lines and attacks.
fn style(subject: &Subject, view: View, theme: &Theme, page: &str) -> PageStyle {
    let theme = theme.clone();
    let style = PageStyle { theme, ..subject.style(view, "") };
    if view == View::Plain {
        let width = Some(60 * subject.n as u32);
        return PageStyle { coordinates: true, grid: true, attacks: true, width, ..style };
    }
    PageStyle { page: page.parse().ok(), ..style }
}

#[test]
fn all_that_is_drawn_contrasts_with_what_is_under_it() {
    let mut faults: Vec<String> = Vec::new();
    let subjects = subjects();
    for name in sampled(4, Theme::names()) {
        let theme = Theme::named(name).unwrap();
        let mut pairs = Pairs::default();
        for subject in &subjects {
            let in_views = views(subject).flat_map(|view| pieces(view).map(move |piece| (view, piece)));
            let style_of =
                |(view, piece)| PageStyle { piece: Some(piece), ..style(subject, view, &theme, "1080x1080") };
            let mut styles: Vec<PageStyle> = in_views.map(style_of).collect();
            styles.extend(subject.state_panels().into_iter().map(|panel| {
                let page = "1080x1080".parse().ok();
                PageStyle { theme: theme.clone(), page, ..subject.style_with(panel) }
            }));
            for style in styles {
                let mut page = Page::of_board(size(subject.n), &style).unwrap();
                pairs.add_page(&mut page, &subject.frames);
            }
        }
        assert!(pairs.0.len() > 30, "{name}: {}", pairs.0.len());
        faults.extend(pairs.faults().into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn all_on_a_sheet_contrasts_and_is_in_its_palette() {
    let mut faults: Vec<String> = Vec::new();
    for name in Theme::names() {
        let mut pairs = Pairs::default();
        for (n, algorithm) in [
            (4, Algorithm::Backtracking),
            (4, Algorithm::Permutations),
            (6, Algorithm::MinConflicts),
            (6, Algorithm::ForwardChecking),
        ] {
            for piece in [None, Some(Piece::White)] {
                let events = algorithm.events(size(n), Order::Columns, 1);
                let steps: Vec<_> = Steps::new(algorithm, size(n), Order::Columns, events).take(60).collect();
                let theme = Theme::named(name).unwrap();
                let style = PageStyle { theme, piece, coordinates: true, ..PageStyle::default() };
                let (text, grid) = (StepSheetText::default(), StepSheetGrid::default());
                let sheet = StepSheet::new(steps, text, style, grid).unwrap();
                let mut page = sheet.page(0);
                let missing = missing(&mut page, &[Frame::start(size(n))]);
                faults.extend(missing.into_iter().map(|fault| format!("{name}, {algorithm}: {fault}")));
                pairs.add_page(&mut page, &[Frame::start(size(n))]);
            }
        }
        assert!(pairs.0.len() > 15, "{name}: {}", pairs.0.len());
        faults.extend(pairs.faults().into_iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_colour_that_is_named_is_in_the_palette() {
    let subjects = subjects();
    let mut faults = BTreeSet::new();
    for name in sampled(4, Theme::names()) {
        let theme = Theme::named(name).unwrap();
        for subject in &subjects {
            for view in views(subject) {
                // Attacked squares may have their tone in any view, and ruled out ones have it in all.
                let looks_at = pieces(view).flat_map(|piece| [false, true].map(|attacks| (piece, attacks)));
                for (piece, attacks) in looks_at {
                    let style = style(subject, view, &theme, "1080x1080");
                    let style = PageStyle { piece: Some(piece), attacks, ..style };
                    let mut page = Page::of_board(size(subject.n), &style).unwrap();
                    assert_fits_gif(&page, &format!("{name}, {view:?}"));
                    let missing = missing(&mut page, &subject.frames).into_iter();
                    faults.extend(missing.map(|fault| format!("{name}, {view:?}, {piece:?}: {fault}")));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.into_iter().collect::<Vec<_>>().join("\n"));
}

/// The panels of state of a search, each with as much of code and tree as fits.
fn panels_of_state(subject: &Subject) -> Vec<(StatePanel, PanelContent)> {
    let with = |panel: StatePanel| {
        let contents = [(true, true), (true, false), (false, false)].map(|(code, tree)| {
            let panels = subject.style(View::Lecture, "").panels;
            PanelContent {
                state: vec![panel],
                code: panels.code.filter(|_| code),
                tree: panels.tree.filter(|_| tree),
                ..panels
            }
        });
        let fits = |panels: &PanelContent| {
            let style = style(subject, View::Lecture, &Theme::default(), "3840x2160");
            Page::of_board(size(subject.n), &PageStyle { panels: panels.clone(), ..style }).is_ok()
        };
        (panel, contents.into_iter().find(fits).expect("a page of the panel"))
    };
    subject.state_panels().into_iter().map(with).collect()
}

fn assert_fits_gif(page: &Page, what: &str) {
    let colours = canvas(page).palette.len();
    assert!(colours <= 255, "{what}: {colours} colours");
}

#[test]
fn no_page_has_more_colours_than_a_gif_can_hold() {
    // One index of a GIF may be needed for transparent pixels.
    let subjects = sampled(4, Algorithm::ALL).map(|algorithm| Subject::new(4, algorithm, 1, 60));
    let algorithms: Vec<_> = subjects.map(|subject| (panels_of_state(&subject), subject)).collect();
    for name in sampled(4, Theme::names()) {
        for (of_state, subject) in &algorithms {
            for view in [View::Plain, View::Article, View::Lecture] {
                let theme = Theme::named(name).unwrap();
                let style = style(subject, view, &theme, "1080x1080");
                // Squares have the same pieces with all algorithms.
                let pieces = [Piece::Black, Piece::White, Piece::Character('Q')];
                let is_first = subject.algorithm == Algorithm::Backtracking;
                for piece in pieces.into_iter().take(if is_first { 3 } else { 1 }) {
                    let style = PageStyle { piece: Some(piece), ..style.clone() };
                    let page = Page::of_board(size(subject.n), &style).unwrap();
                    assert_fits_gif(&page, &format!("{name}, {view:?}, {piece:?}"));
                }
            }
            for (panel, panels) in of_state.clone() {
                let style = style(subject, View::Lecture, &Theme::named(name).unwrap(), "3840x2160");
                let page = Page::of_board(size(subject.n), &PageStyle { panels, ..style }).unwrap();
                assert_fits_gif(&page, &format!("{name}, {panel}"));
            }
        }
    }
}

#[test]
fn queens_and_their_ground_are_told_apart_on_heat_maps() {
    let theme = Theme::named("heatmap").unwrap();
    let style = PageStyle { theme, width: Some(400), ..PageStyle::default() };
    let mut page = Page::of_board(size(5), &style).unwrap();
    let mut pairs = Pairs::default();
    // Every number of attackers, and queens.
    let squares: Vec<Square> = size(5).squares().collect();
    let position = |last: usize| BoardState::position(size(5), squares[..=last].iter().copied().collect());
    let frames: Vec<Frame> = (0..squares.len()).map(|last| Frame::still(position(last))).collect();
    pairs.add_page(&mut page, &frames);
    assert_eq!(pairs.faults(), Vec::<String>::new());
}
