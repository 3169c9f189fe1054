//! Files, links and directories of other users and programs, including those that appear while a film is made.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::{Output, Stdio};

use rustix::process::{Signal, getuid};

use crate::common::children::{Running, has_ended, send, start, state};
use crate::common::lists::rows;
use crate::common::sandbox::{Sandbox, stderr, wait_until};
use crate::common::table::words;
use crate::common::tools::{program_of_no_root, skip};
use crate::films::{Film, assert_refused, files};

const ANOTHER_USER: u32 = 65534;

/// Commands of all kinds that write a file of this name.
fn commands() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    rows(include_str!("commands.txt")).map(|[name, command]| (name, words(command)))
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// A directory where all users may write, like `/tmp`, with a file of this user; `None` if the owner of files
/// cannot be changed.
fn shared_directory() -> Option<(Sandbox, u32)> {
    if !getuid().is_root() {
        skip("the permission to give files to other users");
        return None;
    }
    let sandbox = Sandbox::new();
    set_mode(&sandbox.path(""), 0o1777);
    sandbox.write("usual", "");
    let usual = mode(&sandbox.path("usual"));
    fs::remove_file(sandbox.path("usual")).unwrap();
    Some((sandbox, usual))
}

#[test]
fn permissions_of_another_user_are_not_taken_over() {
    let Some((sandbox, usual)) = shared_directory() else { return };
    for (name, command) in commands() {
        let path = sandbox.path(name);
        for content in ["", "theirs"] {
            sandbox.write(name, content);
            chown(&path, Some(ANOTHER_USER), Some(ANOTHER_USER)).unwrap();
            set_mode(&path, 0o6777);
            sandbox.succeed(&[&command[..], &["--force"]].concat());
            let made = fs::metadata(&path).unwrap();
            assert_eq!((made.uid(), mode(&path)), (0, usual), "{command:?}");
        }
    }
}

#[test]
fn only_permissions_to_read_write_and_run_are_kept() {
    let sandbox = Sandbox::new();
    for (name, command) in commands() {
        sandbox.succeed(&command);
        set_mode(&sandbox.path(name), 0o6750);
        sandbox.succeed(&[&command[..], &["--force"]].concat());
        assert_eq!(mode(&sandbox.path(name)), 0o750, "{command:?}");
    }
}

#[test]
fn disks_are_refused() {
    use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
    let sandbox = Sandbox::new();
    let path = sandbox.path("disk");
    // No driver has this number.
    let device = makedev(7, 1_000_000);
    if mknodat(CWD, &path, FileType::BlockDevice, Mode::from_raw_mode(0o600), device).is_err() {
        return skip("the permission to create a device");
    }
    for command in ["search 4 --format gif -o disk", "list 4 -o disk"] {
        for force in ["", "--force"] {
            let said = sandbox.fail(1, &words(&format!("{command} {force}")));
            assert!(said.contains("'disk'") || said.contains("cannot write disk"), "{said}");
            assert!(said.contains("it is a disk"), "{said}");
        }
    }
    assert_eq!(sandbox.names(), ["disk"]);
}

#[test]
fn a_film_that_may_not_replace_the_file_of_another_user_is_kept() {
    let Some((sandbox, _)) = shared_directory() else { return };
    let Some(mut program) = program_of_no_root(&sandbox) else { return };
    set_mode(&sandbox.path(""), 0o1777);
    sandbox.write("s.gif", "mine");
    let arguments = ["search", "4", "-o", "s.gif", "--force"];
    let ended = program.args(arguments).current_dir(sandbox.path("")).output().unwrap();
    assert_refused(&ended, "the complete output is 's-2.gif'", "");
    assert_eq!(sandbox.read("s.gif"), b"mine");
    assert!(sandbox.read("s-2.gif").starts_with(b"GIF89a"));
}

/// Makes a film, and calls `act` when its files have been begun; returns the output.
fn meanwhile(film: &Film, sandbox: &Sandbox, arguments: &[&str], act: impl Fn(), undo: impl Fn()) -> Output {
    for _ in 0..50 {
        let mut command = sandbox.command(arguments);
        let child = start(command.stdout(Stdio::null()).stderr(Stdio::piped()));
        while sandbox.begun() == 0 && !has_ended(&child) {}
        send(Signal::STOP, &child);
        assert!(wait_until(|| matches!(state(&child), Some('T' | 'Z'))));
        if sandbox.begun() > 0 {
            act();
            send(Signal::CONT, &child);
            return child.wait_with_output();
        }
        undo();
    }
    panic!("{} is always complete before", film.format);
}

