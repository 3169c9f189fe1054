//! Parallel work in the rayon pool that the caller is in, or else in the global pool.

use std::env;
use std::io::ErrorKind;
use std::mem;
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Builder};

use rayon::{ThreadBuilder, ThreadPoolBuilder};

/// Builds a pool if there is none. Without a pool, rayon panics if the system does not start threads.
pub fn ensure() {
    static HAS_GLOBAL: OnceLock<bool> = OnceLock::new();
    if rayon::current_thread_index().is_none() && !HAS_GLOBAL.get_or_init(build_global) {
        // From now on, the current thread is a separate pool: other threads would wait in a pool that all share.
        mem::forget(ThreadPoolBuilder::new().num_threads(1).use_current_thread().build());
    }
}

/// Returns the number of threads in the pool.
pub fn number() -> usize {
    ensure();
    rayon::current_num_threads()
}

/// Runs both functions, in parallel if the pool has several threads.
pub fn join<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    ensure();
    rayon::join(one, other)
}

fn build_global() -> bool {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    // The threads are started before the pool, because rayon does not try again to build a global pool.
    let mut waiting: Vec<_> =
        (0..wanted(env::var("RAYON_NUM_THREADS").ok(), cores)).map_while(|_| start()).collect();
    if waiting.is_empty() {
        return false;
    }
    let pool = ThreadPoolBuilder::new().num_threads(waiting.len()).spawn_handler(|work| {
        let sent = waiting.pop().and_then(|thread| thread.send(work).ok());
        sent.ok_or_else(|| ErrorKind::Other.into())
    });
    // This fails if the program has already built a global pool, which is then used.
    let _ = pool.build_global();
    true
}

fn wanted(variable: Option<String>, cores: usize) -> usize {
    let asked = variable.and_then(|number| number.parse().ok()).filter(|number| *number > 0);
    asked.map_or(cores, |asked: usize| asked.min(cores))
}

fn start() -> Option<Sender<ThreadBuilder>> {
    let (sender, receiver) = channel();
    let run = move || receiver.recv().into_iter().for_each(ThreadBuilder::run);
    Builder::new().spawn(run).ok().map(|_| sender)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_are_wanted_than_there_are_cores() {
        for (variable, threads) in [
            (None, 4),
            (Some("3"), 3),
            (Some("4"), 4),
            (Some("100000"), 4),
            (Some("0"), 4),
            (Some("many"), 4),
        ] {
            assert_eq!(wanted(variable.map(str::to_owned), 4), threads, "{variable:?}");
        }
    }

    #[test]
    fn a_thread_without_others_works_alone() {
        let alone = thread::spawn(|| {
            mem::forget(ThreadPoolBuilder::new().num_threads(1).use_current_thread().build());
            (number(), join(|| 1, || 2))
        });
        assert_eq!(alone.join().unwrap(), (1, (1, 2)));
        assert!(number() >= 1);
    }
}
