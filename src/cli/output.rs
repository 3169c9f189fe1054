//! Standard output.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, ErrorKind as Kind};
use crate::words::io_words;

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Marks standard output as closed: from now on, opening it returns an error.
pub fn close_standard_output() {
    IS_CLOSED.store(true, Ordering::Relaxed);
}

/// Refuses to write binary data to a terminal, and with `--alt` to standard output, which HTML cannot link to.
pub fn check_bytes(alt: bool) -> Result<(), Error> {
    let request = |text| Err(Error::request(text));
    if alt {
        return request(
            "--alt names the file in its HTML, and standard output has no name: write to a file with -o FILE",
        );
    }
    if stdout().is_terminal() {
        return request(
            "standard output is a terminal, which shows no pictures: write to a file with -o FILE, or to a \
             pipe, like '… -o - | mpv -'",
        );
    }
    Ok(())
}

pub struct StandardOutput(BufWriter<Stdout>);

impl StandardOutput {
    /// Opens standard output; returns an error if it is closed, since writes would be lost silently.
    pub fn open() -> io::Result<Self> {
        let out = stdout();
        let is_closed = IS_CLOSED.load(Ordering::Relaxed);
        #[cfg(unix)]
        let is_closed = {
            use rustix::fs::{OFlags, fcntl_getfl};
            is_closed || fcntl_getfl(&out).is_ok_and(|flags| flags & OFlags::ACCMODE == OFlags::RDONLY)
        };
        if is_closed {
            return Err(named(&io::Error::new(ErrorKind::PermissionDenied, "it is not open for writing")));
        }
        Ok(Self(BufWriter::new(out)))
    }
}

fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {}", io_words(error)))
}

impl Write for StandardOutput {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0.write(data).map_err(|error| named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| named(&error))
    }
}

/// Converts an error of standard output.
pub fn error(error: &io::Error) -> Error {
    // An error of this crate already says where it occurred.
    let ours = error.get_ref().map(ToString::to_string);
    let failed = Error::failed(ours.unwrap_or_else(|| named(error).to_string()));
    if error.kind() == ErrorKind::BrokenPipe { Error { kind: Kind::Closed, ..failed } } else { failed }
}
