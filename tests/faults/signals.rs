//! Signals at ten moments of a film.

#[cfg(target_os = "linux")]
use std::process::Command;
use std::process::{ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::Signal;

#[cfg(target_os = "linux")]
use crate::common::children::has_ended;
use crate::common::children::{send, start};
#[cfg(target_os = "linux")]
use crate::common::sandbox::{Sandbox, wait_until};
#[cfg(target_os = "linux")]
use crate::common::tools::installed;
use crate::films::Film;

const MOMENTS: u32 = 10;

/// The time that the film takes on this machine now.
fn time_of(film: &Film) -> Duration {
    let began = Instant::now();
    film.sandbox.succeed(&film.arguments());
    let time = began.elapsed();
    film.assert_new("undisturbed");
    time
}

/// Sends a signal at one of ten moments of a film that takes this time.
fn send_at(moment: u32, time: Duration, signal: Signal, film: &Film) -> ExitStatus {
    let mut child = start(film.sandbox.command(&film.arguments()).stderr(Stdio::null()));
    sleep(time * moment / MOMENTS);
    send(signal, &child);
    child.wait().unwrap()
}

#[test]
fn a_signal_leaves_the_old_film_or_the_new_one_and_is_the_status() {
    for film in Film::all() {
        let (time, mut interrupted) = (time_of(&film), 0);
        for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
            for moment in 0..MOMENTS {
                let ended = send_at(moment, time, signal, &film);
                let why = format!("after {signal:?} at {moment}: {ended}");
                if ended.success() {
                    film.assert_new(&why);
                } else {
                    // Before it catches signals, it has written nothing.
                    assert!(ended.code().is_none_or(|code| code == status), "{why}");
                    film.assert_old(&why);
                    interrupted += 1;
                }
            }
        }
        // More interrupts are expected, but a busy machine may delay a signal until the film is complete.
        assert!(interrupted >= MOMENTS / 2, "{}: only {interrupted} runs were interrupted", film.format);
    }
}

/// A partly moved directory of frames is marked as unfinished, which another test checks.
#[test]
fn killed_films_leave_the_old_film_or_the_new_one() {
    for film in Film::all().filter(|film| !film.format.is_directory()) {
        let (time, mut killed) = (time_of(&film), 0);
        for moment in 0..MOMENTS {
            let ended = send_at(moment, time, Signal::KILL, &film);
            film.remove_parts();
            if film.is_new() {
                film.assert_new("killed after the film");
            } else {
                film.assert_old(&format!("killed at {moment}"));
                killed += u32::from(!ended.success());
            }
        }
        assert!(killed > 0, "{}: no run was killed", film.format);
    }
}

/// A signal that was ignored when the program started does not stop the film, and other signals do.
#[cfg(target_os = "linux")]
#[test]
fn signals_that_were_ignored_at_the_start_stay_ignored() {
    let film = ["search", "8", "--view", "article", "--quiet", "-o", "film.gif"];
    let sandbox = Sandbox::new();
    sandbox.succeed(&film);
    let made = sandbox.read("film.gif");
    let ignoring = |name: &str| format!("trap '' {name}; exec \"$0\" \"$@\"");
    let (all, ignored) = ([Signal::HUP, Signal::INT, Signal::TERM], ["HUP", "INT", "TERM"]);
    let mut before: Vec<(String, &[Signal])> = vec![(ignoring("HUP INT TERM"), &all[..])];
    before.extend((0..3).map(|index| (ignoring(ignored[index]), &all[index..=index])));
    if installed(&["nohup"]) {
        before.push(("exec nohup \"$0\" \"$@\"".to_owned(), &all[..1]));
    }
    for (before, ignored) in before {
        for signal in all {
            let sandbox = Sandbox::new();
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", &before, env!("CARGO_BIN_EXE_queenreel")]).args(film);
            shell.current_dir(sandbox.path("")).stdin(Stdio::null()).stderr(Stdio::null());
            let mut child = start(&mut shell);
            assert!(wait_until(|| sandbox.begun() > 0 || has_ended(&child)), "{before}");
            assert!(!has_ended(&child), "{before}: the film was complete before");
            send(signal, &child);
            let ended = child.wait().unwrap();
            assert_eq!(ended.success(), ignored.contains(&signal), "{before}, {signal:?}: {ended}");
            if ended.success() {
                assert!(sandbox.read("film.gif") == made, "{before}, {signal:?}");
            } else {
                assert!(ended.code() == Some(128 + signal.as_raw()), "{before}, {signal:?}: {ended}");
                assert!(sandbox.names().is_empty(), "{before}, {signal:?}: {:?}", sandbox.names());
            }
        }
    }
}
