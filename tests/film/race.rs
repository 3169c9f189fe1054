//! Races: several solvers on one clock, compared with each solver alone.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::num::NonZeroU64;
use std::time::Duration;

use image::GenericImageView;
use queenreel::board::Square;
use queenreel::encode::{EncodeOptions, Format};
use queenreel::internals::page::{self, PageStyle, PanelContent, Theme};
use queenreel::record::{
    Clock, Content, Counter, Frame, Lane, Race, RaceFrame, RaceRun, Schedule, ScheduleError, ScheduleOptions,
};
use queenreel::search::{Algorithm, Event, Order, Rules, Tally, until_solutions};
use serde_json::Value;

use Algorithm::{
    Backtracking, Bitfield, Eager, ForwardChecking, Marking, MinConflicts, Permutations, Random,
};

use crate::common::alone::{State, states};
use crate::common::board_reader::Reader;
use crate::common::decode::gif_frames;
use crate::common::known::size;
use crate::common::painting::RacePainter;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;

const FIELDS: [(u64, &[Algorithm]); 7] = [
    (1, &[Backtracking, Marking, Permutations, MinConflicts]),
    (4, &[Backtracking, Eager]),
    (4, &[Random, Bitfield, Permutations, Marking]),
    (6, &[Backtracking, Eager, Marking]),
    (6, &[MinConflicts, Backtracking]),
    (8, &[Backtracking, Eager, ForwardChecking]),
    (8, &[MinConflicts, Backtracking, Permutations, Bitfield]),
];

fn solver(algorithm: Algorithm, n: u64) -> impl Iterator<Item = Event> {
    until_solutions(algorithm.events(size(n), Order::Columns, 1), Some(1))
}

fn counts(tally: &Tally) -> [u64; 6] {
    let Tally { tests, placements, backtracks, boards, moves, solutions, .. } = *tally;
    [tests, placements, backtracks, boards, moves, solutions]
}

fn run(events: impl Iterator<Item = Event>, clock: Clock, most: u64) -> Option<RaceRun> {
    RaceRun::of(0, events.map(Ok::<_, Infallible>), clock, most).unwrap()
}

fn runs(field: &[Algorithm], n: u64, clock: Clock) -> Vec<RaceRun> {
    field.iter().map(|algorithm| run(solver(*algorithm, n), clock, 1_000_000).unwrap()).collect()
}

fn frames(field: &[Algorithm], n: u64, clock: Clock, options: &ScheduleOptions) -> Vec<RaceFrame> {
    let schedule = Schedule::of_race(&runs(field, n, clock), options).unwrap();
    let solvers = field.iter().map(|algorithm| (algorithm.to_string(), solver(*algorithm, n)));
    let frames = all_frames(Race::new(size(n), clock, fallible(solvers), schedule.clone()));
    assert_eq!(Some(frames.len() as u64), schedule.frames, "the schedule predicts the number of frames");
    frames
}

/// Solvers whose events never fail.
fn fallible<I: Iterator<Item = Event>>(
    solvers: impl IntoIterator<Item = (String, I)>,
) -> impl Iterator<Item = (String, Rules, impl Iterator<Item = Result<Event, Infallible>>)> {
    solvers.into_iter().map(|(name, events)| (name, Rules::Chess, events.map(Ok)))
}

fn all_frames(mut race: Race<impl Iterator<Item = Result<Event, Infallible>>>) -> Vec<RaceFrame> {
    let mut frames = Vec::new();
    while let Some(film_frame) = race.next_frame().unwrap() {
        let Content::Race(frame) = film_frame.content else { panic!("{film_frame:?} is not of a race") };
        assert_eq!(film_frame.shown_for, frame.shown_for);
        frames.push(frame.clone());
    }
    frames
}

/// This number of ticks per frame; with 0 the race chooses.
fn every(ticks: u64) -> ScheduleOptions {
    ScheduleOptions { every: NonZeroU64::new(ticks), max_frames: u64::MAX, ..ScheduleOptions::default() }
}

fn style(field: &[Algorithm], n: u64, boards: PageStyle) -> (PageStyle, Vec<page::LaneContent>) {
    let counters = vec![Counter::Tests, Counter::Placements, Counter::Boards];
    let lane = |(algorithm, run): (&Algorithm, RaceRun)| page::LaneContent {
        name: algorithm.to_string(),
        counters: counters.clone(),
        run,
    };
    let lanes = field.iter().zip(runs(field, n, Clock::Events)).map(lane).collect();
    let panels = PanelContent { counters: counters.clone(), most: 10_000, ..PanelContent::default() };
    (PageStyle { panels, ..boards }, lanes)
}

