//! What is asked for: the same options for the command line and for files.
//!
//! A [`Recipe`] has what is written. [`Recipe::resolve`] reads the files that it names, refuses what does not go
//! together, and returns a [`Job`].
//!
//! ```
//! use queenreel::recipe::{Key, Kind, Made, Recipe};
//! use queenreel::encode::Format;
//!
//! let mut recipe = Recipe::new(Kind::Search);
//! recipe.set(Key::Queens, "8".as_ref())?;
//! recipe.set(Key::Output, "lecture.mp4".as_ref())?;
//! let job = recipe.resolve(&|path, _| std::fs::read(path)).map_err(|error| error.to_string())?;
//! assert_eq!(job.made, Made::Film(Format::Mp4));
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

pub use allowed::Made;
pub use error::RecipeError;
pub use file::{FileError, FileRecipe, MAX_FILE, read_file, schema};
pub use film::distinct;
pub use formats::{Still, in_this_build, is_device};
pub use options::{Group, Key, Kind, Recipe, Shape};
pub use places::Place;
pub use resolve::{Job, ReadFile, Task, canonical, is_directory, is_same_place};
pub use search::{
    SearchSpec, has_no_solution, in_words, names, no_solution, number_of_solutions, too_many_queens,
};
pub use solutions::Solutions;
pub use values::{Choices, GalleryFormat, Label, ListForm, PositionPanel, Solver, TableForm, in_unit};

/// More slides than this need `max-frames`: people click through them.
pub const MAX_SLIDES: u64 = 300;

/// The most steps of an HTML page without `max-frames`.
const MAX_STEPS: u64 = 1_000_000;

/// The time after which a search that is compared is cut off.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a search that is compared is run.
pub const DEFAULT_RUNS: NonZeroU32 = NonZeroU32::new(5).expect("5 is not 0");
