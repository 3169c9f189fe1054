//! The fast count of all solutions against the plain one: `cargo bench --bench count`.

use divan::{Bencher, black_box};
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

fn on_threads(threads: usize, bencher: Bencher, n: u32) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    bencher.bench(|| pool.install(|| count::count(black_box(n), &Progress::new())));
}
