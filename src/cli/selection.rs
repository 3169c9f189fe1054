//! Which solutions a command takes.

use crate::board::{BoardSize, Placement};
use crate::search::solutions;

use super::args::SelectionArgs;

/// A solution and its place among all of them.
#[derive(Debug, Clone)]
pub struct Selected {
    /// Its number in search order, counted from 1.
    pub number: u64,
    pub placement: Placement,
}

impl SelectionArgs {
    /// The solutions that were asked for, in search order.
    pub fn solutions(&self, size: BoardSize) -> impl Iterator<Item = Selected> + use<> {
        let fundamental = self.fundamental;
        (1..)
            .zip(solutions(size))
            .map(|(number, placement)| Selected { number, placement })
            .filter(move |selected| !fundamental || selected.is_fundamental())
            .skip(usize::try_from(self.from.get() - 1).unwrap_or(usize::MAX))
            .take(self.limit.map_or(usize::MAX, |limit| usize::try_from(limit.get()).unwrap_or(usize::MAX)))
    }
}

impl Selected {
    /// How many different turns and reflections it has, itself among them.
    pub fn images(&self) -> usize {
        self.placement.images().map_or(0, |images| images.len())
    }

    fn is_fundamental(&self) -> bool {
        self.placement.images().is_some_and(|images| images[0] == self.placement)
    }
}
