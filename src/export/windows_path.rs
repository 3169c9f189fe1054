//! Names that Windows reserves.

use std::io;
use std::path::{Component, Path, Prefix};

/// Why a file or a directory cannot have a name on Windows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameFault {
    /// It is the name of a device, with any extension: older versions write to the device.
    #[error("Windows reserves the name '{0}' for a device; give another name")]
    Device(String),
    /// It would be written without its end.
    #[error("on Windows the name '{0}' cannot end in a dot or a space; give another name")]
    End(String),
    /// It has a character with another meaning.
    #[error("on Windows the name '{0}' cannot have the character {1:?}; give another name")]
    Character(String, char),
}

const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];
/// Windows takes these superscripts for digits.
const NUMBERS: &str = "0123456789¹²³";

/// What is wrong with the name of a file or a directory on Windows.
pub fn name_fault(name: &str) -> Option<NameFault> {
    if let Some(character) = name.chars().find(|letter| "<>:\"|?*".contains(*letter) || *letter < ' ') {
        return Some(NameFault::Character(name.to_owned(), character));
    }
    // An extension makes no difference.
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_uppercase();
    let is_numbered = |device| stem.strip_prefix(device).is_some_and(is_number);
    if DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.into_iter().any(is_numbered) {
        return Some(NameFault::Device(name.to_owned()));
    }
    name.ends_with(['.', ' ']).then(|| NameFault::End(name.to_owned()))
}

fn is_number(text: &str) -> bool {
    text.chars().count() == 1 && NUMBERS.contains(text)
}

/// On Windows, refuses a path with a name that no file can have.
///
/// # Errors
/// When there is such a name.
pub fn check_names(path: &Path) -> io::Result<()> {
    if !cfg!(windows) {
        return Ok(());
    }
    for component in path.components() {
        let fault = match component {
            // Such paths are taken as they are, and may be those of devices.
            Component::Prefix(prefix) if is_literal(prefix.kind()) => return Ok(()),
            Component::Normal(name) => name_fault(&name.to_string_lossy()),
            Component::Prefix(_) | Component::RootDir | Component::CurDir | Component::ParentDir => None,
        };
        if let Some(fault) = fault {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, fault));
        }
    }
    Ok(())
}

fn is_literal(prefix: Prefix<'_>) -> bool {
    prefix.is_verbatim() || matches!(prefix, Prefix::DeviceNS(_))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(name_fault(name), Some(NameFault::Device(name.to_owned())), "{name}");
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
            assert_eq!(name_fault(name), Some(NameFault::End(name.to_owned())), "{name}");
        }
        for (name, character) in [("film.gif:x", ':'), ("what?.gif", '?'), ("a\tb", '\t'), ("\"a\"", '"')] {
            let fault = name_fault(name).unwrap();
            assert_eq!(fault, NameFault::Character(name.to_owned(), character), "{name}");
            assert!(fault.to_string().contains("another name"), "{fault}");
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
