//! Logs through the library.

use std::io::BufReader;

use queenreel::board::{BoardSize, Line, Square};
use queenreel::internals::limits::MAX_LOG_LINE;
use queenreel::log::{Entry, Fault, Header, LogError, LogOptions, LogReader, LogSummary, LogWriter};
use queenreel::record::{Detail, Frame, Narrator, Recorder, Schedule};
use queenreel::search::{Algorithm, DEFAULT_SEED, Event, Order};

use crate::common::films::record;
use crate::common::known::size;
use crate::common::table::rows;

fn written(header: Option<&Header>, size: BoardSize, entries: &[Entry]) -> Vec<u8> {
    let mut log = Vec::new();
    let mut writer = LogWriter::new(&mut log, size);
    if let Some(header) = header {
        writer.header(header).unwrap();
    }
    for entry in entries {
        writer.entry(entry).unwrap();
    }
    log
}

fn read(log: &[u8]) -> Vec<Entry> {
    LogReader::begin(log).unwrap().collect::<Result<_, LogError>>().unwrap()
}

fn frames(size: BoardSize, events: impl Iterator<Item = Event>) -> Vec<Frame> {
    let schedule = Schedule { detail: Detail::Tests, ..Schedule::default() };
    record(Recorder::new(size, &schedule, Narrator::of_unknown_search(size)), events)
}

#[test]
fn logs_of_all_algorithms_make_the_same_frames() {
    for algorithm in Algorithm::ALL {
        for order in [Order::Columns, Order::Rows] {
            let n = size(5);
            let events: Vec<Event> = algorithm.events(n, order, DEFAULT_SEED).take(5000).collect();
            let entries: Vec<Entry> = events.iter().copied().map(Entry::from).collect();
            let mut header = Header::new(n);
            header.order = Some(order);
            header.seed = Some(u64::MAX);
            let log = written(Some(&header), n, &entries);
            assert_eq!(LogSummary::of(log.as_slice(), LogOptions::default()).unwrap().header, Some(header));
            let replayed = read(&log).into_iter().map(|entry| entry.event);
            assert!(frames(n, replayed) == frames(n, events.into_iter()), "{algorithm} by {order:?}");
        }
    }
}

#[test]
fn entries_are_written_as_they_were_read() {
    let a = Square::new(1, 1);
    let entries = [
        Entry::captioned(Event::test(a, None), "is it safe?"),
        Entry::captioned(Event::Place(a), "\"Quoted\" \\ and ♛"),
        Event::test(Square::new(10, 10), Some(a)).into(),
        Event::move_queen(a, Square::new(64, 64)).into(),
        Entry::captioned(Event::backtrack(Line::Column(64)), ""),
        Event::dead_end(Line::Row(9)).into(),
        Event::Prune(Square::new(3, 3)).into(),
        Event::Restore(Square::new(3, 3)).into(),
        Entry::captioned(Event::Note, "look"),
        Event::SetUp(a).into(),
        Event::SetUp(Square::new(2, 1)).into(),
        Entry::captioned(Event::Board, "two in a column"),
        Event::SetUp(Square::new(3, 2)).into(),
        Event::Board.into(),
        Entry::captioned(Event::Board, "nobody"),
        Entry::captioned(Event::End, "the end"),
    ];
    assert_eq!(read(&written(None, size(64), &entries)), entries);
}

#[test]
fn the_board_is_as_large_as_the_largest_row_or_column() {
    for case in rows(include_str!("sizes.txt")) {
        let found = LogSummary::of(case.text().as_bytes(), LogOptions::default()).unwrap().size;
        assert_eq!(found.to_string(), case.line, "{}", case.text());
    }
}

#[test]
fn a_reader_ends_at_its_first_error_and_knows_the_line() {
    let log = "{\"place\":[1,1]}\n\n{\"place\":[1,1]}\n{\"place\":[2,2]}\n";
    let mut reader = LogReader::begin(log.as_bytes()).unwrap();
    assert!(reader.next().unwrap().is_ok());
    assert!(matches!(reader.next(), Some(Err(LogError::Line { line: 3, .. }))));
    assert!(reader.next().is_none());
    assert_eq!(reader.line(), 3);
}

#[test]
fn lines_may_be_read_in_any_pieces() {
    let log = "\u{feff}{\"place\":[1,1],\"caption\":\"♛♛\"}\r\n\r\n{\"remove\":[1,1]}\r\n";
    let whole = read(log.as_bytes());
    for piece in 1..log.len() {
        let reader = LogReader::begin(BufReader::with_capacity(piece, log.as_bytes())).unwrap();
        assert_eq!(reader.collect::<Result<Vec<_>, _>>().unwrap(), whole);
    }
}

#[test]
fn a_line_without_end_is_refused_whatever_the_pieces() {
    let log = |rest: usize| {
        let line = "x".repeat(MAX_LOG_LINE + rest);
        format!("{{\"place\":[1,1]}}\n{line}\n{{\"remove\":[1,1]}}\n")
    };
    let (longest, endless) = (log(1 << 19), log((1 << 19) + 1));
    for piece in [1, 100, 4096, 60_001, 1 << 20] {
        let read = |log: &str| -> Result<Vec<Entry>, LogError> {
            LogReader::begin(BufReader::with_capacity(piece, log.as_bytes()))?.collect()
        };
        assert_eq!(read(&longest).unwrap().len(), 2, "{piece}");
        let refused = read(&endless);
        let is_endless = matches!(refused, Err(LogError::Line { line: 2, fault: Fault::Endless, .. }));
        assert!(is_endless, "{piece}: {refused:?}");
    }
}
