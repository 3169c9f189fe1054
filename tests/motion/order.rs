//! The order of motions, in the pictures of films whose steps are known.

use std::num::NonZeroU32;
use std::time::Duration;

use queenreel::board::{Line, Square};
use queenreel::film::View;
use queenreel::internals::draw::Painter;
use queenreel::internals::motion::{Animator, PictureRate};
use queenreel::internals::page::inks::State;
use queenreel::internals::page::tween::Tween;
use queenreel::internals::page::{Page, PageSize, PageStyle, Theme};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::record::{Attack, BoardState, Content, FilmFrame, Frame, Mark, Moment};
use queenreel::search::Algorithm;

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::pixels::{Pixels, holds};
use crate::common::sample::sampled;
use crate::common::shown;

const STEP: Duration = Duration::from_millis(600);

/// A board of which every picture is checked.
struct Board {
    n: u8,
    page: Page,
    animator: Animator,
    painter: Painter,
}

impl Board {
    fn new(n: u8, style: &PageStyle) -> Self {
        let page = Page::of_board(size(n.into()), style).unwrap();
        Self { n, animator: Animator::default(), painter: Painter::new(&page), page }
    }

    /// A single board, whose squares have 60 pixels.
    fn alone(n: u8, theme: &str) -> Self {
        Self::new(n, &Self::style(n, theme))
    }

    fn style(n: u8, theme: &str) -> PageStyle {
        let (width, theme) = (Some(60 * u32::from(n)), Theme::named(theme).unwrap());
        PageStyle { width, theme, attacks: true, coordinates: false, ..PageStyle::default() }
    }

    /// All pictures of a frame; the last is its still.
    fn show(&mut self, frame: &Frame, shown_for: Duration) -> Vec<Pixels> {
        let film_frame = FilmFrame { content: Content::Search(frame), shown_for, is_last: false };
        let step = self.animator.step(&film_frame);
        self.page.show_step(&film_frame, step);
        let rate = PictureRate::PerSecond(NonZeroU32::new(60).unwrap());
        let at = |time| Some(Tween::at(&self.page.scene, time)).filter(|between| !between.is_still());
        let between = step.map(|step| step.pictures(rate, at)).unwrap_or_default();
        let mut pictures = Vec::new();
        for (between, _) in &between {
            pictures.push(Pixels::of(&self.painter.paint_between(&self.page, between)));
        }
        pictures.push(Pixels::of(&self.painter.paint(&self.page)));
        pictures
    }

    fn area(&self, square: Square) -> Rect {
        let index = usize::from(square.row - 1) * usize::from(self.n) + usize::from(square.column - 1);
        shown::squares(&self.page)[index]
    }
}

/// The bounding box of everything drawn on a square, away from its edges.
fn drawn_on(picture: &Pixels, area: Rect) -> Rect {
    let inner = Rect { x: area.x + 6, y: area.y + 5, width: area.width - 12, height: area.height - 10 };
    let paper = picture.at(inner.x, inner.y);
    picture.bounds(|x, y, colour| holds(inner, x, y) && colour != paper).unwrap()
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
                let mut apart = edges(one).into_iter().zip(edges(outline));
                let is_near = apart.all(|(one, other)| one.abs_diff(other) <= 1);
                assert!(is_near, "{theme}, {:?}: {one:?}, {outline:?}", frame.moment);
            }
        }
        assert!(fading > 20, "{fading}");
    }
}

/// The colours of the middle of each bar in the frame of a dead end at the edges of a square.
fn frame_inks(picture: &Pixels, area: Rect, frame: &Pixels, line: Rgb) -> Vec<Rgb> {
    let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
    let edges = [(x, area.y), (x, area.bottom() - 1), (area.x, y), (area.right() - 1, y)];
    edges.into_iter().filter(|(x, y)| frame.at(*x, *y) == line).map(|(x, y)| picture.at(x, y)).collect()
}

