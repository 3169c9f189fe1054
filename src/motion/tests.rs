//! What pages do over time is what pictures show.

use std::time::Duration;

use crate::board::{BoardSize, SquareNames};
use crate::page::between::{Between, SquareView};
use crate::page::slot::SlotChange;
use crate::page::square::{Extent, Ground, Ink, Pose, SquareSlot, SquareState, Stamp};
use crate::page::{CaptionRoom, Page, PageSize, PageStyle, PanelContent, PartKey, PartKind, Piece, Theme};
use crate::picture::Rgb;
use crate::record::{Detail, Frame, Narrator, Recorder, Schedule, Shot, Words};
use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, until_solutions};

use super::parts::{Course, Move, Moving};
use super::{Animator, StepMotion};

const STEP: Duration = Duration::from_millis(900);

/// Pictures have eight steps, and may be one behind.
const NEAR: f32 = 0.135;

/// How much of a figure there is.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Seen {
    stamp: Stamp,
    strength: f32,
    percent: f32,
    /// The share of a ring or of a piece of a line.
    extent: f32,
}

impl Seen {
    const fn whole(stamp: Stamp) -> Self {
        Self { stamp, strength: 1.0, percent: 100.0, extent: 1.0 }
    }

    fn is_near(&self, other: &Self) -> bool {
        // Ink that is there early is rounded twice.
        let numbers = |seen: &Self| [seen.strength / 2.0, seen.percent / 100.0, seen.extent];
        let mut pairs = numbers(self).into_iter().zip(numbers(other));
        self.stamp == other.stamp && pairs.all(|(one, other)| (one - other).abs() <= NEAR)
    }

    fn is_seen(&self) -> bool {
        self.strength.min(self.extent).min(self.percent / 100.0) > NEAR
    }
}

/// A figure on its way at a time; `None` if nothing of it is there.
fn moved(stamp: Stamp, part: &Move, time: f32) -> Option<Seen> {
    let Move { course, span, drawing, .. } = *part;
    let (share, whole, ended) = (span.at(time), Seen::whole(stamp), time >= span.end());
    let is_copy = drawing != Moving::Now;
    if ended {
        return (!is_copy).then_some(whole);
    }
    let posed = |pose: Pose, share: f32| {
        let (strength, percent) = pose.at(share);
        Seen { strength, percent, ..whole }
    };
    match course {
        Course::Stays => Some(whole),
        Course::Comes(pose) => (pose.ink != Ink::Whole || time > span.start).then(|| posed(pose, share)),
        Course::Goes => Some(posed(Pose::FADED, 1.0 - share)),
        Course::Sweep => Some(Seen { extent: share, ..whole }),
        Course::Uncovers(_, [from, to]) => {
            Some(Seen { extent: 1.0 - (from + (to - from) * share).clamp(0.0, 1.0), ..whole })
        }
        Course::Waits | Course::Glides(_) => None,
    }
}

/// An element of a square.
#[derive(Debug, Clone, Copy)]
enum Drawn {
    Paper(Rgb),
    Figure(Stamp),
}

/// All elements of a square in a state, as a page in motion has them.
fn drawn(page: &Page, ground: Ground, state: SquareState) -> Vec<Drawn> {
    let layers = page.squares.layers(ground, state).into_iter();
    layers
        .flat_map(|look| {
            [Drawn::Paper(look.paper)].into_iter().chain(look.stamps.into_iter().map(Drawn::Figure))
        })
        .collect()
}

/// The paper and the figures of a square at a time, as a page moves it.
fn on_page(page: &Page, change: &SlotChange<'_, SquareSlot>, moves: &[Move], time: f32) -> (u32, Vec<Seen>) {
    let [before, now] = [change.before, change.now].map(|state| drawn(page, change.slot.ground, *state));
    let is_there = |part: &Move| match part.course {
        Course::Waits => time >= part.span.end(),
        Course::Stays => time < part.span.end(),
        Course::Comes(_) | Course::Goes | Course::Sweep | Course::Uncovers(..) | Course::Glides(_) => true,
    };
    let mut paper = None;
    let mut seen: Vec<Seen> = Vec::new();
    // What is under a paper is not seen.
    let mut draw = |element: Drawn, part: Option<&Move>| match element {
        Drawn::Paper(colour) if part.is_none_or(is_there) => {
            paper = Some(colour);
            seen.clear();
        }
        Drawn::Paper(_) => {}
        Drawn::Figure(stamp) => {
            seen.extend(part.map_or(Some(Seen::whole(stamp)), |part| moved(stamp, part, time)));
        }
    };
    let copies = |drawing: Moving| moves.iter().filter(move |part| part.drawing == drawing);
    for part in copies(Moving::Under).filter(|part| is_there(part)) {
        match part.element {
            Some(element) => draw(before[element], Some(part)),
            None => before.iter().for_each(|element| draw(*element, Some(part))),
        }
    }
    if moves.iter().filter(|part| part.drawing == Moving::Now && part.element.is_none()).all(is_there) {
        for (index, element) in now.into_iter().enumerate() {
            let part = moves.iter().find(|part| {
                matches!(part.drawing, Moving::Now | Moving::Passing) && part.element == Some(index)
            });
            draw(element, part);
        }
    }
    for part in copies(Moving::Over) {
        draw(before[part.element.expect("a figure fades")], Some(part));
    }
    (paper.expect("a square has a paper").luminance().to_bits(), seen)
}

