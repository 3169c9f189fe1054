//! Solvers of races, each run alone.

use std::collections::BTreeSet;

use queenreel::board::Square;
use queenreel::search::{Algorithm, Event, Order};

use super::known::size;

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
    let (mut set_up, mut counted) = (BTreeSet::new(), 0);
    let place = |square: Square| (square.row, square.column);
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
        let counts = &mut state.counts;
        match event {
            Event::Test { .. } => counts[0] += 1,
            Event::Place(square) => {
                counts[1] += 1;
                assert!(state.queens.insert(place(square)));
            }
            Event::Remove(square) => assert!(state.queens.remove(&place(square))),
            Event::Backtrack { .. } | Event::DeadEnd { .. } => counts[2] += 1,
            Event::SetUp(square) => assert!(set_up.insert(place(square))),
            Event::Board => {
                counts[3] += 1;
                state.queens = std::mem::take(&mut set_up);
            }
            Event::Move { from, to, .. } => {
                counts[4] += 1;
                assert!(state.queens.remove(&place(from)) && state.queens.insert(place(to)));
            }
            Event::Solution => {
                counts[5] += 1;
                break;
            }
            Event::Prune(_) | Event::Restore(_) | Event::End => {}
            other => panic!("{other:?} is unknown here"),
        }
    }
    states.push(state);
    states
}
