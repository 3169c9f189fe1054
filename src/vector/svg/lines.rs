//! Lines of text: words that change together are moved together.

use std::collections::HashMap;

use crate::vector::table::{Drawing, Look, TableSlot};

/// About how many bytes a part takes, a look of it, a word of a look, and a change.
const PART: usize = 130;
const LOOK: usize = 22;
const WORD: usize = 24;
const CHANGE: usize = 6;

/// The parts of a film in which words of a line that change together are one part: as many as take the
/// fewest bytes. Adds the drawings of such parts.
pub fn joined(slots: Vec<TableSlot>, drawings: &mut Vec<Drawing>) -> Vec<TableSlot> {
    let mut lines: HashMap<(bool, usize), Vec<TableSlot>> = HashMap::new();
    let mut joined = Vec::new();
    let mut known = HashMap::new();
    for slot in slots {
        match slot.key.line() {
            Some(line) => lines.entry(line).or_default().push(slot),
            None => joined.push(slot),
        }
    }
    for (_, words) in lines {
        let is_seen =
            |slot: &TableSlot| slot.looks.iter().any(|(_, look)| !drawings[look.drawing].markup.is_empty());
        let words: Vec<TableSlot> = words.into_iter().filter(is_seen).collect();
        // For the words before each one, the fewest bytes, and where the last part of them begins.
        let mut best: Vec<(usize, usize)> = vec![(0, 0)];
        for end in 1..=words.len() {
            let costs = (0..end).map(|start| (best[start].0 + cost(&words[start..end], drawings), start));
            best.extend(costs.min());
        }
        let mut end = words.len();
        while end > 0 {
            let start = best[end].1;
            joined.push(join(&words[start..end], drawings, &mut known));
            end = start;
        }
    }
    joined.sort_by_key(|slot| slot.key);
    joined
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

fn join(
    words: &[TableSlot],
    drawings: &mut Vec<Drawing>,
    known: &mut HashMap<Vec<usize>, usize>,
) -> TableSlot {
    let looks = looks(words).into_iter().map(|(step, parts)| {
        let drawing = *known.entry(parts).or_insert_with_key(|parts| {
            let parts = parts.iter().map(|part| &drawings[*part]);
            let drawing = Drawing {
                paper: None,
                markup: parts.clone().map(|part| part.markup.as_str()).collect(),
                words: parts.flat_map(|part| part.words.iter().cloned()).collect(),
            };
            drawings.push(drawing);
            drawings.len() - 1
        });
        (step, Look { drawing, shift: 0 })
    });
    TableSlot { key: words[0].key, area: words[0].area, looks: looks.collect() }
}
