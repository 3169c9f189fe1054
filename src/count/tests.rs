use crate::limits::MAX_COUNTED_SIZE;
use std::thread;
use std::time::{Duration, Instant};

use super::ring::groups;
use super::{CountError, Progress, count, known, plain, total};

#[test]
fn known_counts() {
    for n in 1..=16 {
        let counts = count(n, &Progress::new()).unwrap();
        assert_eq!(Some((counts.total, counts.fundamental())), known(n), "n = {n}");
    }
}

#[test]
fn agrees_with_plain() {
    for n in 1..=14 {
        assert_eq!(count(n, &Progress::new()).unwrap().total, plain(n), "n = {n}");
    }
}

#[test]
fn wide_masks_agree_with_narrow_ones() {
    for n in 6..=12 {
        assert_eq!(total::<u32>(n, &Progress::new()), Some(plain(n)), "n = {n}");
    }
}

#[test]
fn unchanged_by_turns() {
    for n in 1..=9 {
        let all = solutions(n);
        let half_turn = all.iter().filter(|&s| turned(&turned(s)) == *s).count();
        let quarter_turn = all.iter().filter(|&s| turned(s) == *s).count();
        let counts = count(n as u32, &Progress::new()).unwrap();
        assert_eq!(counts.half_turn, half_turn as u64, "n = {n}");
        assert_eq!(counts.quarter_turn, quarter_turn as u64, "n = {n}");
    }
}

fn solutions(n: usize) -> Vec<Vec<usize>> {
    let mut boards = vec![Vec::new()];
    for row in 0..n {
        let fits = |board: &[usize], column: usize| {
            let mut queens = board.iter().enumerate();
            queens.all(|(r, &c)| c != column && c.abs_diff(column) != row - r)
        };
        boards = boards
            .iter()
            .flat_map(|board| {
                let columns = (0..n).filter(|&column| fits(board, column));
                columns.map(|column| [board.as_slice(), &[column]].concat())
            })
            .collect();
    }
    boards
}

fn turned(solution: &[usize]) -> Vec<usize> {
    let n = solution.len();
    let mut columns = vec![0; n];
    for (row, &column) in solution.iter().enumerate() {
        columns[column] = n - 1 - row;
    }
    columns
}

#[test]
fn weights_cover_all_rings() {
    for n in 6..=9 {
        let weights = groups(n).into_iter().map(|g| g.weight * g.boards.len() as u64);
        assert_eq!(weights.sum::<u64>(), rings(n), "n = {n}");
    }
}

fn rings(n: u32) -> u64 {
    let end = n - 1;
    let attack = |a: (u32, u32), b: (u32, u32)| {
        let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        a != b && (rows == 0 || columns == 0 || rows == columns)
    };
    let mut rings = 0;
    for code in 0..n.pow(4) {
        let at = |place: u32| code / n.pow(place) % n;
        let ring = [(0, at(0)), (at(1), end), (end, at(2)), (at(3), 0)];
        if !ring.iter().any(|&a| ring.iter().any(|&b| attack(a, b))) {
            rings += 1;
        }
    }
    rings
}

#[test]
fn progress_reaches_the_whole() {
    for n in [1, 5, 6, 12] {
        let progress = Progress::new();
        assert_eq!(progress.fraction(), 0.0);
        assert_eq!(progress.left(Duration::from_secs(1)), None);
        count(n, &progress).unwrap();
        assert_eq!(progress.fraction(), 1.0);
        assert_eq!(progress.left(Duration::from_secs(1)), Some(Duration::ZERO));
    }
}

#[test]
fn stops() {
    let progress = Progress::new();
    let start = Instant::now();
    let counts = thread::scope(|scope| {
        let counts = scope.spawn(|| count(MAX_COUNTED_SIZE, &progress));
        thread::sleep(Duration::from_millis(100));
        progress.stop();
        counts.join().unwrap()
    });
    assert_eq!(counts, Err(CountError::Stopped));
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(progress.fraction() < 1.0);
}

#[test]
fn sizes_out_of_range() {
    for n in [0, MAX_COUNTED_SIZE + 1, u32::MAX] {
        assert_eq!(count(n, &Progress::new()), Err(CountError::Size(n)));
    }
}
