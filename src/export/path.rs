//! Where the paths of outputs lead, which names Windows does not have, and what outputs may replace.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf, Prefix};

use crate::encode::{PROGRAM, is_own};
use crate::words::{io_words, shown};

use super::directory::CreatedDirs;
use super::temporary::Temporary;
use super::{Directory, parent};

/// More links one after the other are taken for a loop, as by Linux.
const MOST_LINKS: usize = 40;

/// A path to the same place without links; what is not there yet is named as it will be.
///
/// # Errors
/// When a link leads to a directory that is not there, is one of another user in a directory like `/tmp`, or is part
/// of a loop.
pub fn without_links(path: &Path) -> io::Result<PathBuf> {
    let mut resolved = PathBuf::new();
    let mut rest: VecDeque<(OsString, bool)> = parts(path).map(|part| (part, false)).collect();
    let mut links = 0;
    while let Some((part, is_of_link)) = rest.pop_front() {
        match Path::new(&part).components().next() {
            Some(Component::ParentDir) if resolved.file_name().is_some() => {
                resolved.pop();
                continue;
            }
            Some(Component::ParentDir) if resolved.has_root() => continue,
            Some(_) | None => resolved.push(&part),
        }
        match fs::symlink_metadata(&resolved) {
            Ok(there) if there.is_symlink() => {
                links += 1;
                if links > MOST_LINKS {
                    return Err(fault(ErrorKind::InvalidInput, path, "is a loop of links"));
                }
                if is_of_stranger(&there, parent(&resolved))? {
                    let shown = &resolved;
                    let why = "is a link of another user in a directory where all may write; name its target";
                    return Err(fault(ErrorKind::PermissionDenied, shown, why));
                }
                let target = fs::read_link(&resolved)?;
                resolved.pop();
                for part in parts(&target).collect::<Vec<_>>().into_iter().rev() {
                    rest.push_front((part, true));
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound && is_of_link && !rest.is_empty() => {
                return Err(fault(ErrorKind::NotFound, path, "is a link to a directory that does not exist"));
            }
            // What else is wrong is noticed when it is used.
            Ok(_) | Err(_) => {}
        }
    }
    // An empty path leads nowhere.
    Ok(if resolved.as_os_str().is_empty() { PathBuf::from(".") } else { resolved })
}

fn fault(kind: ErrorKind, path: &Path, what: &str) -> io::Error {
    io::Error::new(kind, format!("'{}' {what}", shown(path)))
}

/// The parts of a path; that of a prefix or a root replaces what is before it.
fn parts(path: &Path) -> impl Iterator<Item = OsString> {
    path.components().filter(|part| *part != Component::CurDir).map(|part| part.as_os_str().to_owned())
}

/// Whether a link was made by another user, who is not the owner of its directory, in one like `/tmp`.
#[cfg(unix)]
fn is_of_stranger(link: &Metadata, directory: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    const STICKY_AND_FOR_ALL: u32 = 0o1002;
    let directory = fs::metadata(directory)?;
    let is_shared = directory.mode() & STICKY_AND_FOR_ALL == STICKY_AND_FOR_ALL;
    let owner = link.uid();
    Ok(is_shared && owner != rustix::process::geteuid().as_raw() && owner != directory.uid())
}

#[cfg(not(unix))]
fn is_of_stranger(_: &Metadata, _: &Path) -> io::Result<bool> {
    Ok(false)
}

const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];
/// Windows takes these superscripts for digits.
const NUMBERS: &str = "0123456789¹²³";

/// Why a file or a directory cannot have a name on Windows.
fn name_fault(name: &str) -> Option<String> {
    let is_special = |letter: &char| "<>:\"|?*".contains(*letter) || *letter < ' ';
    if let Some(character) = name.chars().find(is_special) {
        return Some(format!(
            "on Windows the name '{name}' cannot have the character {character:?}; give another name"
        ));
    }
    // An extension makes no difference: older versions write to the device.
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_uppercase();
    let is_number = |text: &str| text.chars().count() == 1 && NUMBERS.contains(text);
    let is_numbered = |device| stem.strip_prefix(device).is_some_and(is_number);
    if DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.into_iter().any(is_numbered) {
        return Some(format!("Windows reserves the name '{name}' for a device; give another name"));
    }
    // It would be written without its end.
    name.ends_with(['.', ' '])
        .then(|| format!("on Windows the name '{name}' cannot end in a dot or a space; give another name"))
}

/// On Windows, refuses a path with a name that no file can have.
///
/// # Errors
/// When there is such a name.
pub fn check_names(path: &Path) -> io::Result<()> {
    // Literal paths are taken as they are, and may be those of devices.
    let is_literal = |part| match part {
        Component::Prefix(prefix) => {
            prefix.kind().is_verbatim() || matches!(prefix.kind(), Prefix::DeviceNS(_))
        }
        Component::RootDir | Component::CurDir | Component::ParentDir | Component::Normal(_) => false,
    };
    if !cfg!(windows) || path.components().next().is_some_and(is_literal) {
        return Ok(());
    }
    let names = path.components().filter(|part| matches!(part, Component::Normal(_)));
    let fault = names.map(Component::as_os_str).find_map(|name| name_fault(&name.to_string_lossy()));
    fault.map_or(Ok(()), |fault| Err(io::Error::new(ErrorKind::InvalidInput, fault)))
}

/// What an output may replace, when it begins and when it is complete.
#[derive(Debug, Clone, Copy, Default)]
pub enum Overwrite {
    /// Any file.
    Any,
    /// A file that this program has written, unchanged since, or an empty one.
    #[default]
    Own,
    /// Only an empty file.
    Empty,
}

impl Overwrite {
    /// Any file by force, and otherwise [its own](Self::Own).
    pub const fn by_force(is_forced: bool) -> Self {
        if is_forced { Self::Any } else { Self::Own }
    }

    /// Whether a file may be replaced.
    ///
    /// # Errors
    /// When the file cannot be read, so that it may be anything.
    pub fn allows(self, file: File) -> io::Result<bool> {
        let there = file.metadata()?;
        // An empty file holds nothing that could be lost.
        let is_empty = there.is_file() && there.len() == 0;
        Ok(match self {
            Self::Any => true,
            Self::Own => is_empty || is_own(file)?,
            Self::Empty => is_empty,
        })
    }
}

/// Where an output will be. Dropping removes the directories that were created for it.
#[derive(Debug)]
pub struct Place {
    pub directory: Directory,
    pub name: OsString,
    overwrite: Overwrite,
    created: CreatedDirs,
}

impl Place {
    /// The place of a path; its directory is created if it is missing.
    pub fn create(path: &Path, overwrite: Overwrite) -> io::Result<Self> {
        let name = path.file_name().ok_or(ErrorKind::IsADirectory)?.to_owned();
        let mut created = CreatedDirs::default();
        let directory = created.create(parent(path))?;
        Ok(Self { directory, name, overwrite, created })
    }

    /// Fails if there is what may not be replaced.
    pub fn check(&self) -> io::Result<()> {
        let is_allowed = match self.overwrite {
            Overwrite::Any => Ok(self.directory.open_directory(&self.name).is_err()),
            Overwrite::Own | Overwrite::Empty => match self.directory.open_file(&self.name) {
                Ok(file) => self.overwrite.allows(file),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
                Err(error) => Err(error),
            },
        };
        let why = match is_allowed {
            Ok(true) => return Ok(()),
            Ok(false) => "queenreel has not written it, or it was changed since".to_owned(),
            Err(error) => format!("queenreel cannot read it ({})", io_words(&error)),
        };
        Err(io::Error::new(ErrorKind::AlreadyExists, format!("the file exists, and {why}")))
    }

    /// Keeps the directories that were created for it.
    pub fn keep(self) {
        self.created.keep();
    }

    /// Moves what is complete here. When what may not be replaced has appeared meanwhile, it gets another name, which
    /// the error says.
    pub fn complete(self, complete: Temporary) -> io::Result<()> {
        let moved = self.receive(complete);
        if moved.as_ref().err().is_none_or(|error| error.kind() == ErrorKind::AlreadyExists) {
            self.created.keep();
        }
        moved
    }

    fn receive(&self, mut complete: Temporary) -> io::Result<()> {
        let Self { directory, name, .. } = self;
        match complete.place(directory, name) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            placed => return placed,
        }
        if complete.is_directory() || self.check().is_err() {
            let why = "another file has appeared there meanwhile, and is kept";
            return Err(kept(complete, directory, name, why));
        }
        let replaced = complete.replace(directory, name);
        replaced.map_err(|error| kept(complete, directory, name, &io_words(&error)))
    }
}

