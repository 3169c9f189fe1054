//! The queens of a search in the order of their placement.

use crate::board::Square;

use super::Moment;

/// The queens that a search has placed one after the other and not removed, without those of whole
/// boards that it only shows, such as mirror images of solutions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trail {
    /// The squares of the queens, the newest last.
    pub queens: Vec<Square>,
    /// The square of the queen that was removed last, if none was placed since.
    pub removed: Option<Square>,
}

impl Trail {
    pub(super) fn follow(&mut self, moment: Moment) {
        if let Moment::Remove(left) | Moment::Move { from: left, .. } = moment {
            self.queens.retain(|queen| *queen != left);
            self.removed = Some(left);
        }
        if let Moment::Place(newest) | Moment::Move { to: newest, .. } = moment {
            self.queens.push(newest);
            self.removed = None;
        }
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.queens.clone_from(&other.queens);
        self.removed = other.removed;
    }
}
