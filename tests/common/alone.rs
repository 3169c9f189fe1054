//! Solvers of races, each run alone.

use std::collections::BTreeSet;

use queenreel::search::{Algorithm, Event, Order};

use super::known::{Board, size};

/// The state of a solver after each tick, from none to its last.
#[derive(Clone)]
pub struct State {
    pub queens: BTreeSet<(u8, u8)>,
    /// Tests, placements, backtracks, boards, moves and solutions.
    pub counts: [u64; 6],
    /// Tests and changes of the board.
    pub steps: u64,
}

/// The states of a solver that runs alone, from its events as their documentation defines them.
pub fn states(algorithm: Algorithm, n: u64, by_tests: bool) -> Vec<State> {
    let mut state = State { queens: BTreeSet::new(), counts: [0; 6], steps: 0 };
    let mut states = vec![state.clone()];
    let (mut board, mut counted) = (Board::empty(n), 0);
    for event in algorithm.events(size(n), Order::Columns, 1) {
        let looks_at_square = matches!(event, Event::Test { .. } | Event::Prune(_));
        let changes = matches!(event, Event::Place(_) | Event::Remove(_) | Event::Board | Event::Move { .. });
        if looks_at_square || (changes && !by_tests) {
            if counted > 0 {
                states.push(state.clone());
            }
            counted += 1;
        }
        state.steps += u64::from(changes || matches!(event, Event::Test { .. }));
        board.follow(event);
        state.queens = board.rows.iter().copied().zip(1..).filter(|(row, _)| *row > 0).collect();
        let counted = match event {
            Event::Test { .. } => 0,
            Event::Place(_) => 1,
            Event::Backtrack { .. } | Event::DeadEnd { .. } => 2,
            Event::Board => 3,
            Event::Move { .. } => 4,
            Event::Solution => 5,
            _ => continue,
        };
        state.counts[counted] += 1;
        if event == Event::Solution {
            break;
        }
    }
    states.push(state);
    states
}
