//! Paths that are refused, and files that cannot be written.

use std::process::Stdio;

use crate::common::sandbox::Sandbox;

#[test]
fn paths_that_conflict_and_unknown_endings_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("log.md", "{\"place\":[1,1]}\n");
    sandbox.write("log.vtt", "{\"place\":[1,1]}\n");
    let search = |options: &[&'static str]| [&["search", "4"], options].concat();
    for (command, message) in [
        (search(&["--subtitles", "film.srt"]), "end 'film.srt' in .vtt"),
        (search(&["--subtitles", "-"]), "end '-' in .vtt"),
        (search(&["--transcript", "film.txt"]), "end 'film.txt' in .md"),
        (search(&["--subtitles", ".vtt"]), "end '.vtt' in .vtt"),
        (
            search(&["-o", "x.vtt", "--format", "gif", "--subtitles", "./x.vtt"]),
            "the subtitles './x.vtt' conflicts with the film",
        ),
        (search(&["-o", "x.md", "--format", "gif", "--transcript", "x.md"]), "conflicts with the film"),
        (search(&["-o", "f/", "--transcript", "f/x.md"]), "conflicts with the film"),
        (search(&["-o", "f/", "--subtitles", "f/x.vtt"]), "conflicts with the film"),
        (search(&["-o", "x.gif", "--events", "x.vtt", "--subtitles", "x.vtt"]), "give them another path"),
        (search(&["-o", "x.gif", "--events", "x.md", "--transcript", "./x.md"]), "give them another path"),
        (search(&["--events", "-", "--subtitles", "x.vtt"]), "--subtitles is for films"),
        (search(&["--events", "-", "--transcript", "x.md"]), "--transcript is for films"),
        (search(&["-o", "x.pdf", "--subtitles", "x.vtt"]), "PDF has no times"),
        (search(&["-o", "x.png", "--select", "3", "--subtitles", "x.vtt"]), "PNG has no times"),
        (search(&["-o", "x.pptx", "--subtitles", "x.vtt"]), "--advance"),
        (vec!["replay", "log.md", "-o", "x.gif", "--transcript", "log.md"], "is read by this command"),
        (vec!["replay", "log.vtt", "-o", "x.gif", "--subtitles", "./log.vtt"], "is read by this command"),
        (vec!["gallery", "4", "--subtitles", "x.vtt"], "for one picture each"),
        (vec!["gallery", "4", "--transcript", "x.md"], "for one picture each"),
        (vec!["gallery", "4", "-o", "f/", "--subtitles", "x.vtt"], "for animations, not for separate files"),
        (vec!["board", "2413", "--transcript", "x.md"], "unexpected argument"),
    ] {
        sandbox.refuse(2, &command, &[message]);
    }
    assert_eq!(sandbox.names(), ["log.md", "log.vtt"]);
}

#[test]
fn only_files_of_the_program_are_replaced_without_force() {
    let sandbox = Sandbox::new();
    for (option, name) in [("--subtitles", "film.vtt"), ("--transcript", "deep/film.md")] {
        let film = ["search", "4", "-o", "film.gif", option, name];
        let first = sandbox.stdout(&film);
        assert!(first.contains(&format!("{name}: {}, ", &option[2..])), "{first}");
        assert!(sandbox.stdout(&film).contains(&format!("{name} (replaced)")));
        let own = sandbox.read(name);
        sandbox.write(name, "mine");
        sandbox.refuse(1, &film, &["queenreel has not written it"]);
        assert_eq!(sandbox.read(name), b"mine");
        sandbox.succeed(&[&film[..], &["--force"]].concat());
        assert_eq!(sandbox.read(name), own);
    }
}

#[test]
fn a_film_that_fails_leaves_no_words() {
    let sandbox = Sandbox::new();
    let words = ["--subtitles", "a/film.vtt", "--transcript", "b/film.md", "--alt"];
    let too_large = ["search", "7", "--all", "--view", "lecture", "--detail", "tests", "-o", "film.svg"];
    sandbox.fail(2, &[&too_large[..], &words].concat());
    assert!(sandbox.names().is_empty());
    sandbox.write("file", "");
    for words in [["--subtitles", "file/film.vtt"], ["--transcript", "file/film.md"]] {
        let error = sandbox.fail(1, &[&["search", "4", "-o", "film.gif"][..], &words].concat());
        assert!(error.contains(&format!("cannot write the {} file/film.", &words[0][2..])), "{error}");
        assert_eq!(sandbox.names(), ["file"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing() {
    let sandbox = Sandbox::new();
    for name in ["full.vtt", "full.md"] {
        std::os::unix::fs::symlink("/dev/full", sandbox.path(name)).unwrap();
    }
    for command in [
        &["search", "4", "-o", "film.gif"][..],
        &["search", "8", "--all", "--every", "9", "--size", "64", "-o", "film.gif"],
        &["search", "4", "-o", "frames/"],
        &["race", "4", "eager", "marking", "--canvas", "640x360", "-o", "film.gif"],
        &["gallery", "4", "-o", "film.gif"],
    ] {
        for words in [["--subtitles", "full.vtt"], ["--transcript", "full.md"]] {
            let error = sandbox.fail(1, &[command, &words].concat());
            let named = format!("cannot write the {} {}", &words[0][2..], words[1]);
            assert!(error.contains(&named) && error.contains("No space left"), "{error}");
            assert_eq!(sandbox.names(), ["full.md", "full.vtt"], "{command:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_film_leaves_no_words() {
    use crate::common::children::{interrupt, start};
    use crate::common::sandbox::wait_until;
    let sandbox = Sandbox::new();
    // The film may go to standard output, where an interrupt would end the program at once.
    for (output, files) in [("film.gif", 3), ("-", 2)] {
        let endless = ["search", "12", "--all", "--max-frames", "100000000", "--delay", "20ms", "-o", output];
        let words = ["--subtitles", "film.vtt", "--transcript", "film.md"];
        let mut child = start(sandbox.command(&[&endless[..], &words].concat()).stdout(Stdio::null()));
        assert!(wait_until(|| sandbox.begun() == files), "it begins to write");
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{output}");
        assert!(sandbox.names().is_empty(), "{output}");
    }
}
