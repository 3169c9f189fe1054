//! The tweens between two frames contain only parts of these.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use queenreel::film::View;
use queenreel::internals::draw::Painter;
use queenreel::internals::motion::{Animator, Millis, PictureRate};
use queenreel::internals::page::figure::Figure;
use queenreel::internals::page::moves::{self, Course, Moving};
use queenreel::internals::page::scene::{Drawing, Item, ItemChange, Tag};
use queenreel::internals::page::shape::Shape;
use queenreel::internals::page::tween::Tween;
use queenreel::internals::page::{LaneContent, Page, PageSize, PageStyle, PanelContent, Piece, Theme};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::record::{
    Clock, Content, Counter, FilmFrame, Moment, Race, RaceRun, Schedule, ScheduleOptions,
};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, until_solutions};

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::pixels::{Pixels, holds};
use crate::common::sample::{all_cases, sampled};
use crate::common::shown;

const STEP: Duration = Duration::from_millis(600);

/// A film of which every picture is checked.
struct Film {
    page: Page,
    animator: Animator,
    rate: PictureRate,
    painter: Painter,
    /// The keys and drawings of all items and the texts of cells after the frame before, and its picture.
    items: Vec<(u64, Arc<Drawing>)>,
    cells: Vec<String>,
    before: Option<Pixels>,
    /// The numbers of tweens, and of queens that moved from square to square.
    between: usize,
    glides: usize,
}

/// The number of visible queens.
fn queens(drawing: &Drawing) -> usize {
    let is_queen =
        |shape: &&Shape| matches!(shape, Shape::Figure(_, stamp) if matches!(stamp.figure, Figure::Queen(_)));
    drawing.shapes().filter(is_queen).count()
}

/// The texts of cells.
fn texts(page: &Page) -> Vec<String> {
    shown::cells(page).into_iter().map(|cell| cell.text.content.clone()).collect()
}

impl Film {
    fn new(page: Page, rate: u32) -> Self {
        let rate = PictureRate::PerSecond(NonZeroU32::new(rate).unwrap());
        let (animator, painter) = (Animator::default(), Painter::new(&page));
        let (items, cells) = (Vec::new(), Vec::new());
        Self { page, animator, rate, painter, items, cells, before: None, between: 0, glides: 0 }
    }

    /// Shows a frame, and checks all tweens before it.
    fn show(&mut self, film_frame: &FilmFrame<'_>, what: &str) {
        let step = self.animator.step(film_frame);
        self.page.show_step(film_frame, step);
        self.check_moves(film_frame.shown_for, what);
        let pictures = step.map(|step| step.pictures(self.rate, |time| self.between_at(time, what)));
        let pictures = pictures.unwrap_or_default();
        let total: Duration = pictures.iter().map(|(_, time)| *time).sum();
        assert!(total <= film_frame.shown_for / 2, "{what}: {total:?} of {:?}", film_frame.shown_for);
        let mut painted = Vec::new();
        for (between, time) in &pictures {
            assert!(*time > Duration::ZERO, "{what}");
            self.check_items(between, what);
            painted.push(Pixels::of(&self.painter.paint_between(&self.page, between)));
        }
        let now = Pixels::of(&self.painter.paint(&self.page));
        if self.between.is_multiple_of(5) {
            let still = Pixels::of(&Painter::new(&self.page).paint(&self.page));
            assert!(now == still, "{what}: the frame is not its still");
        }
        if let Some(before) = &self.before {
            for (number, ((between, _), picture)) in (self.between..).zip(pictures.iter().zip(&painted)) {
                // A new painter is slow: one picture of five.
                if number % 5 == 0 {
                    let fresh = Pixels::of(&Painter::new(&self.page).paint_between(&self.page, between));
                    assert!(*picture == fresh, "{what}: a picture depends on those before it");
                }
                self.check_panels(picture, [before, &now], what);
            }
        }
        self.between += pictures.len();
        let items = self.page.scene.items();
        self.items = items.map(|(_, item)| (item.key, Arc::clone(&item.drawing))).collect();
        self.cells = texts(&self.page);
        self.before = Some(now);
    }

    /// Only changed items move, and all motion ends in time; queens go from their squares to empty ones.
    fn check_moves(&mut self, shown_for: Duration, what: &str) {
        let longest = shown_for.as_secs_f32() * 1000.0 / 2.0;
        for (change, item) in self.page.scene.changes() {
            assert!(change.moves.iter().all(|part| part.span.end() <= longest), "{what}: {:?}", change.moves);
            let above = change.moves.iter().filter(|part| part.drawing == Moving::Above);
            for part in above {
                let Course::Glides([from, to]) = part.course else { panic!("{what}: {part:?}") };
                let mut items = self.page.scene.items().zip(&self.items);
                let is_at = |item: &Item| item.tag == Tag::Square && (item.area.x, item.area.y) == from;
                let (_, (_, left)) = items.find(|((_, item), _)| is_at(item)).unwrap();
                let states = [left, &change.before, &item.drawing].map(|drawing| queens(drawing));
                assert_eq!(states, [1, 0, 1], "{what}");
                assert_eq!(to, (item.area.x, item.area.y), "{what}");
                self.glides += 1;
            }
        }
    }

