//! How the parts of the picture move: lists of moves for the script, and the style sheet that they name.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use crate::motion::{Ease, Share};
use crate::page::figure::Edges;
use crate::page::moves::{Course, Move, Moving, Pose};
use crate::page::scene::Change;
use crate::vector::{Distinct, PartKey};

/// The motion of a film while its steps are collected.
#[derive(Debug)]
pub struct Moves {
    /// Each kind is a class of the style sheet, with its index in its name.
    kinds: Vec<Kind>,
    /// How parts move; the first of them does not.
    pub lists: Distinct<Vec<MoveData>>,
    /// The steps at which each part moves, and which of the lists says how.
    parts: HashMap<PartKey, Vec<(u32, usize)>>,
}

/// A move as the script reads it: its kind, its delay and its length in milliseconds, 0 or which copy of a
/// drawing moves, the index of its element unless all of it moves, and the numbers that its kind needs.
pub type MoveData = Vec<Option<i32>>;

/// Moves that differ only in their times, and in a few numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Kind {
    /// How something moves, without its numbers.
    course: Course,
    ease: Ease,
    /// Whether it is of what is seen only for so long as it moves, as copies are.
    is_brief: bool,
}

impl Default for Moves {
    fn default() -> Self {
        let (kinds, mut lists, parts) = (Vec::new(), Distinct::default(), HashMap::new());
        lists.index(Vec::new());
        Self { kinds, lists, parts }
    }
}

impl Moves {
    /// Adds how an item moves in a step.
    pub fn add(&mut self, step: u32, change: &Change) {
        let mut moves: BTreeMap<u8, Vec<MoveData>> = BTreeMap::new();
        for part in &change.moves {
            moves.entry(part.z).or_default().push(self.data(part));
        }
        for (z, moves) in moves {
            let key = PartKey { z, id: change.id, word: None };
            let index = self.lists.index(moves);
            self.parts.entry(key).or_default().push((step, index));
        }
    }

    /// How a part moves at each of these steps: indices of the lists.
    pub fn of(&self, key: PartKey, steps: &[u32]) -> Vec<usize> {
        let Some(moves) = self.parts.get(&key) else { return Vec::new() };
        let at = |step| moves.binary_search_by_key(step, |(step, _)| *step);
        steps.iter().map(|step| at(step).map_or(0, |at| moves[at].1)).collect()
    }

    fn data(&mut self, part: &Move) -> MoveData {
        let Move { drawing, shape, course, span, .. } = *part;
        let percent = |share: f32| (100.0 * share).round() as i32;
        let (course, numbers) = match course {
            Course::Waits | Course::Stays | Course::Comes(_) | Course::Goes | Course::Sweep => {
                (course, Vec::new())
            }
            Course::Uncovers(sides, shares) => {
                (Course::Uncovers(sides, [0.0; 2]), shares.map(percent).to_vec())
            }
            Course::Glides(corners) => {
                let places = corners.into_iter().flat_map(|(x, y)| [x as i32, y as i32]);
                (Course::Glides(Default::default()), places.collect())
            }
        };
        let kind = Kind { course, ease: span.ease, is_brief: drawing != Moving::Now };
        let kind = self.kinds.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        });
        let copy = match drawing {
            Moving::Now | Moving::Passing => 0,
            Moving::Above => 1,
            Moving::Over => 2,
            Moving::Under => 3,
        };
        // Rounded down, so that all ends in time.
        let [delay, length] = [span.start, span.length].map(|time| Some(time as i32));
        let shape = shape.map(|shape| shape as i32);
        let numbers = numbers.into_iter().map(Some);
        [Some(kind as i32), delay, length, Some(copy), shape].into_iter().chain(numbers).collect()
    }

    /// The style sheet of all kinds.
    pub fn style(&self) -> String {
        let mut style = String::new();
        let eases = Ease::ALL.map(|ease| format!("--{}:{}", name(ease), linear(ease)));
        let _ = writeln!(style, ":root{{{}}}", eases.join(";"));
        for (index, kind) in self.kinds.iter().enumerate() {
            let (keyframes, rule) = kind.css();
            let _ =
                writeln!(style, "@keyframes m{index}{{{keyframes}}}.m{index}{{animation:m{index} {rule}}}");
        }
        style
    }
}

