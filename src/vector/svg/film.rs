//! SVG films: each part of the page that changes is a strip of its looks, moved by a style sheet.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

use crate::encode::{Format, MarkedWriter, Plays, VectorText};
use crate::limits::{MAX_SVG_BYTES, MAX_SVG_CHANGES};
use crate::page::scene::Tag;
use crate::page::{Page, Paper};
use crate::picture::{Rect, Rgb};
use crate::vector::VectorOptions;
use crate::vector::shape::Fills;
use crate::vector::table::{PartDrawing, Table, TableSlot, Word};
use crate::words::Grouped;

use super::markup::number;
use super::strip::{Strip, Strips, Times, joined, written};
use super::symbols::{Symbols, name as short_name, use_at, write_fills};
use super::{PREFIX, head, named, still};

#[derive(Debug, thiserror::Error)]
pub enum SvgError {
    #[error(
        "an SVG film has at most {} changes of squares and texts, and after {} frames this one has {}",
        Grouped(MAX_SVG_CHANGES), Grouped(*frames), Grouped(*changes)
    )]
    TooManyChanges { changes: u64, frames: u64 },
    #[error("an SVG film has at most {} MB, and this one would have {:.1} MB", MAX_SVG_BYTES / 1_000_000, *bytes as f64 / 1e6)]
    TooLarge { bytes: usize },
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

pub(crate) struct SvgFilm {
    text: VectorText,
    plays: Plays,
    symbols: Symbols,
    table: Table,
    size: (u32, u32),
    paper: Option<Paper>,
    background: Rgb,
    /// The first frame as the content of a still, for a film with a single frame.
    only: String,
    /// The step that programs without animation show.
    still: u32,
}

impl SvgFilm {
    pub fn new(page: &Page, text: VectorText, plays: Plays) -> Self {
        Self {
            symbols: Symbols::new(page.font.clone(), text, true),
            text,
            plays,
            table: Table::default(),
            size: (page.width, page.height),
            paper: page.paper,
            background: page.background,
            only: String::new(),
            still: 0,
        }
    }

    /// Adds the current content of the page as a step; if `is_still`, programs without animation show this step.
    pub fn add(&mut self, page: &Page, shown_for: Duration, is_still: bool) -> Result<(), SvgError> {
        let step = self.table.starts.len() as u32;
        if step == 0 {
            self.only = still(page, self.text);
        }
        if is_still {
            self.still = step;
        }
        let symbols = &mut self.symbols;
        self.table.add(page, shown_for, |_, _, shapes| symbols.drawing(&shapes));
        let (changes, frames) = (self.table.changes, self.table.starts.len() as u64);
        if changes > MAX_SVG_CHANGES { Err(SvgError::TooManyChanges { changes, frames }) } else { Ok(()) }
    }

    pub const fn length(&self) -> Duration {
        self.table.length
    }

    pub const fn frames(&self) -> u64 {
        self.table.starts.len() as u64
    }

    /// Writes the film, or a film of one frame as a still; returns the number of bytes. Only title and description
    /// of the options are used.
    pub fn finish(mut self, out: impl Write, options: &VectorOptions) -> Result<u64, SvgError> {
        let content = if self.frames() == 1 { std::mem::take(&mut self.only) } else { self.film() };
        let svg = named(&(head(self.size, self.paper, options) + &content));
        if svg.len() > MAX_SVG_BYTES {
            return Err(SvgError::TooLarge { bytes: svg.len() });
        }
        let mut out = MarkedWriter::new(out);
        out.write_all(svg.as_bytes())?;
        Ok(out.close(|name| Format::Svg.mark(name))?)
    }

