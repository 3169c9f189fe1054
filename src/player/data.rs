//! What the script of the page reads: the parts of the picture, their drawings, and when they change.

use serde::Serialize;

use crate::motion::SHORTEST_STEP;
use crate::page::{Block, BlockKind};
use crate::picture::Rect;
use crate::vector::{Distinct, TableSlot};

use super::moves::MoveData;
use super::{PlayerFilm, PlayerWords};

/// The film. Lists that grow are written as differences.
#[derive(Debug, Serialize)]
pub struct Data<'a> {
    title: &'a str,
    unit: [&'a str; 2],
    size: (u32, u32),
    /// How long each step is shown, in milliseconds.
    times: Vec<u64>,
    numbers: Vec<u64>,
    queens: &'a [u64],
    /// The most of them; where their number never changes, there is no profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u64>,
    solutions: Vec<u32>,
    backtracks: Vec<u32>,
    captions: &'a [usize],
    texts: &'a [String],
    blocks: Vec<BlockData>,
    drawings: Vec<String>,
    slots: Vec<SlotData>,
    /// Steps that are shown for fewer milliseconds have no motion.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<u64>,
    /// How slots move, if they do.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [Vec<MoveData>]>,
}

/// A part of the page that can be shown below others.
#[derive(Debug, Serialize)]
struct BlockData {
    area: [u32; 4],
    /// The upper left corner of the board, and the side of its squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<[u32; 3]>,
    /// Blocks with names share their place on a narrow screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct SlotData {
    area: [u32; 4],
    /// The index of its block.
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<usize>,
    /// Where a click leads to the step at which it changes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<[u32; 4]>,
    /// The steps that a click on it leads to, one after the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    runs: Vec<u32>,
    /// The steps at which it changes.
    steps: Vec<u32>,
    /// Its drawings.
    drawings: Vec<usize>,
    /// Which of them it has from each of these steps on.
    looks: Vec<usize>,
    /// How far they are moved to the right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shifts: Vec<u32>,
    /// How it moves at each of these steps: an index of `moves`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<usize>,
}

impl<'a> Data<'a> {
    pub fn of(film: &'a PlayerFilm, slots: &[TableSlot], words: &PlayerWords<'a>) -> Self {
        let PlayerFilm { table, notes, blocks, .. } = film;
        let ends = table.starts.iter().skip(1).chain([&table.length]);
        let times = table.starts.iter().zip(ends).map(|(start, end)| {
            // Rounded from the start of the film, so that errors do not add up.
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
        let block =
            |block: &Block| BlockData { area: place(block.area), grid: block.grid, name: name(block.kind) };
        Self {
            title: words.title,
            unit: words.unit,
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

/// The name of a block that shares its place with others.
const fn name(kind: BlockKind) -> Option<&'static str> {
    match kind {
        BlockKind::Title | BlockKind::Caption | BlockKind::Board | BlockKind::Counters => None,
        BlockKind::Code => Some("code"),
        BlockKind::Tree => Some("tree"),
        BlockKind::State => Some("state"),
    }
}

/// Each number less the one before it.
fn differences<T: Copy + Default + std::ops::Sub<Output = T>>(numbers: &[T]) -> Vec<T> {
    let before = [T::default()].into_iter().chain(numbers.iter().copied());
    numbers.iter().zip(before).map(|(number, before)| *number - before).collect()
}