#[test]
fn a_file_that_appears_meanwhile_is_kept_and_so_is_the_film() {
    for film in Film::all().filter(|film| film.force().is_empty()) {
        let (sandbox, name) = (Sandbox::new(), film.name.trim_end_matches('/'));
        let (path, format) = (sandbox.path(name), film.format);
        sandbox.succeed(&film.arguments());
        let made = files(&path);
        let remove = || {
            let _ = fs::remove_file(&path);
            let _ = fs::remove_dir_all(&path);
        };
        let theirs = if format.is_directory() { path.join("frame-0003.png") } else { path.clone() };
        let appear = || {
            fs::create_dir_all(theirs.parent().unwrap()).unwrap();
            fs::write(&theirs, "DATA").unwrap();
        };
        remove();
        let ended = meanwhile(&film, &sandbox, &film.arguments(), appear, remove);
        let second = Path::new(name).file_stem().unwrap().to_string_lossy() + "-2";
        let second = sandbox.path(&second).with_extension(path.extension().unwrap_or_default());
        let shown = format!("'{}'", second.file_name().unwrap().to_string_lossy());
        assert_refused(&ended, &shown, format);
        assert_eq!(fs::read(&theirs).unwrap(), b"DATA", "{format}");
        assert!(files(&second) == made, "{format}: the film is whole");
        assert_eq!(sandbox.names().len(), 2, "{format}: {:?}", sandbox.names());
        // With force, the file is replaced, or missing files are added to the directory.
        remove();
        let forced = [&film.arguments()[..], &["--force"]].concat();
        let ended = meanwhile(&film, &sandbox, &forced, appear, remove);
        assert_eq!(ended.status.success(), !format.is_directory(), "{format}: {}", stderr(&ended));
    }
}

#[test]
fn a_file_that_appears_in_a_directory_of_frames_is_kept() {
    let film = Film::all().find(|film| film.format.is_directory()).unwrap();
    let sandbox = Sandbox::new();
    sandbox.succeed(&film.arguments());
    let made = files(&sandbox.path("frames"));
    let theirs = sandbox.path("frames/frame-0003.png");
    let appear = || fs::write(&theirs, "DATA").unwrap();
    let ended = meanwhile(&film, &sandbox, &film.arguments(), appear, || ());
    assert!(stderr(&ended).contains("'frames/frames-2'"), "{}", stderr(&ended));
    assert_eq!(fs::read(&theirs).unwrap(), b"DATA");
    assert!(files(&sandbox.path("frames/frames-2")) == made);
}

#[test]
fn a_film_whose_directory_is_moved_meanwhile_is_written_nowhere_else() {
    for film in Film::all() {
        let (sandbox, elsewhere) = (Sandbox::new(), Sandbox::new());
        let [out, moved] = ["out", "moved"].map(|name| sandbox.path(name));
        let output = format!("out/{}", film.name);
        let arguments = film.arguments_to(&output);
        fs::create_dir(&out).unwrap();
        sandbox.succeed(&arguments);
        let made = files(&out);
        let swap = || {
            fs::rename(&out, &moved).unwrap();
            symlink(elsewhere.path(""), &out).unwrap();
        };
        let ended = meanwhile(&film, &sandbox, &arguments, swap, || ());
        assert_refused(&ended, "does not exist", film.format);
        assert!(elsewhere.names().is_empty(), "{}: {:?}", film.format, elsewhere.names());
        let left = files(&moved).into_iter().filter(|(name, _)| !name.contains(".queenreel-"));
        assert!(left.eq(made), "{}", film.format);
    }
}

#[test]
fn links_are_followed_to_their_end() {
    let sandbox = Sandbox::new();
    for (output, command) in commands() {
        let name = sandbox.path(output);
        let links = ["a", "b", "c"].map(|link| sandbox.path(&format!("{link}-{output}")));
        let end = sandbox.path(&format!("d-{output}"));
        symlink(links[0].file_name().unwrap(), &name).unwrap();
        symlink(links[1].file_name().unwrap(), &links[0]).unwrap();
        symlink(&links[2], &links[1]).unwrap();
        symlink(end.file_name().unwrap(), &links[2]).unwrap();
        for replaces in [false, true] {
            // A list has no mark.
            let force: &[&str] = if replaces { &["--force"] } else { &[] };
            sandbox.succeed(&[&command, force].concat());
            let target = fs::symlink_metadata(&end).unwrap();
            assert!(target.is_file() && target.len() > 0, "{output} again: {replaces}");
            for link in links.iter().chain([&name]) {
                assert!(fs::symlink_metadata(link).unwrap().is_symlink(), "{output}: {}", link.display());
            }
        }
        fs::remove_file(&name).unwrap();
    }
}

