//! Signals, full disks and missing directories, in every format: no partial files, no losses.

#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "this binary uses only some of the helpers")]
mod common;

#[cfg(unix)]
mod films;
#[cfg(unix)]
mod full_disk;
#[cfg(target_os = "linux")]
mod others;
#[cfg(unix)]
mod places;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod threads;
