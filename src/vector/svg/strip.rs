//! Strips: the looks of a part side by side, of which the rectangle of the part shows one at a time. Words that
//! change together are one part.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::time::Duration;

use crate::page::scene::Id;
use crate::picture::{Rect, Rgb};
use crate::vector::Distinct;
use crate::vector::table::{PartDrawing, PartKey, PartLook, TableSlot, Word};

use super::markup::number;
use super::symbols::use_at;

/// The drawings of a part, or of several similar parts, side by side.
#[derive(Debug)]
pub struct Strip {
    /// Width and height of each drawing.
    size: (u32, u32),
    /// The background below the strip; drawings with this background omit it.
    paper: Option<Rgb>,
    /// The attributes that all words share, if the strip has only words.
    group: Option<String>,
    /// Whether drawings also move within the strip.
    is_moved: bool,
    drawings: Vec<usize>,
    /// Distance from the left edge of a drawing to the left edge of the next, in pixels.
    pitch: u32,
    /// The drawing that each part shows without animation.
    pub stills: Vec<usize>,
    /// The name of the strip, if several parts share it.
    pub name: Option<String>,
}

impl Strip {
    /// Starts a strip with the first look of a part; `paper` is the background below the part.
    pub fn new(slot: &TableSlot, paper: Option<Rgb>, drawings: &[PartDrawing]) -> Self {
        let Rect { width, height, .. } = slot.area;
        let group = written(slot, drawings).map(str::to_owned);
        let is_moved = slot.looks.iter().any(|(_, look)| look.shift > 0);
        // Moving drawings and letters may extend beyond the part, so there is space between drawings.
        let apart = match slot.key.word {
            _ if is_moved => width,
            Some(_) => height,
            None => 0,
        };
        Self {
            size: (width, height),
            paper,
            group,
            is_moved,
            drawings: slot.looks.iter().take(1).map(|(_, look)| look.drawing).collect(),
            // A power of two lets parts of several widths share keyframes.
            pitch: (width + apart).next_power_of_two(),
            stills: Vec::new(),
            name: None,
        }
    }

    /// Whether two parts can share a strip: their first drawings, backgrounds and sizes are equal, and none moves.
    fn is_like(&self, other: &Self) -> bool {
        let likeness = |strip: &Self| (strip.size, strip.paper, strip.pitch, strip.drawings.first().copied());
        !self.is_moved && !other.is_moved && likeness(self) == likeness(other) && self.group == other.group
    }

    fn index(&self, look: PartLook) -> usize {
        self.drawings.iter().position(|drawing| *drawing == look.drawing).unwrap_or_default()
    }

    /// Returns how far right the strip is moved to show a look, in pixels.
    pub fn place(&self, look: PartLook) -> i64 {
        i64::from(look.shift) - self.index(look) as i64 * i64::from(self.pitch)
    }