#[test]
fn no_directories_are_made_behind_links() {
    let sandbox = Sandbox::new();
    for (name, command) in commands() {
        symlink("missing/file", sandbox.path(name)).unwrap();
        sandbox.refuse(1, &command, &["a link to a directory that does not exist"]);
        fs::remove_file(sandbox.path(name)).unwrap();
    }
    symlink("missing", sandbox.path("frames")).unwrap();
    symlink("circle", sandbox.path("circle")).unwrap();
    for output in ["frames/film.gif", "frames/deep/", "circle/film.gif", "circle/deep/film.gif"] {
        sandbox.fail(1, &["search", "4", "-o", output]);
    }
    assert!(!sandbox.path("missing").exists());
}

#[test]
fn frames_of_two_films_are_said_to_be_unfinished_and_are_replaced() {
    let sandbox = Sandbox::new();
    let frames =
        || files(&sandbox.path("f")).into_iter().filter(|(name, _)| !name.starts_with(".queenreel-"));
    let is_unfinished = || {
        let manifest = fs::read_to_string(sandbox.path("f/frames.json"));
        manifest.is_ok_and(|text| text.contains("\"unfinished\": true"))
    };
    let [old_film, new_film] = [FILMS[0], FILMS[1]].map(|film| [&words(film)[..], &["f/"]].concat());
    sandbox.succeed(&new_film);
    let new: Vec<_> = frames().collect();
    sandbox.succeed(&old_film);
    let old: Vec<_> = frames().collect();
    for _ in 0..200 {
        let child = start(&mut sandbox.command(&new_film));
        while !is_unfinished() && !has_ended(&child) {}
        send(Signal::KILL, &child);
        child.wait_with_output();
        let unfinished = is_unfinished();
        if !unfinished {
            let now: Vec<_> = frames().collect();
            assert!(now == old || now == new, "frames of two films");
        }
        sandbox.succeed(&old_film);
        assert!(frames().eq(old.iter().cloned()), "all are replaced");
        if unfinished {
            return;
        }
    }
    panic!("no run was killed between its first and its last frame");
}

/// Films of nearly the same length, so that two of them often finish at the same time.
const FILMS: [&str; 3] = [
    "search 8 --size 64 --quiet -o",
    "search 8 --size 80 --quiet -o",
    "search 8 --size 64 --every 2 --quiet -o",
];

#[test]
fn two_runs_into_one_directory_leave_one_whole_film() {
    let sandbox = Sandbox::new();
    let alone = FILMS.map(|film| {
        sandbox.succeed(&words(&format!("{film} alone/")));
        files(&sandbox.path("alone"))
    });
    for pair in 0..100 {
        let [one, other] = [pair % 3, (pair + 1) % 3];
        let runs = [one, other].map(|film| {
            let mut command = sandbox.command(&words(&format!("{} fr/", FILMS[film])));
            start(command.stderr(Stdio::piped()))
        });
        let mut complete = 0;
        for ended in runs.map(Running::wait_with_output) {
            let said = stderr(&ended);
            if ended.status.success() {
                complete += 1;
            } else {
                // Both runs tried to create the directory.
                assert!(pair == 0 && said.lines().count() == 1 && said.contains("'fr-2'"), "{said}");
            }
        }
        assert!(complete > 0, "pair {pair}");
        let made = files(&sandbox.path("fr"));
        assert!(made == alone[one] || made == alone[other], "pair {pair}: frames of two films");
    }
}

#[test]
fn a_run_waits_for_another_but_not_without_end() {
    use rustix::fs::{FlockOperation, flock};
    let sandbox = Sandbox::new();
    let film = [&words(FILMS[0])[..], &["fr/"]].concat();
    sandbox.succeed(&film);
    let made = files(&sandbox.path("fr"));
    // A killed run leaves this file; its lock ends with it.
    sandbox.write("fr/.queenreel-moving", "");
    sandbox.succeed(&film);
    assert!(files(&sandbox.path("fr")) == made);
    sandbox.write("fr/.queenreel-moving", "");
    let held = fs::File::open(sandbox.path("fr/.queenreel-moving")).unwrap();
    flock(&held, FlockOperation::LockExclusive).unwrap();
    let waited = "another run has been moving files there for ten seconds";
    sandbox.refuse(1, &film, &[waited, "the complete output is 'fr/frames-2'"]);
    assert!(files(&sandbox.path("fr/frames-2")) == made);
}
