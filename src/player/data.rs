//! The data that the script of the page reads: the parts of the picture, their drawings, changes and moves.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use serde::Serialize;

use crate::motion::{Ease, SHORTEST_STEP, Share};
use crate::page::figure::Edges;
use crate::page::moves::{Course, Move, Moving, Pose};
use crate::page::scene::ItemChange;
use crate::page::{Block, BlockKind};
use crate::picture::Rect;
use crate::vector::{Distinct, PartKey, TableSlot};

use super::{PlayerFilm, PlayerWords};

/// The film as the script reads it. Ascending lists are written as differences.
#[derive(Debug, Serialize)]
pub struct Data<'a> {
    title: &'a str,
    unit: [&'a str; 2],
    controls: &'static str,
    size: (u32, u32),
    /// The duration of each step, in milliseconds.
    times: Vec<u64>,
    numbers: Vec<u64>,
    queens: &'a [u64],
    /// The maximum number of queens; `None` if the number never changes, so that there is no profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u64>,
    solutions: Vec<u32>,
    backtracks: Vec<u32>,
    captions: &'a [usize],
    texts: &'a [String],
    blocks: Vec<BlockData>,
    drawings: Vec<String>,
    slots: Vec<SlotData>,
    /// Shorter steps, in milliseconds, have no motion.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<u64>,
    /// The distinct lists of moves, if the film has motion.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [Vec<MoveData>]>,
}

/// A block of the page; on narrow screens, blocks are shown below one another.
#[derive(Debug, Serialize)]
struct BlockData {
    area: [u32; 4],
    /// The upper left corner of the board, and the side of its squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<[u32; 3]>,
    /// Blocks with names share a tab area on a narrow screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    lane: bool,
}

#[derive(Debug, Serialize)]
struct SlotData {
    area: [u32; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<usize>,
    /// The area that links to the step at which the part first changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<[u32; 4]>,
    /// The steps to which clicks on the part lead, in turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    runs: Vec<u32>,
    steps: Vec<u32>,
    drawings: Vec<usize>,
    /// For each of `steps`, the index in `drawings` of the drawing from then on.
    looks: Vec<usize>,
    /// For each of `steps`, the offset of the drawing to the right; empty if all are 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shifts: Vec<u32>,
    /// For each of `steps`, the index of its list in [`Data::moves`]; empty if the part never moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<usize>,
}

impl<'a> Data<'a> {
    pub fn of(film: &'a PlayerFilm, slots: &[TableSlot], words: &PlayerWords<'a>) -> Self {
        let PlayerFilm { table, notes, blocks, .. } = film;
        let ends = table.starts.iter().skip(1).chain([&table.length]);
        let times = table.starts.iter().zip(ends).map(|(start, end)| {
            // Starts and ends are rounded, not durations, so that errors do not add up.
            (end.as_millis() - start.as_millis()) as u64
        });
        let most = notes.queens.iter().max();
        let most = most.filter(|most| notes.queens.iter().any(|queens| queens != *most));
        let mut used = Distinct::default();
        let slots = slots.iter().filter_map(|slot| {
            let is_seen = slot.looks.iter().any(|(_, look)| !table.drawings.all[look.drawing].is_empty());
            is_seen.then(|| SlotData::of(slot, film, &mut used))
        });
        let slots = slots.collect();
        let drawings = used.all.iter().map(|(drawing, size)| table.drawings.all[*drawing].with_paper(*size));
        let block = |block: &Block| BlockData {
            area: place(block.area),
            grid: block.grid,
            name: block_name(block.kind),
            lane: block.kind == BlockKind::Lane,
        };
        Self {
            title: words.title,
            unit: words.unit,
            controls: include_str!("controls.html"),
            size: film.size,
            times: times.collect(),
            numbers: differences(&notes.numbers),
            queens: &notes.queens,
            most: most.copied(),
            solutions: differences(&notes.solutions),
            backtracks: differences(&notes.backtracks),
            captions: &notes.captions,
            texts: &notes.texts.all,
            blocks: blocks.iter().map(block).collect(),
            drawings: drawings.collect(),
            slots,
            shortest: film.moves.as_ref().map(|_| SHORTEST_STEP.as_millis() as u64),
            moves: film.moves.as_ref().map(|moves| &*moves.lists.all),
        }
    }
}

impl SlotData {
    fn of(slot: &TableSlot, film: &PlayerFilm, used: &mut Distinct<(usize, (u32, u32))>) -> Self {
        let mut own = Distinct::default();
        let size = (slot.area.width, slot.area.height);
        let looks = slot.looks.iter().map(|(_, look)| own.index(used.index((look.drawing, size))));
        let looks = looks.collect();
        let steps: Vec<u32> = slot.looks.iter().map(|(step, _)| *step).collect();
        let shifts = slot.looks.iter().map(|(_, look)| look.shift);
        let is_moved = shifts.clone().any(|shift| shift > 0);
        Self {
            area: place(slot.area),
            block: film.blocks.iter().position(|block| has_middle_of(block.area, slot.area)),
            first: slot.target().map(place),
            runs: film.runs.get(&slot.key.id).map(|runs| differences(runs)).unwrap_or_default(),
            moves: film.moves.as_ref().map(|moves| moves.of(slot.key, &steps)).unwrap_or_default(),
            steps: differences(&steps),
            drawings: own.all,
            looks,
            shifts: if is_moved { shifts.collect() } else { Vec::new() },
        }
    }
}

const fn place(Rect { x, y, width, height }: Rect) -> [u32; 4] {
    [x, y, width, height]
}

fn has_middle_of(block: Rect, area: Rect) -> bool {
    let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
    (block.x..block.right()).contains(&x) && (block.y..block.bottom()).contains(&y)
}

/// Returns the name of a block that shares its area with other blocks on narrow screens.
const fn block_name(kind: BlockKind) -> Option<&'static str> {
    match kind {
        BlockKind::Title
        | BlockKind::Caption
        | BlockKind::Board
        | BlockKind::Lane
        | BlockKind::Counters
        | BlockKind::Charts => None,
        BlockKind::Code => Some("code"),
        BlockKind::Tree => Some("tree"),
        BlockKind::State => Some("state"),
    }
}

