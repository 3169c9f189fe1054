//! What is described between two frames is a mixture of the two, and nothing else.

use std::num::NonZeroU32;
use std::time::Duration;

use queenreel::draw::Painter;
use queenreel::film::View;
use queenreel::motion::{Animator, PictureRate};
use queenreel::page::between::{Between, SquarePhase};
use queenreel::page::cell::CellState;
use queenreel::page::square::{SquareLook, SquareState};
use queenreel::page::{Lane, Page, PageSize, PageStyle, PanelContent, Piece, Theme};
use queenreel::picture::{Rect, Rgb};
use queenreel::record::{
    Clock, Content, Counter, Moment, Race, RaceFrame, Run, Schedule, ScheduleOptions, Shot,
};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, Rules, until_solutions};

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::pixels::{Pixels, holds};
use crate::common::sample::{is_sweep, sampled};

const STEP: Duration = Duration::from_millis(600);

/// A film of which every picture is looked at.
struct Film {
    page: Page,
    animator: Animator,
    rate: PictureRate,
    painter: Painter,
    /// The states of squares and cells after the frame before, and its picture.
    squares: Vec<SquareState>,
    cells: Vec<CellState>,
    before: Option<Pixels>,
    /// How many pictures were between frames.
    between: usize,
}

impl Film {
    fn new(page: Page, rate: u32) -> Self {
        let rate = PictureRate::PerSecond(NonZeroU32::new(rate).unwrap());
        let (animator, painter) = (Animator::new(), Painter::new(&page));
        let (squares, cells) = (Vec::new(), Vec::new());
        Self { page, animator, rate, painter, squares, cells, before: None, between: 0 }
    }

    /// Shows a frame, and checks all that is shown before it.
    fn show(&mut self, shot: &Shot<'_>, what: &str) {
        self.page.show(shot);
        let motion = self.animator.step(&self.page, shot);
        let pictures = motion.map(|motion| motion.pictures(self.rate)).unwrap_or_default();
        let total: Duration = pictures.iter().map(|(_, time)| *time).sum();
        assert!(total <= shot.shown_for / 2, "{what}: {total:?} of {:?}", shot.shown_for);
        let mut painted = Vec::new();
        for (between, time) in &pictures {
            assert!(*time > Duration::ZERO, "{what}");
            self.check_squares(between, what);
            painted.push(Pixels::of(&self.painter.paint_between(&self.page, between)));
        }
        let now = Pixels::of(&self.painter.paint(&self.page));
        if self.between.is_multiple_of(5) {
            let still = Pixels::of(&Painter::new(&self.page).paint(&self.page));
            assert!(now == still, "{what}: the frame is not its still");
        }
        if let Some(before) = &self.before {
            for (number, ((between, _), picture)) in (self.between..).zip(pictures.iter().zip(&painted)) {
                // A new painter takes long: one picture of five.
                if number % 5 == 0 {
                    let fresh = Pixels::of(&Painter::new(&self.page).paint_between(&self.page, between));
                    assert!(*picture == fresh, "{what}: a picture depends on those before it");
                }
                self.check_panels(picture, [before, &now], what);
            }
        }
        self.between += pictures.len();
        self.squares = self.page.layers.squares.iter().map(|(_, state)| *state).collect();
        self.cells = self.page.layers.entries.iter().map(|(_, state)| state.clone()).collect();
        self.before = Some(now);
    }

    /// Every figure of a square is one of the two states or of what is seen before the state now is whole, and
    /// so is its paper.
    fn check_squares(&self, between: &Between, what: &str) {
        assert!(between.squares.is_sorted_by(|(one, _), (other, _)| one < other), "{what}");
        for (index, phase) in &between.squares {
            let (slot, now) = self.page.layers.squares.get(*index);
            let states = [self.squares[*index], *now];
            assert_ne!(states[0], states[1], "{what}: a square moves that does not change");
            assert_ne!(*phase, SquarePhase::DONE, "{what}");
            let style = &self.page.squares;
            let mut looks = style.layers(slot.ground, states[1]);
            looks.push(style.look(slot.ground, states[0]));
            let [before, now] = states;
            let (paper, stamps) = self.page.squares.look_between(slot.ground, before, now, *phase);
            assert!(looks.iter().any(|look| look.paper == paper), "{what}: {paper} is in neither state");
            for moving in stamps {
                let is_in = |look: &SquareLook| look.stamps.contains(&moving.stamp);
                assert!(looks.iter().any(is_in), "{what}: {moving:?} is in neither state");
                assert!((1..=100).contains(&moving.percent), "{what}: {moving:?}");
            }
        }
        for glide in &between.glides {
            let (slot, now) = self.page.layers.squares.get(glide.to);
            let queens = |state: SquareState| {
                let stamps = self.page.squares.look(slot.ground, state).stamps.into_iter();
                stamps.filter(|stamp| format!("{:?}", stamp.figure).starts_with("Queen(")).count()
            };
            assert_eq!([queens(self.squares[glide.to]), queens(*now)], [0, 1], "{what}");
        }
    }

