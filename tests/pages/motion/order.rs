//! What is seen before what, in the pictures of films whose steps are known.

use std::num::NonZeroU32;
use std::time::Duration;

use queenreel::board::{Line, Square};
use queenreel::draw::Painter;
use queenreel::film::View;
use queenreel::motion::{Animator, PictureRate};
use queenreel::page::{BoardStyle, Page, PageSize, Theme};
use queenreel::picture::{Rect, Rgb};
use queenreel::record::{Content, Frame, Moment, Shot};
use queenreel::search::Algorithm;

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::pixels::Pixels;

const STEP: Duration = Duration::from_millis(600);

/// A board of which every picture is looked at.
struct Board {
    n: u8,
    page: Page,
    animator: Animator,
    painter: Painter,
}

impl Board {
    fn new(n: u8, style: &BoardStyle) -> Self {
        let page = Page::of_board(size(n.into()), style).unwrap();
        Self { n, animator: Animator::new(), painter: Painter::new(&page), page }
    }

    /// A board alone, whose squares have 60 pixels.
    fn alone(n: u8, theme: &str) -> Self {
        let (width, theme) = (Some(60 * u32::from(n)), Theme::named(theme).unwrap());
        Self::new(n, &BoardStyle { width, theme, attacks: true, coordinates: false, ..BoardStyle::default() })
    }

    /// All pictures of a frame; the last is its still.
    fn show(&mut self, frame: &Frame, shown_for: Duration) -> Vec<Pixels> {
        let shot = Shot { content: Content::Search(frame), shown_for, is_last: false };
        self.page.show(&shot);
        let rate = PictureRate::PerSecond(NonZeroU32::new(60).unwrap());
        let between = self.animator.step(&self.page, &shot).map(|motion| motion.pictures(rate));
        let between: Vec<_> = between.into_iter().flatten().collect();
        let mut pictures: Vec<Pixels> = between
            .iter()
            .map(|(between, _)| Pixels::of(&self.painter.paint_between(&self.page, between)))
            .collect();
        pictures.push(Pixels::of(&self.painter.paint(&self.page)));
        pictures
    }

    fn area(&self, square: Square) -> Rect {
        let index = usize::from(square.row - 1) * usize::from(self.n) + usize::from(square.column - 1);
        self.page.layers.squares.get(index).0.area
    }
}

/// The box of all that is drawn on a square, away from its edges.
fn drawn_on(picture: &Pixels, area: Rect) -> Rect {
    let inner = Rect { x: area.x + 6, y: area.y + 5, width: area.width - 12, height: area.height - 10 };
    let paper = picture.at(inner.x, inner.y);
    let is_in = |x, y| (inner.x..inner.right()).contains(&x) && (inner.y..inner.bottom()).contains(&y);
    picture.bounds(|x, y, colour| is_in(x, y) && colour != paper).unwrap()
}

#[test]
fn a_removed_queen_fades_into_her_outline_in_her_place() {
    let subject = Subject::new(6, Algorithm::Backtracking, 1, 90);
    for theme in ["classic", "midnight"] {
        let (mut board, mut fading) = (Board::alone(6, theme), 0);
        for frame in &subject.frames {
            let pictures = board.show(frame, STEP);
            let Moment::Remove(square) = frame.moment else { continue };
            let drawn: Vec<Rect> = pictures.iter().map(|one| drawn_on(one, board.area(square))).collect();
            let outline = drawn.last().unwrap();
            fading += drawn.len();
            for one in &drawn {
                let edges = |area: &Rect| [area.x, area.y, area.right(), area.bottom()];
                let apart =
                    edges(one).into_iter().zip(edges(outline)).map(|(one, other)| one.abs_diff(other));
                assert!(apart.max().unwrap() <= 1, "{theme}, {:?}: {one:?}, {outline:?}", frame.moment);
            }
        }
        assert!(fading > 20, "{fading}");
    }
}

/// The middle of the bar that the frame of a dead end has at each edge of a square, where it has one.
fn frame_inks(picture: &Pixels, area: Rect, frame: &Pixels, line: Rgb) -> Vec<Rgb> {
    let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
    let edges = [(x, area.y), (x, area.bottom() - 1), (area.x, y), (area.right() - 1, y)];
    edges.into_iter().filter(|(x, y)| frame.at(*x, *y) == line).map(|(x, y)| picture.at(x, y)).collect()
}

#[test]
fn the_frame_of_a_dead_end_is_as_strong_on_all_squares() {
    let subject = Subject::new(6, Algorithm::Backtracking, 1, 90);
    let page = Some(PageSize::Pixels(960, 540));
    let style = BoardStyle { page, ..subject.style(View::Lecture, "") };
    let (mut board, mut before): (_, Option<(Moment, Pixels)>) = (Board::new(6, &style), None);
    let (line, faded) = (board.page.squares.inks.line, board.page.squares.inks.fades);
    let (mut comes, mut goes) = (0, 0);
    for frame in &subject.frames {
        let pictures = board.show(frame, STEP);
        // How much there is of the frame, on all squares that have it in one picture.
        let strengths = |still: &Pixels, dead: Line, papers: bool| -> Vec<f32> {
            let mut strengths = Vec::new();
            for picture in &pictures {
                let seen: Vec<f32> = dead
                    .squares(size(6))
                    .flat_map(|square| {
                        let inks = frame_inks(picture, board.area(square), still, line);
                        let paper = faded[usize::from(square.is_dark())];
                        let green = |colour: Rgb| f32::from(colour.0[1]);
                        inks.into_iter()
                            .map(move |ink| (green(paper) - green(ink)) / (green(paper) - green(line)))
                    })
                    .collect();
                assert!(seen.len() > 10, "{dead:?}: {}", seen.len());
                if papers {
                    let apart = |one: &f32| (one - seen[0]).abs();
                    assert!(seen.iter().all(|one| apart(one) < 0.05), "{dead:?}: {seen:?}");
                } else {
                    // The squares have got other papers: there is no line.
                    assert!(seen.iter().all(|one| *one < 0.9), "{dead:?}: {seen:?}");
                }
                strengths.push(seen[0]);
            }
            strengths
        };
        if let Moment::DeadEnd { line: dead, .. } = frame.moment {
            let strengths = strengths(pictures.last().unwrap(), dead, true);
            let growing = strengths.iter().filter(|one| (0.1..0.9).contains(*one)).count();
            // 80 ms have five pictures.
            assert!((2..=5).contains(&growing) && strengths.len() <= 8, "{strengths:?}");
            assert!(strengths.is_sorted() && strengths.last() > Some(&0.9), "{strengths:?}");
            comes += 1;
        }
        if let Some((Moment::DeadEnd { line: dead, .. }, still)) = &before {
            strengths(still, *dead, false);
            goes += usize::from(pictures.len() > 1);
        }
        before = Some((frame.moment, pictures.into_iter().next_back().unwrap()));
    }
    assert!(comes > 3 && goes > 3, "{comes}, {goes}");
}
