//! The internal state of algorithms, and the panels that show it.

mod drawn;
mod log;
mod panels;
mod position;
mod program;
mod stages;

use queenreel::board::BoardSize;
use queenreel::record::{Detail, Frame, Memory, Moment, Narrator, Recorder, Schedule};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order, until_solutions};

/// The frames of a search up to a number of solutions, with its internal state.
fn frames(n: u64, algorithm: Algorithm, order: Order, solutions: Option<u64>, detail: Detail) -> Vec<Frame> {
    let size = BoardSize::new(n).unwrap();
    let events = until_solutions(algorithm.events(size, order, DEFAULT_SEED), solutions);
    let narrator = Narrator::new(size, Some(algorithm), order, None);
    let schedule = Schedule { detail, asides: true, ..Schedule::default() };
    let recorder = Recorder::new(size, &schedule, narrator);
    let mut recorder = recorder.with_memory(Memory::new(size, order, algorithm == Algorithm::Marking));
    let mut frames: Vec<Frame> =
        events.filter_map(|event: Event| recorder.push(event).unwrap().cloned()).collect();
    frames.push(recorder.finish().clone());
    frames
}

/// Whether a frame shows a placement, including the one of a solution, or a removal.
fn is_step(frame: &Frame) -> bool {
    matches!(
        frame.moment,
        Moment::Place(_) | Moment::Remove(_) | Moment::Solution { is_mirror_image: false, .. }
    )
}