#[test]
fn every_lane_equals_its_solver_alone_after_the_same_ticks() {
    for (n, field) in FIELDS {
        let alone: Vec<Vec<State>> = field.iter().map(|algorithm| states(*algorithm, n, false)).collect();
        let ends: Vec<u64> = alone.iter().map(|states| states.len() as u64 - 1).collect();
        let mut ticks = 0..;
        for frame in frames(field, n, Clock::Events, &every(1)) {
            assert_eq!(Some(frame.ticks), ticks.next(), "there is a frame for every tick");
            for (index, lane) in frame.lanes.iter().enumerate() {
                let end = ends[index];
                let now = frame.ticks.min(end);
                let state = &alone[index][now as usize];
                let before = ends.iter().filter(|other| **other < end).count();
                let rank = (frame.ticks >= end).then_some(before + 1);
                let queens = lane.frame.board.queens.iter().map(|square| (square.row, square.column));
                assert_eq!(
                    (queens.collect(), counts(&lane.frame.tally), lane.ticks, lane.frame.step, lane.rank),
                    (state.queens.clone(), state.counts, now, state.steps, rank),
                    "{} at {now} of {end}, N = {n}",
                    field[index]
                );
            }
        }
        assert_eq!(ticks.next(), ends.iter().max().map(|last| last + 1));
    }
}

#[test]
fn the_known_searches_finish_after_the_known_steps() {
    let ticks = |field: &[Algorithm], clock| -> Vec<u64> {
        runs(field, 8, clock).iter().map(|run| run.ticks).collect()
    };
    assert_eq!(ticks(&[Backtracking, Marking], Clock::Events), [876 + 113 + 105, 113 + 105]);
    assert_eq!(ticks(&[Backtracking], Clock::Tests), [876]);
    // A square that is ruled out takes a tick, as a test does.
    let [RaceRun { ticks: all, tally, .. }] = runs(&[ForwardChecking], 8, Clock::Events)[..] else {
        panic!()
    };
    assert!(tally.pruned > 300 && tally.tests == 0);
    assert_eq!(all, tally.pruned + tally.placements + tally.removals);
    assert_eq!(ticks(&[ForwardChecking], Clock::Tests), [tally.pruned]);
}

#[test]
fn each_tick_of_the_test_clock_is_one_test_of_each_solver() {
    for (n, field) in [
        (4, &[Backtracking, Eager, Permutations, Random][..]),
        (6, &[Backtracking, Eager, MinConflicts]),
        (8, &[Permutations, Backtracking]),
    ] {
        let alone: Vec<Vec<State>> = field.iter().map(|algorithm| states(*algorithm, n, true)).collect();
        for frame in frames(field, n, Clock::Tests, &every(1)) {
            for (lane, alone) in frame.lanes.iter().zip(&alone) {
                let tests = lane.frame.tally.tests;
                assert_eq!(tests, frame.ticks.min(alone.len() as u64 - 1));
                assert_eq!(counts(&lane.frame.tally), alone[tests as usize].counts);
                if lane.rank.is_none() {
                    assert_eq!(tests, frame.ticks);
                } else {
                    assert_eq!(lane.frame.tally.solutions, 1);
                }
            }
        }
    }
}

/// This number of alternating placements and removals in the first column.
fn steps(number: u8) -> std::vec::IntoIter<Event> {
    let square = Square::new(1, 1);
    let steps =
        (0..number).map(|step| if step % 2 == 0 { Event::Place(square) } else { Event::Remove(square) });
    steps.chain([Event::End]).collect::<Vec<_>>().into_iter()
}

#[test]
fn solvers_that_finish_at_the_same_tick_share_a_rank() {
    for (lengths, places) in [
        ([2, 2, 3, 4], [1, 1, 3, 4]),
        ([5, 2, 2, 2], [4, 1, 1, 1]),
        ([3, 2, 3, 1], [3, 2, 3, 1]),
        ([4, 4, 4, 4], [1, 1, 1, 1]),
    ] {
        let runs = lengths.map(|length| run(steps(length), Clock::Events, 10).unwrap());
        let schedule = Schedule::of_race(&runs, &every(1)).unwrap();
        let solvers = lengths.map(|length| (length.to_string(), steps(length)));
        let last = all_frames(Race::new(size(4), Clock::Events, fallible(solvers), schedule)).pop().unwrap();
        let found: Vec<usize> = last.lanes.iter().map(|lane| lane.rank.unwrap()).collect();
        assert_eq!(found, places);
    }
}

#[test]
fn a_look_ahead_stops_at_its_limit() {
    assert_eq!(run(steps(5), Clock::Events, 5).unwrap().ticks, 5);
    assert_eq!(run(steps(5), Clock::Events, 4), None);
}

