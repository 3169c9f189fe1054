//! Signals at ten moments of a film.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::common::children::{send, start};
use crate::films::Film;

const MOMENTS: u32 = 10;

/// How long the film takes now.
fn time_of(film: &Film) -> Duration {
    let began = Instant::now();
    film.sandbox.succeed(&film.arguments());
    let time = began.elapsed();
    film.assert_new("undisturbed");
    time
}

#[test]
fn a_signal_leaves_the_old_film_or_the_new_one_and_is_the_status() {
    for film in Film::all() {
        let (time, mut interrupted) = (time_of(&film), 0);
        for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
            for moment in 0..MOMENTS {
                let mut child = start(film.sandbox.command(&film.arguments()).stderr(Stdio::null()));
                sleep(time * moment / MOMENTS);
                send(signal, &child);
                let ended = child.wait().unwrap();
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
        // More are to be expected; a busy machine may delay a signal until the film is complete.
        assert!(interrupted >= MOMENTS / 2, "{}: only {interrupted} runs were interrupted", film.format);
    }
}

/// Files have no name on Linux before they are complete; a directory of frames has a hidden one. A complete file that
/// is to replace another has a hidden name for a moment.
#[cfg(target_os = "linux")]
#[test]
fn killed_films_leave_the_old_film_or_the_new_one() {
    for film in Film::all().filter(|film| !film.format.is_directory()) {
        let (time, mut killed) = (time_of(&film), 0);
        for moment in 0..MOMENTS {
            let mut child = start(&mut film.sandbox.command(&film.arguments()));
            sleep(time * moment / MOMENTS);
            send(Signal::KILL, &child);
            let ended = child.wait().unwrap();
            film.remove_complete_hidden_file();
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