/// More names are not tried.
const MOST_NUMBER: u32 = 10_000;

/// Gives what is complete a name like this one that is free; returns the error that says why, and where it is.
pub(super) fn kept(complete: Temporary, directory: &Directory, name: &OsStr, why: &str) -> io::Error {
    let path = directory.path().join(place_beside(complete, directory, Path::new(name)));
    let shown = shown(path.strip_prefix(".").unwrap_or(&path));
    io::Error::new(ErrorKind::AlreadyExists, format!("{why}; the complete output is '{shown}'"))
}

/// Gives what is complete a name like this one that is free, or leaves its own; returns it.
fn place_beside(mut complete: Temporary, directory: &Directory, name: &Path) -> OsString {
    // A longer name may be too long.
    for stem in [name.file_stem().unwrap_or_default(), OsStr::new(PROGRAM)] {
        for number in 2..=MOST_NUMBER {
            let mut free = stem.to_owned();
            free.push(format!("-{number}"));
            if let Some(extension) = name.extension() {
                free.push(".");
                free.push(extension);
            }
            match complete.place(directory, &free) {
                Ok(()) => return free,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => break,
            }
        }
    }
    complete.leave()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_is_an_error() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("slides.pptx");
        fs::write(&path, b"PK\x03\x04 of another program").unwrap();
        let allows = |overwrite: Overwrite, file: File| overwrite.allows(file).map_err(|error| error.kind());
        let write_only = || fs::OpenOptions::new().write(true).open(&path).unwrap();
        for (overwrite, is_allowed) in [(Overwrite::Any, true), (Overwrite::Empty, false)] {
            assert_eq!(allows(overwrite, write_only()), Ok(is_allowed), "{overwrite:?}");
        }
        assert!(allows(Overwrite::Own, write_only()).is_err());
        assert_eq!(allows(Overwrite::Own, File::open(&path).unwrap()), Ok(false));
        write_only().set_len(0).unwrap();
        assert_eq!(allows(Overwrite::Own, write_only()), Ok(true));
    }

    #[test]
    fn names_of_devices_are_reserved_with_any_extension() {
        for name in [
            "nul",
            "NUL.gif",
            "Con",
            "aux.tar.gz",
            "prn.svg",
            "com1.png",
            "COM0",
            "lpt9.pdf",
            "nul .gif",
            "com².mp4",
            "conin$",
            "CONOUT$.txt",
        ] {
            let fault = format!("Windows reserves the name '{name}' for a device; give another name");
            assert_eq!(name_fault(name), Some(fault));
        }
    }

    #[test]
    fn other_names_are_free() {
        for name in [
            "queens-8.gif",
            "null.gif",
            "console.png",
            "com.gif",
            "com10.gif",
            "comb.gif",
            "lpt.svg",
            "a.nul",
            ".nul",
            "♛ ².gif",
            "con-8",
        ] {
            assert_eq!(name_fault(name), None, "{name}");
        }
    }

    #[test]
    fn ends_and_characters_that_windows_changes_are_refused() {
        for name in ["frames.", "film.gif ", "a. ."] {
            let fault =
                format!("on Windows the name '{name}' cannot end in a dot or a space; give another name");
            assert_eq!(name_fault(name), Some(fault));
        }
        for (name, character) in [("film.gif:x", ':'), ("what?.gif", '?'), ("a\tb", '\t'), ("\"a\"", '"')] {
            let fault = format!(
                "on Windows the name '{name}' cannot have the character {character:?}; give another name"
            );
            assert_eq!(name_fault(name), Some(fault));
        }
    }

    #[test]
    fn only_windows_refuses_them() {
        for path in ["nul.gif", "aux/film.gif", "film.gif:x"] {
            let refused = check_names(Path::new(path)).is_err();
            assert_eq!(refused, cfg!(windows), "{path}");
        }
        assert!(check_names(Path::new("../films/./queens-8.gif")).is_ok());
    }

    #[cfg(windows)]
    #[test]
    fn paths_that_are_taken_as_they_are_may_have_any_name() {
        for path in [r"\\?\C:\films\nul.gif", r"\\.\pipe\a:b"] {
            assert!(check_names(Path::new(path)).is_ok(), "{path}");
        }
    }
}
