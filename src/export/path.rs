//! Resolution of output paths, file names that Windows does not allow, and what outputs may replace.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf, Prefix, absolute};

use crate::encode::is_own;
use crate::words::{io_words, shown};

use super::parent;

/// Returns the absolute path without links; the file and its directories need not exist yet.
///
/// # Errors
/// When a link leads into a missing directory, or the system cannot resolve the path.
pub fn without_links(path: &Path) -> io::Result<PathBuf> {
    // `fs::metadata` accesses the path, so that the system decides whether links may be followed.
    let missing = match fs::metadata(path).and_then(|_| fs::canonicalize(path)) {
        Err(error) if error.kind() == ErrorKind::NotFound => error,
        // Some drives have no canonical paths.
        Err(_) if cfg!(windows) && path.exists() => return absolute(path),
        resolved => return resolved,
    };
    let directory = parent(path);
    if let Ok(target) = fs::read_link(path) {
        let target = directory.join(target);
        return if parent(&target).is_dir() { without_links(&target) } else { Err(leads_nowhere(path)) };
    }
    let last = match path.components().next_back() {
        Some(last @ (Component::Normal(_) | Component::ParentDir)) => last,
        Some(Component::Prefix(_) | Component::RootDir | Component::CurDir) | None => return Err(missing),
    };
    // Directories are not created behind a dangling link.
    if directory.is_symlink() && !directory.exists() {
        return Err(leads_nowhere(directory));
    }
    let mut resolved = without_links(directory)?;
    if last == Component::ParentDir {
        resolved.pop();
    } else {
        resolved.push(last);
    }
    Ok(resolved)
}

fn leads_nowhere(link: &Path) -> io::Error {
    let why = format!("'{}' is a link to a directory that does not exist", shown(link));
    io::Error::new(ErrorKind::NotFound, why)
}

const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];
/// Digits in device names; Windows treats these superscripts as digits.
const NUMBERS: &str = "0123456789¹²³";

/// Returns why Windows does not allow a name; `None` if it does.
fn name_fault(name: &str) -> Option<String> {
    let is_special = |letter: &char| "<>:\"|?*".contains(*letter) || *letter < ' ';
    if let Some(character) = name.chars().find(is_special) {
        return Some(format!(
            "on Windows the name '{name}' cannot have the character {character:?}; give another name"
        ));
    }
    // Older versions of Windows ignore the extension and write to the device.
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_uppercase();
    let is_number = |text: &str| text.chars().count() == 1 && NUMBERS.contains(text);
    let is_numbered = |device| stem.strip_prefix(device).is_some_and(is_number);
    if DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.into_iter().any(is_numbered) {
        return Some(format!("Windows reserves the name '{name}' for a device; give another name"));
    }
    // Windows drops trailing dots and spaces.
    name.ends_with(['.', ' '])
        .then(|| format!("on Windows the name '{name}' cannot end in a dot or a space; give another name"))
}

/// On Windows, refuses a path that contains a name not allowed there; elsewhere, accepts any path.
pub fn check_names(path: &Path) -> io::Result<()> {
    // Verbatim paths are taken literally, and may name devices.
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

/// What an output may replace, checked before the output is written and when it is complete.
/// See [`FilmBuilder::overwrite`](crate::film::FilmBuilder::overwrite).
#[derive(Debug, Clone, Copy, Default)]
pub enum Overwrite {
    /// Any file.
    Any,
    /// A file that this program has written and that is unchanged since, or an empty file.
    #[default]
    Own,
    /// Only an empty file.
    Empty,
}

impl Overwrite {
    /// Returns [`Any`](Self::Any) if forced, otherwise [`Empty`](Self::Empty), since text has no file mark.
    pub const fn text_by_force(is_forced: bool) -> Self {
        if is_forced { Self::Any } else { Self::Empty }
    }

    /// Whether a file may be replaced.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn allows(self, file: File) -> io::Result<bool> {
        let there = file.metadata()?;
        // An empty file has nothing to lose.
        let is_empty = there.is_file() && there.len() == 0;
        Ok(match self {
            Self::Any => true,
            Self::Own => is_empty || is_own(file)?,
            Self::Empty => is_empty,
        })
    }

    /// Fails if the existing file may not be replaced.
    pub(super) fn check(self, path: &Path) -> io::Result<()> {
        let is_allowed = match (self, fs::symlink_metadata(path)) {
            (_, Err(error)) if error.kind() == ErrorKind::NotFound => Ok(true),
            (_, Err(error)) => Err(error),
            (Self::Any, Ok(there)) => Ok(!there.is_dir()),
            (Self::Own | Self::Empty, Ok(there)) if there.is_file() => {
                File::open(path).and_then(|file| self.allows(file))
            }
            // A directory, or a link or pipe that has appeared meanwhile; opening a pipe would block.
            (Self::Own | Self::Empty, Ok(_)) => Ok(false),
        };
        let why = match is_allowed {
            Ok(true) => return Ok(()),
            Ok(false) => "queenreel has not written it, or it was changed since".to_owned(),
            Err(error) => format!("queenreel cannot read it ({})", io_words(&error)),
        };
        Err(io::Error::new(ErrorKind::AlreadyExists, format!("the file exists, and {why}")))
    }
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