#[test]
fn the_clock_is_even_and_pauses_when_a_solver_finishes() {
    let field = [Backtracking, Eager, ForwardChecking];
    let ends: BTreeSet<u64> = runs(&field, 8, Clock::Events).iter().map(|run| run.ticks).collect();
    let (delay, hold) = (Duration::from_millis(40), Duration::from_millis(900));
    for ticks in [1, 7, 1000, 100_000] {
        let options = ScheduleOptions { delay: Some(delay), hold: Some(hold), ..every(ticks) };
        let frames = frames(&field, 8, Clock::Events, &options);
        for pair in frames.windows(2) {
            assert!((1..=ticks + ends.len() as u64).contains(&(pair[1].ticks - pair[0].ticks)));
        }
        assert_eq!((frames[0].ticks, frames.last().unwrap().ticks), (0, *ends.last().unwrap()));
        for frame in &frames {
            let held = ends.contains(&frame.ticks);
            assert_eq!(frame.shown_for, if held { hold } else { delay });
        }
        assert!(ends.iter().all(|end| frames.iter().any(|frame| frame.ticks == *end)));
    }
}

#[test]
fn a_film_has_the_given_duration_or_half_a_minute() {
    let time = |frames: &[RaceFrame]| frames.iter().map(|frame| frame.shown_for).sum::<Duration>();
    for (n, field) in FIELDS {
        for seconds in [3, 20] {
            let duration = Duration::from_secs(seconds);
            let options = ScheduleOptions { duration: Some(duration), ..every(0) };
            assert_eq!(time(&frames(field, n, Clock::Events, &options)), duration);
        }
        let frames = frames(field, n, Clock::Events, &ScheduleOptions::default());
        assert!(time(&frames) < Duration::from_secs(40), "{:?}", time(&frames));
    }
}

#[test]
fn too_many_frames_are_refused_unless_the_race_chooses() {
    let runs = runs(&[Backtracking, Eager], 8, Clock::Events);
    let options = |every, max_frames| ScheduleOptions { max_frames, ..self::every(every) };
    assert!(matches!(
        Schedule::of_race(&runs, &options(1, 100)),
        Err(ScheduleError::TooManyFrames { frames: 1123, max: 100, more: false })
    ));
    for max in [3, 10, 100] {
        assert!(Schedule::of_race(&runs, &options(0, max)).unwrap().frames.unwrap() <= max);
    }
}

#[test]
fn every_frame_of_the_gif_shows_the_boards_of_all_solvers() {
    let races = [
        (4, &[Random, Bitfield, Permutations, Marking][..], "640x480"),
        (6, &[Backtracking, Eager, Marking], "960x540"),
        (8, &[MinConflicts, Backtracking], "600x900"),
    ];
    for (n, field, page) in sampled(3, races) {
        let frames = frames(field, n, Clock::Events, &every(3));
        let alone: Vec<Vec<State>> = field.iter().map(|algorithm| states(*algorithm, n, false)).collect();
        for highlight in [false, true] {
            let theme = Theme::default();
            let boards = PageStyle { page: Some(page.parse().unwrap()), highlight, ..PageStyle::default() };
            let (style, lanes) = style(field, n, boards);
            let mut painter = RacePainter::new(size(n), &style, &lanes).unwrap();
            let areas = painter.boards(field.len());
            let mut bytes = Vec::new();
            let mut gif = Format::Gif.open(&mut bytes, painter.canvas(), &EncodeOptions::default()).unwrap();
            for frame in &frames {
                gif.write(&painter.paint(frame), frame.shown_for).unwrap();
            }
            gif.finish().unwrap();
            let mut decoded = gif_frames(&bytes);
            let mut readers: Vec<Reader> = field.iter().map(|_| Reader::new(size(n), &theme)).collect();
            for frame in &frames {
                let decoded = decoded.next().unwrap();
                assert_eq!(Duration::from(decoded.delay()), frame.shown_for);
                let lanes = areas.iter().zip(&mut readers).zip(&alone).zip(&frame.lanes);
                for (((area, reader), alone), lane) in lanes {
                    let board = decoded.buffer().view(area.x, area.y, area.width, area.height).to_image();
                    let state = &alone[(frame.ticks as usize).min(alone.len() - 1)];
                    for (square, seen) in reader.read(&board) {
                        // Under crosses and lines, queens cannot be distinguished from empty squares.
                        let queen = state.queens.contains(&(square.row, square.column));
                        assert!(highlight || seen.queen == queen, "{square:?}");
                        let mark = lane.frame.board.mark_at(square).filter(|_| highlight);
                        assert_eq!(seen.mark, mark, "{square:?}");
                    }
                }
            }
            assert!(decoded.next().is_none());
        }
    }
}