/// The same in a picture.
fn in_picture(page: &Page, change: &SlotChange<'_, SquareSlot>, between: &Between) -> (u32, Vec<Seen>) {
    let ground = change.slot.ground;
    let (paper, seen) = match between.square(change) {
        SquareView::Still(state) => {
            let look = page.squares.look(ground, state);
            (look.paper, look.stamps.into_iter().map(Seen::whole).collect())
        }
        SquareView::Between { before, now, phase } => {
            let (paper, stamps) = page.squares.look_between(ground, before, now, phase);
            let seen = stamps.into_iter().map(|moving| Seen {
                stamp: moving.stamp,
                strength: moving.strength.value(),
                percent: moving.percent.into(),
                extent: match moving.extent {
                    Extent::All => 1.0,
                    Extent::Clockwise(share) => share.value(),
                    Extent::Along(segment, share) => match segment.reach(share.value()) {
                        // A piece across the line is there or not.
                        (_, reach) if segment.reach(0.5).1 == 0.0 => reach,
                        _ => share.value(),
                    },
                },
            });
            (paper, seen.collect())
        }
    };
    (paper.luminance().to_bits(), seen)
}

/// Whether each figure that is seen in one is in the other.
fn assert_within(some: &[Seen], all: &[Seen], what: &str) {
    for seen in some.iter().filter(|seen| seen.is_seen()) {
        assert!(all.iter().any(|other| seen.is_near(other)), "{what}: {seen:?} is not in {all:?}");
    }
}

fn check_step(page: &Page, motion: &StepMotion, what: &str) -> usize {
    let parts = motion.parts(page);
    let mut moving = 0;
    for change in &page.layers.squares.moves() {
        let part = parts.iter().find(|part| part.key == PartKey(PartKind::Square, change.index));
        let moves = part.map_or(&[][..], |part| &part.moves);
        assert!(moves.iter().all(|part| part.span.end() <= STEP.as_secs_f32() * 1000.0 / 2.0), "{what}");
        moving += moves.len();
        for tenth in 0..45 {
            let time = 10.3 * tenth as f32;
            // Pictures round all shares: near a beginning or an end they are early or late.
            let edges = moves.iter().flat_map(|part| [part.span.start, part.span.end()]);
            if edges.into_iter().any(|edge| (edge - time).abs() < 2.0) {
                continue;
            }
            let what = format!("{what}, square {}, {time} ms, {moves:?}", change.index);
            let (paper, shown) = on_page(page, change, moves, time);
            let (expected_paper, expected) = in_picture(page, change, &motion.at(time));
            assert_eq!(paper, expected_paper, "{what}");
            assert_within(&shown, &expected, &what);
            assert_within(&expected, &shown, &what);
        }
    }
    moving
}

#[test]
fn squares_move_on_pages_as_in_pictures() {
    let size = BoardSize::new(5).unwrap();
    for algorithm in Algorithm::ALL {
        let events = algorithm.events(size, Order::Columns, DEFAULT_SEED);
        let events: Vec<Event> = until_solutions(events, Some(1)).take(50).collect();
        let schedule = Schedule { detail: Detail::Tests, asides: true, ..Schedule::default() };
        let narrator = Narrator::new(size, Some(algorithm), Order::Columns, None);
        let caption = CaptionRoom::of(&narrator, SquareNames::Chess, Words::default());
        let mut recorder = Recorder::new(size, &schedule, narrator);
        let mut frames: Vec<Frame> =
            events.into_iter().filter_map(|event| recorder.push(event).unwrap().cloned()).collect();
        frames.push(recorder.finish().clone());
        // Also as an excerpt, in which a step comes after any other.
        for (theme, piece, every) in
            [("classic", Piece::Black, 1), ("ink", Piece::White, 1), ("classic", Piece::Black, 3)]
        {
            let theme = Theme::named(theme).unwrap();
            let panels = PanelContent { caption: Some(caption.clone()), ..PanelContent::default() };
            let style = PageStyle {
                width: None,
                page: Some(PageSize::Pixels(320, 400)),
                panels,
                theme,
                piece: Some(piece),
                attacks: true,
                ..PageStyle::default()
            };
            let mut page = Page::of_board(size, &style).unwrap();
            let mut animator = Animator::new();
            let mut moving = 0;
            for (number, frame) in frames.iter().enumerate().step_by(every) {
                let shot = Shot { shown_for: STEP, ..Shot::of_search(frame, false) };
                page.show(&shot);
                if let Some(motion) = animator.step(&page, &shot) {
                    let what = format!("{algorithm}, frame {number} of every {every}, {:?}", frame.moment);
                    moving += check_step(&page, &motion, &what);
                }
            }
            assert!(moving > frames.len() / every, "{algorithm}: {moving} moves");
        }
    }
}
