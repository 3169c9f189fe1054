//! The fast count of all solutions against the plain one: `cargo bench --bench count`.

use divan::{Bencher, black_box};
use queenreel::board::{BoardSize, Problem, Square};
use queenreel::count::{self, Progress};
use rayon::ThreadPoolBuilder;

fn main() {
    divan::main();
}

#[divan::bench(args = [14, 16], sample_count = 5, sample_size = 1)]
fn plain(n: u32) -> u64 {
    count::plain(black_box(n))
}

#[divan::bench(args = [14, 16], sample_count = 20, sample_size = 1)]
fn fast(bencher: Bencher, n: u32) {
    on_threads(1, bencher, n);
}

#[divan::bench(args = [16], sample_count = 20, sample_size = 1)]
fn fast_on_two_threads(bencher: Bencher, n: u32) {
    on_threads(2, bencher, n);
}

/// With a queen in a corner.
#[divan::bench(args = [14], sample_count = 5, sample_size = 1)]
fn with_start(bencher: Bencher, n: u32) {
    let size = BoardSize::try_from(n).unwrap();
    let corner = Problem::new(size, [Square::new(1, 1)], []).unwrap();
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    bencher.bench(|| pool.install(|| count::count_problem(black_box(&corner), &Progress::new())));
}

fn on_threads(threads: usize, bencher: Bencher, n: u32) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    bencher.bench(|| pool.install(|| count::count(black_box(n), &Progress::new())));
}