    /// The tween at a time of the last step; `None` if it equals the current frame.
    fn between_at(&self, time: Millis, what: &str) -> Option<Tween> {
        let scene = &self.page.scene;
        let between = Tween::at(scene, time);
        for (change, item) in scene.changes() {
            let moves = change.moves.iter().any(|part| part.at(time).is_some());
            let is_on_its_way = between.look(scene, change.id).key != item.key;
            assert_eq!(is_on_its_way, moves, "{what}: {:?} at {time} ms", change.moves);
        }
        Some(between).filter(|between| !between.is_still())
    }

    /// Every shape of a moving item belongs to its state before, or to its state until it is complete, and so
    /// does the paper of a square.
    fn check_items(&self, between: &Tween, what: &str) {
        let scene = &self.page.scene;
        let mut moving = 0;
        for ((id, item), (key, before)) in scene.items().zip(&self.items) {
            let look = between.look(scene, id);
            if look.key == item.key {
                continue;
            }
            moving += 1;
            let change: &ItemChange = scene.change(id).unwrap();
            assert_eq!((change.key, &change.before), (*key, before), "{what}: it was something else before");
            assert_ne!(*key, item.key, "{what}: an item moves that does not change");
            let now = || item.drawing.layers.iter().flat_map(|layer| &layer.shapes);
            let mut seen = look.seen();
            if item.tag == Tag::Square {
                // Anything under a paper is hidden.
                let whole = Rect { x: 0, y: 0, ..item.area };
                let is_paper = |shape: &Shape| shape.fill().is_some_and(|(area, _)| area == whole);
                let paper = seen.iter().rposition(|seen| is_paper(seen.shape));
                seen.drain(..paper.unwrap_or_else(|| panic!("{what}: a square has no paper")));
                assert_eq!((seen[0].phase, seen[0].clip), (moves::Phase::Whole, None), "{what}");
            }
            for seen in seen {
                let is_known = before.shapes().chain(now()).any(|shape| shape == seen.shape);
                assert!(is_known, "{what}: {seen:?} is in neither state");
                let percent = match seen.phase {
                    moves::Phase::Posed(pose, share) => pose.at(share.value()).1.round(),
                    moves::Phase::Whole | moves::Phase::Sector(_) | moves::Phase::Covered(..) => 100.0,
                    moves::Phase::Gone | moves::Phase::At(_) => panic!("{what}: {seen:?}"),
                };
                assert!((1.0..=100.0).contains(&percent), "{what}: {seen:?}");
            }
        }
        assert!(moving > 0, "{what}: nothing is on its way");
        for (_, _, shape) in between.copies(scene) {
            let is_queen = matches!(shape, Shape::Figure(_, stamp)
                if matches!(stamp.figure, Figure::Queen(_) | Figure::QueenRim(_)));
            assert!(is_queen, "{what}: {shape:?} is no queen");
        }
    }

    /// All pixels outside boards and medals equal those of the frame before or of the current one, or, where a
    /// cell flips, the page.
    fn check_panels<'a>(&self, picture: &'a Pixels, frames: [&'a Pixels; 2], what: &str) {
        let medals = shown::medals(&self.page).into_iter().map(|(area, _)| area);
        let elsewhere: Vec<Rect> = shown::squares(&self.page).into_iter().chain(medals).collect();
        let page: Rgb = self.page.squares.inks.page;
        let cells = shown::cells(&self.page).into_iter().zip(&self.cells);
        let flips = cells.filter(|(cell, before)| cell.text.content != **before);
        let flips: Vec<Rect> = flips.map(|(cell, _)| cell.area).collect();
        // A disc at the end of an edge is drawn over the edge.
        let tree = shown::tree(&self.page);
        let row = |pixels: &'a Pixels, y: u32| {
            &pixels.colours[(y * pixels.width) as usize..][..pixels.width as usize]
        };
        for y in 0..picture.height {
            if frames.iter().any(|frame| row(frame, y) == row(picture, y)) {
                continue;
            }
            for x in 0..picture.width {
                let colour = picture.at(x, y);
                if frames.iter().any(|frame| frame.at(x, y) == colour) {
                    continue;
                }
                let is_in = |areas: &[Rect]| areas.iter().any(|area| holds(*area, x, y));
                let flips = colour == page && is_in(&flips);
                let is_edge = tree.is_some_and(|tree| holds(tree, x, y));
                assert!(flips || is_edge || is_in(&elsewhere), "{what}: {colour} at {x}, {y}");
            }
        }
    }
}

