//! Where paths lead.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use super::parent;
use crate::words::shown;

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
