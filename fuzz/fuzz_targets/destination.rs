//! Builds a tree of directories, files and links, writes a picture or a directory of pictures somewhere in it,
//! and changes the tree meanwhile: nothing but the output is changed, no foreign file is lost, and paths are
//! resolved as the system does.
//!
//! `cargo +nightly fuzz run destination -- -max_len=64` from the root of the repository, as root for links of other
//! users. It writes below the directory for temporary files only.

#![no_main]

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{PermissionsExt, lchown, symlink};
use std::path::{Component, Path, PathBuf};

use libfuzzer_sys::fuzz_target;
use queenreel::encode::{Compression, is_own, write_png};
use queenreel::internals::export::{Overwrite, Series, StagedFile, StagedSeries};
use queenreel::internals::picture::{Canvas, Picture, Rgb};

/// The largest number of levels that links lead up.
const DEPTH: usize = 40;

/// More links could lead up further.
const MOST_CHANGES: usize = 10;

const NAMES: [&str; 8] = ["a", "b", "c", "..", "frame-0001.png", "frame-0002.png", "frames.json", "d.png"];

const STRANGER: u32 = 65534;

/// The entry at a path.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    Directory,
    Link(PathBuf),
    /// With its content, and whether it has our mark.
    File(Vec<u8>, bool),
}

type Tree = BTreeMap<PathBuf, Entry>;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let mut next = || bytes.next().unwrap_or_default();
    let top = tempfile::tempdir().expect("the directory for temporary files is there");
    let root = top.path().join("d/".repeat(DEPTH));
    fs::create_dir_all(&root).expect("the directory is empty");
    (0..usize::from(next()) % MOST_CHANGES).for_each(|_| change(&root, &mut next));
    let choice = next();
    let output = path(if choice & 128 == 0 { &root } else { Path::new("") }, &mut next);
    let (is_forced, is_series, meanwhile) = (choice & 1 == 1, choice & 2 == 2, usize::from(choice >> 2) % 3);
    let overwrite = if is_forced { Overwrite::Any } else { Overwrite::Own };

    let before = tree(top.path());
    let mut there = Tree::new();
    let mut change_meanwhile = || {
        (0..meanwhile).for_each(|_| change(&root, &mut next));
        there = tree(top.path());
    };
    let completed = if is_series {
        inside(&root, || StagedSeries::create(&output, Series::Frames, overwrite)).ok().map(|staged| {
            for name in ["frame-0001.png", "frames.json"] {
                write(staged.file(name).expect("there is space"));
            }
            change_meanwhile();
            staged.complete()
        })
    } else {
        inside(&root, || StagedFile::create(&output, overwrite)).ok().map(|(staged, file)| {
            write(file);
            change_meanwhile();
            staged.complete()
        })
    };
    let after = tree(top.path());
    let Some(completed) = completed else {
        assert_eq!(after, before, "what is refused changes nothing");
        return;
    };

    for (path, entry) in &there {
        let may_change = match entry {
            Entry::File(content, is_own) => is_forced || *is_own || content.is_empty(),
            Entry::Directory => is_hidden(path),
            // A link that has appeared at the output path may be replaced by force, but not its target.
            Entry::Link(_) => is_forced && meanwhile > 0,
        };
        assert!(
            may_change || is_hidden(path) || after.get(path) == Some(entry),
            "{} was {entry:?}",
            path.display()
        );
    }
    let changed = after.iter().filter(|(path, entry)| there.get(*path) != Some(*entry));
    let files: Vec<_> = changed.filter(|(_, entry)| **entry != Entry::Directory).collect();
    assert!(files.iter().all(|(_, entry)| matches!(entry, Entry::File(_, true))), "{files:?}");
    // Files moved with their directory cannot be found.
    let is_left = after.keys().any(|path| is_hidden(path));
    assert!(!is_left || (meanwhile > 0 && completed.is_err()), "a temporary file is left");
    if !is_series {
        assert!(files.len() <= 1, "{files:?}");
        if meanwhile == 0 && completed.is_ok() {
            // The resolution by the system, except for paths that lead up from a missing directory.
            match File::open(root.join(&output)) {
                Ok(file) => assert!(is_own(file).expect("it is there")),
                Err(_) => assert!(output.components().any(|part| part == Component::ParentDir)),
            }
        }
    }
    if completed.is_err_and(|error| error.kind() == ErrorKind::AlreadyExists) {
        assert!(!files.is_empty(), "what is complete is kept");
    }
});

/// Runs `work` in this directory: the output path may be relative.
fn inside<T>(root: &Path, work: impl FnOnce() -> T) -> T {
    let here = env::current_dir().expect("it is there");
    env::set_current_dir(root).expect("it is there");
    let done = work();
    env::set_current_dir(here).expect("it is there");
    done
}

fn is_hidden(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b".queenreel-"))
}

/// Writes a file with our mark.
fn write(file: impl Write) {
    let canvas = Canvas::new(1, 1, vec![Rgb([0; 3])]);
    write_png(file, &Picture::new(&canvas, &[0], &[]), Compression::default()).expect("there is space");
}

/// A path of one to four parts.
fn path(root: &Path, next: &mut impl FnMut() -> u8) -> PathBuf {
    let byte = next();
    let parts = (0..=byte >> 6).map(|_| NAMES[usize::from(next()) % NAMES.len()]);
    root.join(parts.collect::<PathBuf>())
}

/// Makes a random change; an impossible one is skipped.
fn change(root: &Path, next: &mut impl FnMut() -> u8) {
    let kind = next();
    let place = path(root, next);
    let _ = match kind % 8 {
        0 => fs::create_dir(&place),
        1 => fs::write(&place, "theirs"),
        2 => fs::write(&place, ""),
        3 => File::create(&place).map(write),
        4 => symlink(path(Path::new(""), next), &place),
        5 => symlink(path(Path::new(""), next), &place).and_then(|()| lchown(&place, Some(STRANGER), None)),
        6 => fs::set_permissions(&place, fs::Permissions::from_mode(0o1777)),
        _ => fs::rename(&place, path(root, next)),
    };
}

/// All that is below a directory.
fn tree(directory: &Path) -> Tree {
    let mut tree = Tree::new();
    for entry in fs::read_dir(directory).expect("it is there") {
        let path = entry.expect("it is there").path();
        let there = fs::symlink_metadata(&path).expect("it is there");
        if there.is_dir() {
            tree.extend(self::tree(&path));
            tree.insert(path, Entry::Directory);
        } else if there.is_symlink() {
            let target = fs::read_link(&path).expect("it is there");
            tree.insert(path, Entry::Link(target));
        } else {
            let content = fs::read(&path).expect("it is there");
            let is_ours = File::open(&path).and_then(is_own).expect("it is there");
            tree.insert(path, Entry::File(content, is_ours));
        }
    }
    tree
}
