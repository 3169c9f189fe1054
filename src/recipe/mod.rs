//! What is asked for: the same options for the command line and for files.
//!
//! A [`Recipe`] has what is written. [`Recipe::resolve`] reads the files that it names, refuses what does not go
//! together, and returns a [`Job`].
//!
//! ```
//! use queenreel::encode::Format;
//! use queenreel::recipe::{Key, Kind, Recipe};
//!
//! let mut recipe = Recipe::new(Kind::Search);
//! recipe.set(Key::Queens, "8".as_ref())?;
//! recipe.set(Key::Output, "lecture.mp4".as_ref())?;
//! let job = recipe.resolve(&|path, _| std::fs::read(path)).map_err(|error| error.to_string())?;
//! assert_eq!(job.film.options.format, Some(Format::Mp4));
//! assert!(recipe.set(Key::Fps, "fast".as_ref()).is_err());
//! # Ok::<(), String>(())
//! ```

mod allowed;
mod error;
mod file;
mod film;
mod formats;
mod options;
mod places;
mod resolve;
mod search;
mod solutions;
mod values;

use std::num::NonZeroU32;
use std::time::Duration;

pub use error::RecipeError;
pub use file::{FileError, read_file, schema};
pub use options::{Key, Kind, Recipe};
pub use resolve::Job;

// For the tests of this repository; not part of the API.
#[doc(hidden)]
pub use options::Shape;

pub(crate) use options::Group;
pub(crate) use places::Place;

pub(crate) use {
    allowed::Made,
    film::{MAX_LANES_SHOWN, distinct},
    formats::{Still, is_device},
    resolve::Task,
    search::{SearchSpec, in_words, names, not_in_form, number_of_solutions, they_have},
    solutions::Solutions,
    values::{Label, ListForm, PositionPanel, TableForm, in_unit},
};

// Values of options, for the command line.
#[cfg(feature = "cli")]
pub(crate) use {
    crate::page::{StatePanel, Theme},
    file::FileRecipe,
    resolve::ReadFile,
    search::too_many_queens,
};

/// More slides than this need `max-frames`: people click through them.
pub(crate) const MAX_SLIDES: u64 = 300;

/// The most steps of an HTML page without `max-frames`.
const MAX_STEPS: u64 = 1_000_000;

/// The time after which a search that is compared is cut off.
pub(crate) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a search that is compared is run.
pub(crate) const DEFAULT_RUNS: NonZeroU32 = NonZeroU32::new(5).expect("5 is not 0");
