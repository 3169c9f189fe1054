//! Text below each other.

use crate::font::Weight;
use crate::page::layout::paragraph::broken;
use crate::page::slot::Align;
use crate::page::units::{Line, cap};
use crate::picture::Rect;

use super::scale::Scale;
use super::{CardText, TextPlace, Tone};

/// Text below each other, from the upper left corner of a room on.
#[derive(Debug, Clone)]
pub struct Flow<'a> {
    scale: Scale<'a>,
    /// The width that it may have.
    room: u32,
    pub texts: Vec<CardText>,
    pub medal: Option<Rect>,
    /// How wide and high it is, with the room of accents above its first line.
    pub width: u32,
    pub height: u32,
}

/// How a text is written.
#[derive(Debug, Clone, Copy)]
pub struct Role {
    pub weight: Weight,
    pub tone: Tone,
    /// Em in units.
    pub em: f32,
}

/// From a medal to the text beside it, in ems, and its diameter.
const MEDAL_GAP: f32 = 0.4;
const MEDAL: f32 = 1.2;
const LEAST_MEDAL: u32 = 16;

/// From a number to its name, in ems of the number.
const NAME_GAP: f32 = 0.4;

/// The least distance of columns of numbers, in units.
const COLUMN_GAP: f32 = 3.0;

impl<'a> Flow<'a> {
    pub const fn new(scale: Scale<'a>, room: u32) -> Self {
        Self { scale, room, texts: Vec::new(), medal: None, width: 0, height: 0 }
    }

    /// Adds empty space, in units, if anything is above it.
    pub fn gap(&mut self, units: f32) {
        if self.height > 0 {
            self.height += self.scale.px(units);
        }
    }

    /// Adds a text in as many lines as it needs; `None` if there is no room for a word.
    pub fn paragraph(&mut self, role: Role, text: &str) -> Option<()> {
        self.indented(role, text, 0)
    }

    /// Adds a text with a medal on the left of its first line.
    pub fn with_medal(&mut self, role: Role, text: &str) -> Option<()> {
        let em = self.scale.em(role.em);
        let side = ((MEDAL * em).round() as u32).max(LEAST_MEDAL);
        let (up, down) = self.scale.font.weight(role.weight).reach(em);
        // The medal is beside the middle of capitals.
        let above = (side / 2 + cap(em) / 2).saturating_sub(up);
        let below = (side - side / 2).saturating_sub(cap(em) / 2 + down);
        self.height += above;
        let y = self.height + up - cap(em) / 2 - side / 2;
        self.medal = Some(Rect { x: 0, y, width: side, height: side });
        self.width = self.width.max(side);
        self.indented(role, text, side + (MEDAL_GAP * em).round() as u32)?;
        self.height += below;
        Some(())
    }

    fn indented(&mut self, role: Role, text: &str, indent: u32) -> Option<()> {
        let em = self.scale.em(role.em);
        let room = self.room.checked_sub(indent)?;
        let line = Line { font: self.scale.font, em, weight: role.weight };
        let text = if self.scale.splits_words { split(text, line, room) } else { text.to_owned() };
        for pieces in broken(&[(role.weight, &text)], self.scale.font, em, room)? {
            let (up, down) = line.font.weight(role.weight).reach(em);
            let baseline = self.height + up;
            for (x, weight, text) in pieces {
                let width = Line { weight, ..line }.width(&text);
                let place = TextPlace { x: indent + x, baseline, width, em };
                self.add(place, Role { weight, ..role }, Align::Left, text);
            }
            self.height = baseline + down;
        }
        Some(())
    }

    fn add(&mut self, place: TextPlace, Role { weight, tone, .. }: Role, align: Align, text: String) {
        self.width = self.width.max(place.x + place.width);
        self.texts.push(CardText { place, weight, tone, align, text });
    }

    /// Adds a row for each number, with its name on the right.
    pub fn rows(&mut self, roles: [Role; 2], numbers: &[(String, &'static str)]) -> Option<()> {
        let [number, name] = roles.map(|role| self.line(role));
        let widest = numbers.iter().map(|(text, _)| number.width(text)).max().unwrap_or_default();
        let left = widest + (NAME_GAP * number.em).round() as u32;
        for (value, text) in numbers {
            let [(up, down), (name_up, name_down)] = [number, name].map(reach);
            let baseline = self.height + up.max(name_up);
            let place = TextPlace { x: 0, baseline, width: widest, em: number.em };
            self.add(place, roles[0], Align::Right, value.clone());
            let place = TextPlace { x: left, baseline, width: name.width(text), em: name.em };
            self.add(place, roles[1], Align::Left, (*text).to_owned());
            self.height = baseline + down.max(name_down);
        }
        (self.width <= self.room).then_some(())
    }

    /// Adds a column for each number, with its name below it, in as many rows as they need.
    pub fn columns(&mut self, roles: [Role; 2], numbers: &[(String, &'static str)]) -> Option<()> {
        let [number, name] = roles.map(|role| self.line(role));
        let widths = numbers.iter().map(|(value, text)| number.width(value).max(name.width(text)));
        let Some(widest) = widths.max() else { return Some(()) };
        let gap = self.scale.px(COLUMN_GAP).max(name.em.round() as u32);
        let most = (((self.room + gap) / (widest + gap)) as usize).min(numbers.len());
        if most == 0 {
            return None;
        }
        // As many in each row, as far as possible.
        let each = numbers.len().div_ceil(numbers.len().div_ceil(most));
        let pitch = widest + gap;
        for row in numbers.chunks(each) {
            let [(up, down), (name_up, name_down)] = [number, name].map(reach);
            let baseline = self.height + up;
            let below = baseline + down + name_up;
            for (column, (value, text)) in (0..).zip(row) {
                let place =
                    TextPlace { x: column * pitch, baseline, width: number.width(value), em: number.em };
                self.add(place, roles[0], Align::Left, value.clone());
                let place =
                    TextPlace { x: column * pitch, baseline: below, width: name.width(text), em: name.em };
                self.add(place, roles[1], Align::Left, (*text).to_owned());
            }
            self.height = below + name_down;
        }
        Some(())
    }

    fn line(&self, Role { weight, em, .. }: Role) -> Line<'a> {
        Line { font: self.scale.font, em: self.scale.em(em), weight }
    }

    /// From its upper edge to that of the capitals of its first line.
    pub fn top(&self) -> u32 {
        self.texts.first().map_or(0, |text| text.place.baseline.saturating_sub(cap(text.place.em)))
    }

    /// Its last baseline.
    pub fn foot(&self) -> u32 {
        self.texts.iter().map(|text| text.place.baseline).max().unwrap_or_default()
    }

    /// Its text and its medal, so much further to the right and lower.
    pub fn moved(self, right: u32, down: u32) -> (Vec<CardText>, Option<Rect>) {
        let texts = self.texts.into_iter();
        let texts = texts.map(|text| CardText { place: text.place.moved(right, down), ..text });
        (texts.collect(), self.medal.map(|medal| medal.moved(right, down)))
    }
}

fn reach(line: Line<'_>) -> (u32, u32) {
    line.font.weight(line.weight).reach(line.em)
}

/// A text whose words are at most so wide: wider ones become several.
fn split(text: &str, line: Line<'_>, room: u32) -> String {
    let mut parts = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let mut width = 0;
        parts.push(' ');
        for letter in word.chars() {
            let wide = line.width(letter.encode_utf8(&mut [0; 4]));
            if width > 0 && width + wide > room {
                parts.push(' ');
                width = 0;
            }
            width += wide;
            parts.push(letter);
        }
    }
    parts
}
