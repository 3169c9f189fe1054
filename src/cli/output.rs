//! Standard output, and what is printed there.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, ErrorKind as Kind};
use crate::words::io_words;

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// From now on, standard output cannot be written to.
pub fn close_standard_output() {
    IS_CLOSED.store(true, Ordering::Relaxed);
}

/// Refuses to write the bytes of a picture or a film to a terminal, and with `--alt` to standard output at all: it has
/// no name for the page.
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

/// Standard output behind a buffer.
pub struct StandardOutput(BufWriter<Stdout>);

impl StandardOutput {
    /// Standard output, if it is open for writing: otherwise, what is written to it is lost without an error.
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

/// The error of standard output.
pub fn error(error: &io::Error) -> Error {
    // One of ours says where.
    let ours = error.get_ref().map(ToString::to_string);
    let failed = Error::failed(ours.unwrap_or_else(|| named(error).to_string()));
    if error.kind() == ErrorKind::BrokenPipe { Error { kind: Kind::Closed, ..failed } } else { failed }
}
