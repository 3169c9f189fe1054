//! The error of requests and documents: its cause, the option that is wrong, and hints.

use std::fmt;
use std::io::ErrorKind as IoErrorKind;

use crate::encode::EncodeError;
use crate::export::SeriesError;
use crate::film::FilmError;
use crate::page::PageError;
use crate::watch::Stopped;
use crate::words::{io_words, listed, shown};

/// Why a document could not be made; displayed as its message with its hints. See [`Document`](crate::Document).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// What caused the error: the request, a file, a closed output, or a cancellation.
    pub kind: ErrorKind,
    /// The name of the option that is wrong, if the error is about one option.
    pub option: Option<String>,
    /// The value of the option, if only the value is wrong.
    pub value: Option<String>,
    /// The message: one sentence, or several lines of text for several errors of a log.
    pub message: String,
    /// Hints on what to do instead.
    pub hints: Vec<String>,
}

/// The cause of an error. See [`Document`](crate::Document).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request contradicts itself, or asks for something impossible.
    Request,
    /// A file could not be read or written, its content is invalid, or a film exceeds limits of size; also for
    /// faults inside the program.
    Failed,
    /// The reader of the output has closed the output.
    Closed,
    /// [`Watch::go_on`](crate::Watch::go_on) cancelled the work.
    Stopped,
}

impl Error {
    /// Returns an error in the request.
    pub fn request(message: impl fmt::Display) -> Self {
        let (message, hints) = (message.to_string(), Vec::new());
        Self { kind: ErrorKind::Request, option: None, value: None, message, hints }
    }

    pub(crate) fn option(name: &str, message: impl fmt::Display) -> Self {
        Self { option: Some(name.to_owned()), ..Self::request(message) }
    }

    pub(crate) fn value(name: &str, value: &str, why: impl fmt::Display) -> Self {
        Self { value: Some(value.to_owned()), ..Self::option(name, why) }
    }

    /// Returns an error of the kind [`ErrorKind::Failed`]: about a file, or a fault inside the program.
    pub fn failed(message: impl fmt::Display) -> Self {
        Self { kind: ErrorKind::Failed, ..Self::request(message) }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds context to the message, unless the work was cancelled or the output is closed.
    #[must_use]
    pub fn within(mut self, tried: impl fmt::Display) -> Self {
        if matches!(self.kind, ErrorKind::Request | ErrorKind::Failed) {
            self.message = format!("{tried}: {}", self.message);
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(option), Some(value)) = (&self.option, &self.value) {
            write!(f, "invalid value '{value}' for '--{option}': ")?;
        }
        f.write_str(&self.message)?;
        match &self.hints[..] {
            [] => Ok(()),
            [hint] => write!(f, "; {hint}"),
            [hints @ .., last] => write!(f, "\n  {}, and {last}", hints.join(", ")),
        }
    }
}

impl std::error::Error for Error {}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Self { kind: ErrorKind::Stopped, ..Self::request("nothing was written") }
    }
}

impl From<PageError> for Error {
    fn from(error: PageError) -> Self {
        FilmError::from(error).into()
    }
}

impl From<FilmError> for Error {
    fn from(error: FilmError) -> Self {
        match error {
            FilmError::Stopped => Stopped.into(),
            FilmError::Encode(EncodeError::Film(
                flatfilm::Error::TooLong { .. } | flatfilm::Error::FilmTooLong { .. },
            )) => Self::request(error).hint("give a shorter --duration or --delay"),
            FilmError::Style(PageError::CardTooSmall { .. }) => {
                Self::request(error).hint("--size or --canvas make them larger")
            }
            FilmError::Style(PageError::NoGlyph(_)) => {
                Self::request(error).hint("give a font that has it with --font FILE.ttf")
            }
            FilmError::Svg(_) => Self::request(error)
                .hint("--every K and --duration TIME leave out frames, and --select chooses some"),
            FilmError::TooLongToSelect => Self::request(error).hint("with --every K there are fewer"),
            FilmError::NoSlide { .. } => Self::request(error).hint("give a --canvas of another shape"),
            FilmError::Schedule(_)
            | FilmError::Style(_)
            | FilmError::Tree(_)
            | FilmError::NoListing
            | FilmError::NothingSelected { .. }
            | FilmError::NothingSelectedOfRace { .. }
            | FilmError::NoSuchThumbnail { .. }
            | FilmError::NoState { .. }
            | FilmError::StateOfPlain(_)
            | FilmError::NoGauges(_)
            | FilmError::EndlessRun { .. }
            | FilmError::NoTests { .. }
            | FilmError::Lanes { .. }
            | FilmError::UnknownFormat(_)
            | FilmError::OtherFormat { .. }
            | FilmError::Encode(
                EncodeError::Film(flatfilm::Error::TooLarge { .. })
                | EncodeError::NeedsDirectory(_)
                | EncodeError::OnePicture { .. },
            ) => Self::request(error),
            FilmError::OverLimits(_) => Self::failed(error).hint(
                "allow more with --fit, or leave out options that are kept, like --size, --every and --delay",
            ),
            FilmError::Series(SeriesError::ForeignFile(_)) => {
                Self::failed(error).hint("name a new directory, or add --force to replace it")
            }
            FilmError::Series(SeriesError::NoFile(_)) => {
                Self::failed(error).hint("move it away, or name a new directory")
            }
            FilmError::Series(SeriesError::NotEmpty) => {
                Self::failed(format!("{error}, and its files are not those of an earlier run"))
                    .hint("name a new directory, or add --force, which keeps them")
            }
            FilmError::Io(error)
            | FilmError::Series(SeriesError::Io(error))
            | FilmError::Encode(EncodeError::Film(flatfilm::Error::Io(error))) => {
                Self::failed(io_words(&error))
            }
            FilmError::Sidecar { file, error } => {
                let tried = format!("cannot write the {} {}", file.kind.name(), shown(&file.path));
                Self { kind: ErrorKind::Failed, ..Self::from(*error).within(tried) }
            }
            FilmError::OnlySomeComplete { complete, error } => {
                let complete = listed(complete, "and the");
                let tried = format!("complete: the {complete}; but not all files written with it");
                Self { kind: ErrorKind::Failed, ..Self::from(*error).within(tried) }
            }
            FilmError::Event(_)
            | FilmError::NoSuchLine { .. }
            | FilmError::Log(_)
            | FilmError::Caption(_)
            | FilmError::Encode(_)
            | FilmError::Other(_) => Self::failed(error),
        }
    }
}

impl Error {
    /// Converts the error of an output. An error about a file names its `contents`, such as "pictures to ", and
    /// its `name`.
    pub(crate) fn of_output(name: Option<&str>, contents: &str, error: FilmError) -> Self {
        match (error, name) {
            (error @ (FilmError::OnlySomeComplete { .. } | FilmError::Sidecar { .. }), _) => error.into(),
            (
                FilmError::Io(error) | FilmError::Encode(EncodeError::Film(flatfilm::Error::Io(error))),
                None,
            ) if error.kind() == IoErrorKind::BrokenPipe => {
                Self { kind: ErrorKind::Closed, ..Self::request(io_words(&error)) }
            }
            (error, Some(name)) => match Self::from(error) {
                failed @ Self { kind: ErrorKind::Failed, .. } => {
                    failed.within(format!("cannot write {contents}{name}"))
                }
                other => other,
            },
            (error, None) => error.into(),
        }
    }
}