impl Kind {
    /// Its keyframes, and its other properties without its times. Where there is no keyframe, it is what it is
    /// without motion.
    fn css(self) -> (String, String) {
        let speed = format!("var(--{}) ", name(self.ease));
        // The keyframes of some are those of their speed.
        let (keyframes, ease, place) = match self.course {
            Course::Waits => ("from,to{opacity:0}".to_owned(), "", ""),
            Course::Stays => ("from,to{opacity:1}".to_owned(), "", ""),
            Course::Comes(pose) => {
                let place = ";transform-box:fill-box;transform-origin:center";
                (posed(pose, self.ease, false), "linear ", place)
            }
            Course::Goes => (posed(Pose::FADED, self.ease, true), "linear ", ""),
            Course::Sweep => (sweep(self.ease), "linear ", ""),
            Course::Uncovers(Edges { top, right, bottom, left }, _) => {
                let [from, to] = ["calc(var(--n0)*1%)", "calc(var(--n1)*1%)"].map(|covered| {
                    let sides = [top, right, bottom, left];
                    let sides = sides.map(|is_covered| if is_covered { covered } else { "0" }).join(" ");
                    format!("{{opacity:1;clip-path:inset({sides})}}")
                });
                (format!("from{from}to{to}"), &*speed, "")
            }
            Course::Glides(_) => {
                let [from, to] = [(0, 1), (2, 3)].map(|(x, y)| {
                    let (x, y) = (format!("calc(var(--n{x})*1px)"), format!("calc(var(--n{y})*1px)"));
                    format!("{{opacity:1;transform:translate({x},{y})}}")
                });
                (format!("from{from}to{to}"), &*speed, "")
            }
        };
        let brief = if self.is_brief { ";opacity:0" } else { "" };
        (keyframes, format!("{ease}backwards{place}{brief}"))
    }
}

/// A figure that comes from a pose, or goes to it, at the steps that pictures have.
fn posed(pose: Pose, ease: Ease, goes: bool) -> String {
    let keyframes = (0..=Share::STEPS).map(|step| {
        let way = f32::from(step) / f32::from(Share::STEPS);
        let (ink, percent) = pose.at(if goes { 1.0 - way } else { way });
        // What grows is not there before.
        let ink = if step == 0 && !goes { 0.0 } else { ink };
        let size =
            if percent < 100.0 { format!(";transform:scale({}%)", share(percent)) } else { String::new() };
        format!("{}%{{opacity:{}{size}}}", share(100.0 * ease.reaches(way)), share(ink))
    });
    keyframes.collect()
}

/// The name of what [`linear`] returns.
const fn name(ease: Ease) -> &'static str {
    match ease {
        Ease::Out => "out",
        Ease::InOut => "in-out",
    }
}

/// How a speed changes, as a function of CSS.
fn linear(ease: Ease) -> String {
    const PIECES: u8 = 16;
    let shares = (0..=PIECES).map(|piece| share(ease.at(f32::from(piece) / f32::from(PIECES))));
    format!("linear({})", shares.collect::<Vec<_>>().join(","))
}

/// A sector that becomes a circle, clockwise from twelve o'clock: its last edge goes around the box, and stays
/// in the corners that it has passed.
fn sweep(ease: Ease) -> String {
    const CORNERS: [(f32, &str); 4] =
        [(0.125, "100% 0"), (0.375, "100% 100%"), (0.625, "0 100%"), (0.875, "0 0")];
    let ends = [(0.0, "50% 0")].into_iter().chain(CORNERS).chain([(1.0, "50% 0")]);
    let keyframes = ends.map(|(turn, end)| {
        let corners = CORNERS.map(|(at, corner)| if at < turn { corner } else { end }).join(",");
        let time = share(100.0 * ease.reaches(turn));
        format!("{time}%{{clip-path:polygon(50% 50%,50% 0,{corners},{end})}}")
    });
    keyframes.collect()
}

/// A number with at most three decimals.
fn share(value: f32) -> String {
    let value = format!("{value:.3}");
    value.trim_end_matches('0').trim_end_matches('.').to_owned()
}