    pub fn markup(&self, drawings: &[PartDrawing]) -> (&str, String) {
        let (width, height) = self.size;
        let mut markup = String::new();
        for (index, drawing) in self.drawings.iter().enumerate() {
            let PartDrawing { paper, markup: content, words } = &drawings[*drawing];
            let x = index as u64 * u64::from(self.pitch);
            if self.group.is_some() {
                for Word { units, name, left, .. } in words {
                    let place = x as f64 * f64::from(f32::from_bits(*units));
                    use_at(&mut markup, name, (left + place.round() as i64, 0), "");
                }
                continue;
            }
            if let Some(paper) = paper.filter(|paper| Some(*paper) != self.paper) {
                let _ = write!(markup, r#"<path fill="{paper}" d="M{x} 0h{width}v{height}h-{width}"/>"#);
            }
            if x == 0 || content.is_empty() {
                markup.push_str(content);
            } else {
                let _ = write!(markup, r#"<g transform="translate({x})">{content}</g>"#);
            }
        }
        (self.group.as_deref().unwrap_or_default(), markup)
    }
}

#[derive(Debug, Default)]
pub struct Strips(pub Vec<Strip>);

impl Strips {
    /// Adds the looks of a part to a strip like `new`, or adds `new`; returns the index of the strip. `still` is
    /// the look that programs without animation show.
    pub fn add(&mut self, slot: &TableSlot, still: PartLook, new: Strip) -> usize {
        let index = self.0.iter().position(|strip| strip.is_like(&new)).unwrap_or_else(|| {
            self.0.push(new);
            self.0.len() - 1
        });
        let strip = &mut self.0[index];
        strip.stills.push(still.drawing);
        for (_, PartLook { drawing, .. }) in &slot.looks {
            if !strip.drawings.contains(drawing) {
                strip.drawings.push(*drawing);
            }
        }
        index
    }

    /// If the parts that show a look without animation outnumber the other parts of the strip by at least two,
    /// moves this look to the start of the strip, so that these parts need no offset.
    pub fn order(&mut self) {
        for Strip { drawings, stills, .. } in &mut self.0 {
            let shown = |drawing: usize| stills.iter().filter(|still| **still == drawing).count();
            let most = drawings.iter().position(|drawing| 2 * shown(*drawing) > stills.len() + 1);
            drawings[..most.map_or(0, |most| most + 1)].rotate_right(usize::from(most.is_some()));
        }
    }

    pub fn defined(&self) -> impl Iterator<Item = (&str, &Strip)> {
        self.0.iter().filter_map(|strip| Some((strip.name.as_deref()?, strip)))
    }
}

/// The starts of steps, in per cent of the length of a film.
pub struct Times(Vec<String>);

impl Times {
    /// Converts starts to percentages, each with the fewest decimals (at most 9) whose error is at most 10 ms and
    /// at most a tenth of the shortest step.
    pub fn of(starts: &[Duration], length: Duration) -> Self {
        let ends = starts.iter().skip(1).chain([&length]);
        let shortest = starts.iter().zip(ends).map(|(start, end)| end.saturating_sub(*start)).min();
        let total = length.as_secs_f64().max(f64::MIN_POSITIVE);
        let most = (shortest.unwrap_or(length) / 10).min(Duration::from_millis(10));
        let most = 100.0 * most.as_secs_f64() / total;
        let percent = |start: &Duration| {
            let exact = 100.0 * start.as_secs_f64() / total;
            let error =
                |decimals| (exact - (exact * 10_f64.powi(decimals)).round() / 10_f64.powi(decimals)).abs();
            let decimals = (0..9).find(|decimals| error(*decimals) <= most).unwrap_or(9);
            number(exact, decimals as u32) + "%"
        };
        Self(starts.iter().map(percent).collect())
    }

    /// Returns the keyframes of a strip, which set its position over time; times with equal positions share a
    /// keyframe. With `stays`, the strip keeps its last position at the end of the last play.
    pub fn keyframes(&self, slot: &TableSlot, strip: &Strip, stays: bool) -> String {
        let mut places: BTreeMap<i64, Vec<&str>> = BTreeMap::new();
        for (step, look) in &slot.looks {
            places.entry(-strip.place(*look)).or_default().push(&self.0[*step as usize]);
        }
        if let Some((_, last)) = slot.looks.last().filter(|_| stays) {
            places.entry(-strip.place(*last)).or_default().push("to");
        }
        let mut keyframes = String::new();
        for (left, times) in places {
            // At `0%` and `to`, the offset is 0 without a keyframe.
            let times: Vec<&str> =
                times.into_iter().filter(|time| left != 0 || !["0%", "to"].contains(time)).collect();
            if !times.is_empty() {
                let unit = if left == 0 { "" } else { "px" };
                let _ = write!(keyframes, "{}{{translate:{}{unit}}}", times.join(","), -left);
            }
        }
        keyframes
    }
}

/// Estimated bytes of a part, without its looks.
const PART: usize = 130;
/// Estimated bytes of a look, without its words.
const LOOK: usize = 22;
/// Estimated bytes of a word of a look.
const WORD: usize = 24;
/// Estimated bytes of a change to another look.
const CHANGE: usize = 6;

/// Merges words of a line of text that change together into parts, and adds the drawings of these parts. Dynamic
/// programming finds the parts with the fewest estimated bytes.
pub fn joined(slots: Vec<TableSlot>, drawings: &mut Distinct<PartDrawing>) -> Vec<TableSlot> {
    let mut lines: HashMap<Id, Vec<TableSlot>> = HashMap::new();
    let mut joined = Vec::new();
    for slot in slots {
        match slot.key {
            PartKey { word: Some(_), id, .. } => lines.entry(id).or_default().push(slot),
            PartKey { word: None, .. } => joined.push(slot),
        }
    }
    for (_, mut words) in lines {
        let is_seen = |look: &PartLook| !drawings.all[look.drawing].markup.is_empty();
        words.retain(|slot| slot.looks.iter().any(|(_, look)| is_seen(look)));
        // For the words before each index: the fewest bytes, and the index at which their last part starts.
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

/// Returns the group attributes of the words of a part; `None` unless the part has only words, all in one style.
pub fn written<'a>(slot: &TableSlot, drawings: &'a [PartDrawing]) -> Option<&'a str> {
    let mut written: Option<&str> = None;
    for (_, look) in &slot.looks {
        let PartDrawing { paper, markup, words } = &drawings[look.drawing];
        if paper.is_some() || words.is_empty() && !markup.is_empty() {
            return None;
        }
        if words.iter().any(|word| *written.get_or_insert(&word.group) != word.group) {
            return None;
        }
    }
    written
}

/// Narrows a part that changes, and has only words, to the width of the words. Equal words in other positions,
/// such as the digits of a number, then share a drawing.
fn narrow(slot: &mut TableSlot, drawings: &mut Distinct<PartDrawing>) {
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
    // Letters may extend beyond the ends of a word.
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
        look.drawing = drawings.index(PartDrawing { words, ..PartDrawing::default() });
    }
}

fn looks(words: &[TableSlot]) -> Vec<(u32, Vec<usize>)> {
    let mut steps: Vec<u32> =
        words.iter().flat_map(|slot| slot.looks.iter().map(|(step, _)| *step)).collect();
    steps.sort_unstable();
    steps.dedup();
    let at = |step: u32| (step, words.iter().map(|slot| slot.look(step).drawing).collect());
    steps.into_iter().map(at).collect()
}

fn cost(words: &[TableSlot], drawings: &[PartDrawing]) -> usize {
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

fn join(words: &[TableSlot], drawings: &mut Distinct<PartDrawing>) -> TableSlot {
    let looks = looks(words).into_iter().map(|(step, parts)| {
        let parts = parts.iter().map(|part| &drawings.all[*part]);
        let markup = parts.clone().map(|part| part.markup.as_str()).collect();
        let are_words = parts.clone().all(|part| part.markup.is_empty() || !part.words.is_empty());
        let words = parts.filter(|_| are_words).flat_map(|part| part.words.iter().cloned()).collect();
        (step, PartLook { drawing: drawings.index(PartDrawing { paper: None, markup, words }), shift: 0 })
    });
    let TableSlot { key, tag, area, .. } = words[0];
    TableSlot { key, tag, area, looks: looks.collect() }
}