    /// All pixels beside boards and medals are those of the frame before or of the frame now, or, where a
    /// cell flips, of the page.
    fn check_panels<'a>(&self, picture: &'a Pixels, frames: [&'a Pixels; 2], what: &str) {
        let layers = &self.page.layers;
        let squares = layers.squares.iter().map(|(slot, _)| slot.area);
        let elsewhere: Vec<Rect> = squares.chain(layers.medals.iter().map(|(slot, _)| slot.area)).collect();
        let page: Rgb = self.page.squares.inks.page;
        let flips: Vec<Rect> = layers
            .entries
            .iter()
            .zip(&self.cells)
            .filter(|((_, now), before)| now.text != before.text)
            .map(|((slot, _), _)| slot.area)
            .collect();
        // A disc at the end of an edge is drawn over the edge.
        let tree = layers.tree.map(|tree| tree.area);
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

/// Films a search of which every step takes as long as motion needs.
fn film(subject: &Subject, style: &PageStyle, what: &str) -> usize {
    let mut film = Film::new(Page::of_board(size(subject.n), style).unwrap(), 30);
    for (number, frame) in subject.frames.iter().enumerate() {
        let shown_for = if matches!(frame.moment, Moment::Solution { .. }) { 3 * STEP } else { STEP };
        let shot = Shot { content: Content::Search(frame), shown_for, is_last: frame.is_last };
        film.show(&shot, &format!("{what}, {:?}, frame {number}, {:?}", subject.algorithm, frame.moment));
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
        for (theme, piece) in [("classic", Piece::Black), ("midnight", Piece::White), ("ink", Piece::Black)] {
            let theme = Theme::named(theme).unwrap();
            let style = PageStyle {
                width: Some(240),
                theme,
                piece: Some(piece),
                attacks: true,
                ..PageStyle::default()
            };
            let between = film(&subject, &style, "a board");
            assert!(between > subject.frames.len(), "{algorithm}: {between} pictures between frames");
        }
    }
}

#[test]
fn panels_of_all_algorithms_show_only_what_is_before_or_after() {
    for algorithm in sampled(4, Algorithm::ALL) {
        let subject = Subject::new(4, algorithm, 1, 20);
        film(&subject, &paged(subject.style(View::Lecture, "A title"), 960, 540), "a lecture");
        for panel in subject.state_panels() {
            film(&subject, &paged(subject.style_with(panel), 960, 540), &format!("{panel:?}"));
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
    let run = |algorithm: Algorithm| Run::of(events(algorithm), Clock::Events, 1000).unwrap().unwrap();
    let counters = vec![Counter::Tests, Counter::Placements];
    let lanes = FIELD.map(|algorithm| Lane {
        name: algorithm.to_string(),
        counters: counters.clone(),
        run: run(algorithm),
    });
    let panels = PanelContent { counters: counters.clone(), most: 999, ..PanelContent::default() };
    let boards = PageStyle { panels, attacks: true, ..paged(PageStyle::default(), 960, 540) };
    let runs = FIELD.map(run);
    let options = ScheduleOptions { every: std::num::NonZeroU64::new(1), ..ScheduleOptions::default() };
    let schedule = Schedule::of_race(&runs, &options).unwrap();
    let solvers = FIELD.map(|algorithm| (algorithm.to_string(), Rules::Chess, events(algorithm)));
    let mut race = Race::new(n, Clock::Events, solvers, schedule);
    let mut frames: Vec<RaceFrame> = Vec::new();
    while let Some(shot) = race.next_frame().unwrap() {
        let Content::Race(frame) = shot.content else { panic!("{shot:?} is not of a race") };
        frames.push(frame.clone());
    }
    let mut film = Film::new(Page::of_race(n, &boards, &lanes).unwrap(), 30);
    for (number, frame) in frames.iter().enumerate() {
        let is_last = number + 1 == frames.len();
        film.show(
            &Shot { content: Content::Race(frame), shown_for: STEP, is_last },
            &format!("frame {number}"),
        );
    }
    assert!(film.between > 2 * frames.len());
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
                let shot = Shot { content: Content::Search(frame), shown_for, is_last: false };
                film.show(&shot, &format!("{rate} pictures a second, {millis} ms"));
            }
            assert!(millis >= 120 || film.between == 0, "{millis} ms");
            moving += film.between;
        }
    }
    assert!(moving > if is_sweep() { 1000 } else { 400 }, "{moving}");
}
