//! Searches and their recorded frames.

use queenreel::Silent;
use queenreel::encode::Encoder;
use queenreel::film::{Camera, EncoderSink, FilmError, FilmSummary};
use queenreel::internals::page::Page;
use queenreel::record::{
    BoardState, FilmFrame, Frame, Mark, Narrator, Recorder, Schedule, ScheduleError, ScheduleOptions,
};
use queenreel::search::{Backtracking, Event, Order, until_solutions};

use super::known::size;

/// Backtracking by columns, up to this number of solutions.
pub fn events(n: u64, solutions: u64) -> impl Iterator<Item = Event> {
    ordered_events(n, solutions, Order::Columns)
}

pub fn ordered_events(n: u64, solutions: u64, order: Order) -> impl Iterator<Item = Event> {
    until_solutions(Backtracking::new(size(n), order), Some(solutions))
}

/// The boards of a search, followed without the recorder.
pub fn boards(n: u64, solutions: u64, order: Order) -> Vec<BoardState> {
    let mut boards = vec![BoardState::empty(size(n))];
    for event in ordered_events(n, solutions, order) {
        let mut queens = boards[boards.len() - 1].queens.clone();
        let marks = match event {
            Event::Place(square) => {
                queens.insert(square);
                vec![(square, Mark::Placed)]
            }
            Event::Remove(square) => {
                queens.remove(square);
                vec![(square, Mark::Removed)]
            }
            Event::Solution => {
                // It is shown with the last queen.
                boards.pop();
                queens.iter().map(|queen| (queen, Mark::Solution)).collect()
            }
            _ => continue,
        };
        boards.push(BoardState { queens, marks, ..BoardState::empty(size(n)) });
    }
    boards
}

/// All frames that a recorder makes of events.
pub fn record(mut recorder: Recorder, events: impl Iterator<Item = Event>) -> Vec<Frame> {
    let mut frames: Vec<Frame> = events.filter_map(|event| recorder.push(event).unwrap().cloned()).collect();
    frames.push(recorder.finish().clone());
    frames
}

/// All frames of a search with a schedule of these options; `events` restarts the search each time.
pub fn scheduled_frames<I: Iterator<Item = Event>>(
    n: u64,
    events: impl Fn() -> I,
    options: &ScheduleOptions,
    narrator: Option<Narrator>,
) -> Result<Vec<Frame>, ScheduleError> {
    let schedule = Schedule::of(events(), options)?;
    let narrator = narrator.unwrap_or_else(|| Narrator::of_unknown_search(size(n)));
    let frames = record(Recorder::new(size(n), &schedule, narrator), events());
    assert_eq!(Some(frames.len() as u64), schedule.frames, "the schedule predicts the number of frames");
    Ok(frames)
}

/// Films events on a page into an encoder, with every frame that the recorder returns.
pub fn film(
    mut recorder: Recorder,
    page: Page,
    encoder: Box<dyn Encoder + '_>,
    events: impl Iterator<Item = Event>,
) -> Result<FilmSummary, FilmError> {
    let mut camera = Camera::new(page, EncoderSink::new(encoder).into());
    for event in events {
        if let Some(frame) = recorder.push(event)? {
            camera.show(FilmFrame::of_search(frame, false), &mut Silent)?;
        }
    }
    camera.show(FilmFrame::of_search(recorder.finish(), true), &mut Silent)?;
    camera.finish(&Silent)
}
