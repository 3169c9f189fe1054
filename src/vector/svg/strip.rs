//! Strips: the looks of a part side by side, of which its rectangle shows one.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use crate::picture::{Rect, Rgb};
use crate::vector::table::{Drawing, Look, TableSlot, Word};

use super::markup::number;
use super::symbols::use_at;

/// The drawings of a part side by side.
#[derive(Debug, Clone, Default)]
pub struct Strip {
    drawings: Vec<usize>,
    /// From one to the next.
    pitch: u32,
}

impl Strip {
    /// The strip of a part.
    pub fn of(slot: &TableSlot) -> Self {
        let mut strip = Self::default();
        strip.add(slot);
        strip
    }

    fn add(&mut self, slot: &TableSlot) {
        let Rect { width, height, .. } = slot.area;
        let is_moved = slot.looks.iter().any(|(_, look)| look.shift > 0);
        // Of moved drawings, and of letters, which may reach over the edge, those beside must not be seen.
        let apart = match slot.key.line() {
            _ if is_moved => width,
            Some(_) => height,
            None => 0,
        };
        self.pitch = self.pitch.max(width + apart);
        for (_, Look { drawing, .. }) in &slot.looks {
            if !self.drawings.contains(drawing) {
                self.drawings.push(*drawing);
            }
        }
    }

    /// How far it is moved to the right to show a look, in pixels.
    fn place(&self, look: Look) -> i64 {
        let index = self.drawings.iter().position(|drawing| *drawing == look.drawing).unwrap_or_default();
        i64::from(look.shift) - index as i64 * i64::from(self.pitch)
    }

    /// All drawings, and the attributes of the group that they are in. What has this colour as paper has
    /// none of its own.
    pub fn markup(
        &self,
        (width, height): (u32, u32),
        below: Option<Rgb>,
        drawings: &[Drawing],
    ) -> (String, String) {
        if let Some(markup) = self.words(below, drawings) {
            return markup;
        }
        let mut markup = String::new();
        for (index, drawing) in self.drawings.iter().enumerate() {
            let Drawing { paper, markup: content, words: _ } = &drawings[*drawing];
            let x = index as u64 * u64::from(self.pitch);
            if let Some(paper) = paper.filter(|paper| Some(*paper) != below) {
                let _ = write!(markup, r#"<path fill="{paper}" d="M{x} 0h{width}v{height}h-{width}z"/>"#);
            }
            if x == 0 || content.is_empty() {
                markup.push_str(content);
            } else {
                let _ = write!(markup, r#"<g transform="translate({x})">{content}</g>"#);
            }
        }
        (String::new(), markup)
    }

    /// The same if all drawings are words that are written alike: in one group.
    fn words(&self, below: Option<Rgb>, drawings: &[Drawing]) -> Option<(String, String)> {
        let mut shared: Option<&str> = None;
        let mut markup = String::new();
        for (index, drawing) in self.drawings.iter().enumerate() {
            let Drawing { paper, markup: content, words } = &drawings[*drawing];
            if *paper != below || words.is_empty() && !content.is_empty() {
                return None;
            }
            for Word { group, units, name, left } in words {
                if *shared.get_or_insert(group) != group {
                    return None;
                }
                let place = index as f64 * f64::from(self.pitch) * f64::from(f32::from_bits(*units));
                use_at(&mut markup, name, left + place.round() as i64);
            }
        }
        Some((shared?.to_owned(), markup))
    }
}

/// Strips that equal parts share.
#[derive(Debug, Default)]
pub struct Strips(Vec<SharedStrip>);

/// The strip of all squares with the same size and the same paper below it.
#[derive(Debug)]
pub struct SharedStrip {
    pub size: (u32, u32),
    pub paper: Option<Rgb>,
    pub strip: Strip,
    /// Its name, once it is used.
    pub name: Option<String>,
}

impl Strips {
    /// Adds the looks of a square.
    pub fn add(&mut self, slot: &TableSlot, paper: Option<Rgb>) {
        let size = (slot.area.width, slot.area.height);
        let index = self.position(size, paper).unwrap_or_else(|| {
            self.0.push(SharedStrip { size, paper, strip: Strip::default(), name: None });
            self.0.len() - 1
        });
        self.0[index].strip.add(slot);
    }

    /// The strip of a square.
    pub fn of(&mut self, slot: &TableSlot, paper: Option<Rgb>) -> &mut SharedStrip {
        let index = self.position((slot.area.width, slot.area.height), paper);
        &mut self.0[index.expect("squares have been added")]
    }

    fn position(&self, size: (u32, u32), paper: Option<Rgb>) -> Option<usize> {
        self.0.iter().position(|strip| (strip.size, strip.paper) == (size, paper))
    }

    /// Those that are used.
    pub fn used(&self) -> impl Iterator<Item = (&str, &SharedStrip)> {
        self.0.iter().filter_map(|strip| Some((strip.name.as_deref()?, strip)))
    }
}

/// The beginnings of steps as shares of the length of a film.
#[derive(Debug)]
pub struct Times(Vec<String>);

impl Times {
    /// Those of these steps; with as many digits as tell a step from the next.
    pub fn of(starts: &[Duration], length: Duration) -> Self {
        let ends = starts.iter().skip(1).chain([&length]);
        let shortest = starts.iter().zip(ends).map(|(start, end)| end.saturating_sub(*start)).min();
        let total = length.as_secs_f64().max(f64::MIN_POSITIVE);
        let least = 100.0 * shortest.unwrap_or(length).as_secs_f64() / total / 4.0;
        let decimals = (0..9).find(|decimals| 0.5 * 0.1_f64.powi(*decimals) < least).unwrap_or(9);
        let percent = |start: &Duration| number(100.0 * start.as_secs_f64() / total, decimals as u32) + "%";
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
