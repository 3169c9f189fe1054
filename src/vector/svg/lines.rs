//! Lines of text: words that change together are moved together.

use std::collections::HashMap;

use crate::page::scene::Id;
use crate::vector::Distinct;
use crate::vector::table::{Drawing, Look, PartKey, TableSlot, Word};

/// About how many bytes a part takes, a look of it, a word of a look, and a change.
const PART: usize = 130;
const LOOK: usize = 22;
const WORD: usize = 24;
const CHANGE: usize = 6;

/// The parts of a film in which words of a line that change together are one part: as many as take the
/// fewest bytes. Adds the drawings of such parts.
pub fn joined(slots: Vec<TableSlot>, drawings: &mut Distinct<Drawing>) -> Vec<TableSlot> {
    let mut lines: HashMap<Id, Vec<TableSlot>> = HashMap::new();
    let mut joined = Vec::new();
    for slot in slots {
        match slot.key {
            PartKey { word: Some(_), id, .. } => lines.entry(id).or_default().push(slot),
            PartKey { word: None, .. } => joined.push(slot),
        }
    }
    for (_, words) in lines {
        let is_seen = |slot: &TableSlot| {
            slot.looks.iter().any(|(_, look)| !drawings.all[look.drawing].markup.is_empty())
        };
        let words: Vec<TableSlot> = words.into_iter().filter(is_seen).collect();
        // For the words before each one, the fewest bytes, and where the last part of them begins.
        let mut best: Vec<(usize, usize)> = vec![(0, 0)];
        for end in 1..=words.len() {
            let costs =
                (0..end).map(|start| (best[start].0 + cost(&words[start..end], &drawings.all), start));
            best.extend(costs.min());
        }
        let mut end = words.len();
        while end > 0 {
            let start = best[end].1;
            joined.push(join(&words[start..end], drawings));
            end = start;
        }
    }
    for slot in &mut joined {
        narrow(slot, drawings);
    }
    joined.sort_by_key(|slot| slot.key);
    joined
}

/// The attributes of the groups in which the words of a part are, if it is only words that are written
/// alike.
pub fn written<'a>(slot: &TableSlot, drawings: &'a [Drawing]) -> Option<&'a str> {
    let mut written: Option<&str> = None;
    for (_, look) in &slot.looks {
        let Drawing { paper, markup, words } = &drawings[look.drawing];
        if paper.is_some() || words.is_empty() && !markup.is_empty() {
            return None;
        }
        if words.iter().any(|word| *written.get_or_insert(&word.group) != word.group) {
            return None;
        }
    }
    written
}

/// Makes a part that is only words as narrow as they are, so that the same words in other places, as are
/// the digits of a number, have the same drawings.
fn narrow(slot: &mut TableSlot, drawings: &mut Distinct<Drawing>) {
    if slot.looks.len() < 2 || written(slot, &drawings.all).is_none() {
        return;
    }
    let words = slot.looks.iter().flat_map(|(_, look)| &drawings.all[look.drawing].words);
    let ends = words.map(|word| {
        let pixels = |units: i64| units as f32 / f32::from_bits(word.units);
        (pixels(word.left).round() as i64, pixels(word.right).round() as i64)
    });
    let Some((left, right)) = ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))) else {
        return;
    };
    // Letters may reach over their edges.
    let left = (left - i64::from(slot.area.height / 4)).max(-i64::from(slot.area.x));
    let right = right + i64::from(slot.area.height / 4);
    slot.area.x = slot.area.x.saturating_add_signed(left as i32);
    slot.area.width = (right - left) as u32;
    for (_, look) in &mut slot.looks {
        let moved = |word: &Word| {
            let by = (left as f32 * f32::from_bits(word.units)).round() as i64;
            Word { left: word.left - by, right: word.right - by, ..word.clone() }
        };
        let words = drawings.all[look.drawing].words.iter().map(moved).collect();
        look.drawing = drawings.index(Drawing { words, ..Drawing::default() });
    }
}

/// The looks of words at each step at which one of them changes.
fn looks(words: &[TableSlot]) -> Vec<(u32, Vec<usize>)> {
    let mut steps: Vec<u32> =
        words.iter().flat_map(|slot| slot.looks.iter().map(|(step, _)| *step)).collect();
    steps.sort_unstable();
    steps.dedup();
    let look = |slot: &TableSlot, step: u32| {
        let after = slot.looks.partition_point(|(from, _)| *from <= step);
        slot.looks[after - 1].1.drawing
    };
    let at = |step: u32| (step, words.iter().map(|slot| look(slot, step)).collect());
    steps.into_iter().map(at).collect()
}

fn cost(words: &[TableSlot], drawings: &[Drawing]) -> usize {
    let looks = looks(words);
    let changes = looks.len();
    let mut distinct: Vec<Vec<usize>> = looks.into_iter().map(|(_, look)| look).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let drawn = distinct.iter().flatten().filter(|drawing| !drawings[**drawing].markup.is_empty()).count();
    if changes < 2 {
        LOOK + drawn * WORD
    } else {
        PART + distinct.len() * LOOK + drawn * WORD + changes * CHANGE
    }
}

fn join(words: &[TableSlot], drawings: &mut Distinct<Drawing>) -> TableSlot {
    let looks = looks(words).into_iter().map(|(step, parts)| {
        let parts = parts.iter().map(|part| &drawings.all[*part]);
        let markup = parts.clone().map(|part| part.markup.as_str()).collect();
        let words = parts.flat_map(|part| part.words.iter().cloned()).collect();
        (step, Look { drawing: drawings.index(Drawing { paper: None, markup, words }), shift: 0 })
    });
    let TableSlot { key, tag, area, .. } = words[0];
    TableSlot { key, tag, area, looks: looks.collect() }
}