#[test]
fn the_frame_of_a_dead_end_is_as_strong_on_all_squares() {
    let subject = Subject::new(6, Algorithm::Backtracking, 1, 90);
    let page = Some(PageSize::Pixels(960, 540));
    let style = PageStyle { page, ..subject.style(View::Lecture, "") };
    let (mut board, mut before): (_, Option<(Moment, Pixels)>) = (Board::new(6, &style), None);
    let (line, tone) = (board.page.squares.inks.line, board.page.squares.inks.attacked);
    let (mut comes, mut goes) = (0, 0);
    for frame in &subject.frames {
        let pictures = board.show(frame, STEP);
        // The strength of the frame, on all squares that have it in one picture.
        let strengths = |still: &Pixels, dead: Line, papers: bool| -> Vec<f32> {
            let mut strengths = Vec::new();
            for picture in &pictures {
                let inks = dead
                    .squares(size(6))
                    .flat_map(|square| frame_inks(picture, board.area(square), still, line));
                let green = |colour: Rgb| f32::from(colour.0[1]);
                let strength = |ink: Rgb| (green(tone) - green(ink)) / (green(tone) - green(line));
                let seen: Vec<f32> = inks.map(strength).collect();
                assert!(seen.len() > 10, "{dead:?}: {}", seen.len());
                if papers {
                    let apart = |one: &f32| (one - seen[0]).abs();
                    assert!(seen.iter().all(|one| apart(one) < 0.05), "{dead:?}: {seen:?}");
                } else {
                    // The squares have other papers by now: there is no line.
                    assert!(seen.iter().all(|one| *one < 0.9), "{dead:?}: {seen:?}");
                }
                strengths.push(seen[0]);
            }
            strengths
        };
        if let Moment::DeadEnd { line: dead, .. } = frame.moment {
            let strengths = strengths(pictures.last().unwrap(), dead, true);
            let growing = strengths.iter().filter(|one| (0.1..0.9).contains(*one)).count();
            // 80 ms are five pictures.
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

/// Points of the line of an attack in a still, from its beginning to its end.
fn along_line(still: &Pixels, board: &Board, attack: Attack) -> Vec<(u32, u32)> {
    let middle = |square: Square| {
        let area = board.area(square);
        ((area.x + area.width / 2) as f32, (area.y + area.height / 2) as f32)
    };
    let ((x0, y0), (x1, y1)) = (middle(attack.from()), middle(attack.to()));
    let line = board.page.squares.inks.line;
    let at = |share: f32| ((x0 + (x1 - x0) * share).round() as u32, (y0 + (y1 - y0) * share).round() as u32);
    let outside = |(x, y): &(u32, u32)| !holds(board.area(attack.from()), *x, *y);
    let points = (0..100).map(|percent| at(percent as f32 / 100.0)).filter(outside);
    points.filter(|(x, y)| still.at(*x, *y) == line).collect()
}

/// Checks that the line of an attack grows before its square is refused; returns whether it was seen to grow.
fn check_refusal(board: &mut Board, frame: &Frame, attack: Attack, shown_for: Duration) -> bool {
    let pictures = board.show(frame, shown_for);
    let (still, between) = pictures.split_last().unwrap();
    let what = format!("{attack:?} for {shown_for:?}");
    let line = along_line(still, board, attack);
    assert!(!line.is_empty(), "{what}");
    let area = board.area(attack.to());
    // Between a line and the brackets of a queen.
    let paper = (area.x + area.width * 3 / 10, area.y + area.height / 12);
    let middle = (area.x + area.width / 2, area.y + area.height / 2);
    let queen = frame.board.queens.contains(attack.to());
    let mut lengths = Vec::new();
    for picture in between {
        let same = |(x, y): (u32, u32)| picture.at(x, y) == still.at(x, y);
        let drawn: Vec<bool> = line.iter().map(|point| same(*point)).collect();
        // From the attacker on.
        assert!(drawn.is_sorted_by(|one, other| one >= other), "{what}: {drawn:?}");
        let length = drawn.iter().filter(|is_drawn| **is_drawn).count();
        let is_refused = same(paper) || !queen && same(middle);
        assert!(!is_refused || length == line.len(), "{what}: refused at {length} of {}", line.len());
        lengths.push((length, is_refused));
    }
    assert!(lengths.is_sorted(), "{what}: {lengths:?}");
    let Some(last) = lengths.iter().rfind(|(_, is_refused)| !is_refused) else {
        assert!(between.is_empty(), "{what}: the line is there when the step begins");
        return false;
    };
    assert!(2 * last.0 > line.len(), "{what}: the line is not seen, {lengths:?}");
    lengths[0].0 < line.len()
}

/// The squares on the line of an attack, without the attacker's.
fn along(attack: Attack) -> Vec<Square> {
    let (from, to) = (attack.from(), attack.to());
    let steps = from.row.abs_diff(to.row).max(from.column.abs_diff(to.column)).cast_signed();
    let between = |from: u8, to: u8, step: i8| {
        from.wrapping_add_signed(step * (to.cast_signed() - from.cast_signed()).signum())
    };
    let square =
        |step| Square { row: between(from.row, to.row, step), column: between(from.column, to.column, step) };
    (1..=steps).map(square).collect()
}

fn refusal(frame: &Frame) -> Option<Attack> {
    frame.board.attacks.first().copied().filter(|_| matches!(frame.moment, Moment::Test { .. }))
}

/// Also in excerpts, where a step may follow any other, or the same square is refused repeatedly.
#[test]
fn a_line_grows_before_a_square_is_refused() {
    for algorithm in sampled(10, Algorithm::ALL) {
        let frames = Subject::new(5, algorithm, 1, 90).frames;
        let refusals: Vec<&Frame> = frames.iter().filter(|frame| refusal(frame).is_some()).collect();
        let Some(first) = refusals.first().and_then(|frame| refusal(frame)) else { continue };
        let by_same = |frame: &&&Frame| refusal(frame).map(Attack::from) == Some(first.from());
        let mut excerpts: Vec<Vec<&Frame>> = [1, 2, 3, 5].map(|k| frames.iter().step_by(k).collect()).into();
        excerpts.push(refusals.iter().filter(by_same).copied().collect());
        excerpts.push([refusals[0], refusals[0]].repeat(2));
        excerpts.push(refusals);
        for theme in ["classic", "dark"] {
            for (number, excerpt) in excerpts.iter().enumerate() {
                for millis in [120, 150, 240, 1000] {
                    let mut board = Board::alone(5, theme);
                    let (mut growing, mut refused) = (0, 0);
                    for (step, frame) in excerpt.iter().enumerate() {
                        // A separate step, as in a film.
                        let mut frame = (*frame).clone();
                        frame.step = step as u64;
                        let shown_for = Duration::from_millis(millis);
                        // A queen that appears or leaves is drawn over the line.
                        let before = step.checked_sub(1).map(|step| &excerpt[step].board);
                        let is_clear = |square: Square| {
                            before.is_some_and(|before| {
                                let stays =
                                    before.queens.contains(square) == frame.board.queens.contains(square);
                                stays && before.mark_at(square) != Some(Mark::Removed)
                            })
                        };
                        let clear = |attack: &Attack| along(*attack).into_iter().all(is_clear);
                        match refusal(&frame).filter(clear) {
                            Some(attack) => {
                                refused += 1;
                                growing += usize::from(check_refusal(&mut board, &frame, attack, shown_for));
                            }
                            None => drop(board.show(&frame, shown_for)),
                        }
                    }
                    // The line of a short step may be visible in only one picture.
                    let growing = if millis < 200 { refused } else { growing };
                    assert_eq!(growing, refused, "{algorithm}, {theme}, {number}, {millis} ms");
                }
            }
        }
    }
}

/// A solution after the frame before it, and after others, as in excerpts.
#[test]
fn a_solution_is_a_wave_over_clean_squares_from_the_first_file_to_the_last() {
    let frames = Subject::new(6, Algorithm::Backtracking, 1, 1000).frames;
    let last_of = |frame: &Frame| match frame.moment {
        Moment::Solution { last, .. } => last,
        _ => None,
    };
    let solution = frames.iter().position(|frame| last_of(frame).is_some()).unwrap();
    let last = last_of(&frames[solution]).unwrap();
    let backtrack = frames.iter().position(|frame| matches!(frame.moment, Moment::Remove(_))).unwrap();
    let refused = frames[..solution].iter().rposition(|frame| refusal(frame).is_some()).unwrap();
    for theme in ["classic", "dark", "ink", "midnight"] {
        for before in [solution - 1, refused, backtrack, 0] {
            let what = format!("{theme}, after frame {before}");
            let mut board = Board::alone(6, theme);
            // Without marks, it is clean.
            let scene = BoardState { marks: Vec::new(), ..frames[solution].board.clone() };
            let style = PageStyle { attacks: false, ..Board::style(6, theme) };
            let clean = Pixels::painted_scene(&scene, &style);
            board.show(&frames[0], STEP);
            board.show(&Frame { step: 1, ..frames[before].clone() }, STEP);
            let hold = Duration::from_secs(5);
            let pictures = board.show(&Frame { step: 2, ..frames[solution].clone() }, hold);
            let still = pictures.last().unwrap();
            let is_like = |picture: &Pixels, other: &Pixels, square: Square| {
                picture.part(board.area(square)) == other.part(board.area(square))
            };
            let mut queens: Vec<Square> = scene.queens.iter().collect();
            queens.sort_by_key(|queen| (queen.column, queen.row));
            let paper = |picture: &Pixels, square: Square| {
                let area = board.area(square);
                picture.at(area.x + 18, area.y + 5)
            };
            let has_turned =
                |picture: &Pixels, queen: &Square| paper(picture, *queen) == paper(still, *queen);
            let turned = |picture| queens.iter().filter(|queen| has_turned(picture, queen)).count();
            let waves: Vec<usize> = pictures.iter().map(turned).collect();
            // One after the other.
            assert!(waves.is_sorted() && waves.first() == Some(&0), "{what}: {waves:?}");
            for number in 0..=6 {
                assert!(waves.contains(&number), "{what}: {waves:?}");
            }
            let (placed, edge) = {
                let inks = &board.page.squares.inks;
                (inks.square(State::Placed, last.is_dark()), inks.deep(State::Placed))
            };
            for (picture, wave) in pictures.iter().zip(&waves) {
                for (index, queen) in queens.iter().enumerate() {
                    assert_eq!(has_turned(picture, queen), index < *wave, "{what}: from file to file");
                }
                if *wave > 0 {
                    // All earlier motion has ended.
                    let squares = size(6).squares().filter(|square| !queens[..*wave].contains(square));
                    for square in squares {
                        assert!(is_like(picture, &clean, square), "{what}: {square:?} at {wave}");
                    }
                } else {
                    let area = board.area(last);
                    if theme != "ink" {
                        assert_eq!(paper(picture, last), placed, "{what}: {last:?}");
                        assert_eq!(picture.at(area.x + 20, area.y), edge, "{what}: {last:?}");
                    }
                    // Marks and fades have vanished at once; a queen or an outline may be leaving.
                    let others = size(6).squares().filter(|square| {
                        let before = &frames[before].board;
                        *square != last
                            && before.mark_at(*square) != Some(Mark::Removed)
                            && before.queens.contains(*square) == scene.queens.contains(*square)
                    });
                    for square in others {
                        assert!(is_like(picture, &clean, square), "{what}: {square:?}");
                    }
                }
            }
        }
    }
}