    fn film(&mut self) -> String {
        let mut table = std::mem::take(&mut self.table);
        let slots = table.take_slots();
        let Table { mut drawings, starts, length, .. } = table;
        let (background, still) = (self.background, self.still);
        let slots = joined(slots, &mut drawings);
        let drawings = drawings.all;
        let times = Times::of(&starts, length);
        let stays = self.plays != Plays::Forever;
        let (mut board, mut papers) = (Fills::default(), Fills::default());
        let mut strips = Strips::default();
        let mut parts: Vec<(&TableSlot, Option<usize>)> = Vec::new();
        for slot in &slots {
            let Some((_, first)) = slot.looks.first() else { continue };
            let paper = paper_below(slot, &drawings, starts.len(), background);
            if let Some(colour) = paper.filter(|colour| *colour != background) {
                if slot.tag == Tag::Square { &mut board } else { &mut papers }.add(slot.area, colour);
            }
            let changes = slot.looks.len() > 1 || first.shift > 0;
            let strip = || Strip::new(slot, paper, &drawings);
            parts.push((slot, changes.then(|| strips.add(slot, slot.look(still), strip()))));
        }
        strips.order();
        let (mut style, mut body) = (String::new(), String::new());
        board.join();
        write_fills(&mut board, &mut body);
        write_fills(&mut papers, &mut body);
        let mut names: HashMap<String, String> = HashMap::new();
        // Words that do not change, by the attributes of their groups.
        let mut labels: BTreeMap<&str, String> = BTreeMap::new();
        for (slot, strip) in parts {
            let Rect { x, y, width, height } = slot.area;
            let Some(strip) = strip else {
                let PartDrawing { markup, words, .. } = &drawings[slot.looks[0].1.drawing];
                if let Some(group) = written(slot, &drawings) {
                    let labels = labels.entry(group).or_default();
                    for Word { name, units, left, .. } in words {
                        let units = |pixels: u32| (pixels as f32 * f32::from_bits(*units)).round() as i64;
                        use_at(labels, name, (left + units(x), units(y)), "");
                    }
                } else if !markup.is_empty() {
                    let _ = write!(body, r#"<g transform="translate({x} {y})">{markup}</g>"#);
                }
                continue;
            };
            let strip = &mut strips.0[strip];
            let keyframes = times.keyframes(slot, strip, stays);
            let index = names.len() as u32;
            let name = names.entry(keyframes).or_insert_with_key(|keyframes| {
                let name = format!("{PREFIX}{}", short_name(index));
                let _ = write!(style, "@keyframes {name}{{{keyframes}}}");
                name
            });
            let still = match strip.place(slot.look(still)) {
                0 => String::new(),
                right => format!(r#" transform="translate({right})""#),
            };
            let content = if strip.stills.len() > 1 {
                let id = strip.name.get_or_insert_with(|| self.symbols.name());
                format!(r##"<use href="#{id}" style="--a:{name}"{still}/>"##)
            } else {
                let (group, looks) = strip.markup(&drawings);
                let looks = if group.is_empty() { looks } else { format!("<g{group}>{looks}</g>") };
                format!(r#"<g style="--a:{name}"{still}>{looks}</g>"#)
            };
            let _ = write!(body, r#"<svg x="{x}" y="{y}" width="{width}" height="{height}">{content}</svg>"#);
        }
        body.extend(labels.into_iter().map(|(group, words)| format!("<g{group}>{words}</g>")));
        let shared = strips.defined().map(|(name, strip)| {
            let (group, looks) = strip.markup(&drawings);
            format!(r#"<g id="{name}"{group}>{looks}</g>"#)
        });
        let shared: String = shared.collect();
        let (width, height) = self.size;
        [
            format!("<style>{}{style}</style>", self.timing(length)),
            format!("<defs>{}{shared}</defs>", self.symbols.take_definitions()),
            format!(r#"<path fill="{background}" d="M0 0h{width}v{height}H0"/>"#),
            body,
        ]
        .concat()
    }

    /// Returns the style of all strips, which animates them on screens, unless the user has asked for reduced
    /// motion.
    fn timing(&self, length: Duration) -> String {
        let plays = match self.plays {
            Plays::Forever => "infinite".to_owned(),
            Plays::Times(times) => format!("{times} forwards"),
        };
        let total = number(length.as_secs_f64(), 3);
        // The still is placed by the attribute `transform`, since some programs ignore style sheets. In an
        // animation, `transform` replaces the attribute, which Safari would otherwise apply, too.
        format!(
            "@media screen and (prefers-reduced-motion:no-preference){{\
             #{PREFIX} svg>*{{animation:var(--a) {total}s step-end {plays};transform:scale(1)}}}}"
        )
    }
}

/// Returns the background to draw below a part, if each of its looks has a background: the page background if a look
/// has it, or else the background shown for most steps. It shows through at edges of other backgrounds within a
/// pixel.
fn paper_below(slot: &TableSlot, drawings: &[PartDrawing], steps: usize, background: Rgb) -> Option<Rgb> {
    let ends = slot.looks.iter().skip(1).map(|(step, _)| *step).chain([steps as u32]);
    let mut shown: Vec<(Rgb, u32)> = Vec::new();
    for ((start, look), end) in slot.looks.iter().zip(ends) {
        let paper = drawings[look.drawing].paper?;
        match shown.iter_mut().find(|(known, _)| *known == paper) {
            Some((_, steps)) => *steps += end - start,
            None => shown.push((paper, end - start)),
        }
    }
    // Of backgrounds shown for equally many steps, the first is used.
    let most = shown.iter().rev().max_by_key(|(paper, steps)| (*paper == background, *steps));
    most.map(|(paper, _)| *paper)
}