#[test]
fn pictures_do_not_depend_on_earlier_frames_and_report_their_changes() {
    for theme in ["classic", "dark", "heatmap"] {
        let field = [Backtracking, Permutations, MinConflicts, Bitfield];
        let boards = PageStyle {
            theme: Theme::named(theme).unwrap(),
            page: Some("640x640".parse().unwrap()),
            attacks: true,
            ..PageStyle::default()
        };
        let (style, lanes) = style(&field, 5, boards);
        let painter = || RacePainter::new(size(5), &style, &lanes).unwrap();
        let mut running = painter();
        let frames = frames(&field, 5, Clock::Events, &every(1));
        // At the end, it restarts from the beginning, so ranks disappear.
        let mut before: Option<Vec<u8>> = None;
        for frame in frames.iter().chain(&frames[..2]) {
            let picture = running.paint(frame);
            if let Some(mut patched) = before.take() {
                let width = picture.canvas.width;
                for (index, change) in picture.changes.iter().enumerate() {
                    assert!(picture.changes[..index].iter().all(|other| !other.area.overlaps(change.area)));
                    let rows = change.area.rows_mut(&mut patched, width);
                    rows.zip(change.area.rows(picture.pixels, width))
                        .for_each(|(to, from)| to.copy_from_slice(from));
                }
                assert!(patched == picture.pixels, "all that differs is in the changes");
            }
            assert!(picture.pixels == painter().paint(frame).pixels, "after {} ticks", frame.ticks);
            before = Some(picture.pixels.to_vec());
        }
    }
}

#[test]
fn frames_json_lists_every_solver() {
    let sandbox = Sandbox::new();
    let race = ["race", "6", "backtracking", "marking", "min-conflicts"];
    // The pictures are not examined, so they may be small.
    sandbox.succeed(&[&race[..], &["-o", "f/", "--every", "1", "--canvas", "640x360"]].concat());
    let listed = sandbox.listed("f/frames.json");
    let field = [Backtracking, Marking, MinConflicts];
    let expected = frames(&field, 6, Clock::Events, &every(1));
    assert_eq!(listed.len(), expected.len());
    for (entry, frame) in listed.iter().zip(&expected) {
        assert!(sandbox.path("f").join(entry["file"].as_str().unwrap()).is_file());
        assert_eq!(entry["ticks"], frame.ticks);
        let lanes = entry["lanes"].as_array().unwrap().iter().zip(&frame.lanes);
        for ((listed_lane, lane), algorithm) in lanes.zip(field) {
            assert_eq!(listed_lane["algorithm"], algorithm.name());
            let Tally { tests, moves, .. } = lane.frame.tally;
            let listed = ["ticks", "place", "tests", "moves"].map(|key| listed_lane[key].clone());
            let expected: [Value; 4] = [lane.ticks.into(), lane.rank.into(), tests.into(), moves.into()];
            assert_eq!(listed, expected);
        }
    }
}

#[test]
fn a_counter_that_a_solver_does_not_keep_is_a_dash() {
    let style = |kept: &[Counter]| {
        let counters = vec![Counter::Tests, Counter::Placements];
        let lanes = [&counters[..], kept].map(|kept| page::LaneContent {
            name: "solver".to_owned(),
            counters: kept.to_vec(),
            run: RaceRun::default(),
        });
        let panels = PanelContent { counters, most: 99, ..PanelContent::default() };
        let boards = PageStyle { panels, ..PageStyle::default() };
        (boards, lanes)
    };
    let lane = || Lane {
        name: "solver".to_owned(),
        frame: Frame::start(size(4)),
        ticks: 0,
        ended: false,
        rank: None,
        found: Vec::new(),
    };
    let frame = RaceFrame { ticks: 0, lanes: vec![lane(), lane()], shown_for: Duration::ZERO };
    let picture = |kept: &[Counter]| {
        let (style, lanes) = style(kept);
        let mut painter = RacePainter::new(size(4), &style, &lanes).unwrap();
        let pixels = painter.paint(&frame).pixels.to_vec();
        let middle = painter.canvas().width as usize / 2;
        let half = |right: bool| -> Vec<u8> {
            let rows = pixels.chunks(2 * middle);
            rows.flat_map(|row| if right { &row[middle..] } else { &row[..middle] }).copied().collect()
        };
        [half(false), half(true)]
    };
    let [left, right] = picture(&[Counter::Tests, Counter::Placements]);
    let [left_of_dash, dash] = picture(&[Counter::Placements]);
    assert!(left == left_of_dash, "the lane that keeps all is the same");
    let differing = right.iter().zip(&dash).filter(|(one, other)| one != other).count();
    assert!((10..2000).contains(&differing), "one number is a dash: {differing}");
}
