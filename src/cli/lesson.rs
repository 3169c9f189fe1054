//! What stands beside the board of a film.

use std::sync::Arc;

use crate::board::BoardSize;
use crate::count::{Progress, count};
use crate::font::Font;
use crate::log::Entry;
use crate::page::{Panels, StyleError};
use crate::record::Narrator;
use crate::scene::Counter;
use crate::search::{Algorithm, GrowingTree, Order, Tally, TreeError};
use anyhow::anyhow;

use super::args::ViewArgs;
use super::failure::Failure;

/// What is filmed, as far as it is known before.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    pub size: BoardSize,
    pub algorithm: Option<Algorithm>,
    pub order: Order,
}

/// What is learned of a film in a look ahead.
#[derive(Debug, Default)]
pub struct Preview {
    tally: Tally,
    tree: GrowingTree,
    /// The widest of the events' own captions, and its width.
    widest: Option<(f32, String)>,
    /// A character of the captions that the font has no glyph for.
    lacking: Option<char>,
}

/// On boards up to this size all solutions are counted in no time.
const QUICKLY_COUNTED: u8 = 14;

impl Preview {
    pub fn look_at(&mut self, entry: &Entry, args: &ViewArgs, font: &Font) {
        self.tally.count(entry.event);
        if args.has_tree() {
            self.tree.grow(entry.event);
        }
        if let Some(caption) = entry.caption.as_ref().filter(|_| args.has_caption()) {
            self.lacking = self.lacking.or_else(|| font.lacking(caption));
            let width = font.width(caption);
            if self.widest.as_ref().is_none_or(|(widest, _)| width > *widest) {
                self.widest = Some((width, caption.clone()));
            }
        }
    }

    /// The largest number that a counter comes to.
    fn most(&self, size: BoardSize) -> u64 {
        let Tally { backtracks, solutions, .. } = self.tally;
        self.tally.steps().max(backtracks).max(solutions).max(size.get().into())
    }
}

/// Panels, and who fills them.
pub struct Lesson {
    pub panels: Panels,
    pub narrator: Option<Narrator>,
    /// What a view leaves out, with the reason.
    pub left_out: Vec<String>,
}

impl Lesson {
    /// The panels that were asked for, with room for what the look ahead has seen; `shorter` says
    /// what would end the search earlier.
    pub fn of(args: &ViewArgs, subject: Subject, preview: Preview, shorter: &str) -> Result<Self, Failure> {
        let Subject { size, algorithm, order } = subject;
        let mut panels = Panels { title: args.title.clone().unwrap_or_default(), ..Panels::default() };
        if !(args.has_caption() || args.has_counters() || args.has_code() || args.has_tree()) {
            return Ok(Self { panels, narrator: None, left_out: Vec::new() });
        }
        if let Some(character) = preview.lacking {
            return Err(Failure::usage(StyleError::NoGlyph(character)));
        }
        let solutions = if args.has_caption() { all_solutions(size)? } else { None };
        // A log may tell of a solution more than once.
        let solutions = solutions.filter(|all| preview.tally.solutions <= *all);
        let narrator = Narrator::new(size, algorithm, order, solutions);
        let mut left_out = Vec::new();
        if args.has_counters() {
            panels.most = preview.most(size);
            panels.counters = match algorithm {
                Some(algorithm) => Counter::of(algorithm).to_vec(),
                None => [Counter::used(&[preview.tally]), vec![Counter::Solutions]].concat(),
            };
        }
        if args.has_code() {
            panels.code = narrator.listing().cloned();
            let unknown = format!(
                "the log does not name its algorithm; let it begin with a line like \
                 {{\"queens\":{size},\"algorithm\":\"backtracking\"}}"
            );
            match (&panels.code, args.code) {
                (Some(_), _) => {}
                (None, true) => return Err(Failure::Usage(anyhow!("--code: {unknown}"))),
                (None, false) => left_out.push(format!("no code: {unknown}")),
            }
        }
        if args.has_tree() {
            match (preview.tree.finish(), args.tree) {
                (Ok(tree), _) => panels.tree = Some(Arc::new(tree)),
                (Err(error @ TreeError::TooLarge), true) => {
                    return Err(Failure::Usage(anyhow!("{error}; {shorter}")));
                }
                (Err(error), true) => return Err(Failure::Usage(anyhow!("--tree: {error}"))),
                (Err(TreeError::TooLarge), false) => {
                    left_out.push(format!("no tree: {}; {shorter}", TreeError::TooLarge));
                }
                (Err(_), false) => {}
            }
        }
        if args.has_caption() {
            let own = preview.widest.map(|(_, caption)| caption);
            panels.captions = narrator.wide_captions().chain(own).collect();
        }
        Ok(Self { panels, narrator: Some(narrator), left_out })
    }
}

fn all_solutions(size: BoardSize) -> Result<Option<u64>, Failure> {
    if size.get() > QUICKLY_COUNTED {
        return Ok(None);
    }
    let counts = count(size.get().into(), &Progress::default()).map_err(Failure::usage)?;
    Ok(Some(counts.total))
}
