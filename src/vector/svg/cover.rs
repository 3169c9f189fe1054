//! Lines of squares that are marked together, as those of a dead end are: what most of them show then is
//! one part below them, and they change only where they show something else.

use std::collections::{BTreeMap, HashMap};

use crate::picture::{Rect, Rgb};
use crate::vector::table::{Drawing, Look, TableSlot};

use super::lines::{CHANGE, PART};
use super::symbols::{Symbols, use_at};

/// About how many bytes a square takes in a part below several.
const SQUARE: usize = 30;

/// Adds parts below columns of squares, or else below rows, where the film is smaller with them. `paper_of`
/// says which paper is below a square. Also returns the names of the drawings that are now defined.
pub fn covered(
    mut slots: Vec<TableSlot>,
    steps: usize,
    drawings: &mut Vec<Drawing>,
    symbols: &mut Symbols,
    paper_of: impl Fn(&TableSlot, &[Drawing]) -> Option<Rgb>,
) -> (Vec<TableSlot>, HashMap<usize, String>) {
    let mut names = HashMap::new();
    // Beside a board, there may be a square that is a sign.
    for line_of in [|area: Rect| (area.x, area.width), |area: Rect| (area.y, area.height)] {
        let mut lines: BTreeMap<(u32, u32), Vec<&mut TableSlot>> = BTreeMap::new();
        for slot in slots.iter_mut().filter(|slot| slot.key.is_square()) {
            lines.entry(line_of(slot.area)).or_default().push(slot);
        }
        let covers = lines.into_values().filter_map(|slots| {
            let squares = slots.into_iter().map(|slot| {
                let paper = paper_of(&*slot, drawings);
                Square::new(slot, steps, drawings, paper)
            });
            let squares = squares.collect::<Option<_>>()?;
            cover(squares, drawings, symbols, &mut names)
        });
        let mut covers: Vec<TableSlot> = covers.collect();
        if !covers.is_empty() {
            covers.append(&mut slots);
            return (covers, names);
        }
    }
    (slots, names)
}

/// A square of a line.
struct Square<'a> {
    slot: &'a mut TableSlot,
    /// What it looks like when only the paper below it is seen.
    plain: usize,
    /// What it looks like at each step.
    looks: Vec<usize>,
    /// Whether it hides what is below it, at each step.
    hides: Vec<bool>,
}

impl<'a> Square<'a> {
    /// `None` if it hides what is below it at all steps.
    fn new(slot: &'a mut TableSlot, steps: usize, drawings: &[Drawing], paper: Option<Rgb>) -> Option<Self> {
        let looks = at_each_step(slot, steps);
        let is_plain = |look: &&usize| drawings[**look].paper == paper && drawings[**look].markup.is_empty();
        let plain = *looks.iter().find(is_plain)?;
        let hides = |look: &usize| drawings[*look].paper.is_some_and(|own| Some(own) != paper);
        let hides = looks.iter().map(hides).collect();
        Some(Self { slot, plain, looks, hides })
    }
}

/// The part below squares, which change less then; `None` if the film would not be smaller.
fn cover(
    squares: Vec<Square<'_>>,
    drawings: &mut Vec<Drawing>,
    symbols: &mut Symbols,
    names: &mut HashMap<usize, String>,
) -> Option<TableSlot> {
    let steps = squares.first()?.looks.len();
    // Where all squares hide what is below them, some of them may show it instead.
    let hidden = (0..steps).filter(|step| squares.iter().all(|square| square.hides[*step]));
    let hidden: Vec<usize> = hidden.collect();
    let shown = squares.iter().map(|square| most_frequent(hidden.iter().map(|step| square.looks[*step])));
    let shown: Vec<usize> = shown.collect::<Option<_>>()?;
    let mut is_shown = vec![false; steps];
    for step in hidden {
        let alike = squares.iter().zip(&shown).filter(|(square, shown)| square.looks[step] == **shown);
        is_shown[step] = alike.count() > 1;
    }
    let looks = squares.iter().zip(&shown).map(|(square, shown)| {
        let look = |(look, is_shown): (&usize, &bool)| {
            if *is_shown && look == shown { square.plain } else { *look }
        };
        changes(square.looks.iter().zip(&is_shown).map(look))
    });
    let looks: Vec<Vec<(u32, Look)>> = looks.collect();
    let below = changes(is_shown.into_iter().map(usize::from));
    let before: usize = squares.iter().map(|square| square.slot.looks.len()).sum();
    let after = looks.iter().map(Vec::len).sum::<usize>() + below.len();
    if before * CHANGE <= after * CHANGE + PART + squares.len() * SQUARE {
        return None;
    }
    let area = Rect::around(squares.iter().map(|square| square.slot.area))?;
    let mut markup = String::new();
    for (square, shown) in squares.iter().zip(&shown) {
        let Rect { x, y, width, height } = square.slot.area;
        let name = names
            .entry(*shown)
            .or_insert_with(|| symbols.define(&drawings[*shown].with_paper((width, height))));
        use_at(&mut markup, name, ((x - area.x).into(), (y - area.y).into()));
    }
    let key = squares[0].slot.key;
    for (square, looks) in squares.into_iter().zip(looks) {
        square.slot.looks = looks;
    }
    let mut index_of = |drawing: Drawing| {
        drawings.iter().position(|known| *known == drawing).unwrap_or_else(|| {
            drawings.push(drawing);
            drawings.len() - 1
        })
    };
    let states = [Drawing::default(), Drawing { markup, ..Drawing::default() }].map(&mut index_of);
    let look = |(step, look): (u32, Look)| (step, Look { drawing: states[look.drawing], ..look });
    Some(TableSlot { key, area, looks: below.into_iter().map(look).collect() })
}

/// What a part looks like at each step.
fn at_each_step(slot: &TableSlot, steps: usize) -> Vec<usize> {
    let ends = slot.looks.iter().skip(1).map(|(step, _)| *step as usize).chain([steps]);
    let looks = slot.looks.iter().zip(ends);
    looks.flat_map(|((start, look), end)| vec![look.drawing; end - *start as usize]).collect()
}

/// What a part looks like from which step on.
fn changes(looks: impl Iterator<Item = usize>) -> Vec<(u32, Look)> {
    let mut changes: Vec<(u32, Look)> = Vec::new();
    for (step, drawing) in (0..).zip(looks) {
        if changes.last().is_none_or(|(_, last)| last.drawing != drawing) {
            changes.push((step, Look { drawing, shift: 0 }));
        }
    }
    changes
}

fn most_frequent(looks: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    looks.for_each(|look| *counts.entry(look).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(look, _)| look)
}
