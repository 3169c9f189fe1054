//! What is seen before what, in the pictures of films whose steps are known.

use std::num::NonZeroU32;
use std::time::Duration;

use queenreel::board::Square;
use queenreel::draw::Painter;
use queenreel::motion::{Animator, PictureRate};
use queenreel::page::{BoardStyle, Page, Theme};
use queenreel::picture::Rect;
use queenreel::record::{Content, Frame, Moment, Shot};
use queenreel::search::Algorithm;

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::pixels::Pixels;

const STEP: Duration = Duration::from_millis(600);

/// A board of 60 pixels a square, of which every picture is looked at.
struct Board {
    n: u8,
    page: Page,
    animator: Animator,
    painter: Painter,
}

impl Board {
    fn new(n: u8, theme: &str) -> Self {
        let theme = Theme::named(theme).unwrap();
        let (width, n64) = (Some(60 * u32::from(n)), u64::from(n));
        let style = BoardStyle { width, theme, attacks: true, coordinates: false, ..BoardStyle::default() };
        let page = Page::of_board(size(n64), &style).unwrap();
        Self { n, animator: Animator::new(), painter: Painter::new(&page), page }
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
        let (mut board, mut fading) = (Board::new(6, theme), 0);
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
