//! What stands beside the board of a film.

use std::sync::Arc;

use anyhow::anyhow;
use queenreel::board::BoardSize;
use queenreel::count::{Progress, count};
use queenreel::draw::Panels;
use queenreel::log::Entry;
use queenreel::record::Narrator;
use queenreel::scene::Counter;
use queenreel::search::{Algorithm, GrowingTree, Order, Tally, TreeError};

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
    /// The longest captions of the events' own.
    captions: Vec<String>,
}

/// The widest caption is among so many of the longest.
const LONGEST: usize = 64;

/// On boards up to this size all solutions are counted in no time.
const QUICKLY_COUNTED: u8 = 14;

impl Preview {
    pub fn look_at(&mut self, entry: &Entry, args: &ViewArgs) {
        self.tally.count(entry.event);
        if args.has_tree() {
            self.tree.grow(entry.event);
        }
        if let Some(caption) = entry.caption.as_ref().filter(|_| args.has_caption()) {
            self.add(caption);
        }
    }

    fn add(&mut self, caption: &str) {
        if self.captions.iter().any(|known| known == caption) {
            return;
        }
        self.captions.push(caption.to_owned());
        if self.captions.len() > LONGEST {
            self.captions.sort_by_cached_key(|caption| std::cmp::Reverse(caption.chars().count()));
            self.captions.truncate(LONGEST);
        }
    }
}

/// Panels, and who fills them.
pub struct Lesson {
    pub panels: Panels,
    pub narrator: Option<Narrator>,
}

impl Lesson {
    /// The panels that were asked for, with room for what the look ahead has seen; `shorter` says
    /// what would end the search earlier.
    pub fn of(args: &ViewArgs, subject: Subject, preview: Preview, shorter: &str) -> Result<Self, Failure> {
        let Subject { size, algorithm, order } = subject;
        let mut panels = Panels { title: args.title.clone().unwrap_or_default(), ..Panels::default() };
        if !(args.has_caption() || args.has_counters() || args.has_code() || args.has_tree()) {
            return Ok(Self { panels, narrator: None });
        }
        let solutions = if args.has_caption() { all_solutions(size)? } else { None };
        let narrator = Narrator::new(size, algorithm, order, solutions);
        if args.has_caption() {
            panels.captions = narrator.wide_captions().chain(preview.captions).collect();
        }
        if args.has_counters() {
            panels.counters = Counter::of(algorithm.unwrap_or_default()).to_vec();
            panels.most = preview.tally.steps();
        }
        if args.has_code() {
            panels.code = narrator.listing().cloned();
            if args.code && panels.code.is_none() {
                return Err(Failure::Usage(anyhow!(
                    "--code needs to know the algorithm: let the log begin with a line like \
                     {{\"queens\":{size},\"algorithm\":\"backtracking\"}}"
                )));
            }
        }
        if args.has_tree() {
            panels.tree = match (preview.tree.finish(), args.tree) {
                (Ok(tree), _) => Some(Arc::new(tree)),
                (Err(_), false) => None,
                (Err(error @ TreeError::TooLarge), true) => {
                    return Err(Failure::Usage(anyhow!("{error}; {shorter}")));
                }
                (Err(error), true) => return Err(Failure::Usage(anyhow!("--tree: {error}"))),
            };
        }
        Ok(Self { panels, narrator: Some(narrator) })
    }
}

fn all_solutions(size: BoardSize) -> Result<Option<u64>, Failure> {
    if size.get() > QUICKLY_COUNTED {
        return Ok(None);
    }
    let counts = count(size.get().into(), &Progress::default()).map_err(Failure::usage)?;
    Ok(Some(counts.total))
}
