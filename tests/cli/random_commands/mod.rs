//! Random command lines: for any combination, the program neither panics nor hangs, ends with a documented
//! status, leaves nothing behind if it fails, and otherwise writes what it reports.
//!
//! The lines are the same in every run. `QUEENREEL_RANDOM=20 cargo test random_commands -- --nocapture` tries
//! others for twenty minutes. `QUEENREEL_LINES=DIR` writes lines to a directory instead, for `tests/record.py`.

mod decoded;
mod inputs;
mod judge;
mod line;
mod random;
mod run;
mod values;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs};

use clap::Command;
use queenreel::cli::program;
use rustix::process::Signal;

use crate::common::sample::all_cases;
use inputs::Inputs;
use judge::judge;
use line::Line;
use random::Random;
use run::{Run, Status};

/// The environment variable with the number of minutes for other lines.
const VARIABLE: &str = "QUEENREEL_RANDOM";

/// The environment variable with the directory to which lines are written, with their inputs.
const WRITTEN: &str = "QUEENREEL_LINES";
const WRITTEN_LINES: usize = 2_000;

/// The default number of lines; the suite runs the first third of them.
const LINES: u64 = 300;
const SEED: u64 = 8;

/// Runs a line: returns how it ended, or a description of the fault.
fn run_one(seed: u64, number: u64, program: &Command, inputs: &Inputs) -> Result<Status, String> {
    let mut random = Random::new(seed.wrapping_add(number));
    let line = Line::random(program, &mut random);
    let ending = if random.percent(50) { Signal::INT } else { Signal::TERM };
    let directory = tempfile::tempdir().unwrap();
    inputs.write(directory.path());
    let run = Run::of(&line, directory.path(), &inputs.log, ending);
    let judged = catch_unwind(AssertUnwindSafe(|| judge(&line, &run, ending, inputs, directory.path())));
    judged.map(|()| run.status).map_err(|fault| {
        let text = fault.downcast_ref::<String>().cloned();
        let text = text.or_else(|| fault.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        format!(
            "seed {seed}, line {number}: {}\n{}\n{:?}\nin {}\n{}\n{}",
            text.unwrap_or_default(),
            line.typed(),
            run.status,
            directory.keep().display(),
            run.stderr,
            String::from_utf8_lossy(&run.stdout[..run.stdout.len().min(500)])
        )
    })
}

/// Writes lines that end soon, as typed in a shell.
fn write_lines(directory: &Path, program: &Command, inputs: &Inputs) {
    let found = directory.join("inputs");
    fs::create_dir_all(&found).unwrap();
    inputs.write(&found);
    let lines = (SEED..).map(|seed| Line::random(program, &mut Random::new(seed)));
    let lines = lines.filter(|line| !line.asks_for_much).map(|line| line.typed());
    let lines: Vec<String> = lines.filter(|line| !line.contains('\n')).take(WRITTEN_LINES).collect();
    fs::write(directory.join("lines.txt"), lines.join("\n") + "\n").unwrap();
}

#[test]
fn random_command_lines_do_what_they_say() {
    let minutes = env::var(VARIABLE).ok().map(|text| text.parse::<f64>().expect("a number of minutes"));
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let seed = minutes.map_or(SEED, |_| since_1970.as_millis() as u64);
    println!("seed {seed}");
    let began = Instant::now();
    let is_over = |number| match minutes {
        None => number >= if all_cases() { LINES } else { LINES / 3 },
        Some(minutes) => began.elapsed() > Duration::from_secs_f64(60.0 * minutes),
    };
    let (mut program, inputs) = (program(), Inputs::new());
    program.build();
    if let Some(directory) = env::var_os(WRITTEN) {
        write_lines(Path::new(&directory), &program, &inputs);
        return;
    }
    let (next, faults) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let ended: Mutex<BTreeMap<String, u64>> = Mutex::default();
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if is_over(number) {
                break;
            }
            match run_one(seed, number, &program, &inputs) {
                Ok(status) => *ended.lock().unwrap().entry(format!("{status:?}")).or_default() += 1,
                Err(fault) => {
                    println!("{fault}\n");
                    faults.lock().unwrap().push(fault);
                }
            }
        }
    };
    // Skipped checks are recorded with the name of this thread.
    let name = thread::current().name().unwrap_or_default().to_owned();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            thread::Builder::new().name(name.clone()).spawn_scoped(scope, work).unwrap();
        }
    });
    let (ended, faults) = (ended.into_inner().unwrap(), faults.into_inner().unwrap());
    println!("{ended:?} in {:?}", began.elapsed());
    assert!(faults.is_empty(), "{} of the lines, which are above", faults.len());
    let (all, succeeded): (u64, u64) = (ended.values().sum(), ended["Code(0)"]);
    assert!(4 * succeeded > all, "few lines succeed, and so little is decoded");
}
