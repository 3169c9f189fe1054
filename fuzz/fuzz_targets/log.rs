//! Parses any bytes as a log: a log without an error can be filmed, written and read again.
//!
//! `cargo +nightly fuzz run log` from the root of the repository; see `cargo install cargo-fuzz`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queenreel::board::{BoardSize, SquareNames};
use queenreel::internals::limits::MAX_LOG_LINE;
use queenreel::log::{Entry, Header, LogError, LogOptions, LogReader, LogSummary, LogWriter, SpooledLog};
use queenreel::record::{Detail, Narrator, Recorder, Schedule, ScheduleOptions};
use queenreel::search::{Rules, Tally};

fuzz_target!(|bytes: &[u8]| {
    let all_errors = LogOptions { all_errors: true, ..LogOptions::default() };
    // An endless log with an overlong line: errors end, and memory does not grow.
    let long = if bytes.len().is_multiple_of(16) { MAX_LOG_LINE + 1 } else { 0 };
    let repeated = [bytes, &b" ".repeat(long), bytes, b"\n", bytes].concat();
    if let Ok(reader) = LogReader::with_options(repeated.as_slice(), all_errors) {
        assert!(reader.take(10_000_000).count() < 10_000_000);
    }
    // Boards as programs print them are found only if there is no event.
    if let Ok(log) = SpooledLog::read(bytes, LogOptions::default()) {
        let mut tally = Tally::default();
        let entries: Result<Vec<Entry>, LogError> = log.entries(None).collect();
        entries.into_iter().flatten().for_each(|entry| tally.count(entry.event));
        assert!(log.summary().reading.is_none() || tally.placements == log.summary().tally.placements);
    }
    let Ok(summary) = LogSummary::of(bytes, LogOptions::default()) else { return };
    let options = LogOptions { queens: Some(summary.size), ..LogOptions::default() };
    let reader = LogReader::with_options(bytes, options).expect("it was read before");
    let entries: Result<Vec<Entry>, LogError> = reader.collect();
    let Ok(entries) = entries else { return };

    let header = summary.header.clone().unwrap_or_else(|| Header::new(summary.size));
    let numbers: Vec<Option<u32>> = match summary.lanes.as_slice() {
        [] => vec![None],
        lanes => lanes.iter().map(|lane| Some(lane.number)).collect(),
    };
    // With the solutions that the log does not report.
    let spooled = SpooledLog::read(bytes, options).expect("it was read before");
    for number in numbers {
        let film: Result<Vec<Entry>, LogError> = spooled.entries(number).collect();
        let film = film.expect("it was read before");
        for captioned in [false, true] {
            record(summary.size, header.rules, &film, captioned);
        }
    }

    let mut written = Vec::new();
    let mut writer = LogWriter::new(&mut written, summary.size);
    writer.header(&header).expect("memory accepts everything");
    for entry in &entries {
        writer.entry(entry).expect("memory accepts everything");
    }
    let options = LogOptions { strict: true, ..options };
    let again: Result<Vec<Entry>, LogError> =
        LogReader::with_options(written.as_slice(), options).expect("it has an event").collect();
    let again = again.expect("what is written can be read");
    assert_eq!(again.len(), entries.len());
    for (again, entry) in again.iter().zip(&entries) {
        // Numbers with many digits may be rounded.
        assert_eq!(again.score.is_some(), entry.score.is_some());
        let mut again = again.clone();
        again.score = entry.score;
        assert_eq!(again, *entry);
    }
});

/// The schedule predicts the number of frames, and every caption can be formatted.
fn record(size: BoardSize, rules: Rules, film: &[Entry], captioned: bool) {
    let options = ScheduleOptions {
        detail: Detail::Tests,
        max_frames: u64::MAX,
        captioned,
        ..ScheduleOptions::default()
    };
    let schedule = Schedule::of(film.iter().map(|entry| entry.event), &options);
    let schedule = schedule.expect("any number of frames is allowed");
    let narrator = Narrator { rules, ..Narrator::of_unknown_search(size) };
    let mut recorder = Recorder::new(size, &schedule, narrator);
    let mut frames = 1;
    for entry in film {
        if let Some(frame) = recorder.push(entry.event).expect("the reader refuses impossible events") {
            for names in [SquareNames::Chess, SquareNames::Numbers] {
                frame.caption.text(size, names);
            }
            frames += 1;
        }
        if let Some(words) = &entry.caption {
            recorder.caption(words);
        }
        entry.pause.inspect(|pause| recorder.pause(*pause));
        entry.line.inspect(|line| recorder.line(*line));
    }
    recorder.finish();
    assert_eq!(Some(frames), schedule.frames);
}
