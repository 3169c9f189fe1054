//! Requests: documents to make, as values with a field for each option.
//!
//! A request is parsed from command-line arguments; a table of a recipe is first converted to such arguments.
//!
//! ```
//! use queenreel::{Files, Format, Request, Silent, Target};
//!
//! let request = Request::from_words(["gallery", "8", "--solutions", "5"])?;
//! let Request::Gallery(gallery) = &request else { panic!("it is a gallery") };
//! assert_eq!(gallery.taken.solutions.map(u64::from), Some(5));
//! let mut png = Vec::new();
//! request.document(&Files::system())?.write(Format::Png, Target::Writer(&mut png), &mut Silent)?;
//! let error = Request::from_words(["search", "8", "--fps", "fast"]).unwrap_err();
//! assert_eq!(error.option.as_deref(), Some("fps"));
//! # Ok::<(), queenreel::Error>(())
//! ```

mod parsing;
mod recipe;
mod schema;

use std::ffi::OsString;
use std::path::Path;

use clap::{Command, FromArgMatches, Subcommand};

use crate::document::Document;
use crate::error::Error;
use crate::options::{Files, Given, completed, is_input};

pub use crate::document::{
    BoardRequest, CompareRequest, CountRequest, GalleryRequest, ListRequest, RaceRequest, ReplayRequest,
    SearchRequest, SheetRequest,
};
pub use recipe::{Recipe, RecipeError, read_recipes};
pub use schema::schema;

/// A kind of document with its options. To change an option, parse another request: changing its field does not
/// change [`Request::given`].
#[derive(Debug, Clone, Subcommand)]
#[non_exhaustive]
pub enum Request {
    /// A film of a search
    Search(SearchRequest),
    /// A film of several solvers on one clock
    Race(RaceRequest),
    /// A film of a log
    Replay(ReplayRequest),
    /// One position
    Board(BoardRequest),
    /// All solutions, on a page or as a film
    Gallery(GalleryRequest),
    /// The steps of a search as small boards
    Sheet(SheetRequest),
    /// Solutions as text
    List(ListRequest),
    /// How many solutions there are
    Count(CountRequest),
    /// The algorithms in figures
    Compare(CompareRequest),
}

/// Adds a command for each kind of document to a program.
#[doc(hidden)]
pub fn add_commands(program: Command) -> Command {
    let mut program = Request::augment_subcommands(program);
    for kind in program.get_subcommands_mut() {
        *kind = completed(kind);
    }
    program
}

/// Returns a program with only the commands for documents.
#[doc(hidden)]
pub fn command() -> Command {
    add_commands(
        Command::new("queenreel")
            .subcommand_required(true)
            .disable_help_flag(true)
            .disable_help_subcommand(true),
    )
}

impl Request {
    /// Parses the arguments of a command line, without the name of the program.
    ///
    /// # Errors
    /// [`Error`] for the first wrong argument, with the name of its option if there is such an option.
    pub fn from_words<W: Into<OsString>>(words: impl IntoIterator<Item = W>) -> Result<Self, Error> {
        Self::parse(&mut command(), words.into_iter().map(Into::into))
    }

    fn parse(command: &mut Command, words: impl Iterator<Item = OsString>) -> Result<Self, Error> {
        let words: Vec<OsString> = [command.get_name().into()].into_iter().chain(words).collect();
        let matches = command.try_get_matches_from_mut(&words);
        let read = matches.and_then(|matches| Self::from_arg_matches(&matches));
        read.map_err(|error| {
            // Only the selected command is built.
            command.build();
            parsing::error(&error, words.get(1).and_then(|kind| command.find_subcommand(kind)))
        })
    }

    /// Returns the name of the command for this kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Search(_) => "search",
            Self::Race(_) => "race",
            Self::Replay(_) => "replay",
            Self::Board(_) => "board",
            Self::Gallery(_) => "gallery",
            Self::Sheet(_) => "sheet",
            Self::List(_) => "list",
            Self::Count(_) => "count",
            Self::Compare(_) => "compare",
        }
    }

    /// Prepares the document. Reads all input files except logs.
    ///
    /// # Errors
    /// [`Error`] when a file cannot be read, or options contradict each other, the algorithm or the problem.
    pub fn document(&self, files: &Files) -> Result<Document<'_>, Error> {
        let mut document = match self {
            Self::Search(request) => request.document(files),
            Self::Race(request) => request.document(files),
            Self::Replay(request) => request.document(files),
            Self::Board(request) => request.document(files),
            Self::Gallery(request) => request.document(files),
            Self::Sheet(request) => request.document(files),
            Self::List(request) => request.document(files),
            Self::Count(request) => request.document(files),
            Self::Compare(request) => request.document(files),
        }?;
        // `/dev/stdin` may be a link to a regular file.
        let place = |path: &Path| if path == Path::new("-") { "/dev/stdin".into() } else { path.to_owned() };
        if !files.are_in_memory() {
            document.inputs = self.inputs().map(|(_, path)| place(path)).collect();
        }
        Ok(document)
    }

    /// Returns the options as given.
    pub const fn given(&self) -> &Given {
        match self {
            Self::Search(SearchRequest { given, .. })
            | Self::Race(RaceRequest { given, .. })
            | Self::Replay(ReplayRequest { given, .. })
            | Self::Board(BoardRequest { given, .. })
            | Self::Gallery(GalleryRequest { given, .. })
            | Self::Sheet(SheetRequest { given, .. })
            | Self::List(ListRequest { given, .. })
            | Self::Count(CountRequest { given, .. })
            | Self::Compare(CompareRequest { given, .. }) => given,
        }
    }

    /// Returns the input files, each with its option; `-` is standard input.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (&str, &Path)> {
        let inputs = self.given().iter().filter(|(name, value)| is_input(name, value));
        inputs.map(|(name, value)| (name, Path::new(value)))
    }
}