fn differences<T: Copy + Default + std::ops::Sub<Output = T>>(numbers: &[T]) -> Vec<T> {
    let before = [T::default()].into_iter().chain(numbers.iter().copied());
    numbers.iter().zip(before).map(|(number, before)| *number - before).collect()
}

/// The moves of all steps of a film.
pub struct Moves {
    /// The kinds of moves; each is a class of the style sheet, whose name contains the index of the kind.
    kinds: Vec<Kind>,
    /// The distinct lists of moves; list 0 is empty.
    pub lists: Distinct<Vec<MoveData>>,
    /// The steps at which each part moves, each with the index of its list.
    parts: HashMap<PartKey, Vec<(u32, usize)>>,
}

/// A move as the script reads it: the kind, the delay and the length in milliseconds, which copy of a drawing
/// moves (0 for none), the index of the element that moves (null for all), and the numbers that the kind needs.
pub type MoveData = Vec<Option<i32>>;

/// Moves that differ only in their times, and in a few numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Kind {
    /// The course without its numbers.
    course: Course,
    ease: Ease,
    /// Whether what moves is visible only during the motion, like a copy.
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
    pub fn add(&mut self, step: u32, change: &ItemChange) {
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
        // Times are rounded down, so that all moves end in time.
        let [delay, length] = [span.start, span.length].map(|time| Some(time as i32));
        let shape = shape.map(|shape| shape as i32);
        let numbers = numbers.into_iter().map(Some);
        [Some(kind as i32), delay, length, Some(copy), shape].into_iter().chain(numbers).collect()
    }

    pub fn style(&self) -> String {
        let mut style = String::new();
        let eases = Ease::ALL.map(|ease| format!("--{}:{}", ease_name(ease), linear(ease)));
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
    /// Returns the keyframes, and the other properties except times. A missing keyframe means the state without
    /// motion.
    fn css(self) -> (String, String) {
        let speed = format!("var(--{}) ", ease_name(self.ease));
        // Some keyframes include the easing.
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

fn posed(pose: Pose, ease: Ease, goes: bool) -> String {
    let keyframes = (0..=Share::STEPS).map(|step| {
        let way = f32::from(step) / f32::from(Share::STEPS);
        let (ink, percent) = pose.at(if goes { 1.0 - way } else { way });
        // A growing figure is invisible before it starts.
        let ink = if step == 0 && !goes { 0.0 } else { ink };
        let size =
            if percent < 100.0 { format!(";transform:scale({}%)", share(percent)) } else { String::new() };
        format!("{}%{{opacity:{}{size}}}", share(100.0 * ease.reaches(way)), share(ink))
    });
    keyframes.collect()
}

/// Returns the name of the easing that [`linear`] defines.
const fn ease_name(ease: Ease) -> &'static str {
    match ease {
        Ease::Out => "out",
        Ease::InOut => "in-out",
    }
}

fn linear(ease: Ease) -> String {
    const PIECES: u8 = 16;
    let shares = (0..=PIECES).map(|piece| share(ease.at(f32::from(piece) / f32::from(PIECES))));
    format!("linear({})", shares.collect::<Vec<_>>().join(","))
}

/// Returns keyframes of a sector that grows into a circle, clockwise from twelve o'clock. The polygon has a corner
/// at the end of the sector, which goes around the box, and one at each corner of the box that the end has passed.
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

/// Writes a number with at most three decimals.
fn share(value: f32) -> String {
    let value = format!("{value:.3}");
    value.trim_end_matches('0').trim_end_matches('.').to_owned()
}
