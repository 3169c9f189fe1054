//! What stands beside the board of a film.

use std::sync::Arc;

use anyhow::anyhow;
use queenreel::board::BoardSize;
use queenreel::count::{Progress, count};
use queenreel::draw::Panels;
use queenreel::record::Narrator;
use queenreel::scene::Counter;
use queenreel::search::{MOST_NODES, SearchTree, Tally};

use super::args::{CourseArgs, ViewArgs};
use super::failure::Failure;

/// Panels, and who fills them.
pub struct Lesson {
    pub panels: Panels,
    pub narrator: Option<Narrator>,
}

/// On boards up to this size all solutions are counted in no time.
const QUICKLY_COUNTED: u8 = 14;

impl Lesson {
    /// The panels that were asked for, with room for a search that has these events and ends with
    /// this tally.
    pub fn of(args: &ViewArgs, size: BoardSize, course: &CourseArgs, tally: &Tally) -> Result<Self, Failure> {
        let mut panels = Panels { title: args.title.clone().unwrap_or_default(), ..Panels::default() };
        if !(args.has_caption() || args.has_counters() || args.has_code() || args.has_tree()) {
            return Ok(Self { panels, narrator: None });
        }
        let solutions = if args.has_caption() { all_solutions(size)? } else { None };
        let narrator = Narrator::new(size, course.algorithm, course.order.into(), solutions);
        if args.has_caption() {
            panels.captions = narrator.wide_captions().collect();
        }
        if args.has_counters() {
            panels.counters = Counter::of(course.algorithm).to_vec();
            panels.most = tally.tests + tally.placements + tally.removals + tally.boards + tally.moves;
        }
        if args.has_code() {
            panels.code = Some(narrator.listing().clone());
        }
        if args.tree && !course.algorithm.has_tree() {
            return Err(Failure::Usage(anyhow!(
                "--tree is for searches that go down and up a tree, and {} has none",
                course.algorithm
            )));
        }
        if args.has_tree() && course.algorithm.has_tree() {
            let tree = SearchTree::of(course.events(size)).ok_or_else(|| {
                Failure::Usage(anyhow!(
                    "the search tree has more than {MOST_NODES} nodes, too many to be drawn; \
                     a smaller N, or --solutions K, makes it smaller"
                ))
            })?;
            panels.tree = Some(Arc::new(tree));
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
