//! Log inputs: files, pipes and standard input.

use std::env;
use std::io::{Read, stdin};
use std::path::{Path, PathBuf};

use crate::export::{canonical, parent};
use crate::log::{
    CopyOptions, Fault, LogError, LogOptions, LogSpooler, LogSummary, SkippedLines, SpooledLog, program,
};
use crate::options::{Files, in_unit, is_device};
use crate::watch::Stage;
use crate::words::{io_words, shown};

use super::{Error, Note, Result, Run};

pub fn name(log: &Path) -> String {
    if is_standard_input(log) { "standard input".to_owned() } else { shown(log) }
}

/// Returns the path of a log.
pub fn path(log: &Path) -> &Path {
    // On Linux, `/dev/stdin` leads to the file that is redirected to standard input.
    if is_standard_input(log) { Path::new("/dev/stdin") } else { log }
}

fn is_standard_input(log: &Path) -> bool {
    log == Path::new("-")
}

impl Run<'_> {
    /// Reads a log for the first time; `-` is standard input. A log that can be read only once is copied; if such a
    /// log has more than `max_bytes`, the error has the hint `larger`. With `all_errors`, only the second reading
    /// reports invalid lines.
    pub(super) fn read_log(
        &mut self,
        log: &Path,
        options: LogOptions,
        max_bytes: u64,
        larger: &str,
    ) -> Result<SpooledLog> {
        self.log = Some(log.to_owned());
        let is_set = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty());
        let directory = if is_set("TMPDIR") { None } else { self.nearest_directory() };
        let copy = CopyOptions { max_bytes, directory };
        let files = &self.document.files;
        let read = if files.are_in_memory() {
            let bytes =
                files.read(log, usize::MAX).map_err(|error| log_error(log, error.into(), larger, files))?;
            LogSpooler::read(&bytes[..], options, &copy).and_then(|read| self.read_all(read, options))
        } else if is_standard_input(log) {
            LogSpooler::read(stdin().lock(), options, &copy).and_then(|read| self.read_all(read, options))
        } else {
            LogSpooler::open(log, options, &copy).and_then(|read| self.read_all(read, options))
        };
        let read = read.map_err(|error| log_error(log, error, larger, files))?;
        // The source of a program may contain boards, but is not a log.
        let of_program = || program::of_name(path(log)).or_else(|| program::of_beginning(path(log)));
        let is_printed = read.summary().reading.is_some() && !files.are_in_memory();
        match is_printed.then(of_program).flatten() {
            Some(advice) => Err(Error::failed(advice).within(name(log))),
            None => Ok(read),
        }
    }

    fn read_all<R: Read>(
        &mut self,
        mut spooler: LogSpooler<R>,
        options: LogOptions,
    ) -> Result<SpooledLog, LogError> {
        self.watch.stage(Stage::Reading);
        let mut events = 0;
        for entry in spooler.by_ref() {
            match entry {
                Ok(_) => {
                    events += 1;
                    self.watch.progress(events, None);
                }
                Err(LogError::Line { .. }) if options.all_errors => {}
                Err(error) => return Err(error),
            }
        }
        spooler.finish()
    }

    /// Returns the nearest existing directory above the target path; `None` for a device or without a path.
    fn nearest_directory(&self) -> Option<PathBuf> {
        let path = canonical(self.target.path().filter(|path| !is_device(path))?);
        parent(&path).ancestors().find(|directory| directory.is_dir()).map(Path::to_owned)
    }

    pub(super) fn note_read(&mut self, LogSummary { skipped, reading, .. }: &LogSummary) {
        let SkippedLines { first, cut_line, .. } = skipped;
        if let Some(reading) = reading {
            self.note(Note::ReadAs(reading.clone()));
        }
        if first.is_some() {
            self.note(Note::Skipped(skipped.clone()));
        }
        if let Some(number) = cut_line {
            self.note(Note::CutLine(*number, reading.is_some()));
        }
    }
}

/// Adds the name of the log and hints to an error.
pub(super) fn log_error(log: &Path, error: LogError, larger: &str, files: &Files) -> Error {
    let error = match error {
        LogError::TooLarge { max_bytes } => {
            let (number, unit) = in_unit(max_bytes);
            Error::failed(format!("the log has more than {number} {unit}"))
                .hint(format!("{larger}, and a program that never ends can be cut with 'head -n 1000000'"))
        }
        LogError::Line { fault: Fault::Compressed { format, command }, .. } => {
            let file = program::argument(path(log));
            Error::failed(format!("this is a {format} file"))
                .hint(format!("decompress it first: {command} {file} | queenreel replay"))
        }
        LogError::Line { .. } => {
            let advice = (!files.are_in_memory()).then(|| program::of_file(path(log))).flatten();
            advice.map_or_else(|| Error::failed(error), Error::failed)
        }
        LogError::Io(error) => Error::failed(io_words(&error)),
    };
    error.within(name(log))
}
