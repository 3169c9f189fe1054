//! Strips: the looks of a part side by side, of which its rectangle shows one.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::time::Duration;

use crate::picture::{Rect, Rgb};
use crate::vector::table::{Drawing, Look, TableSlot, Word};

use super::lines::written;
use super::markup::number;
use super::symbols::use_at;

/// The drawings of a part, or of several that are alike, side by side.
#[derive(Debug)]
pub struct Strip {
    /// The width and the height of each.
    size: (u32, u32),
    /// The paper below them: what has this colour as paper has none of its own.
    paper: Option<Rgb>,
    /// The attributes of all words, if it is only words.
    group: Option<String>,
    /// Whether drawings are also moved by themselves.
    is_moved: bool,
    drawings: Vec<usize>,
    /// From one to the next.
    pitch: u32,
    /// How many parts have it.
    pub users: u32,
    /// Its name, if several parts have it and it is defined.
    pub name: Option<String>,
}

impl Strip {
    fn new(slot: &TableSlot, paper: Option<Rgb>, drawings: &[Drawing]) -> Self {
        let Rect { width, height, .. } = slot.area;
        let group = written(slot, drawings).map(str::to_owned);
        let is_moved = slot.looks.iter().any(|(_, look)| look.shift > 0);
        // Of moved drawings, and of letters, which may reach over the edge, those beside must not be seen.
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
            pitch: width + apart,
            users: 0,
            name: None,
        }
    }

    /// Whether two parts can have one strip: what is seen of it where nothing is animated is the same.
    fn is_like(&self, other: &Self) -> bool {
        let likeness = |strip: &Self| (strip.size, strip.paper, strip.pitch, strip.drawings.first().copied());
        !self.is_moved && !other.is_moved && likeness(self) == likeness(other) && self.group == other.group
    }

    fn index(&self, look: Look) -> usize {
        self.drawings.iter().position(|drawing| *drawing == look.drawing).unwrap_or_default()
    }

    /// How far it is moved to the right to show a look, in pixels.
    fn place(&self, look: Look) -> i64 {
        i64::from(look.shift) - self.index(look) as i64 * i64::from(self.pitch)
    }

    /// All drawings, and the attributes of the group that they are in.
    pub fn markup(&self, drawings: &[Drawing]) -> (&str, String) {
        let (width, height) = self.size;
        let mut markup = String::new();
        for (index, drawing) in self.drawings.iter().enumerate() {
            let Drawing { paper, markup: content, words } = &drawings[*drawing];
            let x = index as u64 * u64::from(self.pitch);
            if self.group.is_some() {
                for Word { units, name, left, .. } in words {
                    let place = x as f64 * f64::from(f32::from_bits(*units));
                    use_at(&mut markup, name, (left + place.round() as i64, 0), "");
                }
                continue;
            }
            if let Some(paper) = paper.filter(|paper| Some(*paper) != self.paper) {
                let _ = write!(markup, r#"<path fill="{paper}" d="M{x} 0h{width}v{height}h-{width}z"/>"#);
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

/// The strips of all parts.
#[derive(Debug, Default)]
pub struct Strips(pub Vec<Strip>);

impl Strips {
    /// Adds the looks of a part, with the paper below it; returns the index of its strip.
    pub fn add(&mut self, slot: &TableSlot, paper: Option<Rgb>, drawings: &[Drawing]) -> usize {
        let new = Strip::new(slot, paper, drawings);
        let index = self.0.iter().position(|strip| strip.is_like(&new)).unwrap_or_else(|| {
            self.0.push(new);
            self.0.len() - 1
        });
        let strip = &mut self.0[index];
        strip.users += 1;
        for (_, Look { drawing, .. }) in &slot.looks {
            if !strip.drawings.contains(drawing) {
                strip.drawings.push(*drawing);
            }
        }
        index
    }

    /// Moves drawings apart so that parts which change at the same times, as a sign and the words beside
    /// it do, have the same keyframes.
    pub fn align<'a>(&mut self, slots: impl Iterator<Item = (&'a TableSlot, usize)>) {
        let mut alike: HashMap<Vec<(u32, usize)>, Vec<usize>> = HashMap::new();
        for (slot, index) in slots {
            let strip = &self.0[index];
            if strip.users == 1 && !strip.is_moved {
                let looks = slot.looks.iter().map(|(step, look)| (*step, strip.index(*look)));
                alike.entry(looks.collect()).or_default().push(index);
            }
        }
        for indices in alike.into_values() {
            let pitch = indices.iter().map(|index| self.0[*index].pitch).max();
            for index in indices {
                self.0[index].pitch = pitch.unwrap_or_default();
            }
        }
    }

    /// Those that are defined, with their names.
    pub fn defined(&self) -> impl Iterator<Item = (&str, &Strip)> {
        self.0.iter().filter_map(|strip| Some((strip.name.as_deref()?, strip)))
    }
}

/// The beginnings of steps as shares of the length of a film.
#[derive(Debug)]
pub struct Times(Vec<String>);

impl Times {
    /// Those of these steps, each with the fewest digits that are less than a quarter of a step away.
    pub fn of(starts: &[Duration], length: Duration) -> Self {
        let ends = starts.iter().skip(1).chain([&length]);
        let shortest = starts.iter().zip(ends).map(|(start, end)| end.saturating_sub(*start)).min();
        let total = length.as_secs_f64().max(f64::MIN_POSITIVE);
        let least = 100.0 * shortest.unwrap_or(length).as_secs_f64() / total / 4.0;
        let percent = |start: &Duration| {
            let exact = 100.0 * start.as_secs_f64() / total;
            let error =
                |decimals| (exact - (exact * 10_f64.powi(decimals)).round() / 10_f64.powi(decimals)).abs();
            let decimals = (0..9).find(|decimals| error(*decimals) < least).unwrap_or(9);
            number(exact, decimals as u32) + "%"
        };
        Self(starts.iter().map(percent).collect())
    }

    /// The places of a strip over time, those that are equal together. At the end of a film that is not
    /// repeated, the last place `stays`.
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
            // Where nothing is said, the strip is not moved.
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
