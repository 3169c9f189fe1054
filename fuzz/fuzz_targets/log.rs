//! Reads any bytes as a log: a log without an error can be filmed, written and read again.
//!
//! `cargo +nightly fuzz run log` from the root of the repository; see `cargo install cargo-fuzz`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queenreel::log::{Entry, LogError, LogReader, LogWriter, Outline, with_solutions};
use queenreel::record::{Detail, Narrator, Recorder, Schedule, ScheduleOptions};

fuzz_target!(|bytes: &[u8]| {
    let Ok(outline) = Outline::of(bytes) else { return };
    let reader = LogReader::begin(bytes).expect("it was read before").on_board(outline.size);
    let entries: Result<Vec<Entry>, LogError> = reader.collect();
    let Ok(entries) = entries else { return };

    let read = entries.iter().cloned().map(Ok);
    let film: Result<Vec<Entry>, LogError> = match outline.tally.solutions {
        0 => with_solutions(outline.size, read).collect(),
        _ => read.collect(),
    };
    let film = film.expect("there is no error to pass on");
    let options =
        ScheduleOptions { detail: Detail::Tests, max_frames: u64::MAX, ..ScheduleOptions::default() };
    let schedule = Schedule::of(film.iter().map(|entry| entry.event), &options);
    let schedule = schedule.expect("any number of frames is allowed");
    let mut recorder = Recorder::new(outline.size, &schedule, Narrator::of_unknown_search(outline.size));
    let mut frames = 1;
    for entry in &film {
        let frame = recorder.push(entry.event).expect("the reader refuses impossible events");
        frames += u64::from(frame.is_some());
    }
    assert_eq!(Some(frames), schedule.frames);

    let mut written = Vec::new();
    let mut writer = LogWriter::new(&mut written, outline.size);
    if let Some(header) = &outline.header {
        writer.header(header).expect("memory accepts everything");
    }
    for entry in &entries {
        writer.entry(entry).expect("memory accepts everything");
    }
    assert_eq!(Outline::of(written.as_slice()).expect("what is written can be read"), outline);
    let again: Result<Vec<Entry>, LogError> =
        LogReader::begin(written.as_slice()).expect("it has an event").on_board(outline.size).collect();
    assert_eq!(again.expect("what is written can be read"), entries);
});