/// Films one of `every` frames of a search, each with the time that motion needs.
/// Films one of `every` frames of a search, each with the time that motion needs.
fn film(subject: &Subject, every: usize, style: &PageStyle, what: &str) -> usize {
    let what = format!("{what}, {:?}", subject.algorithm);
    let page = Page::of_board(size(subject.n), style).unwrap_or_else(|error| panic!("{what}: {error}"));
    let mut film = Film::new(page, 30);
    for (number, frame) in subject.frames.iter().enumerate().step_by(every) {
        let shown_for = if matches!(frame.moment, Moment::Solution { .. }) { 3 * STEP } else { STEP };
        let film_frame = FilmFrame { content: Content::Search(frame), shown_for, is_last: frame.is_last };
        film.show(&film_frame, &format!("{what}, frame {number}, {:?}", frame.moment));
    }
    film.between
}

fn paged(style: PageStyle, width: u32, height: u32) -> PageStyle {
    PageStyle { page: Some(PageSize::Pixels(width, height)), ..style }
}

#[test]
fn boards_of_all_algorithms_show_only_what_is_before_or_after() {
    for algorithm in sampled(3, Algorithm::ALL) {
        let subject = Subject::new(5, algorithm, 1, 24);
        // Also as an excerpt, in which a step may follow any other.
        for (theme, piece, every) in [
            ("classic", Piece::Black, 1),
            ("midnight", Piece::White, 1),
            ("ink", Piece::Black, 1),
            ("classic", Piece::Black, 3),
        ] {
            let (theme, piece, width) = (Theme::named(theme).unwrap(), Some(piece), Some(240));
            let style = PageStyle { width, theme, piece, attacks: true, ..PageStyle::default() };
            let between = film(&subject, every, &style, "a board");
            assert!(between > subject.frames.len() / every, "{algorithm}: {between} pictures between frames");
        }
    }
}

#[test]
fn panels_of_all_algorithms_show_only_what_is_before_or_after() {
    for algorithm in sampled(4, Algorithm::ALL) {
        let subject = Subject::new(4, algorithm, 1, 20);
        film(&subject, 1, &paged(subject.style(View::Lecture, "A title"), 960, 540), "a lecture");
        for panel in subject.state_panels() {
            film(&subject, 1, &paged(subject.style_with(panel), 960, 540), &format!("{panel:?}"));
        }
    }
}

#[test]
fn lanes_of_a_race_show_only_what_is_before_or_after() {
    const FIELD: [Algorithm; 3] =
        [Algorithm::Backtracking, Algorithm::MinConflicts, Algorithm::ForwardChecking];
    let n = size(5);
    let events = |algorithm: Algorithm| {
        let events = algorithm.events(n, Order::Columns, DEFAULT_SEED);
        until_solutions(events, Some(1)).map(Ok::<Event, ()>)
    };
    let run = |algorithm: Algorithm| RaceRun::of(0, events(algorithm), Clock::Events, 1000).unwrap().unwrap();
    let counters = vec![Counter::Tests, Counter::Placements];
    let name = |algorithm: Algorithm| algorithm.to_string();
    let lanes = FIELD.map(|algorithm| LaneContent {
        name: name(algorithm),
        counters: counters.clone(),
        run: run(algorithm),
    });
    let panels = PanelContent { counters, most: 999, ..PanelContent::default() };
    let boards = PageStyle { panels, attacks: true, ..paged(PageStyle::default(), 960, 540) };
    let options = ScheduleOptions { every: std::num::NonZeroU64::new(1), ..ScheduleOptions::default() };
    let schedule = Schedule::of_race(&FIELD.map(run), &options).unwrap();
    let solvers = FIELD.map(|algorithm| (name(algorithm), Rules::Chess, events(algorithm)));
    let mut race = Race::new(n, Clock::Events, solvers, schedule);
    let mut film = Film::new(Page::of_race(n, &boards, &lanes).unwrap(), 30);
    let mut frames = 0;
    while let Some(frame) = race.next_frame().unwrap() {
        assert!(matches!(frame.content, Content::Race(_)), "{frame:?} is not of a race");
        film.show(&FilmFrame { shown_for: STEP, ..frame }, &format!("frame {frames}"));
        frames += 1;
    }
    assert!(film.between > 2 * frames);
    assert!(film.glides > 0);
}

#[test]
fn steps_of_any_length_show_their_frame_in_the_middle() {
    let subject = Subject::new(4, Algorithm::Backtracking, 1, 60);
    let style = PageStyle { width: Some(96), attacks: true, ..PageStyle::default() };
    let mut moving = 0;
    for rate in sampled(3, [1, 7, 8, 24, 25, 30, 60]) {
        for millis in [20, 119, 120, 137, 200, 333, 1000, 5000] {
            let mut film = Film::new(Page::of_board(size(4), &style).unwrap(), rate);
            let shown_for = Duration::from_millis(millis);
            for frame in &subject.frames {
                // Also checks the times of the pictures.
                let film_frame = FilmFrame { content: Content::Search(frame), shown_for, is_last: false };
                film.show(&film_frame, &format!("{rate} pictures a second, {millis} ms"));
            }
            assert!(millis >= 120 || film.between == 0, "{millis} ms");
            moving += film.between;
        }
    }
    assert!(moving > if all_cases() { 1000 } else { 400 }, "{moving}");
}
